import type { CoinResponse, CoinView } from '../../src/features/coins/coin-view.ts'
import type { JobView } from '../../src/domain/results/job-json.ts'
import type { KitResponse } from '../../src/features/kit/kit-view.ts'
import type { ListAnswer } from '../../src/http/answers/wire.ts'
import { ask } from '../lib/api.ts'
import { refreshTimes } from '../lib/coin-parts.ts'
import { byId, fill, h } from '../lib/dom.ts'
import { icon } from '../lib/icons.ts'
import { insideLink } from '../lib/links.ts'
import { createPayoutList } from '../lib/payouts.ts'
import { poll } from '../lib/poll.ts'
import { type LoadedRemits, loadRemits } from '../lib/remits.ts'
import { createCoinChart } from './coin-chart.ts'
import { coinDetails } from './coin-details.ts'
import { createMarketSection } from './market-section.ts'
import { shareButtons } from './share-buttons.ts'

const POLL_MS = 10_000
/** Trades are no part of the record: nobody says when a price has changed. */
const MARKET_MS = 15_000
/** Payments that are loaded, to be listed and summed; the whole record is in the API. */
const REMITS_MAX = 1_000
const JOBS_MAX = 50

const mint = decodeURIComponent(location.pathname.split('/')[2] ?? '')
const page = byId('page')
const connection = byId('connection')
const payouts = createPayoutList({ withCoin: false })
const share = shareButtons()

let etag: string | null = null
let remits: LoadedRemits = { remits: [], complete: false }
let coin: CoinView | null = null
const chart = createCoinChart(mint)
const market = createMarketSection(mint)

let kit: { body: KitResponse; etag: string | null } | null = null
let jobs: { body: readonly JobView[]; etag: string | null } | null = null

async function update(): Promise<void> {
  const answer = await ask<CoinResponse>(`/api/coins/${encodeURIComponent(mint)}`, { etag })
  const isMissing = answer.kind === 'problem' && answer.status === 404
  let answered = answer.kind === 'ok' || answer.kind === 'same' || isMissing
  if (answer.kind === 'ok') {
    coin = answer.body.coin
    // Each payment changes the coin's own figures: without a change of those there is no new one.
    const loaded = coin.paid.amount === '0' ? { remits: [], complete: true } : await loadRemits(remits, { most: REMITS_MAX, mint })
    if (loaded) remits = loaded
    else answered = false
    etag = loaded ? answer.etag : null
  }
  const changed = !isMissing && (await updateKit())
  if (coin !== null && (changed || answer.kind === 'ok')) show(coin)
  connection.hidden = answered || coin === null
  if (coin === null && isMissing) showEnd('There is no such coin here', 'Check that the address is complete.', false)
  else if (coin === null) showEnd('The coin did not load', 'This page tries again by itself.', true)
  refreshTimes()
}

/** Asks for kit and jobs; true when something is new. What does not answer stays as it was: the coin itself is what this page is about. */
async function updateKit(): Promise<boolean> {
  const kitAnswer = await ask<KitResponse>(`/api/coins/${encodeURIComponent(mint)}/kit`, { etag: kit?.etag ?? null })
  if (kitAnswer.kind === 'ok') kit = kitAnswer
  // Where jobs are switched off there is nothing to ask for.
  if (!kit?.body.jobsEnabled) return kitAnswer.kind === 'ok'
  const path = `/api/jobs?limit=${JOBS_MAX}&mint=${encodeURIComponent(mint)}`
  const jobsAnswer = await ask<ListAnswer<'jobs', JobView>>(path, { etag: jobs?.etag ?? null })
  if (jobsAnswer.kind === 'ok') jobs = { body: jobsAnswer.body.jobs, etag: jobsAnswer.etag }
  return kitAnswer.kind === 'ok' || jobsAnswer.kind === 'ok'
}

function show(present: CoinView): void {
  payouts.show(remits.remits)
  document.title = `${present.name} ($${present.ticker})`
  page.className = 'coin-page'
  page.removeAttribute('aria-busy')
  fill(
    page,
    ...coinDetails({
      coin: present,
      ...remits,
      payouts: payouts.element,
      market: market.element,
      chart: chart.elementFor(present),
      share,
      kit: kit?.body ?? null,
      jobs: jobs?.body ?? null,
    }),
  )
}

function showEnd(title: string, text: string, canRetry: boolean): void {
  if (document.title === title) return
  document.title = title
  page.className = ''
  page.removeAttribute('aria-busy')
  const next = canRetry
    ? h('button', { type: 'button', class: 'button', onclick: () => watcher.now() }, 'Try now')
    : insideLink('/board', { class: 'button' }, 'Go to the board')
  fill(page, h('section', { class: 'card end' }, icon('warn'), h('h1', null, title), h('p', null, text), next))
}

const watcher = poll(POLL_MS, update, { live: true })
watcher.now()
poll(MARKET_MS, market.refresh).now()
