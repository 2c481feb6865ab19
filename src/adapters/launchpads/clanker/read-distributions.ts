import type { Hex } from 'viem'
import { type Mint, type Signature, type Wallet, wei } from '../../../domain/brands.ts'
import type { CoinRecord } from '../../../ports/launchpad/coin.ts'
import type { Distribution, DistributionPage } from '../../../ports/launchpad/fee-share.ts'
import { DEPTH_BLOCKS } from '../../chains/evm/advance-evm.ts'
import { byPlace } from '../../chains/evm/evm-shape.ts'
import { blockMark, firstBlockAfter, heightAt } from '../../chains/evm/logs/block-mark.ts'
import { knownReceipt } from '../../chains/evm/logs/known-receipts.ts'
import type { EvmRpc } from '../../chains/evm/evm-rpc.ts'
import { type ClankerCoinState, readCoinState } from './coin-state.ts'
import type { ClankerContext } from './context.ts'
import { hasSplit, type WethPayment, splitPaymentsIn, splitPaymentsOf } from './split-payments.ts'
import { type FeeEvent, feeEventsIn, feeEventsOf, paymentsIn, waitingAfter } from './fee-history.ts'

const claimantsIn = (events: readonly FeeEvent[]): Wallet[] => [
  ...new Set(events.flatMap(({ kind, wallet }) => (kind === 'claim' ? [wallet] : []))),
]

/**
 * What one landed transaction paid of this coin's fees, whoever sent it; null when nothing of it. The rest of what a claim paid is of
 * other coins in which the wallet shares, and counts there.
 */
export async function readDistribution(
  context: ClankerContext,
  mint: Mint,
  signature: Signature,
  record?: CoinRecord,
): Promise<Distribution | null> {
  const [state, receipt] = await Promise.all([readCoinState(context, mint, record), knownReceipt(context.rpc, signature as string as Hex)])
  if (!state) return null
  if (hasSplit(state)) return (await distributionsIn(context.rpc, splitPaymentsIn(context, state, receipt.logs)))[0] ?? null
  const block = receipt.blockNumber
  const own = feeEventsIn(context, state, { logs: receipt.logs, isProven: true })
  const wallets = claimantsIn(own)
  if (wallets.length === 0) return null
  const [before, events] = await Promise.all([
    waitingAfter(context, state, { wallets, block: block - 1, createBlock: record?.createHeight ?? 0 }),
    feeEventsOf(context, state, { fromBlock: block, toBlock: block }),
  ])
  // An index may not have the transaction yet.
  const others = events.filter(({ transactionHash }) => transactionHash !== receipt.transactionHash)
  const payments = await paymentsIn(context, state, { events: [...others, ...own].toSorted(byPlace), before })
  const found = await distributionsIn(context.rpc, payments)
  return found.find((distribution) => distribution.signature === signature) ?? null
}

/** A page of the coin's payouts by blocks, whoever sent them. `newest` and `before` are heights. */
export async function listDistributions(
  context: ClankerContext,
  mint: Mint,
  range: { readonly before: Signature | null; readonly after: Signature | null },
  record?: CoinRecord,
): Promise<DistributionPage> {
  const { rpc } = context
  const createBlock = record?.createHeight ?? 0
  const [state, head] = await Promise.all([readCoinState(context, mint, record), rpc.head()])
  if (!state) return { distributions: [], newest: null, before: null }
  const top = range.before === null ? head.number - DEPTH_BLOCKS : (await heightAt(rpc, range.before)) - 1
  const bottom = Math.max(createBlock, range.after === null ? 0 : await firstBlockAfter(rpc, range.after))
  if (top < bottom) return { distributions: [], newest: null, before: null }
  const fromBlock = Math.max(bottom, top - context.stretchBlocks + 1)
  return {
    distributions: (await distributionsOf(context, state, { fromBlock, toBlock: top, createBlock })).toReversed(),
    newest: blockMark(top),
    before: fromBlock > bottom ? blockMark(fromBlock) : null,
  }
}

async function distributionsOf(
  context: ClankerContext,
  state: ClankerCoinState,
  { fromBlock, toBlock, createBlock }: { readonly fromBlock: number; readonly toBlock: number; readonly createBlock: number },
): Promise<Distribution[]> {
  if (hasSplit(state)) return distributionsIn(context.rpc, await splitPaymentsOf(context, state, { fromBlock, toBlock }))
  const events = await feeEventsOf(context, state, { fromBlock, toBlock })
  const wallets = claimantsIn(events)
  if (wallets.length === 0) return []
  const before = await waitingAfter(context, state, { wallets, block: fromBlock - 1, createBlock })
  return distributionsIn(context.rpc, await paymentsIn(context, state, { events, before }))
}

/** The payments, one entry per transaction, oldest first; each wallet once in it. */
async function distributionsIn(rpc: EvmRpc, payments: readonly WethPayment[]): Promise<Distribution[]> {
  const byTransaction = Map.groupBy(payments, ({ transactionHash }) => transactionHash)
  return Promise.all(
    [...byTransaction].map(async ([hash, paid]) => {
      const height = paid[0]!.blockNumber
      const byWallet = Map.groupBy(paid, ({ wallet }) => wallet)
      return {
        signature: hash as string as Signature,
        height,
        atMs: (await rpc.block(height)).atMs,
        payments: [...byWallet].map(([wallet, parts]) => ({ wallet, amountAtomic: wei(parts.reduce((sum, part) => sum + part.wei, 0n)) })),
      }
    }),
  )
}
