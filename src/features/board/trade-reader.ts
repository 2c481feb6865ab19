import type { Bps, Mint, UnixMs } from '../../domain/brands.ts'
import { DAY_MS } from '../../domain/limits.ts'
import { OWN_LIMITS } from '../../domain/limits/own-limits.ts'
import type { Currency } from '../../domain/money/currency.ts'
import type { CoinTrade, TradePage } from '../../ports/launchpad/trades.ts'
import { createChainFigures, type Figure, type FigureDeps } from './chain-figures.ts'

/** The newest trades of a coin. */
export interface CoinTrades extends TradePage {
  readonly currency: Currency
  /** False where the launchpad's trades are not read from its chain: none are known. */
  readonly readable: boolean
}

/** Reads trades of coins for display. */
export interface TradeReader {
  /** Null where the chain does not answer. */
  trades(mint: Mint): Promise<Figure<CoinTrades> | null>
  /** `dayChangeBps` of trades that were read already, for whoever asked. */
  knownDayChangeBps(mint: Mint): Bps | null
  /** The same of several; trades that are at hand are read for it. */
  dayChanges(mints: readonly Mint[]): Promise<ReadonlyMap<Mint, Bps>>
}

/** Where trades are read one by one, each of a coin that was not asked for before is a read of the chain. */
const TRADES = { keptMs: 5_000, readsMax: 4, coinsMax: 500 }

/** Of a list, where trades are at hand. */
const AT_HAND = { keptMs: 10_000, readsMax: 20 }

/** A reader that asks the chain for what is new alone, and keeps the newest trades of a coin. */
export function createTradeReader(deps: FigureDeps): TradeReader {
  const { launchpads, clock } = deps
  const figures = createChainFigures<CoinTrades>(deps, {
    ...TRADES,
    async read(platform, mints, last) {
      const { currency } = launchpads.facts(platform)
      const { trades: port } = await launchpads.get(platform)
      const read = mints.map(async (mint) => {
        if (!port) return [mint, { currency, readable: false, trades: [], complete: false }] as const
        const known = last(mint)
        const page = await port.listNewest(mint, { after: known?.trades[0] ?? null, limit: OWN_LIMITS.tradesKept })
        return [mint, { currency, readable: true, ...grown(page, known) }] as const
      })
      return Promise.all(read)
    },
  })
  const atHand = createChainFigures<Bps>(deps, {
    ...AT_HAND,
    async read(platform, mints) {
      const { trades: port } = await launchpads.get(platform)
      if (!port?.newestAtHand) return []
      const pages = await Promise.all(mints.map((mint) => port.listNewest(mint, { after: null, limit: OWN_LIMITS.tradesKept })))
      return mints.flatMap((mint, index) => {
        const bps = dayChangeBps(pages[index]!, clock.nowMs())
        return bps === null ? [] : [[mint, bps] as const]
      })
    },
  })
  const knownDayChangeBps: TradeReader['knownDayChangeBps'] = (mint) => {
    const known = figures.known(mint)
    return known && dayChangeBps(known.value, clock.nowMs())
  }
  return {
    trades: async (mint) => (await figures.read([mint])).get(mint) ?? null,
    knownDayChangeBps,
    async dayChanges(mints) {
      const read = await atHand.read(mints)
      return new Map(
        mints.flatMap((mint) => {
          const bps = read.get(mint)?.value ?? knownDayChangeBps(mint)
          return bps === null ? [] : [[mint, bps] as const]
        }),
      )
    },
  }
}

/** The new ones before those that were known; without these where some are missing in between. */
function grown(page: TradePage, known: TradePage | null): TradePage {
  const older = page.complete || page.trades.length === 0 ? (known ?? { trades: [], complete: page.complete }) : null
  if (older === null) return page
  const ids = new Set(page.trades.map(({ id }) => id))
  const trades = [...page.trades, ...older.trades.filter(({ id }) => !ids.has(id))]
  return {
    trades: trades.slice(0, OWN_LIMITS.tradesKept),
    complete: page.complete && older.complete && trades.length <= OWN_LIMITS.tradesKept,
  }
}

/**
 * How far the price is from that of a day ago, or from the first trade of a younger coin; null where the trades do not go back so far.
 */
export function dayChangeBps({ trades, complete }: TradePage, nowMs: UnixMs): Bps | null {
  const newest = trades[0]
  const base = trades.find(({ atMs }) => atMs <= nowMs - DAY_MS) ?? (complete ? trades.at(-1) : undefined)
  if (!newest || !base || base.price.quoteAtomic === 0n || newest.price.tokenMicros === 0n) return null
  return Number((crossed(newest, base) * 10_000n) / crossed(base, newest) - 10_000n) as Bps
}

const crossed = (one: CoinTrade, other: CoinTrade) => one.price.quoteAtomic * other.price.tokenMicros
