import { byId, fill, foreign, h } from '../dom.ts'
import { icon } from '../icons.ts'

/** What the bar above a page says of what is signed there. */
interface BarWords {
  readonly what: string
  /** The most telling first: a phone has those that fit into its line. */
  readonly figures: readonly string[]
  /** How many have signed, where several must. */
  readonly count?: HTMLElement | null
  /** Until when it can be signed, or holds. */
  readonly end: HTMLElement
  /** The way to the panel, for who reads far above it. */
  readonly way: string
  readonly panel: HTMLElement
}

/** Fills the bar: what is signed, in one line that stays in sight, and on a phone a sign that leads to where it is signed. */
export function showSigningBar({ what, figures, count, end, way, panel }: BarWords): void {
  const go = () => panel.querySelector<HTMLElement>('h2')?.focus()
  const toPanel = h('button', { type: 'button', class: 'bar-decide', 'aria-label': way, title: way, onclick: go }, icon('next'))
  const shown = figures.map((figure) => h('span', { class: 'bar-figure' }, figure))
  fill(
    byId('bar'),
    h('div', { class: 'bar-inner' }, h('div', { class: 'bar-what' }, h('strong', null, foreign(what)), count, ...shown), end, toPanel),
  )
  new IntersectionObserver(([seen]) => void (toPanel.hidden = seen!.isIntersecting)).observe(panel)
}
