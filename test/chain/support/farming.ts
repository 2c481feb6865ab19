import type { SeededRandom } from '../../support/seeded-random.ts'
import { LOWEST_FEE_BPS, type PoolReserves, type PoolVenue, wholeRoot } from './pool-model.ts'

/** What the trader does around each run of the buyback. He is told its moment, and sees its transaction before it lands. */
export interface FarmingStrategy {
  /** Bought before the run is quoted, in basis points of the pool’s SOL. */
  readonly pumpBps: number
  /** Bought between its quote and its landing: of the most that still lets it land, in per cent. Above 100 it fails. */
  readonly frontPercent: number
  /** Sold right behind it, of all that he holds, in per cent. */
  readonly sellPercent: number
  /** He buys in one hour of so many, and sells so many hours later: 0 is the same hour. */
  readonly everyHours: number
  readonly holdHours: number
  /** He buys only where the market left the price at most so far from fair, and sells only where at least so far (basis points). */
  readonly buyAtMostBps: number
  readonly sellAtLeastBps: number
}

/** The rest of the market, and how long it is played. */
export interface FarmingWorld {
  readonly hours: number
  /** The others come back each so many hours, and bring the price to what the coin is worth to them, give or take a quarter of the fees. */
  readonly hoursAlone: number
}

/** The buyback in that market. */
export interface FarmedBuyback {
  /** What it sends, or null where it buys nothing. */
  prepare(): Promise<BuybackOffer | null>
  /** Lands what was prepared, if it still fits. */
  land(offer: BuybackOffer): Promise<void>
}

/** A buy of so many tokens for at most so much. */
export interface BuybackOffer {
  readonly tokens: bigint
  readonly lamportsMax: bigint
}

/** The pool as each sees it. */
export interface FarmingScene {
  readonly trader: PoolVenue
  readonly others: PoolVenue
  readonly buyback: FarmedBuyback
}

/** The least that a transaction costs its sender. */
const NETWORK_LAMPORTS = 5_000n
const NOISE_BPS_MAX = LOWEST_FEE_BPS / 4
/** Lamports for a million million of the token’s smallest unit. */
const PRICE_UNITS = 1_000_000_000_000n
/** His own fee stays in the pool in part, and lifts the price: with all of it the buyback would fail. */
const FRONT_PARTS = 99_800n

/** The tokens that so many lamports buy before fees. */
const tokensFor = ({ lamports, tokens }: PoolReserves, spent: bigint): bigint => (tokens * spent) / (lamports + spent)

/** The most lamports that can be spent ahead of the offer so that it still lands. */
export function mostAhead({ lamports, tokens }: PoolReserves, { tokens: bought, lamportsMax }: BuybackOffer): bigint {
  const net = (lamportsMax * 10_000n) / BigInt(10_000 + LOWEST_FEE_BPS)
  const product = lamports * tokens
  const after = (wholeRoot((net * bought) ** 2n + 4n * bought * net * product) - net * bought) / (2n * bought)
  return after > lamports ? ((after - lamports) * FRONT_PARTS) / 100_000n : 0n
}

/** Trades until the pool’s price is this. */
async function bringTo(venue: PoolVenue, price: bigint): Promise<void> {
  const { lamports, tokens } = venue.reserves()
  const wanted = wholeRoot((lamports * tokens * price) / PRICE_UNITS)
  if (wanted > lamports) await venue.buy(tokensFor({ lamports, tokens }, wanted - lamports))
  if (wanted < lamports) await venue.sell((lamports * tokens) / wanted - tokens)
}

/**
 * Plays so many hours. Gives what the trader has more than at the start, in lamports, when he has sold all; negative is a loss. He is given
 * more than there is: nobody else trades within an hour, nobody else sees the transaction, and he pays the least for his own.
 */
