import type { DryRunPlanView } from '../../src/features/dry-run/dry-run-plan-view.ts'
import type { CostView } from '../../src/features/plan/plan-view.ts'
import { figureColumn, percentText } from '../../src/domain/money/figure-text.ts'
import { comparableAddress } from '../lib/address.ts'
import { foreign, h } from '../lib/dom.ts'
import { amountLike, exactAmount, plural, solFigure } from '../lib/format.ts'
import { icon } from '../lib/icons.ts'
import { fact, section } from './plan-section.ts'

type CostLine = Pick<CostView['items'][number], 'what' | 'amount'>

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
      launcher === null
        ? fact('Launcher', 'Not named: whoever launches pays and becomes the creator on chain. The wallet that approves cannot launch.')
        : fact('Launcher', comparableAddress(launcher, 'launcher address'), knownAs(plan, launcher)),
      plan.terms && fact('Starting value', exactAmount(plan.terms.opening), ' for all coins'),
      plan.terms?.platformReferrer &&
        fact(
          'Platform referrer',
          comparableAddress(plan.terms.platformReferrer.wallet, 'platform referrer’s address'),
          knownAs(plan, plan.terms.platformReferrer.wallet),
          `Gets ${percentText(plan.terms.platformReferrer.tradeBps)} of every trade permanently, outside the split.`,
        ),
      plan.cost && !hasFirstBuy(plan.cost) && fact('First buy', plan.initialBuySol === 0 ? 'None' : `${solFigure(plan.initialBuySol)} SOL`),
    ),
    ...(plan.cost
      ? [costTable(plan.cost)]
      : [h('p', { class: 'muted' }, 'The launcher pays the network fees of the lock. There is no other cost.')]),
  )
}

/** A wallet that the split pays too, by its name there: one glance is less than two rows of characters. */
function knownAs({ shareholders }: DryRunPlanView, wallet: string): HTMLElement | null {
  const known = shareholders.find((shareholder) => shareholder.wallet === wallet)
  return known ? h('p', { class: 'known-as' }, 'The wallet of ', h('strong', null, foreign(known.handle)), ' in the split') : null
}

/** The cost names it, with its fees. */
const hasFirstBuy = ({ items }: CostView): boolean => items.some(({ what }) => /^first buy/i.test(what))

/** The largest item, the others as one, and the total; the row of the others opens to each of them. */
function costTable({ items, total }: CostView): HTMLElement {
  const [largest, ...others] = items.toSorted((one, other) => (BigInt(other.amount.amount) > BigInt(one.amount.amount) ? 1 : -1))
  const isFolded = items.length >= LINES_MAX
  const sumAtomic = others.reduce((sum, { amount }) => sum + BigInt(amount.amount), 0n)
  const sum: CostLine = { what: plural(others.length, 'smaller item'), amount: amountLike(total, sumAtomic) }
  const shown = isFolded ? [largest!, sum] : items
  const each = isFolded ? linesOf(others) : []
  const [first, rest] = linesOf(shown)
  if (isFolded) opens(rest!, each)
  return h(
    'table',
    { class: 'costs' },
    h('caption', { class: 'spoken' }, 'What the launch costs'),
    h('tbody', null, first, rest, ...each),
    h('tfoot', null, lineOf('Total', `${columnOf(shown).total} ${total.currency}`)),
  )
}

/** Figures below each other, of one length. */
const columnOf = (lines: readonly CostLine[]) =>
  figureColumn(
    lines.map(({ amount }) => amount),
    'cost',
  )

const lineOf = (what: string, figure: string): HTMLElement => h('tr', null, h('th', { scope: 'row' }, foreign(what)), h('td', null, figure))

function linesOf(lines: readonly CostLine[]): HTMLElement[] {
  const { rows } = columnOf(lines)
  return lines.map(({ what, amount }, index) => lineOf(what, `${rows[index]!} ${amount.currency}`))
}

/** Makes the name of this row the button that shows these below it. */
function opens(row: HTMLElement, parts: readonly HTMLElement[]): void {
  const head = row.firstElementChild!
  const button = h('button', { type: 'button', class: 'cost-opener', 'aria-expanded': 'false' }, icon('next'), head.textContent)
  const show = (open: boolean) => {
    button.setAttribute('aria-expanded', String(open))
    for (const part of parts) part.hidden = !open
  }
  for (const part of parts) part.className = 'cost-part'
  show(false)
  button.addEventListener('click', () => show(button.getAttribute('aria-expanded') === 'false'))
  head.replaceChildren(button)
}
