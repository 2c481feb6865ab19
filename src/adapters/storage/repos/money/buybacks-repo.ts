import { PRICED_CURRENCY } from '../../../../domain/money/currency.ts'
import { type Selectable, sql } from 'kysely'
import {
  type AtomicUnits,
  atomicUnits,
  type Mint,
  type OperationId,
  type TokenMicros,
  tokenMicros as toTokenMicros,
  unixMs,
  type Wallet,
} from '../../../../domain/brands.ts'
import type { BoughtCoin, Buyback, Buyer, BuybackQuote, BuybackReceipt, BuybackState } from '../../../../domain/buyback.ts'
import type { BuybackRepo, BuyerCoin } from '../../../../ports/storage/money/buybacks.ts'
import { inTransaction } from '../../engine/in-transaction.ts'
import { fromNullableJson, toNullableJson } from '../../rows/json-column.ts'
import { newestFirst } from '../../rows/keyset.ts'
import type { Database } from '../../schema.ts'
import type { Executor } from '../../engine/executor.ts'
import { growTotals } from './totals-repo.ts'

/** Runs of the buyback over Kysely. Unique indexes enforce what `insert` promises. */
export const createBuybackRepo = (db: Executor): BuybackRepo => ({
  insert: async (run) =>
    toBuyback(
      await db
        .insertInto('buyback')
        .values({
          id: run.id,
          buyer: run.buyer,
          due_at_ms: run.dueAtMs,
          mint: run.mint,
          ticker: run.ticker,
          wallet: run.wallet,
          state: run.state,
          failure_json: toNullableJson(run.failure),
          quote_json: toNullableJson(run.quote && fromQuote(run.quote)),
          operation_id: run.operationId,
          receipt_json: toNullableJson(run.receipt && fromReceipt(run.receipt)),
          finished_at_ms: run.finishedAtMs,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .executeTakeFirst(),
    ),

  findByDue: async (coin, dueAtMs) => toBuyback(await ofCoin(db, coin).where('due_at_ms', '=', dueAtMs).executeTakeFirst()),
  findUnderWay: async (coin) => toBuyback(await ofCoin(db, coin).where('state', '=', sql.lit('under_way')).executeTakeFirst()),
  findNewest: async (buyer) => toBuyback(await of(db, buyer).orderBy('due_at_ms', 'desc').limit(1).executeTakeFirst()),
  listOf: async (buyer, limit, mint) => {
    const all = mint === undefined ? of(db, buyer) : ofCoin(db, { buyer, mint })
    return (await all.orderBy('due_at_ms', 'desc').limit(limit).execute()).map((row) => toBuyback(row)!)
  },

  finish: (operationId, { state, failure, receipt }, nowMs) =>
    inTransaction(db, async (tx) => {
      const finished = toBuyback(
        await tx
          .updateTable('buyback')
          .set({
            state,
            failure_json: toNullableJson(failure),
            receipt_json: toNullableJson(receipt && fromReceipt(receipt)),
            finished_at_ms: nowMs,
          })
          .where('operation_id', '=', operationId)
          .where('state', '=', sql.lit('under_way'))
          .returningAll()
          .executeTakeFirst(),
      )
      if (finished?.receipt) {
        // Before the sums, since its row's lock protects them too.
        await growTotals(tx, { buybacks: 1, bought: { [PRICED_CURRENCY]: finished.receipt.spentAtomic } })
        await growSum(tx, finished, finished.receipt)
      }
      return finished
    }),

  list: async (page, { state, by } = {}) => {
    const all = db.selectFrom('buyback').selectAll()
    const ofState = state === undefined ? all : all.where('state', '=', state)
    const query = by === undefined ? ofState : ofState.where('buyer', by === 'treasury' ? '=' : '<>', 'treasury')
    return newestFirst(query, page, { time: 'due_at_ms', id: 'id' }, (row) => toBuyback(row)!)
  },

  sumByCoin: async (buyer) => {
    const rows = await db.selectFrom('buyback_sum').selectAll().where('buyer', '=', buyer).orderBy('mint').execute()
    return rows.map(toBoughtCoin)
  },

  countByState: async () => {
    const query = db.selectFrom('buyback').select(['state', ({ fn }) => fn.countAll().as('count')])
    const rows = await query.groupBy('state').execute()
    return new Map(rows.map(({ state, count }) => [state as BuybackState, Number(count)]))
  },
})

/** Adds the run to what its buyer bought of the coin. */
async function growSum(tx: Executor, { buyer, mint, ticker }: Buyback, receipt: BuybackReceipt): Promise<void> {
  if (mint === null) return
  const row = await tx.selectFrom('buyback_sum').selectAll().where('buyer', '=', buyer).where('mint', '=', mint).executeTakeFirst()
  const before = row && toBoughtCoin(row)
  const grown = {
    ticker,
    runs: (before?.runs ?? 0) + 1,
    spent: String((before?.spentAtomic ?? 0n) + receipt.spentAtomic),
    tokens: String((before?.tokenMicros ?? 0n) + receipt.tokenMicros),
    burned: String((before?.burnedTokenMicros ?? 0n) + receipt.burnedTokenMicros),
  }
  const rows = tx.insertInto('buyback_sum').values({ buyer, mint, ...grown })
  await rows.onConflict((conflict) => conflict.columns(['buyer', 'mint']).doUpdateSet(grown)).execute()
}

const toBoughtCoin = ({ mint, ticker, runs, spent, tokens, burned }: Selectable<Database['buyback_sum']>): BoughtCoin => ({
  mint: mint as Mint,
  ticker,
  runs: Number(runs),
  spentAtomic: atomicUnits(spent),
  tokenMicros: toTokenMicros(tokens),
  burnedTokenMicros: toTokenMicros(burned),
})

const of = (db: Executor, buyer: Buyer) => db.selectFrom('buyback').selectAll().where('buyer', '=', buyer)

const ofCoin = (db: Executor, { buyer, mint }: BuyerCoin) => of(db, buyer).where('mint', mint === null ? 'is' : '=', mint)

/** A quote as rows have it: three of its members have older names there. */
interface StoredBuybackQuote extends Omit<BuybackQuote, 'atomicMax' | 'overheadAtomic' | 'tokenMicros'> {
  readonly max: AtomicUnits
  readonly overhead: AtomicUnits
  readonly tokens: TokenMicros
}

const fromQuote = ({
  venue,
  atomicMax: max,
  overheadAtomic: overhead,
  tokenMicros: tokens,
  ...rest
}: BuybackQuote): StoredBuybackQuote => ({
  venue,
  max,
  overhead,
  tokens,
  ...rest,
})

const toQuote = (quote: StoredBuybackQuote | null): BuybackQuote | null => {
  if (quote === null) return null
  const { venue, max: atomicMax, overhead: overheadAtomic, tokens: tokenMicros, ...rest } = quote
  return { venue, atomicMax, overheadAtomic, tokenMicros, ...rest }
}

/** A receipt as rows have it. */
interface StoredReceipt extends Omit<BuybackReceipt, 'spentAtomic' | 'tokenMicros' | 'burnedTokenMicros'> {
  readonly spent: AtomicUnits
  readonly tokens: TokenMicros
  readonly burnedTokens: TokenMicros
}

const fromReceipt = ({ spentAtomic, tokenMicros, burnedTokenMicros, ...rest }: BuybackReceipt): StoredReceipt => ({
  spent: spentAtomic,
  tokens: tokenMicros,
  burnedTokens: burnedTokenMicros,
  ...rest,
})

const toReceipt = (receipt: StoredReceipt | null): BuybackReceipt | null => {
  if (receipt === null) return null
  const { spent: spentAtomic, tokens: tokenMicros, burnedTokens: burnedTokenMicros, ...rest } = receipt
  return { spentAtomic, tokenMicros, burnedTokenMicros, ...rest }
}

const toBuyback = (row: Selectable<Database['buyback']> | undefined): Buyback | null =>
  row
    ? {
        id: row.id,
        buyer: row.buyer as Buyer,
        dueAtMs: unixMs(row.due_at_ms),
        mint: row.mint as Mint | null,
        ticker: row.ticker,
        wallet: row.wallet as Wallet | null,
        state: row.state as BuybackState,
        failure: fromNullableJson<NonNullable<Buyback['failure']>>(row.failure_json),
        quote: toQuote(fromNullableJson<StoredBuybackQuote>(row.quote_json)),
        operationId: row.operation_id as OperationId | null,
        receipt: toReceipt(fromNullableJson<StoredReceipt>(row.receipt_json)),
        finishedAtMs: row.finished_at_ms === null ? null : unixMs(row.finished_at_ms),
      }
    : null
