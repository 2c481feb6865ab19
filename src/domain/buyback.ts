import {
  type AtomicUnits,
  atomicUnits,
  type Bps,
  bps,
  type Mint,
  type OperationId,
  type Signature,
  type TokenMicros,
  tokenMicros,
  type UnixMs,
  type Wallet,
} from './brands.ts'
import { AppError, type Failure } from './errors.ts'
import { LIMITS } from './limits.ts'
import { formatAmount, PRICED_CURRENCY } from './money/currency.ts'

/** A coin, and its part of what the treasury's run and day may cost: its weight among those of all. */
export interface WeightedMint {
  readonly mint: Mint
  readonly weight: number
}

/** A part of a sum that several coins divide by weight. */
export interface WeightedPart {
  readonly weight: number
  readonly totalWeight: number
}

/** The part of `totalAtomic`, rounded down: what rounding leaves over, less than a unit for each coin, is not spent. */
export const partOf = (totalAtomic: AtomicUnits, { weight, totalWeight }: WeightedPart): AtomicUnits =>
  atomicUnits((totalAtomic * BigInt(weight)) / BigInt(totalWeight))

/** What the operator allows one run to do. */
export interface BuybackOrder {
  readonly mint: Mint
  /** Most that leaves the wallet, network fee and rent included. */
  readonly atomicMax: AtomicUnits
  /** The balance that stays in the wallet in any case. */
  readonly reserveAtomic: AtomicUnits
  /** How much fewer tokens than quoted are still accepted. */
  readonly slippageBps: Bps
  /** Burns what was bought, in the transaction that buys it. */
  readonly burn: boolean
  /** Where coins divide a run: this one's part of what the wallet held free before the others spent `spentAtomic` of it. */
  readonly shared?: WeightedPart & { readonly spentAtomic: AtomicUnits }
}

/** Where a coin is bought: on its launchpad's curve, in its pool, or wherever Jupiter finds it cheapest. */
export const BUYBACK_VENUES = ['curve', 'pool', 'jupiter'] as const

/** One of BUYBACK_VENUES. */
export type BuybackVenue = (typeof BUYBACK_VENUES)[number]

/** A buy as it is decided before anything is signed. */
export interface BuybackQuote {
  /** Where it is bought. */
  readonly venue: BuybackVenue
  /** Most that the buy itself costs, the venue's fees included. */
  readonly atomicMax: AtomicUnits
  /** Network fee and rent, which come on top. */
  readonly overheadAtomic: AtomicUnits
  /** Least that it brings: with less the transaction fails, and nothing is bought. */
  readonly tokenMicros: TokenMicros
  /** How far the buy moves the price; 10,000 where it is more. */
  readonly impactBps: Bps
  readonly burn: boolean
}

/** What a landed buyback did, from the transaction's own balance changes. */
export interface BuybackReceipt {
  readonly signature: Signature
  readonly height: number
  readonly atMs: UnixMs
  /** All that left the wallet, network fee and rent included. */
  readonly spentAtomic: AtomicUnits
  readonly tokenMicros: TokenMicros
  readonly burnedTokenMicros: TokenMicros
}

/**
 * `under_way` may still change; the other three are final. `skipped`: nothing was sent. `failed`: sent, and proved to have had no effect.
 */
export const BUYBACK_STATES = ['under_way', 'executed', 'skipped', 'failed'] as const

/** One of BUYBACK_STATES. */
export type BuybackState = (typeof BUYBACK_STATES)[number]

/** Who buys: the treasury, or a coin with its part of its own earnings. */
export const BUYERS = ['treasury', 'earnings'] as const

/** The treasury, or the coin whose earnings buy it. */
export type Buyer = 'treasury' | Mint

/** Which of BUYERS it is. */
export const buyerKind = (buyer: Buyer): (typeof BUYERS)[number] => (buyer === 'treasury' ? 'treasury' : 'earnings')

/** One scheduled run of a buyer: at most one for each due time. */
export interface Buyback {
  /** `bb_…`. */
  readonly id: string
  readonly buyer: Buyer
  /** The scheduled time of the run. */
  readonly dueAtMs: UnixMs
  readonly mint: Mint | null
  readonly ticker: string | null
  readonly wallet: Wallet | null
  readonly state: BuybackState
  /** Why it was skipped or failed. */
  readonly failure: Failure | null
  readonly quote: BuybackQuote | null
  readonly operationId: OperationId | null
  readonly receipt: BuybackReceipt | null
  readonly finishedAtMs: UnixMs | null
}

/** What all runs of a buyer bought of a coin. */
export interface BoughtCoin extends Pick<BuybackReceipt, 'spentAtomic' | 'tokenMicros' | 'burnedTokenMicros'> {
  readonly mint: Mint
  readonly ticker: string | null
  readonly runs: number
}

/** Most that a run has spent, or may: all that left the wallet, else what was quoted. */
export const spentAtMost = ({ state, receipt, quote }: Pick<Buyback, 'state' | 'receipt' | 'quote'>): AtomicUnits =>
  receipt?.spentAtomic ?? atomicUnits(state === 'under_way' && quote ? quote.atomicMax + quote.overheadAtomic : 0n)

