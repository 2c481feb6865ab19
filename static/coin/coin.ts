import { ask } from '../lib/api.ts'
import { refreshTimes } from '../lib/coin-parts.ts'
import { byId, fill, h } from '../lib/dom.ts'
import { icon } from '../lib/icons.ts'
import { insideLink } from '../lib/links.ts'
import { poll } from '../lib/poll.ts'
import type { Coin, Remit } from '../lib/records.ts'
import { createRemitRows } from '../lib/remit-rows.ts'
import { loadRemits } from '../lib/remits.ts'
import { coinDetails } from './coin-details.ts'

const POLL_MS = 10_000

const mint = decodeURIComponent(location.pathname.split('/')[2] ?? '')
const page = byId('page')
const connection = byId('connection')
const remitRows = createRemitRows({ withCoin: false })

let etag: string | null = null
let remits: readonly Remit[] = []
/** What is on screen, to tell whether anything changed. */
let drawn = ''
let coin: Coin | null = null

async function update(): Promise<void> {
  const [answer, loaded] = await Promise.all([
    ask<{ coin: Coin }>(`/api/coins/${encodeURIComponent(mint)}`, { etag }),
    loadRemits(remits, mint),
  ])
  if (answer.kind === 'ok') {
    etag = answer.etag
    coin = answer.body.coin
  }
  const complete = typeof loaded === 'object' && loaded.complete
  if (typeof loaded === 'object') remits = loaded.remits
  const failed = answer.kind === 'offline' || (answer.kind === 'problem' && answer.status !== 404)
  connection.hidden = !failed || coin === null
  if (coin) show(coin, complete)
  else if (answer.kind === 'problem' && answer.status === 404)
    showEnd('There is no such coin here', 'Check that the address is complete.', false)
  else showEnd('The coin did not load', 'This page tries again by itself.', true)
  refreshTimes()
}

function show(present: Coin, complete: boolean): void {
  const state = JSON.stringify([present, remits[0]?.id ?? null, remits.length])
  if (state === drawn) return
  drawn = state
  remitRows.show(remits)
  document.title = `${present.name} ($${present.ticker})`
  page.className = 'coin-page'
  page.removeAttribute('aria-busy')
  fill(page, ...coinDetails({ coin: present, remits, complete, remitRows: remitRows.element }))
}

function showEnd(title: string, text: string, again: boolean): void {
  if (drawn === title) return
  drawn = title
  document.title = title
  page.className = ''
  page.removeAttribute('aria-busy')
  const next = again
    ? h('button', { type: 'button', class: 'button', onclick: () => watcher.now() }, 'Try now')
    : insideLink('/board', { class: 'button' }, 'Go to the board')
  fill(page, h('section', { class: 'card end' }, icon('warn'), h('h1', null, title), h('p', null, text), next))
}

const watcher = poll(POLL_MS, update)
watcher.now()
