import { type Static, Type } from '@sinclair/typebox'
import { DateTime, Enum, iso, Nullable } from '../../domain/json.ts'
import { AmountView, amountView } from '../../domain/money/amount-json.ts'
import { coinPriceText } from '../../domain/money/coin-price.ts'
import { PRICED_CURRENCY } from '../../domain/money/currency.ts'
import type { DryRun } from '../../domain/plan/dry-run.ts'
import type { Rehearsal } from '../../domain/plan/rehearsal.ts'

const Tokens = Type.String({ description: 'In millionths of a coin.' })
const Price = (what: string) => Type.String({ description: `${what}, of one coin in whole units of the currency.` })

/** What a launch came to when it was run and not sent. */
export const RehearsalView = Type.Object(
  {
    at: DateTime(),
    reason: Nullable(Type.String(), { description: 'Why it could not be run; null where it was.' }),
    result: Nullable(
      Type.Object({
        ranBy: Type.String({ description: 'Whose word all of this is.' }),
        height: Type.Integer({ description: 'Of the chain, when its accounts were read.' }),
        payer: Type.String(),
        standsIn: Nullable(Enum(['unnamed', 'balance-too-low']), {
          description: 'Why another wallet paid than the launcher’s, which can change the rents; null where the launcher’s did.',
        }),
        transactions: Type.Integer(),
        cost: AmountView,
        firstBuy: Nullable(Type.Object({ spent: AmountView, tokens: Tokens, price: Price('What was paid, fees included') })),
        priceAfterLaunch: Price('Before fees'),
        minute: Type.Object(
          {
            sniperBuys: AmountView,
            buys: Type.Integer(),
            buyOf: AmountView,
            priceAfter: Price('Before fees'),
            fees: AmountView,
            shares: Type.Array(Type.Object({ wallet: Type.String(), amount: AmountView }), {
              description: 'Of the creator fees, the first buy’s with them; empty where nothing is locked.',
            }),
          },
          { description: 'What was traded on top: a sniper buys, others follow, the sniper sells all.' },
        ),
        sniper: Type.Object({
          tokens: Tokens,
          supplyBps: Type.Integer({ description: 'Of all coins, rounded down.' }),
          soldFor: AmountView,
        }),
      }),
    ),
  },
  { description: 'What would have happened at that time, as a node said; part of no hash and of no signature. Null unless asked for.' },
)
RehearsalView.title = 'Rehearsal'

export type RehearsalView = Static<typeof RehearsalView>

/** The rehearsal as JSON; null where none was asked for. */
export function rehearsalView({ plan, quote }: Pick<DryRun, 'plan' | 'quote'>): RehearsalView | null {
  const { rehearsal } = quote
  if (!rehearsal) return null
  const at = iso(rehearsal.atMs)
  if ('reason' in rehearsal) return { at, reason: rehearsal.reason, result: null }
  return { at, reason: null, result: resultView(rehearsal, plan.shareholders, quote.cost?.currency ?? PRICED_CURRENCY) }
}

function resultView(
  { ranBy, height, payer, standsIn, transactions, firstBuy, sniper, ...rest }: Rehearsal,
  shareholders: DryRun['plan']['shareholders'],
  currency: AmountView['currency'],
): NonNullable<RehearsalView['result']> {
  const amount = (amountAtomic: Rehearsal['costAtomic']) => amountView(amountAtomic, currency)
  return {
    ranBy,
    height,
    payer,
    standsIn,
    transactions,
    cost: amount(rest.costAtomic),
    firstBuy: firstBuy && {
      spent: amount(firstBuy.spentAtomic),
      tokens: firstBuy.tokenMicros.toString(),
      price: coinPriceText({ quoteAtomic: firstBuy.spentAtomic, tokenMicros: firstBuy.tokenMicros }, currency),
    },
    priceAfterLaunch: coinPriceText(rest.priceAfterLaunch, currency),
    minute: {
      sniperBuys: amount(sniper.spentAtomic),
      buys: rest.others.buys,
      buyOf: amount(rest.others.eachAtomic),
      priceAfter: coinPriceText(rest.priceAfterMinute, currency),
      fees: amount(rest.feesAtomic),
      shares: rest.sharesAtomic.map((shareAtomic, index) => ({ wallet: shareholders[index]!.wallet, amount: amount(shareAtomic) })),
    },
    sniper: {
      tokens: sniper.tokenMicros.toString(),
      supplyBps: Number((sniper.tokenMicros * 10_000n) / rest.supplyTokenMicros),
      soldFor: amount(sniper.soldForAtomic),
    },
  }
}
