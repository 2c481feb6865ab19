import { byId, fill, h } from '../lib/dom.ts'
import { createPageTimes } from '../lib/page-times.ts'
import { poll } from '../lib/poll.ts'
import { createServerClock } from '../lib/server-clock.ts'
import { createConfirmDialog } from './confirm-dialog.ts'
import { directoryPart } from './directory-part.ts'
import { findingsPart } from './findings-part.ts'
import { buybacksPart, logPart } from './history-parts.ts'
import { keysPart } from './keys-part.ts'
import { moneyPart } from './money-part.ts'
import { cranksPart, launchesPart } from './operations-part.ts'
import { createNames } from './names.ts'
import { createOverview, type Overview } from './overview.ts'
import { announce, bySeverity, type OperatorPart, type PartTools, refusalOf } from './part.ts'
import { createRail, type Rail } from './rail.ts'
import { refundsPart } from './refunds-part.ts'
import { openSession, type Session } from './session.ts'
import { webhooksPart } from './webhooks-part.ts'

const POLL_MS = 20_000
const TICK_MS = 1_000
/** Where somebody writes, or reads what would close under their eyes. */
const IN_USE = 'form:focus-within, .row details[open]'

/** Every part; what needs somebody comes before all others, what is broken first. */
const PARTS: readonly ((tools: PartTools) => OperatorPart)[] = [
  launchesPart,
  webhooksPart,
  refundsPart,
  findingsPart,
  keysPart,
  moneyPart,
  directoryPart,
  cranksPart,
  buybacksPart,
  logPart,
]

/** What is open now, beside what the page has in any case. */
interface OpenConsole {
  readonly session: Session
  readonly parts: readonly OperatorPart[]
  readonly overview: Overview
  readonly rail: Rail
}

/** Opens the console to whoever has the operator's key, until it is locked. */
function startConsole(): void {
  const clock = createServerClock()
  const times = createPageTimes({ clock })
  const dialog = createConfirmDialog()
  document.body.append(dialog.element)
  /** Null while the page is locked. */
  let opened: OpenConsole | null = null

  /** Forgets the key and everything that it showed; says why, where the service did that. */
  const lock = (keyChanged: boolean): void => {
    opened?.session.end()
    opened = null
    dialog.close()
    fill(byId('console'))
    byId('connection').hidden = true
    showSignIn(true)
    refuse(null)
    byId('away').hidden = !keyChanged
    keyField().focus()
    announce(keyChanged ? '' : 'Locked')
  }
  const open = async (key: string): Promise<void> => {
    const session = await signIn(key, () => {
      if (opened) lock(true)
    })
    if (!session) return
    const tools: PartTools = { session, clock, names: createNames(session), confirm: dialog.ask, refreshAll }
    const parts = PARTS.map((make) => make(tools))
    const overview = createOverview(
      session,
      (id) => opened?.rail.goTo(id),
      () => void refreshAll(),
    )
    const made = { session, parts, overview, rail: createRail(parts) }
    opened = made
    // It comes with what it shows, so that nothing in it moves.
    await refresh(() => true)
    if (opened !== made) return
    showConsole(opened)
  }
  const refreshAll = async (): Promise<void> => {
    const around = opened?.parts.find(({ element }) => element.contains(document.activeElement))
    await refresh(() => true)
    if (opened) arrange(opened)
    // What had the focus may have gone with its row, or moved.
    if (document.activeElement === document.body) around?.element.querySelector('h2')?.focus()
  }
  /** Shows anew the overview, and those parts. */
  const refresh = async (wanted: (part: OperatorPart) => boolean): Promise<void> => {
    if (!opened) return
    const { parts, overview, rail } = opened
    const answered = await Promise.all([overview, ...parts.filter(wanted)].map((part) => part.refresh()))
    if (opened?.parts !== parts) return
    const all = answered.every(Boolean)
    byId('connection').hidden = all
    if (all) overview.wasRead(clock.elapsedMs())
    const tallies = () => Object.fromEntries(parts.map((part) => [part.element.id, part.tally()]))
    for (const part of parts) part.settle?.(tallies())
    overview.showWrong(tallies())
    rail.show()
    times.refresh()
  }

  byId('open').addEventListener('submit', (event) => {
    event.preventDefault()
    void open(keyField().value)
  })
  byId('lock').addEventListener('click', () => lock(false))
  // All of it is looked at again and again; a part that a person fills in is left alone.
  poll(POLL_MS, () => refresh(({ element }) => element.querySelector(IN_USE) === null))
  addEventListener('scroll', () => opened?.rail.follow(), { passive: true })
  byId('console').addEventListener('focusin', ({ target }) => opened?.rail.attend(target as Node))
  setInterval(() => opened?.overview.tick(clock.elapsedMs()), TICK_MS)
}

const keyField = () => byId('key') as HTMLInputElement

/** Shows where the key is asked for, or the console. */
function showSignIn(shown: boolean): void {
  byId('sign-in').hidden = !shown
  byId('console').hidden = shown
  byId('lock').hidden = shown
}

/** Says below the field why what stands there does not open it; null takes that away. */
function refuse(reason: string | null): void {
  const line = byId('refusal')
  line.hidden = reason === null
  line.textContent = reason
  const field = keyField()
  if (reason === null) {
    field.removeAttribute('aria-invalid')
    field.removeAttribute('aria-describedby')
    return
  }
  field.setAttribute('aria-invalid', 'true')
  field.setAttribute('aria-describedby', line.id)
}

/** A session with this key, which `ended` hears of when the service refuses it; null where it does at once, and then the page says why. */
async function signIn(key: string, ended: () => void): Promise<Session | null> {
  const button = document.querySelector<HTMLButtonElement>('#open button')!
  refuse(null)
  byId('away').hidden = true
  button.disabled = true
  let refused = false
  const session = openSession(key, () => {
    refused = true
    ended()
  })
  const answer = await session.ask('/api/operator/findings')
  button.disabled = false
  if (answer.kind === 'ok') {
    keyField().value = ''
    return session
  }
  session.end()
  refuse(refused ? 'This is not the operator key of this service.' : refusalOf(answer))
  keyField().select()
  return null
}

/** What needs the operator comes first; nothing moves that stands right already, nor by itself while somebody reads. */
function arrange({ parts, rail }: OpenConsole): void {
  const order = bySeverity(parts)
  const holder = document.querySelector('.parts')!
  if (order.every(({ element }, index) => holder.children[index] === element)) return
  holder.prepend(...order.map(({ element }) => element))
  rail.arrange(order)
}

function showConsole(console: OpenConsole): void {
  const { overview, rail } = console
  fill(
    byId('console'),
    overview.element,
    h(
      'div',
      { class: 'console' },
      rail.element,
      h('div', { class: 'parts sheet' }, h('p', { class: 'quiet muted', 'aria-hidden': 'true' }, 'Empty:')),
    ),
  )
  arrange(console)
  showSignIn(false)
  rail.follow()
  announce('The console is open')
  document.querySelector<HTMLElement>('.parts h2')!.focus()
}

startConsole()
