import { fill, h, spoken } from '../lib/dom.ts'
import { type OperatorPart, tallyText } from './part.ts'

/** How far down the window a part has begun to be the one that is read. */
const READING_LINE = 0.3

/** The way to each part, with how much of it needs somebody. */
export interface Rail {
  readonly element: HTMLElement
  /** Counts anew. */
  show(): void
  /** Marks the part that is read now. */
  follow(): void
  /** Marks the part that has the focus, until somebody scrolls on. */
  attend(focused: Node): void
  /** Brings the part of this id into sight, and the focus to its heading. */
  goTo(id: string): void
}

/** Builds the rail of these parts. */
export function createRail(parts: readonly OperatorPart[]): Rail {
  const entries = parts.map(({ element, tally }) => {
    const count = h('span', { class: 'rail-mark', hidden: true })
    const heading = element.querySelector('h2')!
    const link = h('button', { type: 'button', class: 'rail-link', onclick: () => goTo(element.id) }, heading.textContent, count)
    link.addEventListener('focus', () => void (link.matches(':focus-visible') && reveal(link)))
    return { element, tally, heading, count, link }
  })
  const list = h('ul', { role: 'list' }, ...entries.map(({ link }) => h('li', null, link)))
  // A part near the end of the page does not reach the top: it is the one that is read until somebody scrolls.
  let chosen: { readonly entry: (typeof entries)[number]; readonly atY: number } | null = null

  /** Brings it from under the faded ends of a list that is wider than a phone. */
  const reveal = (link: HTMLElement) => list.scrollTo({ left: link.offsetLeft - list.clientWidth / 4 })
  const read = () => {
    if (chosen?.atY === scrollY) return chosen.entry
    const isEnd = scrollY > 0 && scrollY + innerHeight >= document.documentElement.scrollHeight - 1
    // At the top of the page it is the first.
    const line = isEnd ? Infinity : Math.min(scrollY, innerHeight * READING_LINE)
    // Parts with nothing in them stand after all others, whatever their order.
    const begun = entries.map((entry) => ({ entry, top: entry.element.getBoundingClientRect().top })).filter(({ top }) => top <= line)
    return begun.toSorted((a, b) => a.top - b.top).at(-1)?.entry
  }
  const follow = () => {
    const { link: current } = read() ?? entries[0]!
    if (current.ariaCurrent !== null) return
    for (const { link } of entries) link.ariaCurrent = link === current ? 'true' : null
    reveal(current)
  }
  // A list that was as wide as its parts, and is not any more, shows where one is.
  new ResizeObserver(() => entries.filter(({ link }) => link.ariaCurrent !== null).forEach(({ link }) => reveal(link))).observe(list)
  const attend = (focused: Node) => {
    const entry = entries.find(({ element }) => element.contains(focused))
    if (!entry) return
    chosen = { entry, atY: scrollY }
    follow()
  }
  const goTo = (id: string) => {
    const entry = entries.find(({ element }) => element.id === id)!
    entry.heading.scrollIntoView()
    entry.heading.focus({ preventScroll: true })
    attend(entry.heading)
  }
  return {
    element: h('nav', { class: 'rail', 'aria-label': 'Parts of the console' }, list),
    show() {
      for (const { tally, count, link } of entries) {
        const found = tally()
        link.classList.toggle('rail-empty', found?.shown === 0)
        count.hidden = found === null || !found.needsYou || found.shown === 0
        if (found === null || count.hidden) continue
        count.classList.toggle('rail-bad', !found.mild)
        fill(count, spoken(', '), tallyText(found), spoken(' to look at'))
      }
    },
    follow,
    attend,
    goTo,
  }
}
