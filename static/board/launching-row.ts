import { countText } from '../../src/domain/money/figure-text.ts'
import { fill, h } from '../lib/dom.ts'
import { cell } from './coin-row.ts'

/** The row above the coins while some are being launched. */
export interface LaunchingRow {
  /** Not seen while none is. */
  readonly element: HTMLElement
  show(count: number): void
}

/** Builds it. */
export function createLaunchingRow(): LaunchingRow {
  const row = h('div', { class: 'coin-launching', role: 'row' })
  const element = h('div', { role: 'rowgroup', hidden: true }, row)
  let shown = 0
  return {
    element,
    show(count) {
      if (count === shown) return
      shown = count
      element.hidden = count === 0
      if (count === 0) return fill(row)
      fill(
        row,
        cell(
          'launching',
          h('span', { class: 'spinner', 'aria-hidden': 'true' }),
          h('strong', null, `${countText(count)} launching`),
          h('span', { class: 'muted' }, count === 1 ? 'It appears here once it is live.' : 'Each appears here once it is live.'),
        ),
      )
    },
  }
}
