import { type Child, h } from '../lib/dom.ts'

/** Something folded, whose content is made when it is first opened. */
export function lazyDetails(title: string, make: () => readonly Child[]): HTMLDetailsElement {
  const place = h('div', { class: 'folded-content' })
  const element = h('details', { class: 'folded' }, h('summary', null, title), place)
  element.addEventListener('toggle', () => {
    if (!element.open || place.hasChildNodes()) return
    place.append(...make().filter((child) => child instanceof Node))
  })
  return element
}
