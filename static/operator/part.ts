import { byId, type Child, h } from '../lib/dom.ts'
import { copyButton } from '../lib/address.ts'
import type { Answer } from '../lib/api.ts'
import { shortText } from '../lib/format.ts'
import type { ServerClock } from '../lib/server-clock.ts'
import { countText } from '../../src/domain/money/figure-text.ts'
import type { PagedList } from '../lib/paged-list.ts'
import type { RefreshedPart } from '../lib/refreshed-part.ts'
import type { Names } from './names.ts'
import type { Session } from './session.ts'

/** What every part is given. */
export interface PartTools {
  readonly session: Session
  readonly clock: ServerClock
  readonly names: Names
  /** Resolves with true once the person has said yes. */
  confirm(question: Question): Promise<boolean>
  /** Shows all parts anew, after something was done. */
  refreshAll(): Promise<void>
}

/** What a person is asked before something that cannot be taken back. */
export interface Question {
  readonly title: Child
  readonly text: readonly Child[]
  /** What stands below it: figures to copy, or a choice. */
  readonly parts?: readonly Child[]
  /** What the button says that does it. */
  readonly verb: string
  /** It ends something for good. */
  readonly ends?: true
}

/** How many things a part has, as the rail says it. */
export interface Tally {
  readonly shown: number
  readonly more: boolean
  /** They wait for the operator, rather than being a record. */
  readonly needsYou: boolean
  /** Nothing of it is broken. */
  readonly mild?: boolean
}

/** A part of the console. */
export interface OperatorPart extends RefreshedPart {
  /** What it has; null for a part that counts nothing. */
  tally(): Tally | null
  /** Every part was read: what another part shows, by its id, is left out here. */
  settle?(tallies: Tallies): void
}

/** What each part has, by its id. */
export type Tallies = Readonly<Record<string, Tally | null>>

/** What needs the operator most comes first: what is broken, what is worth a look, the rest; of one rank as they stand. */
export const bySeverity = (parts: readonly OperatorPart[]): OperatorPart[] => parts.toSorted((a, b) => rank(a.tally()) - rank(b.tally()))

const rank = (tally: Tally | null): number => (!tally?.needsYou || tally.shown === 0 ? 2 : tally.mild ? 1 : 0)

/** A part with nothing in it and nothing to do: a word in the last line of the page. */
export const isQuiet = (element: HTMLElement): boolean => element.classList.contains('is-quiet')

/** `3`, `10+`. */
export const tallyText = ({ shown, more }: Pick<Tally, 'shown' | 'more'>): string => `${countText(shown)}${more ? '+' : ''}`

/** The text with a capital. */
export const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/** Folds a part with nothing in it to one line; one that has nothing to do either is a word in the line of the quiet ones. */
export const foldEmpty = (element: HTMLElement, empty: boolean): void => {
  element.classList.toggle('is-empty', empty)
  element.classList.toggle('is-quiet', empty && element.querySelector(':scope > .folded') === null)
}

/** What the columns of a list are called, where it has columns; a screen reader hears it in each row. The fifth is of what can be done. */
export const recordHeads = (...names: readonly [what: string, state: string, by: string, when?: string, can?: '']): HTMLElement =>
  h(
    'p',
    { class: 'record record-heads', 'aria-hidden': 'true' },
    ...names.map((name, index) => h('span', { class: RECORD_COLUMNS[index] }, name)),
  )

const RECORD_COLUMNS = ['record-what', 'record-state', 'record-by', 'record-when', 'record-do']

/** A part that is one list, with what stands above it. */
export function listPart(
  {
    id,
    title,
    needsYou = false,
    mild = false,
  }: Pick<Tally, 'mild'> & { readonly id: string; readonly title: string; readonly needsYou?: boolean },
  list: PagedList,
  ...above: readonly Child[]
): OperatorPart {
  const element = card(id, title, ...above, list.element)
  return {
    element,
    tally: () => ({ ...list.count(), needsYou, mild }),
    async refresh() {
      const answered = await list.refresh()
      foldEmpty(element, list.count().shown === 0)
      return answered
    },
  }
}

/** A card with a heading, which the navigation leads to by its id. */
export function card(id: string, title: string, ...children: readonly Child[]): HTMLElement {
  const heading = h('h2', { id: `${id}-title`, tabindex: '-1' }, title)
  return h('section', { class: 'card', id, 'aria-labelledby': `${id}-title` }, heading, ...children)
}

/** The ends of an id beside the button that copies all of it. */
export const copyableId = (id: string, what: string): HTMLElement =>
  h('span', { class: 'copyable-id' }, h('span', { class: 'muted fingerprint', title: id }, shortText(id)), copyButton(id, what))

/** Says this to a screen reader. */
export const announce = (text: string): void => void (byId('announcer').textContent = text)

/** Why it was not done, in words; null for an answer that says that it was. */
export function refusalOf(answer: Answer<unknown>): string | null {
  if (answer.kind === 'offline') return 'The service did not answer; look whether it was done before you try again.'
  return answer.kind === 'problem' ? answer.detail || 'The service refused it.' : null
}

/** A line below buttons that says what came of them. */
export function outcomeLine(): { readonly element: HTMLElement; say(text: string, bad: boolean): void } {
  const element = h('p', { class: 'outcome', role: 'status', hidden: true })
  return {
    element,
    say(text, bad) {
      element.hidden = false
      element.classList.toggle('outcome-bad', bad)
      element.textContent = text
    },
  }
}

/** Runs `work` once at a time; what comes meanwhile is dropped. A button that it belongs to keeps the focus. */
export function oneAtATime(work: () => Promise<void>): () => void {
  let running = false
  const run = async () => {
    if (running) return
    running = true
    try {
      await work()
    } finally {
      running = false
    }
  }
  return () => void run()
}

/** A button that does something once at a time. */
export const actionButton = (title: string, className: string, work: () => Promise<void>): HTMLButtonElement =>
  h('button', { type: 'button', class: `button ${className}`, onclick: oneAtATime(work) }, title)
