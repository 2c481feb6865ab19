import { type Bps, bps, type Lamports, lamports, type TokenMicros, tokenMicros } from '../../../domain/brands.ts'
import { divideUp } from '../../../domain/money/divide-up.ts'

/** Price state of a coin: constant product of the two reserves. */
export interface Reserves {
  /** Including virtual ones while on the curve. */
  readonly solReserveLamports: Lamports
  /** Including virtual ones while on the curve. */
  readonly tokenReserve: TokenMicros
}

/** A priced trade. `lamports` is the trader's side, fees included; `reserveLamports` the reserve's. */
export interface Fill {
  readonly lamports: Lamports
  readonly tokens: TokenMicros
  readonly reserveLamports: Lamports
  readonly creatorFeeLamports: Lamports
  readonly protocolFeeLamports: Lamports
}

// Decoded from pump's Global account.
const VIRTUAL_LAMPORTS = lamports(30_000_000_000n)
const VIRTUAL_TOKENS = tokenMicros(1_073_000_000_000_000n)
const CREATOR_FEE_BPS = bps(30)
const PROTOCOL_FEE_BPS = bps(95)
const FEE_BPS = bps(CREATOR_FEE_BPS + PROTOCOL_FEE_BPS)

/** Every coin's supply. */
export const TOKEN_SUPPLY = tokenMicros(1_000_000_000_000_000n)
/** Tokens that the curve sells before it is complete; the pool gets the rest. */
export const CURVE_TOKENS = tokenMicros(793_100_000_000_000n)
const POOL_TOKENS = tokenMicros(TOKEN_SUPPLY - CURVE_TOKENS)

/** The reserves of a new coin. */
export const NEW_CURVE: Reserves = { solReserveLamports: VIRTUAL_LAMPORTS, tokenReserve: VIRTUAL_TOKENS }

/** The reserve of a curve after its last token was sold, rounded down to the lamport: about 85 SOL. */
export const BOUGHT_OUT_LAMPORTS = lamports((VIRTUAL_LAMPORTS * VIRTUAL_TOKENS) / (VIRTUAL_TOKENS - CURVE_TOKENS) - VIRTUAL_LAMPORTS)

/** The pool created from a complete curve with this many lamports. */
export const poolOf = (solReserveLamports: Lamports): Reserves => ({ solReserveLamports, tokenReserve: POOL_TOKENS })

/** A buy that spends these lamports in all, fees included; 0 tokens when that is too little for any. */
export function quoteBuy({ solReserveLamports, tokenReserve }: Reserves, spentLamports: Lamports): Fill {
  // One lamport is subtracted, as pump's SDK does.
  const reserveLamports = lamports(spentLamports > 0n ? ((spentLamports - 1n) * 10_000n) / BigInt(10_000 + FEE_BPS) : 0n)
  const tokens = tokenMicros((reserveLamports * tokenReserve) / (solReserveLamports + reserveLamports))
  const creatorFeeLamports = feeLamports(reserveLamports, CREATOR_FEE_BPS)
  const protocolFeeLamports = lamports(spentLamports - reserveLamports - creatorFeeLamports)
  return { lamports: spentLamports, tokens, reserveLamports, creatorFeeLamports, protocolFeeLamports }
}

/** A buy of exactly `tokens`, which must be fewer than the token reserve. */
export function quoteBuyTokens({ solReserveLamports, tokenReserve }: Reserves, tokens: TokenMicros): Fill {
  const reserveLamports = lamports(divideUp(tokens * solReserveLamports, tokenReserve - tokens))
  const fees = feesOf(reserveLamports)
  return { lamports: lamports(reserveLamports + fees.creatorFeeLamports + fees.protocolFeeLamports), tokens, reserveLamports, ...fees }
}

/** A sale of `tokens`; its lamports are the seller's proceeds, 0 when the fees reach the price. */
export function quoteSell({ solReserveLamports, tokenReserve }: Reserves, tokens: TokenMicros): Fill {
  const reserveLamports = lamports((tokens * solReserveLamports) / (tokenReserve + tokens))
  const fees = feesOf(reserveLamports)
  const proceeds = reserveLamports - fees.creatorFeeLamports - fees.protocolFeeLamports
  return { lamports: lamports(proceeds > 0n ? proceeds : 0n), tokens, reserveLamports, ...fees }
}

/** How many tokens sell for at least this many lamports after fees; null when no number does. */
export function tokensWorth({ solReserveLamports, tokenReserve }: Reserves, wantedLamports: Lamports): TokenMicros | null {
  // Both fees are rounded up, by at most 2 lamports.
  const grossLamports = divideUp((wantedLamports + 2n) * 10_000n, BigInt(10_000 - FEE_BPS))
  if (grossLamports >= solReserveLamports) return null
  return tokenMicros(divideUp(grossLamports * tokenReserve, solReserveLamports - grossLamports))
}

const feesOf = (reserveLamports: Lamports) => ({
  creatorFeeLamports: feeLamports(reserveLamports, CREATOR_FEE_BPS),
  protocolFeeLamports: feeLamports(reserveLamports, PROTOCOL_FEE_BPS),
})

const feeLamports = (reserveLamports: Lamports, feeBps: Bps): Lamports => lamports(divideUp(reserveLamports * BigInt(feeBps), 10_000n))
