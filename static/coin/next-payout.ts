import type { CoinMarketResponse } from '../../src/features/board/market-view.ts'
import { amountFigure } from '../lib/amount-figure.ts'
import { fill, h } from '../lib/dom.ts'
import type { ServerClock } from '../lib/server-clock.ts'

/** What waits for the split of a coin, and when it is paid. */
export interface PayoutNote {
  /** Not seen while nothing waits. */
  readonly element: HTMLElement
  show(payout: CoinMarketResponse['payout']): void
}

/** Builds it. */
export function createNextPayout({ clock }: { readonly clock: ServerClock }): PayoutNote {
  const element = h('p', { class: 'next-payout', hidden: true })
  let shown = ''
  return {
    element,
    show(payout) {
      element.hidden = payout === null || payout.waiting.amount === '0'
      if (payout === null) return
      const { waiting, least, nextAt } = payout
      const isEnough = BigInt(waiting.amount) >= BigInt(least.amount)
      const when = nextAt === null ? null : inText(Date.parse(nextAt) - clock.nowMs())
      const state = JSON.stringify([waiting, least, when])
      if (state === shown) return
      shown = state
      const amount = h('strong', null, amountFigure(waiting, 'payout'))
      if (!isEnough) fill(element, amount, ' has accrued. It is paid out once ', amountFigure(least, 'cost'), ' has come together.')
      else fill(element, amount, when === null ? ' waits for the next payout.' : ` has accrued and is paid out ${when}.`)
    },
  }
}

/** `in 7 min`, `in 3 h`. */
function inText(leftMs: number): string {
  const minutes = Math.ceil(leftMs / 60_000)
  if (minutes <= 1) return 'within a minute'
  return minutes < 90 ? `in ${minutes} min` : `in ${Math.round(minutes / 60)} h`
}
