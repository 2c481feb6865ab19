/** A pool on PumpSwap as far as trades change it: the reserves that price them, in lamports and in the token's smallest unit. */
export interface PoolReserves {
  readonly lamports: bigint
  readonly tokens: bigint
}

/** Where the play trades: the model of the pool, or the pool on the real programs. */
export interface PoolVenue {
  reserves(): PoolReserves
  /** Buys exactly these tokens; gives what it cost. */
  buy(tokens: bigint): bigint | Promise<bigint>
  /** Sells these tokens; gives what it brought. */
  sell(tokens: bigint): bigint | Promise<bigint>
}

/** PumpSwap's lowest fees, in basis points: those of a coin worth 98,240 SOL and more. */
export const LOWEST_FEES = { lpBps: 20n, protocolBps: 5n, creatorBps: 5n } as const
/** All of them. */
export const LOWEST_FEE_BPS = 30

const ceilBps = (amount: bigint, bps: bigint): bigint => (amount * bps + 9_999n) / 10_000n

const feesOf = (amount: bigint) => {
  const { lpBps, protocolBps, creatorBps } = LOWEST_FEES
  const lp = ceilBps(amount, lpBps)
  return { lp, all: lp + ceilBps(amount, protocolBps) + ceilBps(amount, creatorBps) }
}

/** What these tokens cost, fees included. */
export function buyCost({ lamports, tokens }: PoolReserves, bought: bigint): bigint {
  const net = (lamports * bought + tokens - bought - 1n) / (tokens - bought)
  return net + feesOf(net).all
}

/** The tokens that bring the pool’s SOL to so much, before fees. */
export const tokensBought = ({ lamports, tokens }: PoolReserves, wantedLamports: bigint): bigint =>
  tokens - (lamports * tokens) / wantedLamports

/** A pool that trades as the program does, to the lamport, at the lowest fees. */
export function createPoolModel(start: PoolReserves): PoolVenue {
  let { lamports, tokens } = start
  return {
    reserves: () => ({ lamports, tokens }),
    buy(bought) {
      const net = (lamports * bought + tokens - bought - 1n) / (tokens - bought)
      const { lp, all } = feesOf(net)
      lamports += net + lp
      tokens -= bought
      return net + all
    },
    sell(sold) {
      const gross = (lamports * sold) / (tokens + sold)
      const { lp, all } = feesOf(gross)
      lamports -= gross - lp
      tokens += sold
      return gross - all
    },
  }
}

/** The whole part of a square root. */
export function wholeRoot(square: bigint): bigint {
  if (square < 2n) return square
  let root = 1n << BigInt((square.toString(2).length + 1) >> 1)
  for (;;) {
    const next = (root + square / root) >> 1n
    if (next >= root) return root
    root = next
  }
}
