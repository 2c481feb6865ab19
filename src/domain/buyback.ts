import { type AtomicUnits, atomicUnits, type Bps, type Mint, type OperationId, type Signature, type UnixMs, type Wallet } from './brands.ts'
import { AppError, type Failure } from './errors.ts'
import { LIMITS } from './limits.ts'
import { formatAmount, PRICED_CURRENCY } from './money/currency.ts'

/** What the operator allows one run to do. */
export interface BuybackOrder {
  readonly mint: Mint
  /** Most that leaves the wallet, network fee and rent included. */
  readonly maxAtomic: AtomicUnits
  /** What stays in the wallet in any case. */
  readonly reserveAtomic: AtomicUnits
  /** How much fewer tokens than quoted are still accepted. */
  readonly slippageBps: Bps
  /** Burns what was bought, in the transaction that buys it. */
  readonly burn: boolean
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
  readonly max: AtomicUnits
  /** Network fee and rent, which come on top. */
  readonly overhead: AtomicUnits
  /** What it brings at least, in millionths of a token: with less the transaction fails, and nothing is bought. */
  readonly tokens: bigint
  /** How far the buy moves the price. */
  readonly impactBps: number
  readonly burn: boolean
}

/** What a landed buyback did, from the transaction's own balance changes. */
export interface BuybackReceipt {
  readonly signature: Signature
  readonly height: number
  readonly atMs: UnixMs
  /** All that left the wallet, network fee and rent included. */
  readonly spent: AtomicUnits
  readonly tokens: bigint
  readonly burnedTokens: bigint
}

/** `under_way` goes on; the other three are final. `skipped`: nothing was sent. `failed`: sent, and provably without effect. */
export const BUYBACK_STATES = ['under_way', 'executed', 'skipped', 'failed'] as const

/** One of BUYBACK_STATES. */
export type BuybackState = (typeof BUYBACK_STATES)[number]

/** One run of the clock's buyback: there is one at most for each time that it was due. */
export interface Buyback {
  /** `bb_…`. */
  readonly id: string
  /** The time of the clock that the run belongs to. */
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

/**
 * What a buy may cost when the wallet holds `balance` and `overhead` goes to the network.
 *
 * @throws AppError buyback_balance_too_low when that is not worth a transaction
 */
export function buybackBudget(
  { maxAtomic, reserveAtomic }: BuybackOrder,
  { wallet, balance, overhead }: { wallet: Wallet; balance: bigint; overhead: bigint },
): AtomicUnits {
  const free = balance - reserveAtomic
  const budget = (free < maxAtomic ? free : maxAtomic) - overhead
  const least = maxAtomic < LIMITS.buybackMin ? 1n : BigInt(LIMITS.buybackMin)
  if (budget >= least) return atomicUnits(budget)
  throw new AppError('buyback_balance_too_low', {
    wallet,
    balanceSol: formatAmount(atomicUnits(balance), PRICED_CURRENCY),
    reserveSol: formatAmount(reserveAtomic, PRICED_CURRENCY),
  })
}

/** `amount` less the slippage. */
export const lessSlippage = (amount: bigint, slippageBps: Bps): bigint => (amount * BigInt(10_000 - slippageBps)) / 10_000n

/** How far a buy of `tokens` moves the average price above the spot price of a constant product, rounded up. */
export function impactBpsOf(tokens: bigint, tokenReserve: bigint): number {
  const left = tokenReserve - tokens
  return left <= 0n ? 10_000 : Number((tokens * 10_000n + left - 1n) / left)
}

/** Past quotes that say what the price usually is. */
export const PRICE_HISTORY_RUNS = 9
/** So many it takes: of one alone somebody may have pushed the price. */
export const PRICE_HISTORY_LEAST = 2

/** AtomicUnits for a million million of the smallest part of a token, the buy's fees included. */
const priceOf = ({ max, tokens }: Pick<BuybackQuote, 'max' | 'tokens'>): bigint => (tokens === 0n ? 0n : (max * 10n ** 12n) / tokens)

/** Prices that say what this quote's should be: those of the same market, since a coin that graduated trades elsewhere. */
const pricesLike = ({ venue }: BuybackQuote, past: readonly BuybackQuote[]): bigint[] =>
  past
    .filter((other) => (other.venue === 'curve') === (venue === 'curve'))
    .map(priceOf)
    .filter((price) => price > 0n)

/** How many quotes of the past say what this one's price should be. */
export const quotesLike = (quote: BuybackQuote, past: readonly BuybackQuote[]): number => pricesLike(quote, past).length

/**
 * How far the price of a quote is above the middle one of the quotes before it, in basis points and rounded down; null where
 * there are none. One run that somebody pushed the price for does not move the middle.
 */
export function priceRiseBps(quote: BuybackQuote, past: readonly BuybackQuote[]): number | null {
  const prices = pricesLike(quote, past).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const middle = prices[Math.floor((prices.length - 1) / 2)]
  if (middle === undefined) return null
  return Math.min(Number(((priceOf(quote) - middle) * 10_000n) / middle), Number.MAX_SAFE_INTEGER)
}
