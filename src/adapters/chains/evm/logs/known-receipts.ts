import type { Hex } from 'viem'
import { AppError } from '../../../../domain/errors.ts'
import { EVM_UPSTREAM } from '../evm-client.ts'
import type { EvmRpc } from '../evm-rpc.ts'
import type { EvmLogFilter, EvmReceipt } from '../evm-shape.ts'

/** Most receipts that are asked for at once. */
const RECEIPTS_AT_ONCE = 20

/** The receipt of a transaction that is in a block. @throws AppError upstream_unavailable where the node does not know it */
export async function knownReceipt(rpc: EvmRpc, hash: Hex): Promise<EvmReceipt> {
  const receipt = await rpc.receipt(hash)
  if (!receipt) throw new AppError('upstream_unavailable', { upstream: EVM_UPSTREAM })
  return receipt
}

/** The receipts of these transactions, in their order. @throws AppError upstream_unavailable where one is not known */
export async function knownReceipts(rpc: EvmRpc, hashes: readonly Hex[]): Promise<EvmReceipt[]> {
  const receipts: EvmReceipt[] = []
  for (let at = 0; at < hashes.length; at += RECEIPTS_AT_ONCE)
    receipts.push(...(await Promise.all(hashes.slice(at, at + RECEIPTS_AT_ONCE).map((hash) => knownReceipt(rpc, hash)))))
  return receipts
}

/**
 * The transactions with such logs, oldest first, as their own receipts have them. An index of logs may say too much, and say it twice:
 * it only names the transactions here, and one whose receipt is of other blocks is left out.
 *
 * @throws AppError upstream_unavailable where a transaction that it names is not known
 */
export async function receiptsOfLogs(rpc: EvmRpc, filter: EvmLogFilter): Promise<EvmReceipt[]> {
  const logs = await rpc.logs(filter)
  const receipts = await knownReceipts(rpc, [...new Set(logs.map(({ transactionHash }) => transactionHash))])
  return receipts.filter(({ blockNumber }) => blockNumber >= filter.fromBlock && blockNumber <= filter.toBlock)
}
