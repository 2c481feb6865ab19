import type { Answer } from '../lib/api.ts'
import { byId, fill, h } from '../lib/dom.ts'
import { clockText, shortText } from '../lib/format.ts'
import { poll } from '../lib/poll.ts'
import { createServerClock, type ServerClock } from '../lib/server-clock.ts'
import type { Notice } from '../lib/signing/notices.ts'
import { action } from '../lib/signing/wallet-steps.ts'
import { type Access, createOpening } from './opening.ts'

const POLL_MS = 15_000

const CLOSED: Notice = { tone: 'info', title: 'The list is closed', text: 'It was open for 15 minutes. Sign once more to see it again.' }
const NO_KEY: Notice = { tone: 'error', title: 'The key did not open the list', text: 'It is not the operator’s key of this service.' }
const refused = (detail: string): Notice => ({
  tone: 'error',
  title: 'The service did not give the list',
  text: detail || 'Wait a minute, then open it again.',
})

/** What an approver or the operator may see. */
export interface OpenedList {
  readonly element: HTMLElement
  /** What narrows it, beside who opened it. */
  readonly filter?: HTMLElement
  /** Asks the service again for what is shown. */
  refresh(): Promise<Answer<unknown>>
  /** Says anew what depends on the time. */
  tick(): void
  /** How many it shows, in words; empty where there are none. */
  count(): string
}

/** How lists of a page are made. `show` puts another one in the place of the one that is shown. */
export interface ListMaker {
  /** The first list of this access. */
  create(access: Access, clock: ServerClock): OpenedList
  /** What stands beside who opened it. */
  choices?(access: Access, clock: ServerClock, show: (list: OpenedList) => void): HTMLElement
}

/** Opens a list to whoever may see it, until they close it or their time is over. */
export function startOpenedList({ create, choices }: ListMaker): void {
  const clock = createServerClock()
  clock.learn(document.documentElement.dataset['serverTime'] ?? '')
  const [page, connection] = [byId('page'), byId('connection')]
  const timeLeft = h('span', { class: 'muted', role: 'timer' })
  let access: Access | null = null
  let list: OpenedList | null = null

  const opened = (by: Access): void => {
    access = by
    fill(
      page,
      listBar(by, timeLeft, choices?.(by, clock, show) ?? null, () => close(null)),
      h('div', { id: 'plans', 'aria-busy': 'true' }),
    )
    show(create(by, clock))
    tick()
  }
  const show = (next: OpenedList): void => {
    list = next
    fill(byId('plans'), next.element)
    fill(byId('filter'), next.filter)
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
    timeLeft.textContent = access.untilMs === null ? '' : ` · session ends in ${clockText(access.untilMs - clock.nowMs())}`
    if (access.untilMs !== null && access.untilMs <= clock.nowMs()) close(CLOSED)
  }

  const opening = createOpening({ clock, opened })
  poll(POLL_MS, update).now()
  setInterval(tick, 1_000)
  fill(page, opening.element)
}

/** Who opened the list and for how long, and what closes it. */
const listBar = ({ who, untilMs }: Access, timeLeft: HTMLElement, choices: HTMLElement | null, close: () => void): HTMLElement =>
  h(
    'div',
    { class: 'approvals-bar' },
    h('strong', { id: 'count' }),
    h('div', { id: 'filter' }),
    h('p', { class: 'muted' }, 'Signed in as ', untilMs === null ? who : h('code', { title: who }, shortText(who)), timeLeft),
    choices,
    action('Sign out', close, { class: 'button button-quiet' }),
  )
