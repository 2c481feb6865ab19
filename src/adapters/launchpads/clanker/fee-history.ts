import { type Address, decodeEventLog, getAbiItem, type Hex, isAddressEqual, toEventSelector } from 'viem'
import { type Wallet, type Wei, wei } from '../../../domain/brands.ts'
import { decoded } from '../../chains/evm/decoded.ts'
import { knownReceipts } from '../../chains/evm/logs/known-receipts.ts'
import { byPlace, type EvmLog } from '../../chains/evm/evm-shape.ts'
import type { ClankerSplit } from './coin-state.ts'
import type { ClankerContext } from './context.ts'
import type { WethPayment } from './split-payments.ts'
import { feeLockerAbi, lockerAbi } from './abis.ts'

const COLLECTED = toEventSelector(getAbiItem({ abi: lockerAbi, name: 'ClaimedRewards' }))
const CLAIMED = toEventSelector(getAbiItem({ abi: feeLockerAbi, name: 'ClaimTokens' }))

/** Most stretches that are asked for at once. */
const STRETCHES_AT_ONCE = 8

/** What a wallet may claim more, or what it was paid, of all coins in which it shares. `isProven`: by the receipt of its transaction. */
export type FeeEvent = WethPayment & { readonly kind: 'credit' | 'claim'; readonly logIndex: number; readonly isProven: boolean }

/** The credits of this coin to its wallets, and the claims of these, in the order of the logs, which are an index's or a receipt's. */
export function feeEventsIn(
  { contracts }: ClankerContext,
  { coin, rows, wethFirst }: ClankerSplit,
  { logs, isProven }: { readonly logs: readonly EvmLog[]; readonly isProven: boolean },
): FeeEvent[] {
  const { locker, feeLocker, weth } = contracts
  return logs.flatMap(({ address, topics, data, transactionHash, blockNumber, logIndex }): FeeEvent[] => {
    const at = { transactionHash, blockNumber, logIndex, isProven }
    const signature = topics as [Hex, ...Hex[]]
    if (isAddressEqual(address, locker) && topics[0] === COLLECTED) {
      const { args } = decoded(() => decodeEventLog({ abi: lockerAbi, eventName: 'ClaimedRewards', data, topics: signature }))
      if (!isAddressEqual(args.token, coin)) return []
      const rewards = wethFirst ? args.rewards0 : args.rewards1
      return rows.map(({ wallet }, index) => ({ ...at, kind: 'credit', wallet, wei: wei(rewards[index] ?? 0n) }))
    }
    if (!isAddressEqual(address, feeLocker) || topics[0] !== CLAIMED) return []
    const { args } = decoded(() => decodeEventLog({ abi: feeLockerAbi, eventName: 'ClaimTokens', data, topics: signature }))
    const row = rows.find(({ wallet }) => isAddressEqual(wallet as string as Address, args.feeOwner))
    return row && isAddressEqual(args.token, weth) ? [{ ...at, kind: 'claim', wallet: row.wallet, wei: wei(args.amountClaimed) }] : []
  })
}

/**
 * The same of a range of blocks that providers answer in one query, oldest first. Every credit is proven; of the claims, most are of other
 * coins' fees, and those that matter are proved where they do.
 */
export async function feeEventsOf(
  context: ClankerContext,
  split: ClankerSplit,
  range: { readonly fromBlock: number; readonly toBlock: number },
): Promise<FeeEvent[]> {
  const { locker, feeLocker } = context.contracts
  const about = [split.coin, ...split.rows.map(({ wallet }) => wallet as string as Address)]
  const logs = await context.rpc.logs({ address: [locker, feeLocker], topic: [COLLECTED, CLAIMED], about, ...range })
  const events = feeEventsIn(context, split, { logs, isProven: false })
  return proved(
    context,
    split,
    events,
    events.filter(({ kind }) => kind === 'credit'),
  )
}

/**
 * The events, those of the transactions of `doubted` as the receipts have them: an index of logs may say too much. A receipt of another
 * block than the index said has no part in them.
 *
 * @throws AppError upstream_unavailable where a transaction is not known
 */
