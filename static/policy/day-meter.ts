import type { AmountView } from '../../src/domain/money/amount-json.ts'
import { exactFigure } from '../../src/domain/money/figure-text.ts'
import type { PolicyView } from '../../src/features/policies/policy-view.ts'
import { shortFigure } from '../lib/amount-figure.ts'
import { type Child, h } from '../lib/dom.ts'
import { amountLike, exactAmount } from '../lib/format.ts'

const SIGNIFICANT_DIGITS = 3

/** How much of the day is used, and how much is left. */
export function dayMeter({ spentToday: spent, leftToday: left }: Pick<PolicyView, 'spentToday' | 'leftToday'>): HTMLElement {
  const [spentAtomic, leftAtomic] = [BigInt(spent.amount), BigInt(left.amount)]
  const dayAtomic = spentAtomic + leftAtomic
  const day = exactAmount(amountLike(spent, dayAtomic))
  const used = roundedUp(spentAtomic, spentAtomic < leftAtomic ? spentAtomic : leftAtomic)
  const figure = (shownAtomic: bigint, exact: AmountView) => shortFigure(exactFigure(amountLike(spent, shownAtomic)), exactFigure(exact))
  return h(
    'div',
    { class: 'policy-spent' },
    h(
      'p',
      null,
      h('span', null, h('strong', null, figure(used, spent)), ` of ${day} spent today`),
      h('span', { class: 'muted' }, figure(dayAtomic - used, left), ` ${left.currency} left`),
    ),
    h('progress', {
      max: '1000',
      value: String(dayAtomic === 0n ? 0n : (spentAtomic * 1_000n) / dayAtomic),
      'aria-label': `${exactAmount(spent)} of ${day} spent today`,
    }),
  )
}

/** The same where nothing is left of the day, since the policy has ended; the amount is as short as the meter had it. */
export const spentSentence = ({ spentToday: spent }: Pick<PolicyView, 'spentToday'>): Child[] => [
  shortFigure(exactAmount(amountLike(spent, roundedUp(BigInt(spent.amount), BigInt(spent.amount)))), exactAmount(spent)),
  ' was spent today.',
]

/** Never less than it is, cut where the least amount has three digits: what is left is never shown as more, and the two add up. */
function roundedUp(atomic: bigint, leastAtomic: bigint): bigint {
  const stepAtomic = 10n ** BigInt(Math.max(0, String(leastAtomic).length - SIGNIFICANT_DIGITS))
  return ((atomic + stepAtomic - 1n) / stepAtomic) * stepAtomic
}
