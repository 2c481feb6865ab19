import { type Bps, bps, type Lamports, lamports, type TokenMicros, tokenMicros } from '../../../domain/brands.ts'
import type { TradeSide } from '../../../ports/simulation.ts'
import { divideUp } from '../../../domain/money/divide-up.ts'

/** Price state of a coin: constant product of the two reserves. */
export interface Reserves {
  /** Including virtual ones while on the curve. */
  readonly solReserveLamports: Lamports
  /** Including virtual ones while on the curve. */
  readonly reserveTokenMicros: TokenMicros
}

/** A priced trade. `lamports` is the trader's side, fees included; `reserveLamports` the reserve's. */
export interface Fill {
  readonly lamports: Lamports
  readonly tokenMicros: TokenMicros
  readonly reserveLamports: Lamports
  readonly creatorFeeLamports: Lamports
  readonly protocolFeeLamports: Lamports
}

// Decoded from pump's Global account.
const VIRTUAL_LAMPORTS = lamports(30_000_000_000n)
const VIRTUAL_TOKEN_MICROS = tokenMicros(1_073_000_000_000_000n)
const CREATOR_FEE_BPS = bps(30)
const PROTOCOL_FEE_BPS = bps(95)
const FEE_BPS = bps(CREATOR_FEE_BPS + PROTOCOL_FEE_BPS)

/** Every coin's supply. */
export const SUPPLY_TOKEN_MICROS = tokenMicros(1_000_000_000_000_000n)
/** Tokens that the curve sells before it is complete; the pool gets the rest. */
export const CURVE_TOKEN_MICROS = tokenMicros(793_100_000_000_000n)
const POOL_TOKEN_MICROS = tokenMicros(SUPPLY_TOKEN_MICROS - CURVE_TOKEN_MICROS)

/** The reserves of a new coin. */
export const NEW_CURVE: Reserves = { solReserveLamports: VIRTUAL_LAMPORTS, reserveTokenMicros: VIRTUAL_TOKEN_MICROS }

/** The reserve of a curve after its last token was sold, rounded down to the lamport: about 85 SOL. */
export const BOUGHT_OUT_LAMPORTS = lamports(
  (VIRTUAL_LAMPORTS * VIRTUAL_TOKEN_MICROS) / (VIRTUAL_TOKEN_MICROS - CURVE_TOKEN_MICROS) - VIRTUAL_LAMPORTS,
)

/** The pool created from a complete curve with this many lamports. */
export const poolOf = (solReserveLamports: Lamports): Reserves => ({ solReserveLamports, reserveTokenMicros: POOL_TOKEN_MICROS })

/** What a trade came to before its fees, of what the trader paid or received; to within a lamport. */
export const beforeFees = (side: TradeSide, traderLamports: Lamports): Lamports =>
  lamports((traderLamports * 10_000n) / BigInt(side === 'buy' ? 10_000 + FEE_BPS : 10_000 - FEE_BPS))

/** A buy that spends these lamports in all, fees included; 0 tokens when that is too little for any. */
export function quoteBuy({ solReserveLamports, reserveTokenMicros }: Reserves, spentLamports: Lamports): Fill {
  // One lamport is subtracted, as pump's SDK does.
  const reserveLamports = lamports(spentLamports > 0n ? ((spentLamports - 1n) * 10_000n) / BigInt(10_000 + FEE_BPS) : 0n)
  const boughtTokenMicros = tokenMicros((reserveLamports * reserveTokenMicros) / (solReserveLamports + reserveLamports))
  const creatorFeeLamports = feeLamports(reserveLamports, CREATOR_FEE_BPS)
  const protocolFeeLamports = lamports(spentLamports - reserveLamports - creatorFeeLamports)
  return { lamports: spentLamports, tokenMicros: boughtTokenMicros, reserveLamports, creatorFeeLamports, protocolFeeLamports }
}

/** A buy of exactly `tokens`, which must be fewer than the token reserve. */
export function quoteBuyTokens({ solReserveLamports, reserveTokenMicros }: Reserves, tokenMicros: TokenMicros): Fill {
  const reserveLamports = lamports(divideUp(tokenMicros * solReserveLamports, reserveTokenMicros - tokenMicros))
  const fees = feesOf(reserveLamports)
  return { lamports: lamports(reserveLamports + fees.creatorFeeLamports + fees.protocolFeeLamports), tokenMicros, reserveLamports, ...fees }
}

/** A sale of `tokens`; its lamports are the seller's proceeds, 0 when the fees reach the price. */
export function quoteSell({ solReserveLamports, reserveTokenMicros }: Reserves, tokenMicros: TokenMicros): Fill {
  const reserveLamports = lamports((tokenMicros * solReserveLamports) / (reserveTokenMicros + tokenMicros))
  const fees = feesOf(reserveLamports)
  const proceedsLamports = reserveLamports - fees.creatorFeeLamports - fees.protocolFeeLamports
  return { lamports: lamports(proceedsLamports > 0n ? proceedsLamports : 0n), tokenMicros, reserveLamports, ...fees }
}

/** How many tokens sell for at least this many lamports after fees; null when no number does. */
export function tokensWorth({ solReserveLamports, reserveTokenMicros }: Reserves, wantedLamports: Lamports): TokenMicros | null {
  // Both fees are rounded up, by at most 2 lamports.
  const grossLamports = divideUp((wantedLamports + 2n) * 10_000n, BigInt(10_000 - FEE_BPS))
  if (grossLamports >= solReserveLamports) return null
  return tokenMicros(divideUp(grossLamports * reserveTokenMicros, solReserveLamports - grossLamports))
}

const feesOf = (reserveLamports: Lamports) => ({
  creatorFeeLamports: feeLamports(reserveLamports, CREATOR_FEE_BPS),
  protocolFeeLamports: feeLamports(reserveLamports, PROTOCOL_FEE_BPS),
})

const feeLamports = (reserveLamports: Lamports, feeBps: Bps): Lamports => lamports(divideUp(reserveLamports * BigInt(feeBps), 10_000n))
