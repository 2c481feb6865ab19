import { fill, h, spoken } from '../lib/dom.ts'
import { insideLink } from '../lib/links.ts'
import { type OperatorPart, tallyText } from './part.ts'

/** The way to each part, with how much of it needs somebody. */
export interface Rail {
  readonly element: HTMLElement
  /** Marks anew. */
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
    const mark = h('span', { class: 'rail-mark', hidden: true })
    const title = part.element.querySelector('h2')!.textContent
    const go = h('button', { type: 'button', class: 'rail-link', onclick: () => goToPart(part.element) }, title, mark)
    return { part, mark, element: h('li', null, go) }
  })
  const approvals = h('li', null, insideLink('/approvals', { class: 'rail-link' }, 'Approvals'))
  return {
    element: h(
      'nav',
      { class: 'rail', 'aria-label': 'Parts of the console' },
      h('ul', { role: 'list' }, ...entries.map(({ element }) => element), approvals),
    ),
    show() {
      for (const { part, mark } of entries) {
        const tally = part.tally()
        mark.hidden = tally === null || !tally.needsYou || tally.shown === 0
        if (tally === null || mark.hidden) continue
        mark.classList.toggle('rail-bad', !tally.mild)
        fill(mark, spoken(', '), tallyText(tally), spoken(' to look at'))
      }
    },
  }
}
