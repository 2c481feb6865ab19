import type { MarketView } from '../../src/features/board/market-view.ts'
import type { ListedCoin } from '../../src/features/coins/listed-coin-view.ts'
import { progressPercent } from '../lib/market-parts.ts'

/** Orders by what chains say of coins: no service has that of all its coins, so the page orders the newest ones. */
export const LOCAL_ORDERS = ['cap', 'change', 'progress', 'holders'] as const

/** One of LOCAL_ORDERS. */
export type LocalOrder = (typeof LOCAL_ORDERS)[number]

/** So many of the newest coins are ordered: one answer of the service. */
export const ORDERED_COINS = 200

/** The order, where the page makes it by itself. */
export const localOrder = (sort: string | undefined): LocalOrder | undefined => LOCAL_ORDERS.find((order) => order === sort)

const FIGURES: Readonly<Record<LocalOrder, (market: MarketView) => number | null>> = {
  cap: ({ marketCap: { amount, decimals } }) => Number(amount) / 10 ** decimals,
  change: ({ dayChangeBps }) => dayChangeBps,
  progress: (market) => (progressPercent(market) === null ? null : market.progressBps),
  holders: ({ holders }) => holders && holders.count,
}

/** The largest first, coins without the figure last; amounts of one currency stand together. */
export function ordered(
  coins: readonly ListedCoin[],
  order: LocalOrder,
  marketOf: (mint: string) => MarketView | null | undefined,
): readonly ListedCoin[] {
  const rows = coins.map((coin) => {
    const market = marketOf(coin.mint)
    const group = order === 'cap' ? coin.paid.currency : ''
    return { coin, group, figure: (market && FIGURES[order](market)) ?? -Infinity }
  })
  // The currency that is shown first is the last by name.
  rows.sort((one, other) => other.group.localeCompare(one.group) || (other.figure === one.figure ? 0 : other.figure - one.figure))
  return rows.map(({ coin }) => coin)
}
