import { countText } from '../../src/domain/money/figure-text.ts'
import { ago } from '../lib/coin-parts.ts'
import { fill, h } from '../lib/dom.ts'
import { cell } from './coin-row.ts'

/** The row above the coins while some are being launched. */
export interface LaunchingRow {
  /** Not seen while none is. */
  readonly element: HTMLElement
  /** `since` = when the oldest of them began. */
  show(count: number, since: string | null): void
}

/** Builds it. */
export function createLaunchingRow(): LaunchingRow {
  const row = h('div', { class: 'coin-launching', role: 'row' })
  const element = h('div', { role: 'rowgroup', hidden: true }, row)
  let shown = ''
  return {
    element,
    show(count, since) {
      const now = `${count} ${since}`
      if (now === shown) return
      shown = now
      element.hidden = count === 0
      if (count === 0) return fill(row)
      fill(
        row,
        cell(
          'launching',
          h('span', { class: 'spinner', 'aria-hidden': 'true' }),
          h('strong', null, `${countText(count)} launching`),
          h(
            'span',
            { class: 'muted' },
            ...(since === null ? [] : [count === 1 ? 'Began ' : 'The first began ', ago(since), '. ']),
            count === 1 ? 'It appears here once it is live.' : 'Each appears here once it is live.',
          ),
        ),
      )
    },
  }
}
