import { type Hex, isAddressEqual } from 'viem'
import { type Mint, type Signature, type Wallet, type Wei, wei } from '../../../domain/brands.ts'
import type { CoinRecord } from '../../../ports/launchpad/coin.ts'
import type { Distribution, DistributionPage, WalletAmount } from '../../../ports/launchpad/fee-share.ts'
import { DEPTH_BLOCKS } from '../../chains/evm/advance-evm.ts'
import { blockMark, firstBlockAfter, heightAt } from '../../chains/evm/logs/block-mark.ts'
import { knownReceipt, receiptsOfLogs } from '../../chains/evm/logs/known-receipts.ts'
import type { EvmRpc } from '../../chains/evm/evm-rpc.ts'
import type { EvmReceipt } from '../../chains/evm/evm-shape.ts'
import { type ZoraCoinState, readCoinState } from './coin-state.ts'
import type { ZoraContext } from './context.ts'
import type { SplitPayment } from '../../chains/evm/split/split-kind.ts'
import { warehouseCreditsIn, warehousePayoutsIn } from '../../chains/evm/split/warehouse.ts'

/** The block range that providers allow in one query: five and a half hours on Base. */
const STRETCH_BLOCKS = 9_999

/** The payments of one landed distribution, from the split's own logs; null when it paid nobody. */
export async function readDistribution(
  { rpc }: ZoraContext,
  mint: Mint,
  signature: Signature,
  record?: CoinRecord,
): Promise<Distribution | null> {
  const [state, receipt] = await Promise.all([readCoinState(rpc, mint, record), knownReceipt(rpc, signature as string as Hex)])
  return state && (await distributionIn(rpc, state, receipt))
}

/** A page of the split's history by blocks, whoever sent the distributions. `newest` and `before` are heights. */
export async function listDistributions(
  { rpc }: ZoraContext,
  mint: Mint,
  range: { readonly before: Signature | null; readonly after: Signature | null },
  record?: CoinRecord,
): Promise<DistributionPage> {
  const [state, head] = await Promise.all([readCoinState(rpc, mint, record), rpc.head()])
  if (!state?.split) return { distributions: [], newest: null, before: null }
  const top = range.before === null ? head.number - DEPTH_BLOCKS : (await heightAt(rpc, range.before)) - 1
  const bottom = Math.max(beginningOf(record), range.after === null ? 0 : await firstBlockAfter(rpc, range.after))
  if (top < bottom) return { distributions: [], newest: null, before: null }
  const fromBlock = Math.max(bottom, top - STRETCH_BLOCKS)
  const topic = state.split.kind.paymentTopic
  const receipts = await receiptsOfLogs(rpc, { address: state.payoutRecipient, topic, fromBlock, toBlock: top })
  const found = await Promise.all(receipts.map((receipt) => distributionIn(rpc, state, receipt)))
  return {
    distributions: found.filter((distribution) => distribution !== null).toReversed(),
    newest: blockMark(top),
    before: fromBlock > bottom ? blockMark(fromBlock) : null,
  }
}

/** The block before which the split paid nobody: that of the coin, or of its lock where the coin was created elsewhere. */
const beginningOf = (record?: CoinRecord): number => record?.createHeight || record?.lockHeight || 0

/** The payments of one transaction, each wallet once; null where neither the split nor the warehouse paid or credited any ETH. */
async function distributionIn(
  rpc: EvmRpc,
  state: ZoraCoinState,
  { transactionHash, logs, blockNumber }: EvmReceipt,
): Promise<Distribution | null> {
  const { split, payoutRecipient } = state
  if (!split) return null
  const { kind, shares } = split
  const own = logs.filter(({ address, topics }) => isAddressEqual(address, payoutRecipient) && topics[0] === kind.paymentTopic)
  const credited = kind.credits ? summed(warehouseCreditsIn(logs, payoutRecipient)) : []
  // A split reports what it was to pay: what a payee did not take is in the warehouse instead.
  const creditedTo = new Map(credited.map(({ wallet, amountAtomic }) => [wallet, amountAtomic]))
  const payments = summed(own.flatMap((log) => kind.paymentsIn(log, shares)))
    .map(({ wallet, amountAtomic }) => ({ wallet, amountAtomic: wei(amountAtomic - (creditedTo.get(wallet) ?? 0n)) }))
    .filter(({ amountAtomic }) => amountAtomic > 0n)
  const paidOut = summed(warehousePayoutsIn(logs).filter(({ wallet }) => shares.some((share) => share.wallet === wallet)))
  if (payments.length + credited.length + paidOut.length === 0) return null
  return {
    signature: transactionHash as string as Signature,
    height: blockNumber,
    atMs: (await rpc.block(blockNumber)).atMs,
    payments,
    ...(credited.length === 0 ? {} : { credited }),
    ...(paidOut.length === 0 ? {} : { paidOut }),
  }
}

/** Each wallet once. */
function summed(payments: readonly SplitPayment[]): WalletAmount[] {
  const weiOf = new Map<Wallet, Wei>()
  for (const payment of payments) weiOf.set(payment.wallet, wei((weiOf.get(payment.wallet) ?? 0n) + payment.wei))
  return [...weiOf].map(([wallet, amountWei]) => ({ wallet, amountAtomic: amountWei }))
}
