import { AmountView, amountView } from '../../domain/money/amount-json.ts'
import { type Static, Type } from '@sinclair/typebox'
import { type AtomicUnits, atomicUnits, type Wallet } from '../../domain/brands.ts'
import {
  type BoughtCoin,
  type Buyback,
  BUYBACK_STATES,
  BUYERS,
  buyerKind,
  BUYBACK_VENUES,
  type BuybackReceipt,
  type BuybackState,
} from '../../domain/buyback.ts'
import { ErrorCodeName } from '../../domain/error-code-name.ts'
import { AppError } from '../../domain/errors.ts'
import { amountNumber, PRICED_CURRENCY } from '../../domain/money/currency.ts'
import { ListOf, pageOf } from '../../http/answers/wire.ts'
import type { BuybackList } from './list-buybacks.ts'
import type { LedgerCost } from '../../ports/storage/money/ledger.ts'
import { DateTime, Enum, iso, isoOrNull, Nullable } from '../../domain/json.ts'

const tokens = (description: string) => Nullable(Type.String({ description: `${description}, in millionths of a token.` }))

/** Wire form of one run of the buyback. @see rules 4.3 */
export const BuybackView = Type.Object({
  id: Type.String(),
  by: Enum(BUYERS),
  at: DateTime({ description: 'The time of the clock that the run belongs to.' }),
  status: Enum(BUYBACK_STATES, {
    description:
      'skipped: nothing was sent. failed: sent, and nothing was bought; one that landed and was refused has its signature and its fee.',
  }),
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

const spentView = (landed: Pick<BuybackReceipt, 'signature' | 'height' | 'spentAtomic'> | null) => ({
  signature: landed?.signature ?? null,
  slot: landed?.height ?? null,
  spent: landed && amountView(landed.spentAtomic, PRICED_CURRENCY),
  lamports: landed?.spentAtomic.toString() ?? null,
  sol: landed && amountNumber(landed.spentAtomic, PRICED_CURRENCY),
})

/** A list of runs, with the totals of all. */
export const BuybacksResponse = Type.Object({
  ...ListOf('buybacks', BuybackView).properties,
  totals: Type.Object(
    {
      runs: Type.Object({ under_way: Type.Integer(), executed: Type.Integer(), skipped: Type.Integer(), failed: Type.Integer() }),
      spent: AmountView,
    },
    {
      title: 'BuybackTotals',
      description:
        'Over all runs, and not the page. spent: all that left the wallet for them, fees of refused ones too, as the ledger has it.',
    },
  ),
  treasury: Type.Object(
    {
      wallet: Nullable(Type.String()),
      balance: Nullable(AmountView),
      spent: AmountView,
      coins: Type.Array(
        Type.Object({
          mint: Type.String(),
          ticker: Nullable(Type.String()),
          runs: Type.Integer(),
          spent: AmountView,
          tokens: Type.String(),
          burnedTokens: Type.String(),
        }),
      ),
    },
    {
      title: 'BuybackTreasury',
      description:
        'What the treasury bought, in all and of each coin, those that cost most first; wallet and balance are null without one.',
    },
  ),
})

/** The list, as clients read it. */
export type BuybacksAnswer = Static<typeof BuybacksResponse>

/** The treasury's wallet, where it has one, and what it holds, where its chain answers. */
export interface BuyerWallet {
  readonly wallet: Wallet | null
  readonly balanceAtomic: AtomicUnits | null
}

/** The run as JSON; `cost` is what the ledger has of it, where it bought nothing. */
const buybackView = (
  { id, buyer, dueAtMs, state, failure, mint, ticker, wallet, receipt, quote, finishedAtMs }: Buyback,
  cost: LedgerCost | undefined,
): BuybackView => ({
  id,
  by: buyerKind(buyer),
  at: iso(dueAtMs),
  status: state,
  reason: failure?.code ?? null,
  detail: failure && new AppError(failure.code, failure.context).message,
  mint,
  ticker,
  wallet,
  ...spentView(receipt ?? (cost ? { ...cost, spentAtomic: cost.costAtomic } : null)),
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

/** The list as JSON. */
export function buybacksView(
  { page, costs, counts, spentAtomic, bought }: BuybackList,
  { wallet, balanceAtomic }: BuyerWallet,
): BuybacksAnswer {
  const countOf = (state: BuybackState) => counts.get(state) ?? 0
  return {
    ...pageOf('buybacks', page, (run) => buybackView(run, run.operationId === null ? undefined : costs.get(run.operationId))),
    totals: {
      runs: { under_way: countOf('under_way'), executed: countOf('executed'), skipped: countOf('skipped'), failed: countOf('failed') },
      spent: amountView(spentAtomic, PRICED_CURRENCY),
    },
    treasury: {
      wallet,
      balance: balanceAtomic === null ? null : amountView(balanceAtomic, PRICED_CURRENCY),
      ...boughtView(bought),
    },
  }
}

const boughtView = (bought: readonly BoughtCoin[]) => ({
  spent: amountView(atomicUnits(bought.reduce((sumAtomic, { spentAtomic }) => sumAtomic + spentAtomic, 0n)), PRICED_CURRENCY),
  coins: bought
    .toSorted((a, b) => (a.spentAtomic === b.spentAtomic ? 0 : a.spentAtomic > b.spentAtomic ? -1 : 1))
    .map(({ mint, ticker, runs, spentAtomic, tokenMicros, burnedTokenMicros }) => ({
      mint,
      ticker,
      runs,
      spent: amountView(spentAtomic, PRICED_CURRENCY),
      tokens: tokenMicros.toString(),
      burnedTokens: burnedTokenMicros.toString(),
    })),
})
