import { countText } from '../../src/domain/money/figure-text.ts'
import { h, spoken } from '../lib/dom.ts'
import { insideLink } from '../lib/links.ts'
import { type OperatorPart, tallyText } from './part.ts'

/** The way to each part, with how much is in it. */
export interface Rail {
  readonly element: HTMLElement
  /** Counts anew. */
  show(): void
}

/** Brings the part into sight, and the focus to its heading. */
export function goToPart(element: HTMLElement): void {
  const heading = element.querySelector('h2')!
  heading.scrollIntoView()
  heading.focus({ preventScroll: true })
}

/** Builds the rail of these parts. */
export function createRail(parts: readonly OperatorPart[]): Rail {
  const entries = parts.map((part) => {
    const count = h('span', { class: 'rail-count' })
    const title = part.element.querySelector('h2')!.textContent
    const go = h('button', { type: 'button', class: 'rail-link', onclick: () => goToPart(part.element) }, title, count)
    return { part, count, element: h('li', null, go) }
  })
  const approvals = h('li', null, insideLink('/approvals', { class: 'rail-link' }, 'Approvals'))
  return {
    element: h(
      'nav',
      { class: 'rail', 'aria-label': 'Parts of the console' },
      h('ul', { role: 'list' }, ...entries.map(({ element }) => element), approvals),
    ),
    show() {
      for (const { part, count } of entries) {
        const tally = part.tally()
        if (tally === null) continue
        count.classList.toggle('rail-needs-you', tally.needsYou && tally.shown > 0)
        count.replaceChildren(spoken(', '), tally.shown === 0 ? countText(0) : tallyText(tally))
      }
    },
  }
}