/** True for a finished run that bought nothing although BUYBACK_EXECUTE lets it buy: what an operator has to hear of. */
export const shouldHaveBought = ({ state, failure }: Pick<Buyback, 'state' | 'failure'>): boolean =>
  (state === 'skipped' || state === 'failed') && failure?.code !== 'buyback_execute_off'

/** The smallest buy that is worth a transaction where a run may cost `atomicMax`. */
export const leastWorthAtomic = (atomicMax: AtomicUnits): AtomicUnits =>
  atomicUnits(atomicMax < LIMITS.buybackAtomicMin ? 1n : BigInt(LIMITS.buybackAtomicMin))

/**
 * What a buy may cost when the wallet holds `balanceAtomic` and `overheadAtomic` goes to the network.
 *
 * @throws AppError buyback_balance_too_low when that is not worth a transaction
 */
export function buybackBudget(
  { atomicMax, reserveAtomic, shared }: BuybackOrder,
  { wallet, balanceAtomic, overheadAtomic }: { wallet: Wallet; balanceAtomic: AtomicUnits; overheadAtomic: AtomicUnits },
): AtomicUnits {
  const freeAtomic = balanceAtomic - reserveAtomic
  const partAtomic = shared && freeAtomic > 0n ? partOf(atomicUnits(freeAtomic + shared.spentAtomic), shared) : freeAtomic
  const budgetAtomic = [freeAtomic, partAtomic, atomicMax].reduce((least, other) => (other < least ? other : least)) - overheadAtomic
  if (budgetAtomic >= leastWorthAtomic(atomicMax)) return atomicUnits(budgetAtomic)
  throw new AppError('buyback_balance_too_low', {
    wallet,
    balanceSol: formatAmount(balanceAtomic, PRICED_CURRENCY),
    reserveSol: formatAmount(reserveAtomic, PRICED_CURRENCY),
  })
}

/**
 * The most that one buy may cost, so that nobody gains by trading around it: to buy ahead of it and sell behind it pays the venue's fee
 * twice, and gains at most twice the buy's price impact. The impact stays under half of the fee.
 */
export const unfarmableAtomic = (reserveAtomic: AtomicUnits, feeBps: Bps): AtomicUnits =>
  atomicUnits((reserveAtomic * BigInt(feeBps) * BigInt(10_000 + feeBps)) / 200_000_000n)

/** `quotedTokenMicros` less the slippage. */
export const lessSlippage = (quotedTokenMicros: TokenMicros, slippageBps: Bps): TokenMicros =>
  tokenMicros((quotedTokenMicros * BigInt(10_000 - slippageBps)) / 10_000n)

/**
 * How far a buy of `tokenMicros` moves the average price above the spot price of a constant product, rounded up; 10,000 where it is
 * more.
 */
export function impactBpsOf(tokenMicros: TokenMicros, reserveTokenMicros: TokenMicros): Bps {
  const leftTokenMicros = reserveTokenMicros - tokenMicros
  return leftTokenMicros <= 0n ? bps(10_000) : bpsAtMost(Number((tokenMicros * 10_000n + leftTokenMicros - 1n) / leftTokenMicros))
}

/** An impact as basis points; 10,000 where it is more. */
export const bpsAtMost = (impact: number): Bps => bps(Math.min(impact, 10_000))

/** How many past quotes are read to find the usual price. */
export const PRICE_HISTORY_RUNS = 9
/** The least number of them that decides: the price of a single quote may have been manipulated. */
export const PRICE_HISTORY_RUNS_MIN = 2

/** Atomic units for 10^12 of the token's smallest unit, the buy's fees included. */
const priceOf = ({ atomicMax, tokenMicros }: Pick<BuybackQuote, 'atomicMax' | 'tokenMicros'>): AtomicUnits =>
  atomicUnits(tokenMicros === 0n ? 0n : (atomicMax * 10n ** 12n) / tokenMicros)

/** Past prices to compare this quote with: those of the same venue, since a graduated coin trades elsewhere. */
const pricesLike = ({ venue }: BuybackQuote, past: readonly BuybackQuote[]): AtomicUnits[] =>
  past
    .filter((other) => (other.venue === 'curve') === (venue === 'curve'))
    .map(priceOf)
    .filter((priceAtomic) => priceAtomic > 0n)

/** How many past quotes there are to compare this one with. */
export const quotesLike = (quote: BuybackQuote, past: readonly BuybackQuote[]): number => pricesLike(quote, past).length

/**
 * How far the price of a quote is above the median of the quotes before it, in basis points, rounded down; null without any. One
 * manipulated quote does not move the median.
 */
export function priceRiseBps(quote: BuybackQuote, past: readonly BuybackQuote[]): number | null {
  const prices = pricesLike(quote, past).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const middleAtomic = prices[Math.floor((prices.length - 1) / 2)]
  if (middleAtomic === undefined) return null
  return Math.min(Number(((priceOf(quote) - middleAtomic) * 10_000n) / middleAtomic), Number.MAX_SAFE_INTEGER)
}
