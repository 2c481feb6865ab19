/** Price state of a coin: constant product of the two reserves. */
export interface Reserves {
  /** Lamports; including virtual ones while on the curve. */
  readonly solReserve: bigint
  /** Millionths of a token; including virtual ones while on the curve. */
  readonly tokenReserve: bigint
}

/** A priced trade. `lamports` is the trader's side, fees included; `reserveLamports` the reserve's. */
export interface Fill {
  readonly lamports: bigint
  readonly tokens: bigint
  readonly reserveLamports: bigint
  readonly creatorFeeLamports: bigint
  readonly protocolFeeLamports: bigint
}

// Decoded from pump's Global account.
const VIRTUAL_LAMPORTS = 30_000_000_000n
const VIRTUAL_TOKENS = 1_073_000_000_000_000n
const CREATOR_FEE_BPS = 30n
const PROTOCOL_FEE_BPS = 95n
const FEE_BPS = CREATOR_FEE_BPS + PROTOCOL_FEE_BPS

/** Every coin's supply, in millionths of a token. */
export const TOKEN_SUPPLY = 1_000_000_000_000_000n
/** Tokens that the curve sells before it is complete; the pool gets the rest. */
export const CURVE_TOKENS = 793_100_000_000_000n
const POOL_TOKENS = TOKEN_SUPPLY - CURVE_TOKENS

/** The reserves of a new coin. */
export const NEW_CURVE: Reserves = { solReserve: VIRTUAL_LAMPORTS, tokenReserve: VIRTUAL_TOKENS }

/** The reserve of a curve after its last token was sold, rounded down to the lamport: about 85 SOL. */
export const BOUGHT_OUT_LAMPORTS = (VIRTUAL_LAMPORTS * VIRTUAL_TOKENS) / (VIRTUAL_TOKENS - CURVE_TOKENS) - VIRTUAL_LAMPORTS

/** The pool created from a complete curve with this many lamports. */
export const poolOf = (lamports: bigint): Reserves => ({ solReserve: lamports, tokenReserve: POOL_TOKENS })

/** A buy that spends `spend` lamports in all, fees included; 0 tokens when that is too little for any. */
export function quoteBuy({ solReserve, tokenReserve }: Reserves, spend: bigint): Fill {
  // One lamport is subtracted, as pump's SDK does.
  const net = spend > 0n ? ((spend - 1n) * 10_000n) / (10_000n + FEE_BPS) : 0n
  const tokens = (net * tokenReserve) / (solReserve + net)
  const creatorFeeLamports = feeOf(net, CREATOR_FEE_BPS)
  const protocolFeeLamports = spend - net - creatorFeeLamports
  return { lamports: spend, tokens, reserveLamports: net, creatorFeeLamports, protocolFeeLamports }
}

/** A buy of exactly `tokens`, which must be fewer than the token reserve. */
export function quoteBuyTokens({ solReserve, tokenReserve }: Reserves, tokens: bigint): Fill {
  const net = divideUp(tokens * solReserve, tokenReserve - tokens)
  const creatorFeeLamports = feeOf(net, CREATOR_FEE_BPS)
  const protocolFeeLamports = feeOf(net, PROTOCOL_FEE_BPS)
  return { lamports: net + creatorFeeLamports + protocolFeeLamports, tokens, reserveLamports: net, creatorFeeLamports, protocolFeeLamports }
}

/** A sale of `tokens`; its lamports are the seller's proceeds, 0 or less when the fees exceed the price. */
export function quoteSell({ solReserve, tokenReserve }: Reserves, tokens: bigint): Fill {
  const gross = (tokens * solReserve) / (tokenReserve + tokens)
  const creatorFeeLamports = feeOf(gross, CREATOR_FEE_BPS)
  const protocolFeeLamports = feeOf(gross, PROTOCOL_FEE_BPS)
  return {
    lamports: gross - creatorFeeLamports - protocolFeeLamports,
    tokens,
    reserveLamports: gross,
    creatorFeeLamports,
    protocolFeeLamports,
  }
}

/** How many tokens sell for at least this many lamports after fees; null when no number does. */
export function tokensWorth({ solReserve, tokenReserve }: Reserves, lamports: bigint): bigint | null {
  // Both fees are rounded up, by at most 2 lamports.
  const gross = divideUp((lamports + 2n) * 10_000n, 10_000n - FEE_BPS)
  return gross < solReserve ? divideUp(gross * tokenReserve, solReserve - gross) : null
}

const feeOf = (amount: bigint, feeBps: bigint): bigint => divideUp(amount * feeBps, 10_000n)
const divideUp = (a: bigint, b: bigint): bigint => (a + b - 1n) / b
