import type { CoinView } from '../../src/features/coins/coin-view.ts'
import { coinAddressName, comparableAddress, foldedAddress } from '../lib/address.ts'
import { ago, coinPicture, lockBadge } from '../lib/coin-parts.ts'
import { type Child, foreign, h } from '../lib/dom.ts'
import { givenLink, outsideLink, safeUrl } from '../lib/links.ts'
import type { AboutFold } from './about-fold.ts'
import type { TradeBox } from './trade-box.ts'

/** What the head of the page is made of. */
export interface CoinHeadParts {
  /** Its chain says so, which the record says a little later. */
  readonly graduated: boolean
  readonly strip: HTMLElement
  readonly about: AboutFold
  /** What passes the page's link on. */
  readonly share: HTMLElement
  /** Null where coins are traded on their launchpads alone. */
  readonly trade: TradeBox | null
}

/** Name, state and figures of a coin, then what was said of it. */
export function coinHead(coin: CoinView, { graduated, strip, about, share, trade }: CoinHeadParts): HTMLElement {
  const addressWord = coinAddressName(coin.mint).toLowerCase()
  return h(
    'section',
    { class: 'card coin-head', 'aria-label': 'The coin' },
    coinPicture(coin, 72),
    h(
      'div',
      { class: 'coin-headline' },
      h('h1', null, foreign(coin.name), ' ', h('span', { class: 'coin-ticker' }, foreign(`$${coin.ticker}`))),
      h(
        'p',
        { class: 'coin-badges' },
        lockBadge(coin),
        h('span', { class: 'badge' }, graduated || coin.status === 'graduated' ? 'Graduated' : 'Live'),
        chainBadge(coin),
        h('span', { class: 'muted' }, ...launchedBy(coin)),
      ),
      h('p', { class: 'coin-mint-short' }, foldedAddress(coin.mint, addressWord)),
    ),
    h('div', { class: 'coin-actions' }, tradeButton(coin, trade), share),
    strip,
    about.elementWith(
      h('p', { class: 'description' }, foreign(coin.description)),
      h(
        'div',
        { class: 'coin-links' },
        h(
          'span',
          { class: 'coin-mint' },
          h('span', { class: 'muted' }, coinAddressName(coin.mint)),
          comparableAddress(coin.mint, addressWord),
        ),
        coin.website !== null && h('span', { class: 'coin-given' }, h('span', { class: 'muted' }, 'Website'), givenLink(coin.website)),
        coin.twitter !== null && h('span', { class: 'coin-given' }, h('span', { class: 'muted' }, 'Twitter'), givenLink(coin.twitter)),
      ),
    ),
  )
}

const launchedBy = ({ agent, launchedAt }: CoinView): Child[] => [
  agent?.name === undefined ? 'Launched ' : 'Launched by ',
  agent?.name !== undefined && foreign(agent.name),
  agent?.name !== undefined && ', ',
  ago(launchedAt),
]

/** The name of the coin’s launchpad, as the service writes it into the page. */
export const launchpadTitle = ({ platform }: CoinView): string => document.documentElement.dataset['launchpad'] ?? platform

/** Of "Clanker v4 on Base" the chain and the name; null where the name says no chain. */
function chainBadge(coin: CoinView): HTMLElement | null {
  const named = /^(.+?)(?: v\d+)? on (.+)$/.exec(launchpadTitle(coin))
  return named && h('span', { class: 'badge' }, foreign(`${named[2]} · ${named[1]}`))
}

/** To where the coin is traded: on this page, or on its launchpad. Green for one whose fees are locked. */
function tradeButton(coin: CoinView, trade: TradeBox | null): HTMLElement | null {
  const classes = ['button', ...(coin.feeShareLocked ? ['button-main'] : [])]
  if (trade) {
    const toBox = { type: 'button', class: [...classes, 'to-trade-box'].join(' '), onclick: trade.focus } as const
    return trade.element.hidden ? null : h('button', toBox, 'Buy or sell')
  }
  const launchpad = safeUrl(coin.launchpadUrl)
  if (launchpad === null) return null
  const isReal = document.documentElement.dataset['cluster'] === 'mainnet-beta'
  // Of "Clanker v4 on Base" the name alone: the rest stands below, on the chain’s part of the page.
  const market = launchpadTitle(coin).replace(/( v\d+)?( on .+)?$/, '')
  const link = outsideLink(launchpad, isReal ? h('span', null, 'Trade on ', foreign(market)) : 'See it on the launchpad')
  link.classList.add(...classes)
  return link
}
