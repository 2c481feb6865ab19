import type { Hex } from 'viem'
import { type Mint, type Signature, type Wallet, type Wei, wei } from '../../../domain/brands.ts'
import { AppError } from '../../../domain/errors.ts'
import type { CoinRecord } from '../../../ports/launchpad/coin.ts'
import type { Distribution, DistributionPage } from '../../../ports/launchpad/fee-share.ts'
import { DEPTH_BLOCKS } from '../../chains/evm/advance-evm.ts'
import type { EvmRpc } from '../../chains/evm/evm-rpc.ts'
import type { EvmLog } from '../../chains/evm/evm-shape.ts'
import { type ZoraCoinState, readCoinState } from './coin-state.ts'
import type { ZoraContext } from './context.ts'

/** The block range that providers allow in one query: five and a half hours on Base. */
const STRETCH_BLOCKS = 9_999

/** A block height as a cursor, in the form of a signature. */
const BLOCK_MARK = 'block:'

/** The payments of one landed distribution, from the split's own logs; null when it paid nobody. @throws AppError upstream_unavailable */
export async function readDistribution(
  { rpc }: ZoraContext,
  mint: Mint,
  signature: Signature,
  record?: CoinRecord,
): Promise<Distribution | null> {
  const [state, receipt] = await Promise.all([readCoinState(rpc, mint, record), rpc.receipt(signature as string as Hex)])
  if (!receipt) throw new AppError('upstream_unavailable', { upstream: 'the Base RPC' })
  const found = state ? await distributionsIn(rpc, state, receipt.logs) : []
  return found[0] ?? null
}

/**
 * A page of the split's history by blocks, whoever sent the distributions. `newest` and `before` are heights.
 *
 * @throws AppError upstream_unavailable
 */
export async function listDistributions(
  { rpc }: ZoraContext,
  mint: Mint,
  range: { readonly before: Signature | null; readonly after: Signature | null },
  record?: CoinRecord,
): Promise<DistributionPage> {
  const [state, head] = await Promise.all([readCoinState(rpc, mint, record), rpc.head()])
  if (!state?.split) return { distributions: [], newest: null, before: null }
  const top = range.before === null ? head.number - DEPTH_BLOCKS : (await heightOf(rpc, range.before)) - 1
  const bottom = range.after === null ? (record?.createHeight ?? 0) : (await heightOf(rpc, range.after)) + 1
  if (top < bottom) return { distributions: [], newest: null, before: null }
  const fromBlock = Math.max(bottom, top - STRETCH_BLOCKS)
  const logs = await rpc.logs({ address: state.payoutRecipient, topic: state.split.kind.paymentTopic, fromBlock, toBlock: top })
  return {
    distributions: (await distributionsIn(rpc, state, logs)).toReversed(),
    newest: `${BLOCK_MARK}${top}` as Signature,
    before: fromBlock > bottom ? (`${BLOCK_MARK}${fromBlock}` as Signature) : null,
  }
}

/** @throws AppError upstream_unavailable when the node does not know the transaction */
async function heightOf(rpc: EvmRpc, mark: Signature): Promise<number> {
  if (mark.startsWith(BLOCK_MARK)) return Number(mark.slice(BLOCK_MARK.length))
  const receipt = await rpc.receipt(mark as string as Hex)
  if (!receipt) throw new AppError('upstream_unavailable', { upstream: 'the Base RPC' })
  return receipt.blockNumber
}

/** The payments in these logs, one entry per transaction, oldest first; each wallet once in it. */
async function distributionsIn(rpc: EvmRpc, { split, payoutRecipient }: ZoraCoinState, logs: readonly EvmLog[]): Promise<Distribution[]> {
  if (!split) return []
  const found = new Map<Hex, { height: number; weiOf: Map<Wallet, Wei> }>()
  for (const log of logs) {
    if (log.address.toLowerCase() !== payoutRecipient.toLowerCase() || log.topics[0] !== split.kind.paymentTopic) continue
    const entry = found.get(log.transactionHash) ?? { height: log.blockNumber, weiOf: new Map<Wallet, Wei>() }
    for (const payment of split.kind.paymentsIn(log, split.shares))
      entry.weiOf.set(payment.wallet, wei((entry.weiOf.get(payment.wallet) ?? 0n) + payment.wei))
    found.set(log.transactionHash, entry)
  }
  const paying = [...found].filter(([, { weiOf }]) => [...weiOf.values()].some((amountWei) => amountWei > 0n))
  return Promise.all(
    paying.map(async ([hash, { height, weiOf }]) => ({
      signature: hash as string as Signature,
      height,
      atMs: (await rpc.block(height)).atMs,
      payments: [...weiOf].map(([wallet, amountWei]) => ({ wallet, amountAtomic: amountWei })),
    })),
  )
}
