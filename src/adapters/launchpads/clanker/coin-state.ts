import { type Address, decodeFunctionResult, encodeFunctionData, getAddress, type Hex, isAddress, isAddressEqual } from 'viem'
import { bps, type Mint, type Wallet, type Wei, wei } from '../../../domain/brands.ts'
import type { ChainCoin, CoinPlan, CoinRecord } from '../../../ports/launchpad/coin.ts'
import { decoded } from '../../chains/evm/decoded.ts'
import { type EvmCall, NOBODY } from '../../chains/evm/evm-rpc.ts'
import type { ClankerContext } from './context.ts'
import { coinAbi, feeLockerAbi, lockerAbi } from './abis.ts'
import { heldCalls, heldIn, readSplitRow, type SplitRow } from './split-row.ts'

/** The wallets of a split, each with its basis points. */
export type Rows = CoinPlan['shareholders']

/** The split of a coin as the locker has it. */
export interface ClankerSplit {
  readonly coin: Address
  /** In the locker's order. */
  readonly rows: Rows
  readonly admins: readonly Address[]
  /** The coin trades against WETH. */
  readonly isPaired: boolean
  /** WETH is the first token of the pool. */
  readonly wethFirst: boolean
}

/** A coin as its contract and the locker describe it. */
export interface ClankerCoinState extends ClankerSplit {
  readonly name: string
  readonly ticker: string
  /** Every row takes all of its fees in WETH. */
  readonly inWeth: boolean
  /** What a payout would pay each row's wallet now, in their order: what waits for it, of this coin and of others. */
  readonly payableWei: readonly Wei[]
  /** The split contract that the one row pays, where more wallets share than there are rows. */
  readonly split: SplitRow | null
}

/** Coins whose payouts are simulated in one call of a node: each takes about 600,000 gas. */
const COINS_A_CALL = 10

const IN_PAIRED_TOKEN = 1

const splitCall = ({ contracts }: ClankerContext, coin: Address): EvmCall => ({
  to: contracts.locker,
  data: encodeFunctionData({ abi: lockerAbi, functionName: 'tokenRewards', args: [coin] }),
})

/** The split, from the locker's answer; null for an address of which the factory never placed liquidity there. */
function splitIn({ contracts: { weth } }: ClankerContext, coin: Address, answer: Hex | null | undefined): ClankerSplit | null {
  if (!answer) return null
  const found = decoded(() => decodeFunctionResult({ abi: lockerAbi, functionName: 'tokenRewards', data: answer }))
  if (!isAddressEqual(found.token, coin)) return null
  const { currency0, currency1 } = found.poolKey
  return {
    coin,
    rows: found.rewardRecipients.map((wallet, index) => ({ wallet: wallet as string as Wallet, bps: bps(found.rewardBps[index]!) })),
    admins: found.rewardAdmins,
    isPaired: isAddressEqual(currency0, weth) || isAddressEqual(currency1, weth),
    wethFirst: isAddressEqual(currency0, weth),
  }
}

/** Collects a coin's fees, and reads afterwards what waits for each wallet of its rows: to be simulated. */
const payableCalls = ({ contracts: { locker, feeLocker, weth } }: ClankerContext, { coin, rows }: ClankerSplit): EvmCall[] => [
  { to: locker, data: encodeFunctionData({ abi: lockerAbi, functionName: 'collectRewards', args: [coin] }) },
  ...rows.map(({ wallet }) => ({
    to: feeLocker,
    data: encodeFunctionData({ abi: feeLockerAbi, functionName: 'availableFees', args: [wallet as string as Address, weth] }),
  })),
]

const payableIn = (answers: readonly (Hex | null)[]): Wei[] =>
  answers.map((answer) =>
    wei(answer ? decoded(() => decodeFunctionResult({ abi: feeLockerAbi, functionName: 'availableFees', data: answer })) : 0n),
  )

