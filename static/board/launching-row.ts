import { countText } from '../../src/domain/money/figure-text.ts'
import { ago } from '../lib/coin-parts.ts'
import { fill, h } from '../lib/dom.ts'
import { lateInMs } from '../lib/progress-steps.ts'
import type { ServerClock } from '../lib/server-clock.ts'
import { cell } from './coin-row.ts'

/** The row above the coins while some are being launched. Who is named before the coin is on its chain is nobody's to know. */
export interface LaunchingRow {
  /** Not seen while none is. */
  readonly element: HTMLElement
  /** `since` = when the oldest of them began. */
  show(count: number, since: string | null): void
}

/** Builds it. */
export function createLaunchingRow({ clock }: { readonly clock: ServerClock }): LaunchingRow {
  const row = h('div', { class: 'coin-launching', role: 'row' })
  const element = h('div', { role: 'rowgroup', hidden: true }, row)
  let shown = ''
  let waits: ReturnType<typeof setTimeout> | undefined
  const show: LaunchingRow['show'] = (count, since) => {
    const leftMs = since === null ? Infinity : lateInMs(since, clock.nowMs())
    const late = leftMs <= 0
    const now = `${count} ${since} ${late}`
    if (now === shown) return
    shown = now
    element.hidden = count === 0
    row.classList.toggle('launching-late', late)
    fill(row, count > 0 && cell('launching', ...parts(count, { since, late })))
    // Nothing new comes of one that stays as it is.
    clearTimeout(waits)
    if (since !== null && !late) waits = setTimeout(() => show(count, since), leftMs)
  }
  return { element, show }
}

const parts = (count: number, { since, late }: { readonly since: string | null; readonly late: boolean }): HTMLElement[] => [
  h('span', { class: 'spinner', 'aria-hidden': 'true' }),
  h('strong', null, `${countText(count)} launching`),
  ...(late ? [h('span', { class: 'badge badge-warn' }, 'Longer than usual')] : []),
  h('span', { class: 'muted launching-words' }, late ? 'Still working, nothing to do.' : wordsOf(count)),
  ...(since === null ? [] : [h('span', { class: 'muted launching-since' }, ago(since))]),
]

const wordsOf = (count: number): string => (count === 1 ? 'It appears here once it is live.' : 'Each appears here once it is live.')
