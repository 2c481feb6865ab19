import type { Shareholder } from '../../src/domain/crew/fee-map.ts'
import { h } from '../lib/dom.ts'
import { splitBar } from '../lib/shareholders.ts'
import { splitTable } from '../coin/split-table.ts'

/** As the service writes it into the page. */
interface PlannedSplit {
  readonly shareholders: Shareholder[]
  readonly holderKol: boolean
}

const HIDDEN: PlannedSplit = { shareholders: [], holderKol: false }

/** Who is to be paid, as the page's HTML has it once the coin is on its chain; before that it is not public. */
export function splitParts(json: string): HTMLElement[] {
  const { shareholders, holderKol } = json === '' ? HIDDEN : (JSON.parse(json) as PlannedSplit)
  if (shareholders.length === 0) return [h('p', { class: 'muted' }, 'The crew appears here when the coin is on its chain.')]
  const bar = splitBar(shareholders)
  bar.classList.add('split-idle')
  return [
    bar,
    splitTable({ shareholders, crew: [], holderKol }, null),
    h('p', { class: 'muted' }, 'Nobody is paid before the fees are locked to these wallets.'),
  ]
}
