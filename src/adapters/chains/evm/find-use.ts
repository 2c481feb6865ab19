import { AppError } from '../../../domain/errors.ts'
import type { EvmRpc } from './evm-rpc.ts'
import type { EvmTransaction } from './evm-shape.ts'
import type { EvmIntent } from './evm-draft.ts'
import { EndpointFault } from '../rpc-endpoint.ts'

/** Blocks that are read in one call where no node has states that old any more. */
const BLOCKS_A_LOOK = 8

/**
 * The transaction with the sender's nonce, between the two heights; null while no block shows it. Recent blocks are searched by the nonce
 * in their state, of which nodes without an archive keep about 128; older blocks are read themselves, a range at each call, the next
 * range with each new block.
 */
export async function findUse(
  rpc: EvmRpc,
  { from, nonce }: Pick<EvmIntent, 'from' | 'nonce'>,
  fromHeight: number,
  toHeight: number,
): Promise<{ transaction: EvmTransaction; blockNumber: number } | null> {
  const usedBy = (height: number) => rpc.nonce(from, height).then((count) => count > nonce, nullWhereRefused)
  const inBlock = async (height: number) => {
    const { transactions } = await rpc.block(height)
    const transaction = transactions.find((each) => each.from === from.toLowerCase() && each.nonce === nonce)
    return transaction ? { transaction, blockNumber: height } : null
  }

  let [low, high] = [fromHeight, toHeight]
  for (let back = 1; high > fromHeight; back *= 2) {
    const height = Math.max(fromHeight, toHeight - back)
    const used = await usedBy(height)
    if (used === null) return scan(inBlock, fromHeight, high, toHeight)
    if (!used) {
      low = height + 1
      break
    }
    high = height
  }
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const used = await usedBy(middle)
    if (used === null) return null
    if (used) high = middle
    else low = middle + 1
  }
  return inBlock(high)
}

/** The blocks of one range between the heights; the range follows from the current height, so that all are covered in turn. */
async function scan<Found>(
  inBlock: (height: number) => Promise<Found | null>,
  fromHeight: number,
  toHeight: number,
  finalHeight: number,
): Promise<Found | null> {
  const stretches = Math.max(1, Math.ceil((toHeight - fromHeight + 1) / BLOCKS_A_LOOK))
  const start = fromHeight + (finalHeight % stretches) * BLOCKS_A_LOOK
  const heights = Array.from({ length: BLOCKS_A_LOOK }, (_, index) => start + index).filter((height) => height <= toHeight)
  return (await Promise.all(heights.map(inBlock))).find((found) => found !== null) ?? null
}

/** A node without old states refuses to answer for them; one that does not answer at all proves nothing. */
function nullWhereRefused(error: unknown): null {
  if (error instanceof AppError && error.cause instanceof EndpointFault && error.cause.refuses) return null
  throw error
}
