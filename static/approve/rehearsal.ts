import { figureColumn, countText, percentText } from '../../src/domain/money/figure-text.ts'
import type { DryRunPublicView } from '../../src/features/dry-run/dry-run-view.ts'
import type { RehearsalView } from '../../src/features/dry-run/rehearsal-view.ts'
import { amountFigure } from '../lib/amount-figure.ts'
import { comparableAddress } from '../lib/address.ts'
import { type Child, foreign, h } from '../lib/dom.ts'
import { amountLike, utcText, exactAmount, plural } from '../lib/format.ts'
import { coinPriceFigure } from '../lib/market-parts.ts'
import { fact } from './plan-section.ts'

type Result = NonNullable<RehearsalView['result']>

const PAYERS: Readonly<Record<NonNullable<Result['standsIn']>, string>> = {
  unnamed: 'Another wallet stood in, since the plan names no launcher: ',
  'balance-too-low': 'Another wallet stood in, since the launcher held too little: ',
}

/** Why a rehearsal that was asked for was none, beside how it is done; null where none was, or there is one. */
export function notRehearsed({ rehearsal }: Pick<DryRunPublicView, 'rehearsal'>): HTMLElement | null {
  if (rehearsal === null || rehearsal.result) return null
  const { reason, at } = rehearsal
  return fact(
    'Rehearsal',
    h('p', { id: 'rehearsal' }, 'Not rehearsed: ', foreign(inSentence(reason ?? '')), h('span', { class: 'muted' }, ` ${utcText(at)}`)),
  )
}

/** How many transactions the launch was found to take; 1 where nothing was found. */
export const transactionsOf = (rehearsal: DryRunPublicView['rehearsal']): number =>
  rehearsal?.result?.transactions ?? Number(/^This launch takes (\d+) transactions/.exec(rehearsal?.reason ?? '')?.[1] ?? 1)

/** What a rehearsal found that an approver should not overlook. */
export function rehearsalWarnings({ intent, plan, rehearsal }: Pick<DryRunPublicView, 'intent' | 'plan' | 'rehearsal'>): string[] {
  if (intent !== 'launch' || rehearsal === null) return []
  const { result } = rehearsal
  const isApart = transactionsOf(rehearsal) > 1 && !plan.atomicRequired && plan.lockPath !== 'jito-bundle'
  return [
    ...(isApart ? ['It takes two transactions: fees of trades in between are not shared.'] : []),
    ...(result && result.sniper.supplyBps > 0
      ? [
          `Rehearsed: a sniper takes ${percentText(result.sniper.supplyBps)} of all coins, and ${sniperGain(result).isLoss ? 'loses' : 'gains'} by it.`,
        ]
      : []),
  ]
}

/** A sentence that goes on after a colon. */
const inSentence = (text: string): string => (/^[A-Z][a-z]* /.test(text) ? text[0]!.toLowerCase() + text.slice(1) : text)

/** What the launch came to when it was run without being sent: three figures, and all of them folded; nothing where it was not. */
export function rehearsalSection({ rehearsal, plan }: Pick<DryRunPublicView, 'rehearsal' | 'plan'>): HTMLElement | null {
  if (!rehearsal?.result) return null
  const { result, at } = rehearsal
  const { isLoss, size } = sniperGain(result)
  const lead = ([name, figure]: Row) => h('div', null, h('dt', null, name), h('dd', null, figure))
  const leads: readonly Row[] = [
    ['Sniper’s share', percentText(result.sniper.supplyBps)],
    [isLoss ? 'Sniper’s loss' : 'Sniper’s gain', size],
    ['Creator fees', amountFigure(result.minute.fees, 'value')],
  ]
  return h(
    'section',
    { class: 'card', id: 'rehearsal', 'aria-labelledby': 'rehearsed' },
    h('h2', { id: 'rehearsed' }, 'Rehearsal: a launch now, and a minute of trading'),
    h('dl', { class: 'rehearsal-leads' }, ...leads.map(lead)),
    h('details', null, h('summary', null, 'Each figure'), h('div', { class: 'rehearsal' }, ...resultColumns(result, at, plan))),
  )
}

