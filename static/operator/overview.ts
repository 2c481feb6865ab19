import type { AmountView } from '../../src/domain/money/amount-json.ts'
import { PRICED_CURRENCY } from '../../src/domain/money/currency.ts'
import type { FeesResponse } from '../../src/features/coins/fees-view.ts'
import type { WaitingPlans } from '../../src/features/approvals/waiting-plan-view.ts'
import { holdsRole } from '../../src/domain/crew/role.ts'
import { amountFigure } from '../lib/amount-figure.ts'
import { type Child, fill, h } from '../lib/dom.ts'
import { amountLike } from '../lib/format.ts'
import { icon } from '../lib/icons.ts'
import { insideLink } from '../lib/links.ts'
import type { RefreshedPart } from '../lib/refreshed-part.ts'
import type { Session } from './session.ts'
import { type Tallies, tallyText } from './part.ts'

const PLANS_MAX = 50
const EARNED_DAYS = 30

/** What is wrong, what waits, what was earned, and when that was read. */
export interface Overview extends RefreshedPart {
  /** Counts what the parts have. */
  showWrong(tallies: Tallies): void
  /** Says how long ago it was read. */
  tick(nowMs: number): void
  /** Everything was read at this moment. */
  wasRead(nowMs: number): void
}

/** What a part’s count says in the overview, in the order of the parts. */
const NOUNS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  launches: ['stuck launch', 'stuck launches'],
  webhooks: ['failing webhook', 'failing webhooks'],
  refunds: ['refund due', 'refunds due'],
  findings: ['finding', 'findings'],
}

/** Builds the overview; `goTo` leads to the part of this id. */
export function createOverview(session: Session, goTo: (id: string) => void, refreshAll: () => void): Overview {
  const waits = h('dd')
  const wrong = h('dd')
  const paid = h('dd')
  const earned = h('dd')
  const age = h('span')
  const read = h('span', { class: 'muted' }, h('span', { class: 'overview-word' }, 'Read '), age)
  let readAtMs: number | null = null
  const item = (title: string, value: HTMLElement) => h('div', { class: 'overview-item' }, h('dt', null, title), value)
  const tick = (nowMs: number) => {
    age.textContent = readAtMs === null ? 'Reading…' : `${Math.max(0, Math.round((nowMs - readAtMs) / 1_000))} s ago`
  }
  tick(0)
  return {
    element: h(
      'section',
      { class: 'overview', 'aria-label': 'Overview' },
      h('h1', null, 'Operator’s console'),
      h('p', { class: 'overview-read' }, read, h('button', { type: 'button', class: 'button', onclick: refreshAll }, 'Refresh')),
      h(
        'dl',
        { class: 'overview-items' },
        item('Trouble', wrong),
        item('Approvals', waits),
        item(`Paid out in ${EARNED_DAYS} days`, paid),
        item('To the treasury', earned),
      ),
    ),
    tick,
    wasRead(nowMs) {
      readAtMs = nowMs
      tick(nowMs)
    },
    showWrong(tallies) {
      const found = Object.entries(NOUNS).flatMap(([id, nouns]) => {
        const tally = tallies[id]
        if (!tally || tally.shown === 0) return []
        return [{ id, mild: tally.mild === true, text: `${tallyText(tally)} ${nouns[tally.shown === 1 ? 0 : 1]}` }]
      })
      // What is broken first.
      const links = found
        .toSorted((a, b) => Number(a.mild) - Number(b.mild))
        .map(({ id, mild, text }) =>
          h('button', { type: 'button', class: `badge ${mild ? 'badge-warn' : 'badge-bad'}`, onclick: () => goTo(id) }, text),
        )
      fill(wrong, ...(links.length > 0 ? links : [h('span', { class: 'all-good' }, icon('check'), ' Nothing is wrong')]))
    },
    async refresh() {
      const [plans, fees] = await Promise.all([
        session.ask<WaitingPlans>(`/api/agent/approvals?limit=${PLANS_MAX}`),
        session.ask<FeesResponse>(`/api/board/fees?days=${EARNED_DAYS}`),
      ])
      if (plans.kind !== 'ok' || fees.kind !== 'ok') return false
      const count = { shown: plans.body.plans.length, more: plans.body.nextCursor !== null }
      const { shown } = count
      const words = shown === 0 ? 'No plan waits' : `Review ${tallyText(count)} ${shown === 1 ? 'plan' : 'plans'}`
      fill(waits, insideLink('/approvals', { class: shown === 0 ? 'overview-none' : 'button button-main' }, words))
      const { points } = fees.body
      fill(paid, ...sums(points))
      fill(earned, ...sums(points.filter(({ role }) => holdsRole(role, 'treasury'))))
      return true
    },
  }
}

/** What these payments come to, of each currency. */
function sums(points: FeesResponse['points']): Child[] {
  const found = new Map<string, AmountView>()
  for (const { amount } of points) {
    const before = found.get(amount.currency)
    found.set(amount.currency, amountLike(amount, BigInt(amount.amount) + BigInt(before?.amount ?? 0)))
  }
  const amounts = [...found.values()].filter(({ amount }) => amount !== '0')
  if (amounts.length === 0) return [h('strong', null, `0 ${PRICED_CURRENCY}`)]
  return amounts.flatMap((amount, index) => [index > 0 && ' + ', h('strong', null, amountFigure(amount, 'payout'))])
}
