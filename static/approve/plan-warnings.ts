import type { WaitingPlanView } from '../../src/features/approvals/waiting-plan-view.ts'
import type { DryRunPublicView } from '../../src/features/dry-run/dry-run-view.ts'
import { percentText } from '../../src/domain/money/figure-text.ts'
import { type Child, h } from '../lib/dom.ts'
import { failureWords } from '../lib/failure-words.ts'
import { plural, shortText } from '../lib/format.ts'
import { icon } from '../lib/icons.ts'
import { coinPath, insideLink } from '../lib/links.ts'
import { rehearsalWarnings } from './rehearsal.ts'

const NEVER = /signed that (they|it) never takes? part/

const LIST_ID = 'what-to-look-at'

/** What an approver should not overlook, one line each, as long as there is something to decide. */
export function warningLines(view: DryRunPublicView): readonly string[] {
  const { askedBy, plan, lastFailure } = view
  const outside = plan.terms?.platformReferrer
  const lines = [
    renamedLine(view),
    ...clashesFirst(plan.warnings),
    lastFailure && !view.approved
      ? `The last ${view.intent === 'wire-fees' ? 'lock' : 'launch'} by this plan failed. ${lastFailure.detail}`
      : null,
    payeesLine(view.directory),
    askedBy.approvalRequired ? null : 'This key can also launch without an approval.',
    costLine(view),
    outside ? `${percentText(outside.tradeBps)} of every trade is paid outside the split, permanently.` : null,
    ...rehearsalWarnings(view),
  ]
  return graveFirst(lines.filter((line) => line !== null))
}

/** Whether it is about which coin this is, or about somebody who refused: that weighs more than what is usual. */
export const isGrave = (line: string): boolean => NAMED_COIN.test(line) || RENAMED.test(line) || NEVER.test(line)

const graveFirst = (lines: readonly string[]): readonly string[] =>
  lines.toSorted((one, other) => Number(isGrave(other)) - Number(isGrave(one)))

/** How many there are, and how many of them are serious: in the words that lead to them too. */
function countWords(lines: readonly string[]): string {
  const grave = lines.filter(isGrave).length
  if (grave === 0) return plural(lines.length, 'warning')
  return grave === lines.length ? plural(grave, 'serious warning') : `${plural(lines.length, 'warning')}, ${grave} serious`
}

/** Those of them that a plan in a list has: all but what its terms are, and how the last try ended. */
export const rowWarnings = ({ warnings, directory, askedBy, previous }: WaitingPlanView): readonly string[] =>
  [
    renamedLine({ previous }),
    ...clashesFirst(warnings),
    payeesLine(directory),
    askedBy.approvalRequired ? null : 'This key can also launch without an approval.',
    costLine({ previous, otherCoin: null }),
  ].filter((line) => line !== null)

/** All of them below the coin; null where there is none. */
export function warningsSection(view: DryRunPublicView): HTMLElement | null {
  const lines = warningLines(view)
  if (lines.length === 0) return null
  return h(
    'section',
    { class: 'card notice notice-warn plan-warnings', 'aria-labelledby': 'warnings' },
    h('h2', { id: 'warnings' }, icon('warn'), countWords(lines)),
    h(
      'ul',
      { class: 'warnings', id: LIST_ID, tabindex: '-1', 'aria-label': 'What to look at' },
      ...lines.map((line) =>
        isGrave(line) ? h('li', { class: 'warning-first' }, icon('warn'), ...warningParts(line)) : h('li', null, ...warningParts(line)),
      ),
    ),
  )
}

/** A coin as warnings name it, by ticker and mint; of anything else no link is made. */
const NAMED_COIN = /(?<=\(\$\S{1,20}\) )([1-9A-HJ-NP-Za-km-z]{32,44})/

/** As {@link renamedLine} begins. */
const RENAMED = /^The (name|ticker) was “/

/** Coins that this one may be taken for, before what else is to be looked at. */
const clashesFirst = (warnings: readonly string[]): readonly string[] =>
  warnings.toSorted((one, other) => Number(NAMED_COIN.test(other)) - Number(NAMED_COIN.test(one)))

/** It bears another name than the plan that was approved last. */
function renamedLine({ previous }: Pick<DryRunPublicView, 'previous'>): string | null {
  if (!previous?.approved) return null
  const names = previous.changes.filter(({ field, old, new: next }) => (field === 'name' || field === 'ticker') && old && next)
  if (names.length === 0) return null
  return `The ${names.map(({ field, old, new: next }) => `${field} was “${old}” in the last approved plan and is now “${next}”`).join(', the ')}.`
}

/** A warning, with the coin that it names as a link. */
const warningParts = (warning: string): Child[] =>
  warning
    .split(NAMED_COIN)
    .flatMap((part, index) =>
      index % 2 === 1 ? [insideLink(coinPath(part), { title: part }, h('code', null, shortText(part)))] : failureWords(part),
    )

/** How many there are, as the way to them, in the panel and beside the buttons of a phone; null where there are none. */
export function warningsLink(view: DryRunPublicView): HTMLElement | null {
  const lines = warningLines(view)
  const { length } = lines
  if (length === 0) return null
  const count = countWords(lines)
  // Between the bar at the top and the buttons below, which cover the ends of the screen.
  const jump = () => {
    const list = document.querySelector<HTMLElement>(`#${LIST_ID}`)
    list?.focus({ preventScroll: true })
    list?.scrollIntoView({ block: 'center' })
  }
  const read = h('span', { class: 'read-words' }, length === 1 ? ': read it' : ': read them')
  const name = `${count}${read.textContent}`
  const words = h('span', null, count, read)
  return h(
    'button',
    { type: 'button', class: `link-button to-warnings ${lines.some(isGrave) ? 'is-grave' : ''}`, 'aria-label': name, onclick: jump },
    icon('warn'),
    words,
  )
}

/** What holds of every rejection, right above the button that signs it. */
export const rejectionLine = (): HTMLElement => h('p', { class: 'reject-final' }, icon('warn'), 'This rejects the plan for good.')

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
    return `${plural(first, 'wallet')}: ${found.map(([, words]) => words).join(', ')}.`
  return `Of ${plural(wallets, 'wallet')}: ${found.map(([count, words]) => `${count} ${words}`).join(', ')}.`
}

/** The cost rose against the plan that was approved last. */
function costLine({ previous, otherCoin }: Pick<DryRunPublicView, 'previous' | 'otherCoin'>): string | null {
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
