import type { CoinView } from '../../src/features/coins/coin-view.ts'
import { createFeeChart } from '../lib/fee-chart.ts'
import type { RefreshedPart } from '../lib/refreshed-part.ts'

const WEEK = { days: 7, name: '7 days', stepHours: 24 }

/** The chart of what a coin's wallets were paid. */
export interface CoinChart {
  /** The chart with the newest figures, once something was paid. */
  elementFor(coin: CoinView): HTMLElement | null
}

/** Builds it when the coin is known: it is in the coin's currency. */
export function createCoinChart(mint: string): CoinChart {
  let chart: RefreshedPart | null = null
  let shownPaid = '0'
  return {
    elementFor({ paid: { amount, currency, decimals } }) {
      if (amount === '0') return null
      chart ??= createFeeChart({
        path: (days) => `/api/coins/${encodeURIComponent(mint)}/fees?days=${days}`,
        unit: { currency, decimals },
        ranges: [{ days: 1, name: '24 hours' }, WEEK, { days: 30, name: '30 days' }],
        first: WEEK,
      })
      if (amount !== shownPaid) void chart.refresh().then((answered) => answered && (shownPaid = amount))
      return chart.element
    },
  }
}
