import type { SpendingRepo } from '../../../ports/storage/spending.ts'
import type { SqlDialect } from '../engine/sql-dialect.ts'
import type { Executor } from '../engine/executor.ts'
import { readSum, sumOf } from '../rows/amount-column.ts'

/** The journal of spendings over Kysely. */
export const createSpendingRepo = (db: Executor, dialect: SqlDialect): SpendingRepo => ({
  insert: async ({ id, budgetName, spendingClass, caller, amountAtomic: amount, atMs }) => {
    const row = await db
      .insertInto('spending')
      .values({ id, budget: budgetName, spending_class: spendingClass, caller, amount: String(amount), at_ms: atMs })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    return row !== undefined
  },

  correct: async (budgetName, id, amount) => {
    await db
      .updateTable('spending')
      .set({ amount: String(amount) })
      .where('budget', '=', budgetName)
      .where('id', '=', id)
      .execute()
  },

  spent: async (budgetName, sinceMs, by) => {
    const ofDay = db
      .selectFrom('spending')
      .select(sumOf(dialect, 'amount').as('total'))
      .where('budget', '=', budgetName)
      .where('at_ms', '>=', sinceMs)
    const sum = async (query: typeof ofDay) => readSum((await query.executeTakeFirstOrThrow()).total)
    const all = await sum(ofDay)
    if (!by) return { allAtomic: all, ofClassAtomic: 0n, ofCallerAtomic: 0n }
    const ofClass = ofDay.where('spending_class', '=', by.spendingClass)
    return { allAtomic: all, ofClassAtomic: await sum(ofClass), ofCallerAtomic: await sum(ofClass.where('caller', '=', by.caller)) }
  },

  prune: async (beforeMs) => {
    const { numDeletedRows } = await db.deleteFrom('spending').where('at_ms', '<', beforeMs).executeTakeFirst()
    return Number(numDeletedRows)
  },
})
