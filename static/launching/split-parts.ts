import type { Shareholder } from '../../src/domain/crew/fee-map.ts'
import { h } from '../lib/dom.ts'
import { splitBar } from '../lib/shareholders.ts'
import { splitTable } from '../coin/split-table.ts'

/** Nothing was paid of a coin whose launch is under way. */
const UNPAID = { amount: '0', currency: 'SOL', decimals: 9 } as const

/** Who is to be paid, as the page's HTML has it once the coin is on its chain; before that it is not public. */
export function splitParts(json: string): HTMLElement[] {
  const shareholders = json === '' ? [] : (JSON.parse(json) as Shareholder[])
  const bar = splitBar(shareholders)
  bar.classList.add('split-idle')
  if (shareholders.length === 0) return [bar, h('p', { class: 'muted' }, 'Who is paid stands here once the coin is on its chain.')]
  return [
    bar,
    splitTable({ shareholders, crew: [], paid: UNPAID, holderKol: false }, null),
    h('p', { class: 'muted' }, 'Nobody is paid before the fees are locked to these wallets.'),
  ]
}
