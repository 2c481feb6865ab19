import type { DryRunPublicView } from '../../src/features/dry-run/dry-run-view.ts'
import { fill, h } from '../lib/dom.ts'
import { clockText, plural } from '../lib/format.ts'
import { icon } from '../lib/icons.ts'
import { isUnlocked, usedTitle } from './outcome.ts'

/** Minutes left at which a screen reader is told. */
const SPOKEN_MINUTES = [10, 5, 1]
/** Less than this is little. */
const SHORT_MS = 300_000

/** How long the plan can still be decided on. */
export interface TimeLeft {
  readonly element: HTMLElement
  /** Says it in a sentence, in the last minutes; null before. */
  last(leftMs: number): HTMLElement | null
  /** Shows it; called each second. */
  show(view: DryRunPublicView, leftMs: number): void
}

/** Builds it; `announce` has a screen reader say the last minutes, each once. */
export function createTimeLeft({ announce }: { readonly announce: (text: string) => void }): TimeLeft {
  const element = h('span', { class: 'time-left', role: 'timer' })
  const last = h('span', { class: 'last-minutes' })
  let lastMinute = Infinity
  return {
    element,
    last: (leftMs) => (leftMs < SHORT_MS ? last : null),
    show(view, leftMs) {
      const { consumed, rejected, operation } = view
      const inUse = operation !== null && !consumed
      const over = leftMs <= 0 || consumed || rejected || inUse
      fill(
        element,
        icon(isUnlocked(view) ? 'open' : consumed ? 'check' : rejected && !inUse ? 'cross' : 'clock'),
        consumed || inUse
          ? usedTitle(view)
          : rejected
            ? 'Rejected'
            : leftMs <= 0
              ? 'Expired'
              : h(
                  'span',
                  null,
                  clockText(leftMs),
                  h('span', { class: 'time-word' }, ' left'),
                  h('span', { class: 'time-what' }, ` to ${view.approved ? 'launch' : 'decide'}`),
                ),
      )
      last.textContent = `Expires in ${clockText(leftMs)}. After that the agent needs a new plan.`
      element.classList.toggle('time-open', isUnlocked(view))
      element.classList.toggle('time-short', !over && leftMs < SHORT_MS)
      const minute = Math.ceil(leftMs / 60_000)
      if (SPOKEN_MINUTES.includes(minute) && minute < lastMinute && !over) announce(`${plural(minute, 'minute')} left.`)
      if (minute < lastMinute && leftMs <= 0 && lastMinute !== Infinity) announce('This plan has expired.')
      lastMinute = minute
    },
  }
}
