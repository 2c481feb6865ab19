import type { DryRunPublicView } from '../../src/features/dry-run/dry-run-view.ts'
import { percentText } from '../../src/domain/money/figure-text.ts'
import { foreign, h } from '../lib/dom.ts'
import { plural } from '../lib/format.ts'
import { icon } from '../lib/icons.ts'

/** What an approver should not overlook, one line each, beside the button; null where there is nothing. */
export function decisionWarnings(view: DryRunPublicView): HTMLElement | null {
  const { askedBy, plan, lastFailure } = view
  const outside = plan.terms?.platformReferrer
  const lines = [
    plan.warnings.length > 0
      ? `${plural(plan.warnings.length, 'warning')} about this plan at the top of the page: read ${plan.warnings.length === 1 ? 'it' : 'them'} first.`
      : null,
    lastFailure && `The last ${view.intent === 'wire-fees' ? 'lock' : 'launch'} by this plan failed. ${lastFailure.detail}`,
    payeesLine(view.directory),
    askedBy.approvalRequired ? null : 'This key can also launch without an approval.',
    costLine(view),
    outside ? `${percentText(outside.tradeBps)} of every trade is paid outside the split, permanently.` : null,
  ].filter((line) => line !== null)
  return lines.length === 0 ? null : warningList(lines)
}

/** What holds of every rejection. */
export const rejectionWarnings = (): HTMLElement => warningList(['One rejection is enough, and it cannot be taken back.'])

const warningList = (lines: readonly string[]): HTMLElement =>
  h(
    'ul',
    { class: 'decision-warnings', role: 'list', tabindex: '-1', 'aria-label': 'What to look at' },
    ...lines.map((line) => h('li', null, icon('warn'), h('span', null, foreign(line)))),
  )

/** How many of them the decision has, as a way to them beside the buttons of a phone; null where there are none. */
export function warningsLink(decision: ParentNode): HTMLElement | null {
  const list = decision.querySelector<HTMLElement>('.decision-warnings')
  if (!list) return null
  const count = list.childElementCount
  // Between the bar at the top and the buttons below, which cover the ends of the screen.
  const jump = () => {
    list.focus({ preventScroll: true })
    list.scrollIntoView({ block: 'center' })
  }
  const words = count === 1 ? '1 warning: read it' : `${count} warnings: read them`
  return h('button', { type: 'button', class: 'link-button to-warnings', onclick: jump }, icon('warn'), words)
}

/** Of the crew: how many wallets the directory does not know, and how many did not agree to take part. */
function payeesLine(directory: DryRunPublicView['directory']): string | null {
  const countOf = (holds: (seat: DryRunPublicView['directory'][number]) => boolean) =>
    new Set(directory.filter(holds).map(({ wallet }) => wallet)).size
  const wallets = countOf(() => true)
  const counts = [
    [countOf(({ listing }) => listing !== 'listed'), 'not in the directory'],
    [countOf(({ stance }) => stance === 'nothing'), 'no consent signed'],
    [countOf(({ stance }) => stance === 'never' || stance === 'others'), 'signed not to take part'],
  ] as const
  const found = counts.filter(([count]) => count > 0)
  if (found.length === 0) return null
  const [first] = found[0]!
  if (found.every(([count]) => count === first) && (first === wallets || found.length === 1))
    return `${plural(first, 'wallet')}: ${found.map(([, words]) => words).join(', ')}`
  return `Of ${plural(wallets, 'wallet')}: ${found.map(([count, words]) => `${count} ${words}`).join(', ')}`
}

/** The cost rose against the plan that was approved last. */
function costLine({ previous, otherCoin }: DryRunPublicView): string | null {
  const approved = previous ?? otherCoin
  const cost = approved?.approved ? approved.changes.find(({ field }) => field === 'cost') : undefined
  if (!cost?.old || !cost.new || !isMore(cost.new, cost.old)) return null
  return `The cost rose since the last approved plan: from ${cost.old} to ${cost.new}.`
}

/** Whether one figure with its currency is more than another; of two currencies neither is. */
function isMore(one: string, other: string): boolean {
  const [[figure, currency], [otherFigure, otherCurrency]] = [one.split(' '), other.split(' ')]
  return currency === otherCurrency && decimals(figure!) > decimals(otherFigure!)
}

/** Decimals of the smallest amount that any chain has. */
const DECIMALS = 18

function decimals(figure: string): bigint {
  const [whole, part = ''] = figure.replaceAll(',', '').split('.')
  return BigInt(`${whole}${part.padEnd(DECIMALS, '0')}`)
}
