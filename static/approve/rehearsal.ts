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

/** What the launch came to when it was run without being sent, folded; nothing where no rehearsal was asked for. */
export function rehearsalSection({ rehearsal, plan }: Pick<DryRunPublicView, 'rehearsal' | 'plan'>): HTMLElement | null {
  if (rehearsal === null) return null
  const { result, reason, at } = rehearsal
  const parts = result
    ? resultParts(result, at, plan)
    : [h('dl', { class: 'facts' }, fact('Not rehearsed', foreign(reason ?? '')), fact('Asked', utcText(at)))]
  return h('details', { class: 'card fingerprints', id: 'rehearsal' }, h('summary', null, 'What would have happened'), ...parts)
}

function resultParts(result: Result, at: string, plan: DryRunPublicView['plan']): Child[] {
  const { ranBy, height, cost, minute, sniper, priceAfterLaunch } = result
  const { currency } = cost
  const price = (text: string) => coinPriceFigure(text, currency)
  return [
    h(
      'dl',
      { class: 'facts' },
      fact(
        'Run',
        `${utcText(at)}, at height ${countText(height)}, and not sent. This is the word of `,
        foreign(ranBy),
        '; your signature does not cover it.',
      ),
      fact('Cost', `${exactAmount(cost)}, in ${plural(result.transactions, 'transaction')}`),
      result.standsIn && fact('Paid by', PAYERS[result.standsIn], comparableAddress(result.payer, 'paying wallet')),
      fact('First buy', ...firstBuyParts(result)),
      fact('Price', price(priceAfterLaunch), ' after the launch, ', price(minute.priceAfter), ' a minute later'),
      fact(
        'Trading in that minute',
        `A sniper buys at once for ${exactAmount(minute.sniperBuys)}, then ${minute.buys} others for ${exactAmount(minute.buyOf)} each; then the sniper sells all.`,
      ),
      fact(
        'The sniper takes',
        `${coinsText(sniper.tokens)}, ${percentText(sniper.supplyBps)} of all, and sells them for `,
        amountFigure(sniper.soldFor, 'value'),
        ...gainParts(result),
      ),
      fact('Creator fees', amountFigure(minute.fees, 'value')),
    ),
    minute.shares.length > 0 && sharesTable(minute, plan),
  ]
}

function firstBuyParts({ firstBuy, cost }: Result): Child[] {
  if (!firstBuy) return ['None']
  return [
    `${coinsText(firstBuy.tokens)} for ${exactAmount(firstBuy.spent)}: `,
    coinPriceFigure(firstBuy.price, cost.currency),
    ' each, fees included',
  ]
}

/** What the sniper has more or less in the end. */
function gainParts({ minute, sniper }: Result): Child[] {
  const gainAtomic = BigInt(sniper.soldFor.amount) - BigInt(minute.sniperBuys.amount)
  const size = amountFigure(amountLike(sniper.soldFor, gainAtomic < 0n ? -gainAtomic : gainAtomic), 'value')
  return [gainAtomic < 0n ? ': a loss of ' : ': a gain of ', size]
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