export async function playFarming(
  { trader, others, buyback }: FarmingScene,
  { hours, hoursAlone }: FarmingWorld,
  strategy: FarmingStrategy,
  random: SeededRandom,
): Promise<{ gained: bigint; trades: number; bought: number }> {
  const { lamports, tokens } = trader.reserves()
  const fair = (lamports * PRICE_UNITS) / tokens
  let [gained, held, trades, bought, noiseBps] = [0n, 0n, 0, 0, 0]
  const buy = async (spent: bigint) => {
    const amount = tokensFor(trader.reserves(), spent)
    if (amount === 0n) return
    gained -= (await trader.buy(amount)) + NETWORK_LAMPORTS
    held += amount
    trades += 1
  }
  const sell = async (amount: bigint) => {
    if (amount === 0n) return
    gained += (await trader.sell(amount)) - NETWORK_LAMPORTS
    held -= amount
    trades += 1
  }
  for (let hour = 0; hour < hours; hour += 1) {
    if (hour % hoursAlone === 0) {
      noiseBps = (random.fraction() * 2 - 1) * NOISE_BPS_MAX
      await bringTo(others, fair + (fair * BigInt(Math.round(noiseBps * 1_000))) / 10_000_000n)
    }
    const buys = hour % strategy.everyHours === 0 && noiseBps <= strategy.buyAtMostBps
    if (buys) await buy((trader.reserves().lamports * BigInt(strategy.pumpBps)) / 10_000n)
    const offer = await buyback.prepare()
    if (offer) {
      if (buys) await buy((mostAhead(trader.reserves(), offer) * BigInt(strategy.frontPercent)) / 100n)
      await buyback.land(offer)
      bought += 1
    }
    const sells = hour % strategy.everyHours === strategy.holdHours && noiseBps >= strategy.sellAtLeastBps
    if (sells) await sell((held * BigInt(strategy.sellPercent)) / 100n)
  }
  await sell(held)
  return { gained, trades, bought }
}

const ANY = { buyAtMostBps: NOISE_BPS_MAX, sellAtLeastBps: -NOISE_BPS_MAX, everyHours: 1, holdHours: 0 } as const

/** What one would try first. */
export const FARMING_STRATEGIES: Readonly<Record<string, FarmingStrategy>> = {
  'buys ahead of it and sells behind it': { ...ANY, pumpBps: 0, frontPercent: 100, sellPercent: 100 },
  'half as much': { ...ANY, pumpBps: 0, frontPercent: 50, sellPercent: 100 },
  'makes it fail': { ...ANY, pumpBps: 0, frontPercent: 150, sellPercent: 100 },
  'buys before its hour and sells behind it': { ...ANY, pumpBps: 100, frontPercent: 0, sellPercent: 100 },
  'lifts the price as far as its guard lets': { ...ANY, pumpBps: 470, frontPercent: 0, sellPercent: 100 },
  both: { ...ANY, pumpBps: 100, frontPercent: 100, sellPercent: 100 },
  'a little': { ...ANY, pumpBps: 1, frontPercent: 0, sellPercent: 100 },
  'sells a tenth behind each': { ...ANY, pumpBps: 2, frontPercent: 0, sellPercent: 10 },
  'buys in cheap hours and sells in dear ones': {
    ...ANY,
    pumpBps: 50,
    frontPercent: 0,
    sellPercent: 100,
    buyAtMostBps: -4,
    sellAtLeastBps: 4,
  },
  'holds for a day': { ...ANY, pumpBps: 50, frontPercent: 0, sellPercent: 100, everyHours: 24, holdHours: 23 },
}

/** A strategy by chance. */
export function drawStrategy(random: SeededRandom): FarmingStrategy {
  const everyHours = random.pick([1, 1 + random.below(48)])
  return {
    everyHours,
    holdHours: random.below(everyHours),
    pumpBps: random.pick([0, random.below(10), random.below(100), random.below(500)]),
    frontPercent: random.pick([0, random.below(100), 100, random.below(200)]),
    sellPercent: random.pick([100, 1 + random.below(100)]),
    buyAtMostBps: (random.fraction() * 2 - 1) * NOISE_BPS_MAX,
    sellAtLeastBps: (random.fraction() * 2 - 1) * NOISE_BPS_MAX,
  }
}
