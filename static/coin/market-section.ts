import type { CoinMarketResponse } from '../../src/features/board/market-view.ts'
import { percentText } from '../../src/domain/money/figure-text.ts'
import { amountFigure } from '../lib/amount-figure.ts'
import { ask } from '../lib/api.ts'
import { ago } from '../lib/coin-parts.ts'
import { fill, h } from '../lib/dom.ts'
import { plural, shortText } from '../lib/format.ts'
import { insideLink, walletPath } from '../lib/links.ts'
import { priceFigure, progressBar, progressPercent } from '../lib/market-parts.ts'
import type { ServerClock } from '../lib/server-clock.ts'

const HOLDERS_SHOWN = 5

/** What the coin trades at, and who holds it, as its chain says. */
export interface MarketSection {
  /** Not seen until there is something in it. */
  readonly element: HTMLElement
  /** Asks again; what did not change stays the same element. */
  refresh(): Promise<void>
}

/** Builds the section of this coin. */
export function createMarketSection({ clock }: { readonly clock: ServerClock }, mint: string): MarketSection {
  const content = h('div')
  const element = h('section', { class: 'card', 'aria-labelledby': 'market', hidden: true }, h('h2', { id: 'market' }, 'Market'), content)
  let shown = ''
  return {
    element,
    async refresh() {
      const answer = await ask<CoinMarketResponse>(`/api/coins/${encodeURIComponent(mint)}/market`)
      if (answer.kind !== 'ok') return
      const { market, holders, generatedAt } = answer.body
      clock.learn(generatedAt)
      const figures = JSON.stringify([market, holders], (name, value: unknown) => (name === 'readAt' ? undefined : value))
      if (figures !== shown) fill(content, ...marketParts(answer.body))
      shown = figures
      const time = content.querySelector('time')
      const readAt = market?.readAt ?? holders?.readAt
      if (time && readAt !== undefined) time.dateTime = readAt
      element.hidden = readAt === undefined
    },
  }
}

function marketParts({ market, holders }: CoinMarketResponse): HTMLElement[] {
  const figure = (name: string, value: string | HTMLElement) =>
    h('div', { class: 'market-figure' }, h('dt', null, name), h('dd', null, value))
  const percent = market && progressPercent(market)
  const readAt = market?.readAt ?? holders?.readAt
  return [
    h(
      'dl',
      { class: 'market' },
      market && figure('Price', priceFigure(market)),
      market && figure('Market cap', amountFigure(market.marketCap, 'value')),
      percent !== null && figure('To graduation', progressBar(percent)),
      holders && figure('Holders', holders.orMore ? `${holders.count} or more` : String(holders.count)),
    ),
    ...(holders && holders.largest.length > 0 ? [largestList(holders.largest)] : []),
    ...(readAt === undefined ? [] : [h('p', { class: 'muted' }, 'From the chain, ', ago(readAt))]),
  ]
}

function largestList(largest: NonNullable<CoinMarketResponse['holders']>['largest']): HTMLElement {
  const shown = largest.slice(0, HOLDERS_SHOWN)
  const rows = shown.map(({ wallet, bps }) =>
    h(
      'li',
      { class: 'holder' },
      insideLink(walletPath(wallet), { title: wallet }, h('code', null, shortText(wallet))),
      h('span', { class: 'figure' }, bps === null ? '' : percentText(bps)),
    ),
  )
  return h('div', null, h('h3', null, plural(shown.length, 'largest holder')), h('ol', { class: 'holders', role: 'list' }, ...rows))
}