async function proved(
  context: ClankerContext,
  split: ClankerSplit,
  events: readonly FeeEvent[],
  doubted: readonly FeeEvent[],
): Promise<FeeEvent[]> {
  const blocks = new Map(doubted.map(({ transactionHash, blockNumber }) => [transactionHash, blockNumber]))
  if (blocks.size === 0) return [...events]
  const receipts = await knownReceipts(context.rpc, [...blocks.keys()])
  const proven = receipts
    .filter(({ transactionHash, blockNumber }) => blocks.get(transactionHash) === blockNumber)
    .flatMap(({ logs }) => feeEventsIn(context, split, { logs, isProven: true }))
  return [...events.filter(({ transactionHash }) => !blocks.has(transactionHash)), ...proven].toSorted(byPlace)
}

/**
 * What waits of this coin for each of the wallets after a block: its credits since the wallet's last claim, which took all there was.
 * Reads back until it has found those claims, at the most to the block in which the coin was created.
 */
export async function waitingAfter(
  context: ClankerContext,
  split: ClankerSplit,
  { wallets, block, createBlock }: { readonly wallets: readonly Wallet[]; readonly block: number; readonly createBlock: number },
): Promise<Map<Wallet, Wei>> {
  const waiting = new Map(wallets.map((wallet) => [wallet, wei(0)]))
  const open = new Set(wallets)
  let top = block
  for (let count = 1; open.size > 0 && top >= createBlock; count = Math.min(2 * count, STRETCHES_AT_ONCE)) {
    const ranges = stretchesBelow(top, createBlock, { count, blocks: context.stretchBlocks })
    const stretches = await Promise.all(ranges.map((range) => feeEventsOf(context, split, range)))
    for (const event of stretches.flatMap((events) => events.toReversed())) {
      if (!open.has(event.wallet)) continue
      if (event.kind === 'claim') {
        if (await isReal(context, split, event)) open.delete(event.wallet)
      } else waiting.set(event.wallet, wei((waiting.get(event.wallet) ?? 0n) + event.wei))
    }
    top = ranges.at(-1)!.fromBlock - 1
  }
  return waiting
}

async function isReal(context: ClankerContext, split: ClankerSplit, event: FeeEvent): Promise<boolean> {
  if (event.isProven) return true
  const found = await proved(context, split, [], [event])
  return found.some(({ kind, wallet }) => kind === event.kind && wallet === event.wallet)
}

/** So many ranges from this block down, newest first; none reaches below `bottom`. */
const stretchesBelow = (top: number, bottom: number, { count, blocks }: { readonly count: number; readonly blocks: number }) =>
  Array.from({ length: count }, (_, index) => top - index * blocks)
    .filter((toBlock) => toBlock >= bottom)
    .map((toBlock) => ({ fromBlock: Math.max(bottom, toBlock - blocks + 1), toBlock }))

/**
 * What each claim paid of this coin, oldest first, from what waited before; more than a claim took it cannot have paid. Every payment is
 * proved by its receipt.
 */
export async function paymentsIn(
  context: ClankerContext,
  split: ClankerSplit,
  { events, before }: { readonly events: readonly FeeEvent[]; readonly before: ReadonlyMap<Wallet, Wei> },
): Promise<WethPayment[]> {
  const payments = paymentsFrom(events, before)
  const doubted = payments.filter(({ isProven }) => !isProven)
  if (doubted.length === 0) return payments
  return paymentsIn(context, split, { events: await proved(context, split, events, doubted), before })
}

function paymentsFrom(events: readonly FeeEvent[], before: ReadonlyMap<Wallet, Wei>): FeeEvent[] {
  const waiting = new Map(before)
  return events.flatMap((event) => {
    const hadWei = waiting.get(event.wallet) ?? wei(0)
    waiting.set(event.wallet, event.kind === 'credit' ? wei(hadWei + event.wei) : wei(0))
    if (event.kind === 'credit') return []
    const paidWei = hadWei < event.wei ? hadWei : event.wei
    return paidWei > 0n ? [{ ...event, wei: paidWei }] : []
  })
}
