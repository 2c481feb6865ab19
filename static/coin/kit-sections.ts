import type { JobView } from '../../src/domain/results/job-json.ts'
import type { KitResponse } from '../../src/features/kit/kit-view.ts'
import { PRICED_CURRENCY } from '../../src/domain/money/currency.ts'
import { type FigureKind, percentText } from '../../src/domain/money/figure-text.ts'
import { amountFigure } from '../lib/amount-figure.ts'
import { foldedAddress } from '../lib/address.ts'
import { ago } from '../lib/coin-parts.ts'
import { type Child, foreign, h } from '../lib/dom.ts'
import { givenLink, insideLink } from '../lib/links.ts'

type ShownKitItem = KitResponse['items'][number]
type BudgetAmount = KitResponse['budget']['free']

const USD = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' })
const usdText = (usd: number): string => USD.format(usd).replace(/\.00$/, '')

const STATES = {
  locked: ['muted kit-short', 'Not yet'],
  unlocked: ['badge badge-on', 'Covered'],
  reserved: ['badge badge-role role-agent', 'Reserved'],
  done: ['badge badge-on', 'Done'],
} as const

/** Whether the treasury's share is counted: nothing is unlocked by fees in a currency that has no price here. */
export const countsMoney = ({ budget }: KitResponse): boolean => budget.free.amount.currency === PRICED_CURRENCY

/** What the treasury's share covers: the budget in figures, then each item with what it waits for. */
export function kitParts(kit: KitResponse): readonly Child[] {
  const { treasuryBps, budget, items, warnings } = kit
  const { free, accrued, reserved, spent } = budget
  return [
    ...(countsMoney(kit)
      ? [
          h('p', { class: 'kit-free' }, h('strong', null, amountFigure(free.amount, 'payout')), ` free${inUsd(free)}`),
          untilNext(items),
          h('dl', { class: 'kit-sums' }, sum('Accrued', accrued, 'payout'), sum('Reserved', reserved, 'cost'), sum('Spent', spent, 'cost')),
        ]
      : []),
    ...warnings.map((text) => h('p', { class: 'notice notice-warn' }, text)),
    h('ul', { class: 'kit-items' }, ...items.map(kitItem)),
    h(
      'p',
      { class: 'muted' },
      `${percentText(treasuryBps)} of the creator fees accrue here. Prices may change. Nothing is transferred from the treasury by itself.`,
    ),
  ]
}

const inUsd = ({ usd }: BudgetAmount): string => (usd === null ? '' : `, about ${usdText(usd)}`)

const sum = (name: string, { amount }: BudgetAmount, kind: FigureKind) =>
  h('div', null, h('dt', null, name), h('dd', null, amountFigure(amount, kind)))

/** What a locked item's price exceeds the free budget by, in dollars; null where money is not what it waits for. */
const shortUsd = ({ state, missing }: ShownKitItem): number | null =>
  state === 'locked' && missing.amount.amount !== '0' ? missing.usd : null

/** How much more makes the next item possible; null where money is not what is missing. */
function untilNext(items: readonly ShownKitItem[]): HTMLElement | null {
  const short = items.map(shortUsd).filter((usd) => usd !== null)
  const next = items.every(({ state }) => state === 'locked') ? 'first' : 'next'
  return short.length === 0 ? null : h('p', { class: 'muted' }, `${usdText(Math.min(...short))} more until the ${next} item`)
}

function kitItem(item: ShownKitItem): HTMLElement {
  const { title, what, priceUsd, state, missing } = item
  const [className, label] = STATES[state]
  const short = shortUsd(item)
  return h(
    'li',
    { class: 'kit-item' },
    h(
      'div',
      { class: 'kit-item-head' },
      h('strong', null, title),
      priceUsd !== null && h('span', { class: 'muted figure' }, usdText(priceUsd)),
      h('span', { class: className }, short === null ? label : `${usdText(short)} short`),
    ),
    h('p', null, what),
    // That it is short of money is all there is to say of most.
    missing.reasons.length > (short === null ? 0 : 1) && h('p', { class: 'muted' }, `${sentence(missing.reasons.join('; '))}.`),
  )
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Each state in a colour of its own; grey what nobody has taken, and what has ended without work. */
const JOB_BADGES: Readonly<Record<string, string>> = {
  claimed: 'badge badge-role role-agent',
  submitted: 'badge badge-role role-earnings',
  verified: 'badge badge-on',
  paid: 'badge badge-on',
  rejected: 'badge badge-taken',
  refunded: 'badge badge-warn',
}

/** The coin's jobs, newest first, and what they are paid in. */
export function jobParts(jobs: readonly JobView[]): readonly HTMLElement[] {
  return [
    jobs.length === 0
      ? h('p', { class: 'muted' }, 'None yet. Whoever launched the coin can make one once an item of the kit is covered.')
      : h('ul', { class: 'job-list' }, ...jobs.map(jobItem)),
    h('p', { class: 'muted' }, 'Paid on test rails, in money that is worth nothing. Nobody is promised any earnings.'),
    h('p', null, insideLink('/jobs', {}, 'All open work')),
  ]
}

function jobItem({ title, state, budgetUsd, amount, chainId, postsPerWeek, worker, urls, note, changedAt }: JobView): HTMLElement {
  const line = (...children: readonly Child[]) => h('div', { class: 'job-line muted' }, ...children)
  return h(
    'li',
    { class: 'job' },
    h(
      'div',
      { class: 'kit-item-head' },
      h('strong', null, title),
      h('span', { class: 'muted figure' }, usdText(budgetUsd)),
      h('span', { class: JOB_BADGES[state] ?? 'badge' }, state),
    ),
    line(
      h('span', null, amountFigure(amount, 'payout'), chainId === 'sim' ? ', simulated' : ` on ${chainId}`),
      postsPerWeek !== null && h('span', null, `${postsPerWeek} posts a week`),
      ago(changedAt),
    ),
    worker !== null && line(h('span', { class: 'job-worker' }, 'Worker', foldedAddress(worker, 'worker address'))),
    urls.length > 0 && h('ul', { class: 'job-urls' }, ...urls.map((url) => h('li', null, givenLink(url)))),
    note !== null && h('p', { class: 'job-note muted' }, 'Reason: ', foreign(note)),
  )
}
