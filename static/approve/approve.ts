import type { DryRunPublicView } from '../../src/features/dry-run/dry-run-view.ts'
import { ask } from '../lib/api.ts'
import { byId, fill, h } from '../lib/dom.ts'
import { exactAmount, plural } from '../lib/format.ts'
import { icon } from '../lib/icons.ts'
import { poll } from '../lib/poll.ts'
import { tickSteps } from '../lib/progress-steps.ts'
import { createServerClock } from '../lib/server-clock.ts'
import { OFFLINE } from '../lib/signing/notices.ts'
import { showSigningBar } from '../lib/signing/signing-bar.ts'
import { createDecision, type Decision } from './decision.ts'
import { dryRunPath } from './dry-run.ts'
import { createRetrying, noPlan, type Refused } from './no-plan.ts'
import { phoneLink } from './phone-link.ts'
import { isUnlocked } from './outcome.ts'
import { createPicture, type Picture } from './picture.ts'
import { planDetails, planTitle } from './plan-details.ts'
import { warningLines } from './plan-warnings.ts'
import { createTimeLeft } from './time-left.ts'

const POLL_MS = 5_000

/** What the page shows once the plan is known. */
interface Shown {
  readonly view: DryRunPublicView
  readonly decision: Decision
  /** Null where there is none to see: a lock of fees. */
  readonly picture: Picture | null
}

/** What the bar says last: the time that is left, and how many of several approved. */
interface BarEnd {
  readonly end: HTMLElement
  readonly count: HTMLElement | null
}

/** Shows the plan, and what can be decided of it, as long as it can. */
function startApproval(dryRunId: string): void {
  const clock = createServerClock()
  const connection = byId('connection')
  const timeLeft = createTimeLeft({ announce })
  const count = h('span', { class: 'bar-count' })
  let shown: Shown | null = null

  const leftMs = ({ view }: Shown) => Date.parse(view.expiresAt) - clock.nowMs()
  const update = (): void => {
    if (!shown) return
    const { view, decision, picture } = shown
    const state = { expired: leftMs(shown) <= 0, last: timeLeft.last(leftMs(shown)) }
    decision.show(view, { ...state, pictureShown: picture?.isShown() ?? true, loadPicture: picture?.retry() ?? null })
  }
  const tick = (): void => {
    retrying.tick()
    if (!shown) return
    timeLeft.show(shown.view, leftMs(shown))
    count.textContent = `${shown.view.approvals.length} of ${shown.view.approvalsRequired} approved`
    update()
    tickSteps(clock.nowMs())
  }
  const show = (view: DryRunPublicView): void => {
    if (shown) {
      const before = shown.view
      shown = { ...shown, view }
      if (before.changedSince.join() !== view.changedSince.join()) showDetails(shown)
      else if (isUnlocked(view) !== isUnlocked(before) || warningLines(before).join() !== warningLines(view).join()) fillDetails(shown)
    } else {
      const picture = view.intent === 'launch' ? createPicture(view.dryRunId, update) : null
      shown = { view, picture, decision: createDecision({ clock, refresh, announce, phone: phoneLink() }) }
      showPlan(shown, { end: timeLeft.element, count: view.approvalsRequired > 1 ? count : null })
    }
    tick()
  }
  /** Asks for the plan's state and shows it. */
  const refresh = async (): Promise<void> => {
    const answer = await ask<DryRunPublicView>(dryRunPath(dryRunId))
    const isGone = answer.kind === 'problem' && answer.status === 404
    if (answer.kind === 'ok') clock.learn(answer.body.serverTime)
    if (answer.kind === 'ok' || isGone) connection.hidden = true
    if (answer.kind === 'ok') show(answer.body)
    else if (answer.kind === 'same') return
    else if (shown && isGone)
      show({ ...shown.view, expiresAt: new Date(Math.min(Date.parse(shown.view.expiresAt), clock.nowMs())).toISOString() })
    else if (shown) showTrouble(connection, answer)
    else {
      retrying.failed()
      showEnd(noPlan(answer, { dryRunId, nowMs: clock.nowMs(), retrying }))
    }
  }

  const watcher = poll(POLL_MS, refresh)
  const retrying = createRetrying(clock, POLL_MS, () => watcher.now())
  watcher.now()
  setInterval(tick, 1_000)
}

/** Puts plan and decision on the page, and the time that is left above them. */
function showPlan({ view, decision, picture }: Shown, bar: BarEnd): void {
  document.title = `Approve ${planTitle(view)}`
  const page = byId('page')
  fill(
    page,
    h('div', { class: 'details sheet', id: 'details' }, ...planDetails(view, picture?.element ?? null)),
    h('div', { class: 'decision-side' }, decision.element),
  )
  page.removeAttribute('aria-busy')
  page.className = 'approve'
  showBar(view, decision, bar)
  announce(`The plan is loaded. ${plural(warningLines(view).length, 'warning')}.`)
}

/** Puts the plan on the page anew, and leaves the decision as it is. */
const fillDetails = ({ view, picture }: Shown): void => fill(byId('details'), ...planDetails(view, picture?.element ?? null))

/** The same after something changed, which is said. */
function showDetails(shown: Shown): void {
  const { view } = shown
  fillDetails(shown)
  announce(`Something changed since this plan was made. ${plural(view.changedSince.length, 'change')}.`)
}

function showBar({ plan, intent }: DryRunPublicView, decision: Decision, bar: BarEnd): void {
  const nameOf = (coin: string) => (intent === 'launch' ? coin : plan.ticker === '' ? 'Fee lock' : `Fee lock of ${coin}`)
  const figures = [...(plan.cost ? [exactAmount(plan.cost.total)] : []), plural(plan.shareholders.length, 'wallet')]
  showSigningBar({
    what: nameOf(plan.name),
    brief: nameOf(`$${plan.ticker}`),
    figures,
    ...bar,
    way: 'See the decision',
    panel: decision.element,
  })
}

const announce = (text: string) => void (byId('announcer').textContent = text)

/** Says above the plan that it could not be asked for anew. */
function showTrouble(connection: HTMLElement, { kind }: Refused): void {
  const text = kind === 'offline' ? `${OFFLINE.title}. ${OFFLINE.text}` : 'The service has a problem. This page tries again by itself.'
  fill(connection, icon('warn'), text)
  connection.hidden = false
}

/** Shows why there is no plan to see. */
function showEnd({ title, element }: ReturnType<typeof noPlan>): void {
  const page = byId('page')
  fill(page, element)
  page.removeAttribute('aria-busy')
  page.className = ''
  document.title = title
  announce(title)
}

startApproval(decodeURIComponent(location.pathname.split('/')[2] ?? ''))
