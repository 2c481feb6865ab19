import { byId, fill, foreign, h } from '../dom.ts'

/** What the bar above a page says of what is signed there. */
interface BarWords {
  readonly what: string
  readonly figures: string
  /** How many have signed, where several must: on a phone in place of the figures. */
  readonly count?: HTMLElement | null
  /** Until when it can be signed, or holds. */
  readonly end: HTMLElement
  /** The way to the panel, for who reads far above it. */
  readonly way: string
  readonly panel: HTMLElement
}

/** Fills the bar: what is signed, in one line that stays in sight, and on a phone the way to where it is signed. */
export function showSigningBar({ what, figures, count, end, way, panel }: BarWords): void {
  const go = () => panel.querySelector<HTMLElement>('h2')?.focus()
  const toPanel = h('button', { type: 'button', class: 'button bar-decide', onclick: go }, way)
  fill(
    byId('bar'),
    h('div', { class: 'bar-inner' }, h('strong', null, foreign(what)), h('span', { class: 'bar-figures' }, figures), count, end, toPanel),
  )
  new IntersectionObserver(([seen]) => void (toPanel.hidden = seen!.isIntersecting)).observe(panel)
}
