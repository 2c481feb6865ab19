import { type Answer, ask } from '../lib/api.ts'
import { ago, refreshTimes } from '../lib/coin-parts.ts'
import { byId, type Child, fill, foreign, h, keyedList } from '../lib/dom.ts'
import { countText, lamportsOf, solText } from '../lib/format.ts'
import { coinPath, insideLink } from '../lib/links.ts'
import { poll } from '../lib/poll.ts'
import type { Buyback, ProofStats, Remit } from '../lib/records.ts'
import { createRemitRows, transactionLink } from '../lib/remit-rows.ts'
import { loadRemits } from '../lib/remits.ts'
import { createCoinList } from './coin-list.ts'
import { emptyBoard } from './empty-board.ts'
import { createFeeChart } from './fee-chart.ts'

const POLL_MS = 10_000

const remitRows = createRemitRows({ withCoin: true })
const chart = createFeeChart()
const buybacks = h('ul', { class: 'remits', role: 'list' })
const buybackRows = keyedList<Buyback>(buybacks, (run) => run.id ?? run.signature ?? run.at, buybackRow)
const coins = createCoinList((count, complete) => {
  const isEmpty = count === 0 && complete
  byId('empty').hidden = !isEmpty
  byId('filled').hidden = isEmpty
  if (isEmpty && byId('empty').childElementCount === 0) fill(byId('empty'), ...emptyBoard())
})

byId('coins').append(coins.element)
byId('remits').append(remitRows.element)
byId('chart').append(chart.element)
byId('buybacks').append(buybacks)

/** The answer by which changes are noticed. `null` = never asked. */
let boardEtag: string | null = null
let boardText = ''
let remits: readonly Remit[] = []

/** True when the snapshot differs from the last one seen. */
async function boardChanged(): Promise<boolean | 'offline'> {
  const answer = await ask<Record<string, unknown>>('/api/board', { etag: boardEtag })
  if (answer.kind === 'same') return false
  if (answer.kind === 'offline' || (answer.kind === 'problem' && answer.status !== 404)) return 'offline'
  // Without a snapshot the lists themselves are asked.
  if (answer.kind !== 'ok') return true
  boardEtag = answer.etag
  const { generatedAt: _generatedAt, ...content } = answer.body
  const text = JSON.stringify(content)
  const changed = text !== boardText
  boardText = text
  return changed
}

async function update(): Promise<void> {
  const changed = await boardChanged()
  byId('connection').hidden = changed !== 'offline'
  if (changed === true) {
    const loads = await Promise.all([coins.refresh(), refreshRemits(), refreshBuybacks(), refreshStats()])
    // What was not loaded now is loaded next time, whether the snapshot changes or not.
    if (loads.includes(false)) boardEtag = null
    if (loads.includes(false)) boardText = ''
    byId('connection').hidden = !loads.includes(false)
  }
  document.body.removeAttribute('aria-busy')
  refreshTimes()
}

async function refreshRemits(): Promise<boolean> {
  const loaded = await loadRemits(remits)
  if (loaded === 'missing') byId('remits-section').hidden = true
  if (typeof loaded === 'string') return loaded === 'missing'
  remits = loaded.remits
  remitRows.show(remits)
  chart.show(remits, loaded.complete)
  byId('chart-section').hidden = remits.length === 0
  byId('remits-none').hidden = remits.length > 0
  return true
}

async function refreshBuybacks(): Promise<boolean> {
  const answer = await ask<{ buybacks: readonly Buyback[] }>('/api/buybacks?limit=10')
  const runs = answer.kind === 'ok' ? answer.body.buybacks : []
  byId('buybacks-section').hidden = runs.length === 0
  buybackRows.show(runs)
  return isAnswered(answer)
}

async function refreshStats(): Promise<boolean> {
  const answer = await ask<{ stats: ProofStats }>('/api/proof?limit=1')
  byId('stats').hidden = answer.kind !== 'ok'
  if (answer.kind === 'ok') showStats(answer.body.stats)
  return isAnswered(answer)
}

const isAnswered = (answer: Answer<unknown>): boolean => answer.kind === 'ok' || (answer.kind === 'problem' && answer.status === 404)

function showStats({ coins: launched, locked, remits: payments, remittedSol, buybacks: runs, boughtSol }: ProofStats): void {
  const figure = (name: string, value: string, note: string) =>
    h('div', { class: 'stat' }, h('dt', null, name), h('dd', null, h('strong', null, value), h('span', { class: 'muted' }, note)))
  fill(
    byId('stats'),
    figure('Coins launched', countText(launched), launched === 1 ? 'coin' : 'coins'),
    figure('Fees locked', countText(locked), `of ${countText(launched)}`),
    figure('Creator fees paid', `${solText(lamportsOf(remittedSol), 4)} SOL`, `in ${countText(payments)} payments`),
    figure('Treasury buybacks', `${solText(lamportsOf(boughtSol), 4)} SOL`, `in ${countText(runs)} runs`),
  )
}

function buybackRow({ mint, ticker, sol, signature, at }: Buyback): HTMLElement {
  const what: Child = mint && ticker ? insideLink(coinPath(mint), {}, foreign(`$${ticker}`)) : null
  return h(
    'li',
    { class: 'remit' },
    h('strong', { class: 'remit-sum' }, sol === undefined ? 'Buyback' : `${solText(lamportsOf(sol), 6)} SOL`),
    h('span', { class: 'remit-what muted' }, what, ago(at), signature !== null && transactionLink(signature, 'the buyback')),
  )
}

const watcher = poll(POLL_MS, update)
watcher.now()
