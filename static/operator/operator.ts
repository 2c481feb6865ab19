import { refreshTimes } from '../lib/coin-parts.ts'
import { byId, fill, h } from '../lib/dom.ts'
import { poll } from '../lib/poll.ts'
import { createConfirmDialog } from './confirm-dialog.ts'
import { directoryPart } from './directory-part.ts'
import { findingsPart } from './findings-part.ts'
import { buybacksPart, logPart } from './history-parts.ts'
import { keysPart } from './keys-part.ts'
import { moneyPart } from './money-part.ts'
import { cranksPart, launchesPart } from './operations-part.ts'
import { announce, type Part, type PartTools, refusalOf } from './part.ts'
import { refundsPart } from './refunds-part.ts'
import { openSession, type Session } from './session.ts'
import { webhooksPart } from './webhooks-part.ts'

const POLL_MS = 30_000

/** Every part, in the order of the page. */
const PARTS: readonly ((tools: PartTools) => Part)[] = [
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

const keyField = byId('key') as HTMLInputElement
const openButton = document.querySelector<HTMLButtonElement>('#open button')!
const dialog = createConfirmDialog()
document.body.append(dialog.element)

/** What is open now; null while the page is locked. */
let opened: { readonly session: Session; readonly parts: readonly Part[] } | null = null

/** Forgets the key and everything that it showed. */
function lock(reason: string | null): void {
  opened?.session.end()
  opened = null
  dialog.close()
  fill(byId('console'))
  byId('console').hidden = true
  byId('connection').hidden = true
  byId('lock').hidden = true
  byId('sign-in').hidden = false
  refuse(reason)
  keyField.focus()
  announce(reason === null ? 'Locked' : '')
}

function refuse(reason: string | null): void {
  const place = byId('refusal')
  place.hidden = reason === null
  place.textContent = reason ?? ''
}

async function open(key: string): Promise<void> {
  refuse(null)
  openButton.disabled = true
  let refused = false
  const session = openSession(key, () => {
    refused = true
    if (opened) lock('The service does not accept this key any more. What was shown is put away.')
  })
  const answer = await session.ask('/api/operator/findings')
  openButton.disabled = false
  if (answer.kind !== 'ok') {
    session.end()
    refuse(refused ? 'This is not the operator key of this service.' : refusalOf(answer))
    keyField.select()
    return
  }
  keyField.value = ''
  show(session)
}

function show(session: Session): void {
  const tools: PartTools = { session, confirm: dialog.ask, refreshAll }
  const parts = PARTS.map((make) => make(tools))
  opened = { session, parts }
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
  byId('sign-in').hidden = true
  byId('console').hidden = false
  byId('lock').hidden = false
  announce('The console is open')
  parts[0]!.element.querySelector('h2')!.focus()
  void refreshAll()
}

async function refreshAll(): Promise<void> {
  if (!opened) return
  const { parts } = opened
  const around = parts.find(({ element }) => element.contains(document.activeElement))
  const answered = await Promise.all(parts.map((part) => part.refresh()))
  if (opened?.parts !== parts) return
  byId('connection').hidden = answered.every(Boolean)
  refreshTimes()
  // What had the focus may have gone with its row.
  if (document.activeElement === document.body) around?.element.querySelector('h2')?.focus()
}

byId('open').addEventListener('submit', (event) => {
  event.preventDefault()
  void open(keyField.value)
})
byId('lock').addEventListener('click', () => lock(null))
// What is wrong is looked at again and again; what a person reads or fills in is left alone.
poll(POLL_MS, async () => {
  const answered = (await opened?.parts[0]!.refresh()) ?? true
  byId('connection').hidden = answered || !opened
})
