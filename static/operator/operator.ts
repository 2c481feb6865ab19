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
import { announce, type PartTools, refusalOf } from './part.ts'
import { refundsPart } from './refunds-part.ts'
import { openSession, type Session } from './session.ts'
import { webhooksPart } from './webhooks-part.ts'
import type { RefreshedPart } from '../lib/refreshed-part.ts'

const POLL_MS = 30_000

/** Every part, in the order of the page. */
const PARTS: readonly ((tools: PartTools) => RefreshedPart)[] = [
  findingsPart,
  launchesPart,
  keysPart,
  webhooksPart,
  refundsPart,
  moneyPart,
  directoryPart,
  cranksPart,
  buybacksPart,
  logPart,
]

/** What is open now, beside what the page has in any case. */
interface OpenConsole {
  readonly session: Session
  readonly parts: readonly RefreshedPart[]
}

/** Opens the console to whoever has the operator's key, until it is locked. */
function startConsole(): void {
  const clock = createServerClock()
  const times = createPageTimes({ clock })
  const dialog = createConfirmDialog()
  document.body.append(dialog.element)
  /** Null while the page is locked. */
  let opened: OpenConsole | null = null

  /** Forgets the key and everything that it showed. */
  const lock = (reason: string | null): void => {
    opened?.session.end()
    opened = null
    dialog.close()
    fill(byId('console'))
    byId('connection').hidden = true
    showSignIn(true)
    refuse(reason)
    keyField().focus()
    announce(reason === null ? 'Locked' : '')
  }
  const open = async (key: string): Promise<void> => {
    const session = await signIn(key, () => {
      if (opened) lock('The service does not accept this key any more. What was shown is put away.')
    })
    if (!session) return
    const tools: PartTools = { session, clock, confirm: dialog.ask, refreshAll }
    opened = { session, parts: PARTS.map((make) => make(tools)) }
    showConsole(opened.parts, refreshAll)
    void refreshAll()
  }
  const refreshAll = async (): Promise<void> => {
    if (!opened) return
    const { parts } = opened
    const around = parts.find(({ element }) => element.contains(document.activeElement))
    const answered = await Promise.all(parts.map((part) => part.refresh()))
    if (opened?.parts !== parts) return
    byId('connection').hidden = answered.every(Boolean)
    times.refresh()
    // What had the focus may have gone with its row.
    if (document.activeElement === document.body) around?.element.querySelector('h2')?.focus()
  }

  byId('open').addEventListener('submit', (event) => {
    event.preventDefault()
    void open(keyField().value)
  })
  byId('lock').addEventListener('click', () => lock(null))
  // What is wrong is looked at again and again; what a person reads or fills in is left alone.
  poll(POLL_MS, async () => {
    const answered = (await opened?.parts[0]!.refresh()) ?? true
    byId('connection').hidden = answered || !opened
  })
}

const keyField = () => byId('key') as HTMLInputElement

/** Shows where the key is asked for, or the console. */
function showSignIn(shown: boolean): void {
  byId('sign-in').hidden = !shown
  byId('console').hidden = shown
  byId('lock').hidden = shown
}

function refuse(reason: string | null): void {
  const place = byId('refusal')
  place.hidden = reason === null
  place.textContent = reason ?? ''
}

/** A session with this key, which `ended` hears of when the service refuses it; null where it does at once, and then the page says why. */
async function signIn(key: string, ended: () => void): Promise<Session | null> {
  const button = document.querySelector<HTMLButtonElement>('#open button')!
  refuse(null)
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

function showConsole(parts: readonly RefreshedPart[], refreshAll: () => Promise<void>): void {
  const links = parts.map(({ element }) => {
    const heading = element.querySelector('h2')!
    const link = h('button', { type: 'button', class: 'button button-quiet' }, heading.textContent)
    link.addEventListener('click', () => {
      heading.scrollIntoView()
      heading.focus({ preventScroll: true })
    })
    return h('li', null, link)
  })
  const refresh = h('button', { type: 'button', class: 'button', onclick: () => void refreshAll() }, 'Refresh')
  fill(
    byId('console'),
    h('h1', { class: 'spoken' }, 'Operator’s console'),
    h('nav', { class: 'parts-nav', 'aria-label': 'Parts of the console' }, h('ul', { role: 'list' }, ...links), refresh),
    h('div', { class: 'parts' }, ...parts.map(({ element }) => element)),
  )
  showSignIn(false)
  announce('The console is open')
  parts[0]!.element.querySelector('h2')!.focus()
}

startConsole()
