import { AmountView, amountView } from '../../domain/money/amount-json.ts'
import { type Static, Type } from '@sinclair/typebox'
import { type Buyback, BUYBACK_STATES, BUYBACK_VENUES } from '../../domain/buyback.ts'
import { ErrorCodeName } from '../../domain/error-code-name.ts'
import { AppError } from '../../domain/errors.ts'
import { amountNumber, PRICED_CURRENCY } from '../../domain/money/currency.ts'
import { DateTime, Enum, iso, isoOrNull, Nullable } from '../../domain/json.ts'

const tokens = (description: string) => Nullable(Type.String({ description: `${description}, in millionths of a token.` }))

/** Wire form of one run of the buyback. @see rules 4.3 */
export const BuybackView = Type.Object({
  id: Type.String(),
  at: DateTime({ description: 'The time of the clock that the run belongs to.' }),
  status: Enum(BUYBACK_STATES, { description: 'skipped: nothing was sent. failed: sent, and provably without effect.' }),
  reason: Nullable(ErrorCodeName, { description: 'Why nothing was bought.' }),
  detail: Nullable(Type.String({ description: 'The same as a sentence.' })),
  mint: Nullable(Type.String()),
  ticker: Nullable(Type.String()),
  wallet: Nullable(Type.String()),
  signature: Nullable(Type.String()),
  slot: Nullable(Type.Integer()),
  spent: Nullable(AmountView),
  lamports: Nullable(Type.String({ description: 'All that left the wallet, network fee and rent included.' })),
  sol: Nullable(Type.Number()),
  tokens: tokens('What was bought'),
  burnedTokens: tokens('What of it was burned'),
  quote: Nullable(
    Type.Object({
      venue: Enum(BUYBACK_VENUES),
      max: AmountView,
      maxLamports: Type.String({ description: 'Most that the buy itself was to cost.' }),
      tokens: Type.String({ description: 'What it was to bring at least.' }),
      impactBps: Type.Integer({ description: 'How far it was to move the price.' }),
      burn: Type.Boolean(),
    }),
  ),
  finishedAt: Nullable(DateTime()),
})

BuybackView.title = 'Buyback'

export type BuybackView = Static<typeof BuybackView>

/** The run as JSON. */
export const buybackView = ({ id, dueAtMs, state, failure, mint, ticker, wallet, receipt, quote, finishedAtMs }: Buyback): BuybackView => ({
  id,
  at: iso(dueAtMs),
  status: state,
  reason: failure?.code ?? null,
  detail: failure && new AppError(failure.code, failure.context).message,
  mint,
  ticker,
  wallet,
  signature: receipt?.signature ?? null,
  slot: receipt?.height ?? null,
  spent: receipt && amountView(receipt.spentAtomic, PRICED_CURRENCY),
  lamports: receipt?.spentAtomic.toString() ?? null,
  sol: receipt && amountNumber(receipt.spentAtomic, PRICED_CURRENCY),
  tokens: receipt?.tokenMicros.toString() ?? null,
  burnedTokens: receipt?.burnedTokenMicros.toString() ?? null,
  quote: quote && {
    venue: quote.venue,
    max: amountView(quote.atomicMax, PRICED_CURRENCY),
    maxLamports: quote.atomicMax.toString(),
    tokens: quote.tokenMicros.toString(),
    impactBps: quote.impactBps,
    burn: quote.burn,
  },
  finishedAt: isoOrNull(finishedAtMs),
})