/** The coin, from two reads; null when the factory created none at this address. */
export async function readCoinState(
  context: ClankerContext,
  mint: Mint,
  record?: Pick<CoinRecord, 'shareholders'>,
): Promise<ClankerCoinState | null> {
  if (!isAddress(mint)) return null
  const { rpc, contracts } = context
  const coin = getAddress(mint)
  const [answer, name, ticker] = await rpc.readMany([
    splitCall(context, coin),
    { to: coin, data: encodeFunctionData({ abi: coinAbi, functionName: 'name' }) },
    { to: coin, data: encodeFunctionData({ abi: coinAbi, functionName: 'symbol' }) },
  ])
  const found = splitIn(context, coin, answer)
  if (!found || !name || !ticker) return null
  const preferences = found.rows.map((_row, index) => ({
    to: contracts.locker,
    data: encodeFunctionData({ abi: lockerAbi, functionName: 'feePreferences', args: [coin, BigInt(index)] }),
  }))
  const [answers, split] = await Promise.all([
    rpc.readMany([...preferences, ...payableCalls(context, found)]),
    readSplitRow(context, coin, recipientsOf(found), record),
  ])
  return {
    ...found,
    split,
    name: decoded(() => decodeFunctionResult({ abi: coinAbi, functionName: 'name', data: name })),
    ticker: decoded(() => decodeFunctionResult({ abi: coinAbi, functionName: 'symbol', data: ticker })),
    inWeth:
      found.isPaired && answers.slice(0, preferences.length).every((each) => each !== null && BigInt(each) === BigInt(IN_PAIRED_TOKEN)),
    payableWei: payableIn(answers.slice(preferences.length + 1)),
  }
}

const recipientsOf = ({ rows }: ClankerSplit): Address[] => rows.map(({ wallet }) => wallet as string as Address)

/** Locked: nobody administers any row, and each takes its fees in WETH. */
export const isLocked = ({ admins, inWeth }: ClankerCoinState): boolean =>
  inWeth && admins.length > 0 && admins.every((admin) => isAddressEqual(admin, NOBODY))

/**
 * The fees that a payout would divide among all rows: what each of them has of it at least. A wallet that shares in several coins has more,
 * and one that was paid meanwhile less, so that this is a lower bound for coins of which no row was paid alone.
 */
export function accruedWei({ rows }: ClankerSplit, payableWei: readonly Wei[]): Wei {
  const wholes = rows.map(({ bps: shareBps }, index) => ((payableWei[index] ?? 0n) * 10_000n) / BigInt(shareBps))
  return wei(wholes.reduce((least, whole) => (whole < least ? whole : least), wholes[0] ?? 0n))
}

/** The wallets that share: those of the rows, or of the split behind the one row. */
export const sharesOf = ({ rows, split }: ClankerCoinState): Rows => split?.shares ?? rows

/** The fees that a payout would divide, with what the split behind the row holds already. */
export const waitingWei = (state: ClankerCoinState): Wei => wei(accruedWei(state, state.payableWei) + (state.split?.payableWei ?? 0n))

/** The coin in the port's form. Its creator is on no chain: the launcher on record, where the split is the one on record. */
export function chainCoinOf(state: ClankerCoinState, record?: CoinRecord): ChainCoin {
  const { coin, name, ticker, admins } = state
  const rows = sharesOf(state)
  const isOurs =
    record !== undefined &&
    record.shareholders.length === rows.length &&
    rows.every(({ wallet, bps: shareBps }, index) => {
      const planned = record.shareholders[index]!
      return planned.wallet === wallet && planned.bps === shareBps
    })
  return {
    mint: coin as string as Mint,
    creator: isOurs ? record.launcher : ((admins[0] ?? NOBODY) as string as Wallet),
    name,
    ticker,
    feeShare: { locked: isLocked(state), shareholders: rows },
    stage: 'curve',
    accruedAtomic: waitingWei(state),
  }
}

/** One entry per coin, null for one that is none. */
export async function readAccruedWei(context: ClankerContext, mints: readonly Mint[]): Promise<(Wei | null)[]> {
  const { rpc } = context
  const coins = mints.map((mint) => (isAddress(mint) ? getAddress(mint) : null))
  const askable = coins.filter((coin) => coin !== null)
  const answers = await rpc.readMany(askable.map((coin) => splitCall(context, coin)))
  const splits = askable.flatMap((coin, index) => splitIn(context, coin, answers[index]) ?? [])
  const accrued: [Address, Wei][] = []
  for (let from = 0; from < splits.length; from += COINS_A_CALL) {
    const some = splits.slice(from, from + COINS_A_CALL)
    const payable = await rpc.readMany(
      some.flatMap((split) => [...payableCalls(context, split), ...heldCalls(context, recipientsOf(split)[0]!)]),
    )
    let at = 0
    for (const split of some) {
      // The collection answers nothing.
      const [rowsAt, heldAt] = [at + 1, at + 1 + split.rows.length]
      at = heldAt + 2
      const heldWei = split.rows.length === 1 ? heldIn(payable.slice(heldAt, at)) : 0n
      accrued.push([split.coin, wei(accruedWei(split, payableIn(payable.slice(rowsAt, heldAt))) + heldWei)])
    }
  }
  const weiOf = new Map(accrued)
  return coins.map((coin) => (coin === null ? null : (weiOf.get(coin) ?? null)))
}
