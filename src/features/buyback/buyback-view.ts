import { Type } from '@sinclair/typebox'
import type { Buyback } from '../../domain/buyback.ts'
import { AppError } from '../../domain/errors.ts'
import { lamportsToSol } from '../../domain/money/sol.ts'
import { iso, isoOrNull, Nullable } from '../../domain/json.ts'

const tokens = (description: string) => Nullable(Type.String({ description: `${description}, in millionths of a token.` }))

/** Wire form of one run of the buyback. @see rules 4.3 */
export const BuybackView = Type.Object({
  id: Type.String(),
  at: Type.String({ description: 'The time of the clock that the run belongs to.' }),
  status: Type.String({ description: 'under_way, executed, skipped (nothing was sent) or failed (sent, and provably without effect)' }),
  reason: Nullable(Type.String({ description: 'Code of why nothing was bought.' })),
  detail: Nullable(Type.String({ description: 'The same as a sentence.' })),
  mint: Nullable(Type.String()),
  ticker: Nullable(Type.String()),
  wallet: Nullable(Type.String()),
  signature: Nullable(Type.String()),
  slot: Nullable(Type.Integer()),
  lamports: Nullable(Type.String({ description: 'All that left the wallet, network fee and rent included.' })),
  sol: Nullable(Type.Number()),
  tokens: tokens('What was bought'),
  burnedTokens: tokens('What of it was burned'),
  quote: Nullable(
    Type.Object({
      venue: Type.String({ description: 'curve, pool or jupiter' }),
      maxLamports: Type.String({ description: 'Most that the buy itself was to cost.' }),
      tokens: Type.String({ description: 'What it was to bring at least.' }),
      impactBps: Type.Integer({ description: 'How far it was to move the price.' }),
      burn: Type.Boolean(),
    }),
  ),
  finishedAt: Nullable(Type.String()),
})

/** The run as JSON. */
export const buybackView = ({ id, dueAtMs, state, failure, mint, ticker, wallet, receipt, quote, finishedAtMs }: Buyback) => ({
  id,
  at: iso(dueAtMs),
  status: state as string,
  reason: failure?.code ?? null,
  detail: failure && new AppError(failure.code, failure.context).message,
  mint: mint as string | null,
  ticker,
  wallet: wallet as string | null,
  signature: (receipt?.signature ?? null) as string | null,
  slot: receipt?.slot ?? null,
  lamports: receipt?.spentLamports.toString() ?? null,
  sol: receipt && lamportsToSol(receipt.spentLamports),
  tokens: receipt?.tokens.toString() ?? null,
  burnedTokens: receipt?.burnedTokens.toString() ?? null,
  quote: quote && {
    venue: quote.venue as string,
    maxLamports: quote.maxLamports.toString(),
    tokens: quote.tokens.toString(),
    impactBps: quote.impactBps,
    burn: quote.burn,
  },
  finishedAt: isoOrNull(finishedAtMs),
})
