import type { DryRunPublicView } from '../../src/features/dry-run/dry-run-view.ts'
import { ask } from '../lib/api.ts'
import { byId, fill, foreign, h } from '../lib/dom.ts'
import { amountText, clockText, plural } from '../lib/format.ts'
import { icon } from '../lib/icons.ts'
import { insideLink } from '../lib/links.ts'
import { poll } from '../lib/poll.ts'
import { createServerClock } from '../lib/server-clock.ts'
import { OFFLINE } from '../lib/signing/notices.ts'
import { createDecision, type Decision } from './decision.ts'
import { dryRunPath } from './dry-run.ts'
import { createPicture, type Picture } from './picture.ts'
import { planDetails, planTitle } from './plan-details.ts'

const POLL_MS = 5_000
/** Minutes left at which a screen reader is told. */
const SPOKEN_MINUTES = [10, 5, 1]

const dryRunId = decodeURIComponent(location.pathname.split('/')[2] ?? '')
const clock = createServerClock()
const page = byId('page')
const bar = byId('bar')
const connection = byId('connection')
const announcer = byId('announcer')

let view: DryRunPublicView | null = null
let decision: Decision | null = null
let picture: Picture | null = null

const leftMs = () => (view ? Date.parse(view.expiresAt) - clock.nowMs() : 0)

/** Asks for the plan's state and shows it. */
async function refresh(): Promise<void> {
  const answer = await ask<DryRunPublicView>(dryRunPath(dryRunId))
  if (answer.kind === 'ok') {
    clock.learn(answer.body.serverTime)
    connection.hidden = true
    show(answer.body)
  } else if (answer.kind === 'problem' && answer.status === 404) {
    connection.hidden = true
    if (view) show({ ...view, expiresAt: new Date(Math.min(Date.parse(view.expiresAt), clock.nowMs())).toISOString() })
    else showEnd(answer.code === 'dry_run_expired' ? 'expired' : 'unknown')
  } else if (answer.kind !== 'same') {
    if (!view) showEnd(answer.kind === 'offline' ? 'offline' : 'broken')
    else {
      fill(
        connection,
        icon('warn'),
        answer.kind === 'offline' ? `${OFFLINE.title}. ${OFFLINE.text}` : 'The service has a problem. This page tries again by itself.',
      )
      connection.hidden = false
    }
  }
}

function show(next: DryRunPublicView): void {
  const isFirst = view === null
  view = next
  if (isFirst) {
    document.title = `Approve ${planTitle(next)}`
    decision = createDecision({ clock, refresh, announce })
    if (next.intent === 'launch') picture = createPicture(next.dryRunId, update)
    fill(
      page,
      h('div', { class: 'details' }, ...planDetails(next, picture?.element ?? null)),
      h('div', { class: 'decision-side' }, decision.element),
    )
    page.removeAttribute('aria-busy')
    page.className = 'approve'
    showBar(next)
    new IntersectionObserver(([seen]) => void (toDecision.hidden = seen!.isIntersecting)).observe(decision.element)
    announce(`The plan is loaded. ${plural(next.plan.warnings.length, 'warning')}.`)
  }
  tick()
}

function update(): void {
  if (view && decision) decision.show(view, { expired: leftMs() <= 0, pictureShown: picture?.isShown() ?? true })
}

const timeLeft = h('span', { class: 'time-left', role: 'timer' })
/** On a phone the decision is far below the plan. */
const toDecision = h(
  'button',
  { type: 'button', class: 'button bar-decide', onclick: () => byId('decision').focus() },
  'Go to the decision',
)

function showBar({ plan, intent }: DryRunPublicView): void {
  const what = intent === 'launch' ? `$${plan.ticker}` : 'Fee lock'
  const figures = [plural(plan.shareholders.length, 'wallet'), ...(plan.cost ? [amountText(plan.cost.total)] : [])].join(' · ')
  const parts = [h('strong', null, foreign(what)), h('span', { class: 'bar-figures' }, figures), timeLeft, toDecision]
  fill(bar, h('div', { class: 'bar-inner' }, ...parts))
  bar.hidden = false
}

let lastMinute = Infinity

function tick(): void {
  if (!view) return
  const left = leftMs()
  const over = left <= 0 || view.consumed || view.rejected
  fill(timeLeft, icon('clock'), view.consumed ? 'Used' : view.rejected ? 'Rejected' : left <= 0 ? 'Expired' : `${clockText(left)} left`)
  timeLeft.classList.toggle('time-short', !over && left < 300_000)
  const minute = Math.ceil(left / 60_000)
  if (SPOKEN_MINUTES.includes(minute) && minute < lastMinute && !over) announce(`${plural(minute, 'minute')} left.`)
  if (minute < lastMinute && left <= 0 && lastMinute !== Infinity) announce('This dry-run has expired.')
  lastMinute = minute
  update()
}

const announce = (text: string) => void (announcer.textContent = text)

const ENDS = {
  expired: [
    'clock',
    'This dry-run has expired',
    'It can no longer be approved, and nothing was launched by it. Ask the agent for a new dry-run and its link.',
  ],
  unknown: ['warn', 'There is no such dry-run', 'Check that the link is complete. Dry-runs are removed some time after they expire.'],
  offline: ['warn', OFFLINE.title, OFFLINE.text],
  broken: ['warn', 'The service has a problem', 'This page tries again by itself. When it stays, tell the operator.'],
} as const

function showEnd(end: keyof typeof ENDS): void {
  const [name, title, text] = ENDS[end]
  const canRetry = end === 'offline' || end === 'broken'
  fill(
    page,
    h(
      'section',
      { class: 'card end' },
      icon(name),
      h('h1', null, title),
      h('p', null, text),
      canRetry
        ? h('button', { type: 'button', class: 'button', onclick: () => watcher.now() }, 'Try now')
        : insideLink('/board', { class: 'button' }, 'Go to the board'),
    ),
  )
  page.removeAttribute('aria-busy')
  page.className = ''
  document.title = title
  announce(title)
}

const watcher = poll(POLL_MS, refresh)
watcher.now()
setInterval(tick, 1_000)
tick()
