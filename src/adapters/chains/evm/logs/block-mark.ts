import type { Hex } from 'viem'
import type { Signature } from '../../../../domain/brands.ts'
import type { EvmRpc } from '../evm-rpc.ts'
import { knownReceipt } from './known-receipts.ts'

/** A block height as a cursor, in the form of a signature: up to there the history was read. */
const BLOCK_MARK = 'block:'

/** What of the blocks that were read is read again: two hours of Base, for logs that a node did not have yet or left out. */
const AGAIN_BLOCKS = 3_600

/** The cursor at this height. */
export const blockMark = (height: number): Signature => `${BLOCK_MARK}${height}` as Signature

/** The height at a cursor, or of a landed transaction. @throws AppError upstream_unavailable when the node does not know it */
export async function heightAt(rpc: EvmRpc, mark: Signature): Promise<number> {
  if (mark.startsWith(BLOCK_MARK)) return Number(mark.slice(BLOCK_MARK.length))
  return (await knownReceipt(rpc, mark as string as Hex)).blockNumber
}

/** The first block to read after this cursor: after a transaction the next one, after a height some of those before it once more. */
export const firstBlockAfter = async (rpc: EvmRpc, mark: Signature): Promise<number> =>
  (await heightAt(rpc, mark)) + 1 - (mark.startsWith(BLOCK_MARK) ? AGAIN_BLOCKS : 0)
