/** Price state of a coin: constant product of the two reserves. */
export interface Reserves {
  /** Lamports; virtual ones included while on the curve. */
  readonly solReserve: bigint
  /** Millionths of a token; virtual ones included while on the curve. */
  readonly tokenReserve: bigint
}

/** One trade, priced. The trader's side is `lamports`, fees included; the reserve's side is `reserveLamports`. */
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
/** What the curve sells before it is complete; the pool gets the rest. */
export const CURVE_TOKENS = 793_100_000_000_000n
const POOL_TOKENS = TOKEN_SUPPLY - CURVE_TOKENS

/** The reserves of a new coin. */
export const NEW_CURVE: Reserves = { solReserve: VIRTUAL_LAMPORTS, tokenReserve: VIRTUAL_TOKENS }

/** What a curve holds when its last token was bought, to the lamport below: about 85 SOL. */
export const BOUGHT_OUT_LAMPORTS = (VIRTUAL_LAMPORTS * VIRTUAL_TOKENS) / (VIRTUAL_TOKENS - CURVE_TOKENS) - VIRTUAL_LAMPORTS

/** The pool that a complete curve of this many lamports becomes. */
export const poolOf = (lamports: bigint): Reserves => ({ solReserve: lamports, tokenReserve: POOL_TOKENS })

/** A buy that spends `spend` lamports in all, fees included; 0 tokens when that is too little for any. */
export function quoteBuy({ solReserve, tokenReserve }: Reserves, spend: bigint): Fill {
  // One lamport is held back, as pump's SDK does.
  const net = spend > 0n ? ((spend - 1n) * 10_000n) / (10_000n + FEE_BPS) : 0n
  const tokens = (net * tokenReserve) / (solReserve + net)
  const creatorFeeLamports = feeOf(net, CREATOR_FEE_BPS)
  const protocolFeeLamports = spend - net - creatorFeeLamports
  return { lamports: spend, tokens, reserveLamports: net, creatorFeeLamports, protocolFeeLamports }
}

/** A buy of just `tokens`, which must be fewer than the token reserve. */
export function quoteBuyTokens({ solReserve, tokenReserve }: Reserves, tokens: bigint): Fill {
  const net = divideUp(tokens * solReserve, tokenReserve - tokens)
  const creatorFeeLamports = feeOf(net, CREATOR_FEE_BPS)
  const protocolFeeLamports = feeOf(net, PROTOCOL_FEE_BPS)
  return { lamports: net + creatorFeeLamports + protocolFeeLamports, tokens, reserveLamports: net, creatorFeeLamports, protocolFeeLamports }
}

/** A sale of `tokens`; its lamports are what the seller gets, and 0 or less when the fees eat all. */
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

/** How many tokens sell for at least this many lamports after fees; null when no number of them does. */
export function tokensWorth({ solReserve, tokenReserve }: Reserves, lamports: bigint): bigint | null {
  // Both fees are rounded up: 2 lamports at most.
  const gross = divideUp((lamports + 2n) * 10_000n, 10_000n - FEE_BPS)
  return gross < solReserve ? divideUp(gross * tokenReserve, solReserve - gross) : null
}

const feeOf = (amount: bigint, feeBps: bigint): bigint => divideUp(amount * feeBps, 10_000n)
const divideUp = (a: bigint, b: bigint): bigint => (a + b - 1n) / b
