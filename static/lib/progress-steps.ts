import { LIMITS } from '../../src/domain/limits.ts'
import { h, spoken } from './dom.ts'
import { utcTimeText } from './format.ts'
import { icon } from './icons.ts'

/** Where a step stands: behind, under way, to come, left open, or failed. */
export type StepState = 'done' | 'now' | 'ahead' | 'open' | 'failed'

/** A step of what is pending. */
export interface ProgressStep {
  readonly name: string
  readonly state: StepState
  /** When it was reached, or since when it is waited for; null where nobody knows. */
  readonly at: string | null
  /** What shows that it was, in the place of the time, or what stopped it, before that. */
  readonly proof?: HTMLElement
}

/** What a screen reader says after the name, of a step whose name does not say it. */
const SPOKEN: Readonly<Partial<Record<StepState, string>>> = { done: 'done', now: 'under way', ahead: 'to come', open: 'did not happen' }

/** Until then nobody counts the seconds. */
const JUST_NOW_MS = 5_000

const MARKS: Readonly<Partial<Record<StepState, Parameters<typeof icon>[0]>>> = { done: 'check', open: 'warn', failed: 'cross' }

/** From which age on a step has the time since it; of what is over, the time on the clock. */
type Times = number | 'clock'

/** The steps in a line, each with the time since, once that is `fromMs`; `tickSteps` keeps the times true. */
export const progressSteps = (steps: readonly ProgressStep[], nowMs: number, fromMs: Times = 0): HTMLElement =>
  h('ol', { class: 'steps', 'aria-label': 'Progress', 'data-from': fromMs }, ...steps.map((step) => stepOf(step, nowMs, fromMs)))

function stepOf({ name, state, at, proof }: ProgressStep, nowMs: number, fromMs: Times): HTMLElement {
  const [mark, words] = [MARKS[state], /^(Not|Waiting) /.test(name) ? undefined : SPOKEN[state]]
  const since = name.startsWith('Waiting ') ? 'waits' : state
  return h(
    'li',
    { class: `step-${state}`, 'aria-current': state === 'now' ? 'step' : null },
    h('span', { class: 'step-mark', 'aria-hidden': 'true' }, mark && icon(mark)),
    h('span', { class: 'step-name' }, name, words && spoken(`, ${words}`)),
    proof,
    at !== null &&
      fromMs !== 'clock' &&
      h('span', { class: 'step-since muted', 'data-at': at, 'data-state': since }, sinceText({ at, state: since }, nowMs, fromMs)),
    fromMs === 'clock' && state === 'done' && at !== null && h('span', { class: 'step-at muted' }, utcTimeText(at)),
  )
}

/**
 * What stands below the steps of work on a chain once it takes longer than a request waits for it; `tickSteps` writes it. The service
 * sends it again until it has landed or can land no more.
 */
export const lateNote = (since: string): HTMLElement => h('p', { class: 'steps-late muted', 'data-since': since })

const GOES_ON = 'The service goes on by itself: every few seconds it looks at the chain and sends again what is missing.'

/** How long until what is under way since then takes longer than a request waits for it. */
export const lateInMs = (since: string, nowMs: number): number => Date.parse(since) + LIMITS.launchWaitMs - nowMs

function lateText(since: string, nowMs: number): string {
  if (lateInMs(since, nowMs) > 0) return ''
  return `This takes longer than usual. ${GOES_ON}`
}

/** Says anew how long ago each step on the page was, and whether one takes long. */
export function tickSteps(nowMs: number): void {
  for (const note of document.querySelectorAll<HTMLElement>('.steps-late')) {
    const text = lateText(note.dataset['since'] ?? '', nowMs)
    if (note.textContent !== text) note.textContent = text
  }
  for (const since of document.querySelectorAll<HTMLElement>('.step-since')) {
    const { at = '', state = '' } = since.dataset
    const fromMs = Number(since.closest<HTMLElement>('.steps')?.dataset['from'])
    const text = sinceText({ at, state }, nowMs, fromMs)
    if (since.textContent !== text) since.textContent = text
  }
}

function sinceText({ at, state }: { readonly at: string; readonly state: string }, nowMs: number, fromMs: number): string {
  if (nowMs - Date.parse(at) < fromMs) return ''
  if (nowMs - Date.parse(at) < JUST_NOW_MS) return 'just now'
  const span = spanText(nowMs - Date.parse(at))
  // Its name says that it is waited for.
  if (state === 'waits') return `for ${span}`
  return state === 'now' ? `waiting ${span}` : `${span} ago`
}

function spanText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000))
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`
  return seconds < 86_400 ? `${Math.floor(seconds / 3_600)} h` : `${Math.floor(seconds / 86_400)} d`
}
