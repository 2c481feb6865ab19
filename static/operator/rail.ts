import { fill, h, spoken } from '../lib/dom.ts'
import { isQuiet, type OperatorPart, tallyText } from './part.ts'

/** How far down the window a part has begun to be the one that is read. */
const READING_LINE = 0.3

/** The way to each part that has something, with how much of it needs somebody. */
export interface Rail {
  readonly element: HTMLElement
  /** Counts anew. */
  show(): void
  /** Shows them in this order. */
  arrange(parts: readonly OperatorPart[]): void
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
    return { element, tally, heading, count, link, item: h('li', null, link) }
  })
  const list = h('ul', { role: 'list' }, ...entries.map(({ item }) => item))
  // A part near the end of the page does not reach the top: it is the one that is read until somebody scrolls.
  let chosen: { readonly entry: (typeof entries)[number]; readonly atY: number } | null = null

  /** Brings it from under the faded ends of a list that is wider than a phone. */
  const reveal = (link: HTMLElement) => list.scrollTo({ left: link.offsetLeft - list.clientWidth / 4 })
  const read = () => {
    if (chosen?.atY === scrollY && !isQuiet(chosen.entry.element)) return chosen.entry
    const isEnd = scrollY > 0 && scrollY + innerHeight >= document.documentElement.scrollHeight - 1
    // At the top of the page it is the first.
    const line = isEnd ? Infinity : Math.min(scrollY, innerHeight * READING_LINE)
    const shown = entries
      .filter(({ element }) => !isQuiet(element))
      .map((entry) => ({ entry, top: entry.element.getBoundingClientRect().top }))
      .toSorted((a, b) => a.top - b.top)
    return (shown.findLast(({ top }) => top <= line) ?? shown[0])?.entry
  }
  const follow = () => {
    const current = read()?.link
    if (!current || current.ariaCurrent !== null) return
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
      for (const { element, tally, count, item } of entries) {
        const found = tally()
        item.hidden = isQuiet(element)
        count.hidden = found === null || !found.needsYou || found.shown === 0
        if (found === null || count.hidden) continue
        count.classList.toggle('rail-bad', !found.mild)
        fill(count, spoken(', '), tallyText(found), spoken(' to look at'))
      }
    },
    arrange: (order) => list.append(...order.map(({ element }) => entries.find((entry) => entry.element === element)!.item)),
    follow,
    attend,
    goTo,
  }
}
