import type { CoinMarketResponse } from '../../src/features/board/market-view.ts'
import type { CoinView } from '../../src/features/coins/coin-view.ts'
import { byId, type Child, fill, h } from '../lib/dom.ts'
import { icon } from '../lib/icons.ts'
import { insideLink } from '../lib/links.ts'
import { createPageTimes } from '../lib/page-times.ts'
import { createPayoutList } from '../lib/payouts.ts'
import { poll } from '../lib/poll.ts'
import { createReceiptCheck } from './receipt-check.ts'
import { createServerClock } from '../lib/server-clock.ts'
import { walletOfBrowser } from './browser-wallet.ts'
import { createAboutFold } from './about-fold.ts'
import { createCoinChart } from './coin-chart.ts'
import { coinDetails } from './coin-details.ts'
import { createCoinFacts } from './coin-facts.ts'
import { createFigureStrip } from './figure-strip.ts'
import { createFolds } from './folds.ts'
import { createMarketSection } from './market-section.ts'
import { createNextPayout } from './next-payout.ts'
import { shareButtons } from './share-buttons.ts'
import { createTradeSection } from './trade-section.ts'
import { createTradeBox } from './trade-box.ts'

const POLL_MS = 10_000
/** Trades are no part of the record: nobody says when a price has changed. */
const MARKET_MS = 15_000
/** The service reads a chain once in so long: what it has said just after a trade may be from before it. */
const READ_AGAIN_MS = 5_500
/** Where the style sheet puts all in one column. */
const ONE_COLUMN = '(max-width: 63.99rem)'
/** The page waits so long for its first trades, so that nothing in it moves when they come. */
const FIRST_TRADES_MS = 700

/** Shows the coin of the page's address, and keeps it true. */
function startCoin(mint: string): void {
  const clock = createServerClock()
  const times = createPageTimes({ clock })
  const facts = createCoinFacts(mint)
  const strip = createFigureStrip()
  const next = createNextPayout({ clock })
  const own = document.documentElement.dataset['cluster'] === 'simulated' ? walletOfBrowser() : null
  const trades = createTradeSection({ clock, strip, coin: facts.coin, own, retry: () => marketWatcher.now() }, mint)
  const showMarket = (answer: CoinMarketResponse) => {
    strip.showMarket(answer)
    trades.showMarket(answer.market)
    trade?.showPriced(answer.market !== null)
  }
  const market = createMarketSection({ clock, strip: { showMarket }, next, coin: facts.coin, own }, mint)
  const changed = () => (watcher.now(), marketWatcher.now(), setTimeout(marketWatcher.now, READ_AGAIN_MS))
  const trade = own === null ? null : createTradeBox(mint, { wallet: own, changed })
  const [payouts, chart, share] = [createPayoutList({ withCoin: false }), createCoinChart(mint), shareButtons()]
  const [about, fold] = [createAboutFold(), createFolds()]

  const receipt = createReceiptCheck(mint)
  const narrow = matchMedia(ONE_COLUMN)

  const show = (coin: CoinView): void => {
    const [loaded, kit, jobs] = [facts.remits(), facts.kit(), facts.jobs()]
    payouts.show(loaded.remits)
    strip.showCoin(coin, kit)
    trades.showCoin()
    document.title = `${coin.name} ($${coin.ticker})`
    const parts = {
      graduated: market.graduated(),
      payouts: payouts.element,
      next: next.element,
      market: market.element,
      price: trades.element,
      trades: trades.list,
      narrow: narrow.matches,
      chart: chart.elementFor(coin),
      strip: strip.element,
      receipt,
    }
    fillPage('coin-page', ...coinDetails({ coin, loaded, kit, jobs, about, share, trade, fold, ...parts }))
  }
  const update = async (): Promise<void> => {
    const { outcome, changed } = await facts.look()
    const coin = facts.coin()
    if (coin !== null && changed) show(coin)
    byId('connection').hidden = outcome !== 'unanswered' || coin === null
    if (coin === null && outcome === 'missing')
      showEnd(
        'There is no such coin here',
        'The address may be mistyped, or its launch failed or expired: then no coin was made.',
        insideLink('/board', { class: 'button' }, 'See the coins'),
      )
    else if (coin === null) showEnd('The coin did not load', 'This page tries again by itself.', retry)
    times.refresh()
  }
  narrow.addEventListener('change', () => {
    const coin = facts.coin()
    if (coin !== null) show(coin)
  })
  const watcher = poll(POLL_MS, update, { live: true })
  const retry = h('button', { type: 'button', class: 'button', onclick: () => watcher.now() }, 'Try now')
  const loaded = Promise.withResolvers<void>()
  const marketWatcher = poll(MARKET_MS, async () => {
    const state = () => `${market.graduated()} ${trade?.element.hidden}`
    const before = state()
    await Promise.all([market.refresh(), trades.refresh().then(loaded.resolve)])
    const coin = facts.coin()
    if (coin !== null && state() !== before) show(coin)
  })
  marketWatcher.now()
  void Promise.all([trade?.refresh(), soon(loaded.promise, FIRST_TRADES_MS)]).then(() => watcher.now())
}

/** When the work is done, or the time is over. */
const soon = (work: Promise<void>, withinMs: number): Promise<void> =>
  Promise.race([work, new Promise<void>((resolve) => setTimeout(resolve, withinMs))])

function fillPage(className: string, ...content: readonly Child[]): void {
  const page = byId('page')
  page.className = className
  page.removeAttribute('aria-busy')
  const focused = document.activeElement
  fill(page, ...content)
  // What stays the same element stays in the hand of whoever uses it.
  if (focused instanceof HTMLElement && focused !== document.activeElement && page.contains(focused)) focused.focus({ preventScroll: true })
}

function showEnd(title: string, text: string, next: HTMLElement): void {
  if (document.title === title) return
  document.title = title
  fillPage('', h('section', { class: 'card end' }, icon('warn'), h('h1', null, title), h('p', null, text), next))
}

startCoin(decodeURIComponent(location.pathname.split('/')[2] ?? ''))
