import type { CoinMarketResponse } from '../../src/features/board/market-view.ts'
import type { CoinView } from '../../src/features/coins/coin-view.ts'
import { percentTexts } from '../../src/domain/money/figure-text.ts'
import { ask } from '../lib/api.ts'
import { ago } from '../lib/coin-parts.ts'
import { fill, foreign, h } from '../lib/dom.ts'
import { shortText } from '../lib/format.ts'
import { insideLink, walletPath } from '../lib/links.ts'
import type { ServerClock } from '../lib/server-clock.ts'
import type { FigureStrip } from './figure-strip.ts'
import type { PayoutNote } from './next-payout.ts'
import { namesOf, YOU } from './wallet-names.ts'

const HOLDERS_SHOWN = 5

/** Who holds the coin, as its chain says. */
export interface MarketSection {
  /** Not seen until there is something in it. */
  readonly element: HTMLElement
  /** Asks again, and hands the figures on; what did not change stays the same element. */
  refresh(): Promise<void>
  /** Its chain says that it has graduated. */
  graduated(): boolean
}

/** What the section needs of the page. */
interface MarketDeps {
  readonly clock: ServerClock
  readonly strip: Pick<FigureStrip, 'showMarket'>
  readonly next: Pick<PayoutNote, 'show'>
  /** Null before it is known. */
  readonly coin: () => CoinView | null
  /** The wallet of this browser, where there is one. */
  readonly own: string | null
}

/** Builds the section of this coin. */
export function createMarketSection({ clock, strip, next, coin, own }: MarketDeps, mint: string): MarketSection {
  const content = h('div')
  const heading = h('h2', { id: 'holders' }, 'Largest holders')
  const element = h('section', { class: 'card', 'aria-labelledby': 'holders', hidden: true }, heading, content)
  let shown = ''
  let isGraduated = false
  return {
    element,
    graduated: () => isGraduated,
    async refresh() {
      const answer = await ask<CoinMarketResponse>(`/api/coins/${encodeURIComponent(mint)}/market`)
      if (answer.kind !== 'ok') return
      const { market, holders, payout, generatedAt } = answer.body
      clock.learn(generatedAt)
      next.show(payout)
      isGraduated = market?.stage === 'graduated'
      const names = namesOf(coin(), own)
      const figures = JSON.stringify([market, holders, payout, [...names]], (name, value: unknown) =>
        name === 'readAt' ? undefined : value,
      )
      if (figures !== shown) {
        strip.showMarket(answer.body)
        if (holders) fill(content, ...holderParts(holders, names, isGraduated))
      }
      shown = figures
      const time = content.querySelector('time')
      if (time && holders) time.dateTime = holders.readAt
      element.hidden = !holders || holders.largest.length === 0
    },
  }
}

function holderParts(
  { largest, readAt }: NonNullable<CoinMarketResponse['holders']>,
  names: ReadonlyMap<string, string>,
  inPool: boolean,
): HTMLElement[] {
  const shown = largest.slice(0, HOLDERS_SHOWN)
  const parts = percentTexts(shown.map(({ bps }) => bps ?? 0))
  const rows = shown.map(({ wallet, bps }, index) => {
    const name = names.get(wallet)
    return h(
      'li',
      { class: 'holder' },
      h(
        'span',
        null,
        name === YOU && h('strong', { class: 'own-name' }, YOU),
        insideLink(walletPath(wallet), { title: wallet }, h('code', null, shortText(wallet))),
        name !== undefined && name !== YOU && h('span', { class: 'muted' }, ' ', foreign(name)),
      ),
      h('span', { class: 'figure' }, bps === null ? '' : parts[index]!),
    )
  })
  return [
    h('ol', { class: 'holders', role: 'list' }, ...rows),
    h(
      'p',
      { class: 'muted' },
      `The rest is in the ${inPool ? 'pool' : 'curve or pool'}, and with smaller holders. Read from the chain `,
      ago(readAt),
      '.',
    ),
  ]
}
