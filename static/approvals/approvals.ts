import type { PlansListed } from '../../src/features/approvals/waiting-plan-view.ts'
import { byId, fill, h } from '../lib/dom.ts'
import { clockText, shortText } from '../lib/format.ts'
import { poll } from '../lib/poll.ts'
import { createServerClock } from '../lib/server-clock.ts'
import type { Notice } from '../lib/signing/notices.ts'
import { action } from '../lib/signing/wallet-steps.ts'
import { type Access, createOpening } from './opening.ts'
import { createWaitingList, type WaitingList } from './waiting-list.ts'

const POLL_MS = 15_000

const CLOSED: Notice = { tone: 'info', title: 'The list is closed', text: 'It was open for 15 minutes. Sign once more to see it again.' }
const NO_KEY: Notice = { tone: 'error', title: 'The key did not open the list', text: 'It is not the operator’s key of this service.' }
const refused = (detail: string): Notice => ({
  tone: 'error',
  title: 'The service did not give the list',
  text: detail || 'Wait a minute, then open it again.',
})

/** Opens the list to whoever may see it, until they close it or their time is over. */
function startApprovals(): void {
  const clock = createServerClock()
  clock.learn(document.documentElement.dataset['serverTime'] ?? '')
  const [page, connection] = [byId('page'), byId('connection')]
  const timeLeft = h('span', { class: 'muted', role: 'timer' })
  let access: Access | null = null
  let list: WaitingList | null = null

  /** Shows the list that was opened. */
  const show = (opened: Access): void => {
    access = opened
    const choice = { start: (of: PlansListed) => start(opened, of), close: () => close(null) }
    fill(page, listBar(opened, timeLeft, choice), h('div', { id: 'plans', 'aria-busy': 'true' }))
    start(opened, 'required')
  }
  const start = (opened: Access, of: PlansListed): void => {
    list = createWaitingList(opened, of, clock)
    fill(byId('plans'), list.element)
    void update()
  }
  /** Forgets what opened the list, and asks for it again. */
  const close = (notice: Notice | null): void => {
    access = null
    list = null
    connection.hidden = true
    fill(page, opening.element)
    opening.again(notice)
  }
  const update = async (): Promise<void> => {
    const asked = list
    if (!asked || !access) return
    if (access.untilMs !== null && access.untilMs <= clock.nowMs()) return close(CLOSED)
    const answer = await asked.refresh()
    if (asked !== list) return
    connection.hidden = answer.kind !== 'offline'
    if (answer.kind === 'problem') return close(answer.status !== 401 ? refused(answer.detail) : access.untilMs === null ? NO_KEY : CLOSED)
    byId('plans').removeAttribute('aria-busy')
    byId('count').textContent = asked.count()
  }
  const tick = (): void => {
    list?.tick()
    if (access === null) return
    timeLeft.textContent = access.untilMs === null ? '' : `for ${clockText(access.untilMs - clock.nowMs())} more`
    if (access.untilMs !== null && access.untilMs <= clock.nowMs()) close(CLOSED)
  }

  const opening = createOpening({ clock, opened: show })
  poll(POLL_MS, update).now()
  setInterval(tick, 1_000)
  fill(page, opening.element)
}

/** Who opened the list and for how long, which plans are shown, and what closes it. */
function listBar(
  { who, untilMs }: Access,
  timeLeft: HTMLElement,
  { start, close }: { readonly start: (of: PlansListed) => void; readonly close: () => void },
): HTMLElement {
  const all = h('input', { type: 'checkbox', id: 'all', onchange: () => start(all.checked ? 'all' : 'required') })
  return h(
    'div',
    { class: 'approvals-bar' },
    h('strong', { id: 'count' }),
    h('p', { class: 'muted' }, 'Open for ', untilMs === null ? who : h('code', { title: who }, shortText(who)), ' ', timeLeft),
    h('label', { class: 'approvals-all', for: 'all' }, all, 'Also those that need none'),
    action('Close', close, { class: 'button button-quiet' }),
  )
}

startApprovals()
