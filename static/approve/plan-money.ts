import type { DryRunPlanView } from '../../src/features/dry-run/dry-run-plan-view.ts'
import type { CostView } from '../../src/features/plan/plan-view.ts'
import { figureColumn, percentText } from '../../src/domain/money/figure-text.ts'
import { comparableAddress } from '../lib/address.ts'
import { foreign, h } from '../lib/dom.ts'
import { amountLike, exactAmount, plural, solFigure } from '../lib/format.ts'
import { fact, section } from './plan-section.ts'

type CostLine = CostView['items'][number]

/** Lines of a cost that is not folded. */
const LINES_MAX = 3

/** Who pays what. */
export function moneySection(plan: DryRunPlanView): HTMLElement {
  const launcher = plan.launcherPubkey
  return section(
    'money',
    'Who pays, and how much',
    h(
      'dl',
      { class: 'facts' },
      fact(
        'Launcher',
        launcher === null
          ? 'Not named: whoever launches pays and becomes the creator on chain. The wallet that approves cannot launch.'
          : comparableAddress(launcher, 'launcher address'),
      ),
      plan.terms && fact('Opens at', exactAmount(plan.terms.opening), ' for its whole supply'),
      plan.terms?.platformReferrer &&
        fact(
          'Platform referrer',
          comparableAddress(plan.terms.platformReferrer.wallet, 'platform referrer’s address'),
          `Gets ${percentText(plan.terms.platformReferrer.tradeBps)} of every trade permanently, outside the split.`,
        ),
      plan.cost && fact('First buy', plan.initialBuySol === 0 ? 'None' : `${solFigure(plan.initialBuySol)} SOL, by the launcher`),
    ),
    ...(plan.cost
      ? costParts(plan.cost)
      : [h('p', { class: 'muted' }, 'The launcher pays the network fees of the lock. There is no other cost.')]),
  )
}

/** What a launchpad pays of each trade beside the creator fees: no part of the split, and no less true. */
export const outsideNote = (tradeBps: number): HTMLElement =>
  h(
    'p',
    { class: 'split-note' },
    'Outside this split: ',
    h('strong', null, percentText(tradeBps)),
    ' of every trade goes to the platform’s referrer, permanently.',
  )

/** The largest item, the others as one, and the total; each item behind a fold. */
function costParts({ items, total }: CostView): HTMLElement[] {
  const [largest, ...others] = items.toSorted((one, other) => (BigInt(other.amount.amount) > BigInt(one.amount.amount) ? 1 : -1))
  if (items.length < LINES_MAX) return [costTable(items, total)]
  const sumAtomic = others.reduce((sum, { amount }) => sum + BigInt(amount.amount), 0n)
  const rest = { what: `${plural(others.length, 'smaller item')}: rents and fees`, amount: amountLike(total, sumAtomic) }
  return [
    costTable([largest!, rest], total),
    h('details', { class: 'exact' }, h('summary', null, 'Each item'), costTable(items, total, 'Each item of the cost')),
  ]
}

function costTable(
  items: readonly Pick<CostLine, 'what' | 'amount'>[],
  { currency }: CostView['total'],
  caption = 'What the launch costs',
) {
  const amounts = items.map(({ amount }) => amount)
  const { rows, total } = figureColumn(amounts, 'cost')
  const row = (what: string, text: string) => h('tr', null, h('th', { scope: 'row' }, foreign(what)), h('td', null, `${text} ${currency}`))
  return h(
    'table',
    { class: 'costs' },
    h('caption', { class: 'spoken' }, caption),
    h('tbody', null, ...items.map(({ what }, index) => row(what, rows[index]!))),
    h('tfoot', null, row('Total', total)),
  )
}
