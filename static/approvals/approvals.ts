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

const clock = createServerClock()
clock.learn(document.documentElement.dataset['serverTime'] ?? '')
const page = byId('page')
const connection = byId('connection')
const opening = createOpening({ clock, opened: show })

let access: Access | null = null
let list: WaitingList | null = null
const timeLeft = h('span', { class: 'muted', role: 'timer' })

/** Shows the list that was opened. */
function show(opened: Access): void {
  access = opened
  const all = h('input', { type: 'checkbox', id: 'all', onchange: () => start(opened, all.checked ? 'all' : 'required') })
  const holder = h('div', { id: 'plans', 'aria-busy': 'true' })
  const who = opened.untilMs === null ? opened.who : shortText(opened.who)
  fill(
    page,
    h(
      'div',
      { class: 'approvals-bar' },
      h('p', null, 'Open for ', h('strong', null, who), ' ', timeLeft),
      h('label', { class: 'approvals-all', for: 'all' }, all, 'Also those that need none'),
      action('Close', () => close(null), { class: 'button button-quiet' }),
    ),
    holder,
  )
  start(opened, 'required')
}

function start(opened: Access, of: 'required' | 'all'): void {
  list = createWaitingList(opened, of, clock)
  fill(byId('plans'), list.element)
  void update()
}

/** Forgets what opened the list, and asks for it again. */
function close(notice: Notice | null): void {
  access = null
  list = null
  connection.hidden = true
  fill(page, opening.element)
  opening.again(notice)
}

async function update(): Promise<void> {
  const asked = list
  if (!asked || !access) return
  if (access.untilMs !== null && access.untilMs <= clock.nowMs()) return close(CLOSED)
  const answer = await asked.refresh()
  if (asked !== list) return
  connection.hidden = answer.kind !== 'offline'
  if (answer.kind === 'problem') return close(answer.status !== 401 ? refused(answer.detail) : access.untilMs === null ? NO_KEY : CLOSED)
  byId('plans').removeAttribute('aria-busy')
}

function tick(): void {
  list?.tick()
  if (access === null) return
  timeLeft.textContent = access.untilMs === null ? '' : `for ${clockText(access.untilMs - clock.nowMs())} more`
  if (access.untilMs !== null && access.untilMs <= clock.nowMs()) close(CLOSED)
}

poll(POLL_MS, update).now()
setInterval(tick, 1_000)
fill(page, opening.element)
