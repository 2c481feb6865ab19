import { byId, fill, foreign, h } from '../dom.ts'
import { icon } from '../icons.ts'
import { insideLink } from '../links.ts'

/** What the bar above a page says of what is signed there. */
interface BarWords {
  readonly what: string
  /** The same where there is less room. */
  readonly brief: string
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

/** Fills the bar: the way back, and what is signed, in one line that stays in sight; on a phone also the way to where it is signed. */
export function showSigningBar({ what, brief, figures, count, end, way, panel }: BarWords): void {
  const go = () => panel.querySelector<HTMLElement>('h2')?.focus()
  const toPanel = h('button', { type: 'button', class: 'bar-decide', 'aria-label': way, title: way, onclick: go }, icon('next'))
  const shown = figures.map((figure) => h('span', { class: 'bar-figure' }, figure))
  const name = (words: string, look: string) => h('span', { class: look }, foreign(words))
  fill(
    byId('bar'),
    h(
      'div',
      { class: 'bar-inner' },
      insideLink('/approvals', { class: 'bar-back' }, icon('next'), h('span', { class: 'bar-back-words' }, 'Approvals')),
      h('div', { class: 'bar-what' }, h('strong', null, name(what, 'wide-words'), name(brief, 'narrow-words')), ...shown),
      count,
      end,
      toPanel,
    ),
  )
  new IntersectionObserver(([seen]) => void (toPanel.hidden = seen!.isIntersecting)).observe(panel)
}
