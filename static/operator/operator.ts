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
import { announce, type OperatorPart, type PartTools, refusalOf } from './part.ts'
import { createRail, type Rail } from './rail.ts'
import { refundsPart } from './refunds-part.ts'
import { openSession, type Session } from './session.ts'
import { webhooksPart } from './webhooks-part.ts'

const POLL_MS = 20_000
const TICK_MS = 1_000
/** Where somebody writes, or reads what would close under their eyes. */
const IN_USE = 'form:focus-within, .row details[open]'

/** Every part, in the order of the page and its rail, whatever is in them: what may need somebody first. */
const PARTS: readonly ((tools: PartTools) => OperatorPart)[] = [
  findingsPart,
  launchesPart,
  webhooksPart,
  refundsPart,
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

  /** Forgets the key and everything that it showed; says why, where nobody locked it. */
  const lock = (reason: string | null): void => {
    opened?.session.end()
    opened = null
    dialog.close()
    fill(byId('console'))
    byId('connection').hidden = true
    showSignIn(true)
    refuse(null)
    showAway(reason)
    keyField().focus()
    announce(reason === null ? 'Locked' : '')
  }
  const open = async (key: string): Promise<void> => {
    const session = await signIn(key, () => {
      if (opened) lock('The service does not accept this key any more. Enter the one that holds now.')
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
    // What had the focus may have gone with its row.
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
  byId('lock').addEventListener('click', () => lock(null))
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

/** Says above the field why the console closed by itself; null takes that away. */
function showAway(reason: string | null): void {
  const notice = byId('away')
  notice.hidden = reason === null
  notice.querySelector('p')!.textContent = reason
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
  showAway(null)
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

function showConsole({ parts, overview, rail }: OpenConsole): void {
  fill(
    byId('console'),
    overview.element,
    h(
      'div',
      { class: 'console' },
      rail.element,
      h(
        'div',
        { class: 'parts sheet' },
        ...parts.map(({ element }) => element),
        h('p', { class: 'quiet muted', 'aria-hidden': 'true' }, 'Empty:'),
      ),
    ),
  )
  showSignIn(false)
  rail.follow()
  announce('The console is open')
  parts[0]!.element.querySelector('h2')!.focus()
}

startConsole()
