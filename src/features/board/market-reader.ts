import type { Mint } from '../../domain/brands.ts'
import type { CoinMarket } from '../../ports/launchpad/markets.ts'
import type { Currency } from '../../domain/money/currency.ts'
import type { Holder } from '../../ports/launchpad/holders.ts'
import { createChainFigures, type Figure, type FigureDeps } from './chain-figures.ts'

/** A coin's market, and the currency that it trades in. */
export interface PricedMarket {
  readonly market: CoinMarket
  readonly currency: Currency
}

/** Who holds a coin. */
export interface CoinHolders {
  /** Largest first. */
  readonly largest: readonly Holder[]
  /** The list may end before the holders do. */
  readonly orMore: boolean
}

/** Reads markets and holders of coins for display. */
export interface MarketReader {
  /** The markets of those coins that have one; at most 100 mints. */
  markets(mints: readonly Mint[]): Promise<ReadonlyMap<Mint, Figure<PricedMarket>>>
  /** Null where its launchpad does not tell. */
  holders(mint: Mint): Promise<Figure<CoinHolders> | null>
  /** The holders of those coins of which they are known; a few more of them each time that it is asked. */
  someHolders(mints: readonly Mint[]): Promise<ReadonlyMap<Mint, CoinHolders>>
}

/** What a chain lists of a coin's largest accounts, curve and pool among them. */
const LARGEST_LISTED = 20
const CURVE_AND_POOL = 2

const MARKETS = { keptMs: 10_000, readsMax: 20 }
const HOLDERS = { keptMs: 60_000, readsMax: 60 }
/** Each coin of a list is a read of its own for its holders: so many in a while. */
const SOME = { coins: 5, everyMs: 10_000 }

/** A reader that asks the chains at a pace of its own, however often it is asked. */
export function createMarketReader(deps: FigureDeps): MarketReader {
  const { storage, launchpads, clock } = deps
  const markets = createChainFigures<PricedMarket>(deps, {
    ...MARKETS,
    async read(platform, mints) {
      const { currency } = launchpads.facts(platform)
      const read = (await (await launchpads.get(platform)).markets?.read(mints)) ?? []
      // Whoever looks sees it now: the record follows at the next pass, however long nobody traded.
      const complete = read.flatMap((market) => (market && market.stage !== 'curve' ? [market.mint] : []))
      if (complete.length > 0) await storage.coinPasses.lookNow(complete, clock.nowMs())
      return read.flatMap((market) => (market ? [[market.mint, { market, currency }] as const] : []))
    },
  })
  const holders = createChainFigures<CoinHolders>(deps, {
    ...HOLDERS,
    async read(platform, mints) {
      const launchpad = await launchpads.get(platform)
      if (!launchpad.holders) return []
      const read = mints.map(async (mint) => {
        const largest = await launchpad.holders!.listLargest(mint)
        return [mint, { largest, orMore: largest.length >= LARGEST_LISTED - CURVE_AND_POOL }] as const
      })
      return Promise.all(read)
    },
  })
  let someAtMs = -Infinity
  const someHolders = async (mints: readonly Mint[]) => {
    const sinceMs = clock.nowMs() - someAtMs
    if (sinceMs >= SOME.everyMs || sinceMs < 0) {
      someAtMs = clock.nowMs()
      await holders.read(mints.filter((mint) => holders.known(mint) === null).slice(0, SOME.coins))
    }
    return new Map(
      mints.flatMap((mint) => {
        const found = holders.known(mint)
        return found ? [[mint, found.value] as const] : []
      }),
    )
  }
  return { markets: markets.read, holders: async (mint) => (await holders.read([mint])).get(mint) ?? null, someHolders }
}
