import { atomicUnits, unixMs } from '../../../../domain/brands.ts'
import { type Selectable, sql } from 'kysely'
import type { Spending, SpendingClass, SpendingOf, SpendingOutcome } from '../../../../domain/money/spending.ts'
import type { SpendingRepo } from '../../../../ports/storage/money/spending.ts'
import type { SqlDialect } from '../../engine/sql-dialect.ts'
import type { Executor } from '../../engine/executor.ts'
import type { Database } from '../../schema.ts'
import { readSum, sumOf } from '../../rows/amount-sum.ts'

/** The spending log over Kysely. */
export const createSpendingRepo = (db: Executor, dialect: SqlDialect): SpendingRepo => ({
  insert: async ({ id, budgetName, spendingClass, caller, amountAtomic, atMs }) => {
    const row = await db
      .insertInto('spending')
      .values({ id, budget: budgetName, spending_class: spendingClass, caller, amount: String(amountAtomic), at_ms: atMs, outcome: 'open' })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    return row !== undefined
  },

  find: async (budgetName, id) =>
    toSpending(await db.selectFrom('spending').selectAll().where('budget', '=', budgetName).where('id', '=', id).executeTakeFirst()),

  correct: async ({ budgetName, id, amountAtomic: fromAtomic }, amountAtomic, outcome) =>
    toSpending(
      await db
        .updateTable('spending')
        .set({ amount: String(amountAtomic), ...(outcome ? { outcome } : {}) })
        .where('budget', '=', budgetName)
        .where('id', '=', id)
        .where('amount', '=', String(fromAtomic))
        .returningAll()
        .executeTakeFirst(),
    ),

  listUnsettled: async (budgetName, caller, sinceMs) => {
    const rows = await db
      .selectFrom('spending')
      .select(['outcome', 'at_ms'])
      .where('budget', '=', budgetName)
      .where('caller', '=', caller)
      .where('at_ms', '>=', sinceMs)
      .where('outcome', '<>', sql.lit('settled'))
      .orderBy('at_ms', 'desc')
      .limit(1_000)
      .execute()
    return rows.map(({ outcome, at_ms }) => ({ outcome: outcome as SpendingOutcome, atMs: unixMs(at_ms) }))
  },

  failed: async (budgetName, sinceMs) => {
    const row = await db
      .selectFrom('spending')
      .select(sumOf(dialect, 'amount').as('total'))
      .where('budget', '=', budgetName)
      .where('at_ms', '>=', sinceMs)
      .where('outcome', '=', sql.lit('failed'))
      .where('spending_class', '<>', 'newcomer')
      .executeTakeFirstOrThrow()
    return readSum(row.total)
  },

  spent: async (budgetName, sinceMs, by) => {
    const ofDay = db
      .selectFrom('spending')
      .select(sumOf(dialect, 'amount').as('total'))
      .where('budget', '=', budgetName)
      .where('at_ms', '>=', sinceMs)
    const sum = async (query: typeof ofDay) => readSum((await query.executeTakeFirstOrThrow()).total)
    const allAtomic = await sum(ofDay)
    if (!by) return { allAtomic, ofClassAtomic: atomicUnits(0), ofCallerAtomic: atomicUnits(0) }
    const ofClass = ofDay.where('spending_class', '=', by.spendingClass)
    return { allAtomic, ofClassAtomic: await sum(ofClass), ofCallerAtomic: await sum(ofClass.where('caller', '=', by.caller)) }
  },

  prune: async (beforeMs, limit) => {
    const some = db.selectFrom('spending').select('id').where('at_ms', '<', beforeMs).orderBy('at_ms').limit(limit)
    const { numDeletedRows } = await db.deleteFrom('spending').where('id', 'in', some).where('at_ms', '<', beforeMs).executeTakeFirst()
    return Number(numDeletedRows)
  },
})

const toSpending = (row: Selectable<Database['spending']> | undefined): Spending | null =>
  row
    ? {
        id: row.id,
        budgetName: row.budget as SpendingOf,
        spendingClass: row.spending_class as SpendingClass,
        caller: row.caller,
        amountAtomic: atomicUnits(row.amount),
        atMs: unixMs(row.at_ms),
      }
    : null
