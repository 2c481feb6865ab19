import type { CoinView } from '../../src/features/coins/coin-view.ts'
import { byId, type Child, fill, h } from '../lib/dom.ts'
import { icon } from '../lib/icons.ts'
import { insideLink } from '../lib/links.ts'
import { createPageTimes } from '../lib/page-times.ts'
import { createPayoutList } from '../lib/payouts.ts'
import { poll } from '../lib/poll.ts'
import { createServerClock } from '../lib/server-clock.ts'
import { createCoinChart } from './coin-chart.ts'
import { coinDetails } from './coin-details.ts'
import { createCoinFacts } from './coin-facts.ts'
import { createMarketSection } from './market-section.ts'
import { shareButtons } from './share-buttons.ts'

const POLL_MS = 10_000
/** Trades are no part of the record: nobody says when a price has changed. */
const MARKET_MS = 15_000

/** Shows the coin of the page's address, and keeps it true. */
function startCoin(mint: string): void {
  const clock = createServerClock()
  const times = createPageTimes({ clock })
  const facts = createCoinFacts(mint)
  const market = createMarketSection({ clock }, mint)
  const [payouts, chart, share] = [createPayoutList({ withCoin: false }), createCoinChart(mint), shareButtons()]

  const show = (coin: CoinView): void => {
    const remits = facts.remits()
    payouts.show(remits.remits)
    document.title = `${coin.name} ($${coin.ticker})`
    const parts = { payouts: payouts.element, market: market.element, chart: chart.elementFor(coin), share }
    fillPage('coin-page', ...coinDetails({ coin, ...remits, ...parts, kit: facts.kit(), jobs: facts.jobs() }))
  }
  const update = async (): Promise<void> => {
    const { outcome, changed } = await facts.look()
    const coin = facts.coin()
    if (coin !== null && changed) show(coin)
    byId('connection').hidden = outcome !== 'unanswered' || coin === null
    if (coin === null && outcome === 'missing')
      showEnd(
        'There is no such coin here',
        'Check that the address is complete.',
        insideLink('/board', { class: 'button' }, 'Go to the board'),
      )
    else if (coin === null) showEnd('The coin did not load', 'This page tries again by itself.', retry)
    times.refresh()
  }
  const watcher = poll(POLL_MS, update, { live: true })
  const retry = h('button', { type: 'button', class: 'button', onclick: () => watcher.now() }, 'Try now')
  watcher.now()
  poll(MARKET_MS, market.refresh).now()
}

function fillPage(className: string, ...content: readonly Child[]): void {
  const page = byId('page')
  page.className = className
  page.removeAttribute('aria-busy')
  fill(page, ...content)
}

function showEnd(title: string, text: string, next: HTMLElement): void {
  if (document.title === title) return
  document.title = title
  fillPage('', h('section', { class: 'card end' }, icon('warn'), h('h1', null, title), h('p', null, text), next))
}

startCoin(decodeURIComponent(location.pathname.split('/')[2] ?? ''))