/** The launch and what it pays, and beside them what others make of it. */
function resultColumns(result: Result, at: string, plan: DryRunPublicView['plan']): HTMLElement[] {
  const { ranBy, height, cost, minute, priceAfterLaunch } = result
  const price = (text: string) => coinPriceFigure(text, cost.currency)
  const launch = figureRows('The launch', [
    [`Cost, in ${plural(result.transactions, 'transaction')}`, exactAmount(cost)],
    ...firstBuyRows(result),
    ['Price of a coin after it', price(priceAfterLaunch)],
  ])
  const trading = figureRows('A minute of trading after it', [
    ['A sniper buys at once for', exactAmount(minute.sniperBuys)],
    [`${plural(minute.buys, 'other')} then buy, each for`, exactAmount(minute.buyOf)],
    ...sniperRows(result),
    ['Price of a coin then', price(minute.priceAfter)],
    ['Creator fees', amountFigure(minute.fees, 'value')],
  ])
  const payer =
    result.standsIn &&
    h('dl', { class: 'facts' }, fact('Paid by', PAYERS[result.standsIn], comparableAddress(result.payer, 'paying wallet')))
  const source = h(
    'p',
    { class: 'muted' },
    `Run on ${utcText(at)} at height ${countText(height)}, and not sent. This is the word of `,
    foreign(ranBy),
    '; your signature does not cover it.',
  )
  return [h('div', null, launch, minute.shares.length > 0 && sharesTable(minute, plan)), h('div', null, trading, payer, source)]
}

type Row = readonly [name: string, figure: Child]

/** Figures below each other, each after what it is. */
const figureRows = (title: string, rows: readonly Row[]): HTMLElement =>
  h(
    'div',
    { class: 'figure-rows' },
    h('h3', null, title),
    h('dl', null, ...rows.map(([name, figure]) => h('div', null, h('dt', null, name), h('dd', null, figure)))),
  )

function firstBuyRows({ firstBuy, cost }: Result): Row[] {
  if (!firstBuy) return [['First buy', 'None']]
  return [
    ['First buy', exactAmount(firstBuy.spent)],
    ['Coins it brings', coinsText(firstBuy.tokens)],
    ['Paid for a coin, fees included', coinPriceFigure(firstBuy.price, cost.currency)],
  ]
}

/** What the sniper has more or less in the end. */
function sniperGain({ minute, sniper }: Result): { readonly isLoss: boolean; readonly size: HTMLElement } {
  const gainAtomic = BigInt(sniper.soldFor.amount) - BigInt(minute.sniperBuys.amount)
  const isLoss = gainAtomic < 0n
  return { isLoss, size: amountFigure(amountLike(sniper.soldFor, isLoss ? -gainAtomic : gainAtomic), 'value') }
}

function sniperRows(result: Result): Row[] {
  const { sniper } = result
  const { isLoss, size } = sniperGain(result)
  return [
    ['The sniper’s coins', coinsText(sniper.tokens)],
    ['Share of the supply', percentText(sniper.supplyBps)],
    ['The sniper sells them for', amountFigure(sniper.soldFor, 'value')],
    [isLoss ? 'The sniper loses' : 'The sniper gains', size],
  ]
}

const coinsText = (tokenMicros: string): string => plural(Number(BigInt(tokenMicros) / 1_000_000n), 'coin')

function sharesTable({ shares, fees }: Result['minute'], plan: DryRunPublicView['plan']): HTMLElement {
  const { rows } = figureColumn(
    shares.map(({ amount }) => amount),
    'payout',
  )
  const handleOf = (wallet: string) => plan.shareholders.find((shareholder) => shareholder.wallet === wallet)?.handle ?? wallet
  return h(
    'table',
    { class: 'costs costs-handles' },
    h('caption', null, 'Creator fees, by wallet'),
    h(
      'tbody',
      null,
      ...shares.map(({ wallet }, index) =>
        h('tr', null, h('th', { scope: 'row' }, foreign(handleOf(wallet))), h('td', null, `${rows[index]!} ${fees.currency}`)),
      ),
    ),
  )
}
