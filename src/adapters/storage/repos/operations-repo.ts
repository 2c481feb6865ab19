import { type Insertable, sql } from 'kysely'
import { atomicUnits, type Mint, type UnixMs, unixMs } from '../../../domain/brands.ts'
import type { LaunchOperation, LockOperation, OperationKind, OperationOf } from '../../../domain/operation.ts'
import type { OperationRepo } from '../../../ports/storage/operations.ts'
import type { PageRequest } from '../../../ports/storage/page.ts'
import { readSum, sumOf } from '../rows/amount-sum.ts'
import { builtOnce } from '../engine/built-once.ts'
import type { SqlDialect } from '../engine/sql-dialect.ts'
import { inTransaction } from '../engine/in-transaction.ts'
import { recordSent } from '../ledger/record-sent.ts'
import { toNullableJson } from '../rows/json-column.ts'
import { isUnfinished, operationOf, toOperation, toOperationRow } from '../rows/operation-row.ts'
import { newestFirst } from '../rows/keyset.ts'
import type { Database } from '../schema.ts'
import type { Executor } from '../engine/executor.ts'

const insertRow = builtOnce((db, row: Insertable<Database['operation']>) =>
  db
    .insertInto('operation')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll(),
)

/** The journal over Kysely. Partial unique indexes enforce what `insert` promises. */
export const createOperationRepo = (db: Executor, dialect: SqlDialect): OperationRepo => {
  const one = async (column: 'id' | 'idempotency_id' | 'metadata_id', value: string) =>
    toOperation(await db.selectFrom('operation').selectAll().where(column, '=', value).executeTakeFirst())

  const ofCoin = (kind: OperationKind, mint: Mint) =>
    db.selectFrom('operation').selectAll().where('kind', '=', kind).where('mint', '=', mint)

  return {
    insert: (operation, nextCheckAtMs) =>
      inTransaction(db, async (tx) => {
        const [row] = (await insertRow(tx, { ...toOperationRow(operation), next_check_at_ms: nextCheckAtMs })).rows
        if (row) await recordSent(tx, operation.transactions, { kind: operation.kind, reference: operation.id })
        return toOperation(row)
      }),

    find: (id) => one('id', id),
    findByIdempotency: (id) => one('idempotency_id', id),
    findByMetadata: async (id) => (await one('metadata_id', id)) as LaunchOperation | null,
    findByDryRun: async (id) =>
      toOperation(
        await db.selectFrom('operation').selectAll().where('dry_run_id', '=', id).orderBy('created_at_ms', 'desc').executeTakeFirst(),
      ) as LaunchOperation | LockOperation | null,
    findUnfinished: async <Kind extends OperationKind>(kind: Kind, mint: Mint) =>
      toOperation(await ofCoin(kind, mint).where('unfinished', '=', sql.lit(1)).executeTakeFirst()) as OperationOf<Kind> | null,

    findRecent: async <Kind extends OperationKind>(kind: Kind, mint: Mint, sinceMs: UnixMs) =>
      toOperation(
        await ofCoin(kind, mint)
          .where('state', '=', 'done')
          .where('finished_at_ms', '>=', sinceMs)
          .orderBy('finished_at_ms', 'desc')
          .executeTakeFirst(),
      ) as OperationOf<Kind> | null,

    findFailedLaunch: async (mint) =>
      toOperation(
        await ofCoin('launch', mint).where('state', '=', 'failed').orderBy('finished_at_ms', 'desc').executeTakeFirst(),
      ) as LaunchOperation | null,

    advance: async (id, from, to) =>
      toOperation(
        await db
          .updateTable('operation')
          .set({ state: to })
          .where('id', '=', id)
          .where('state', '=', from)
          .where('unfinished', '=', sql.lit(1))
          .returningAll()
          .executeTakeFirst(),
      ),

    finish: async (id, { state, failure, result, mint }, nowMs) =>
      toOperation(
        await db
          .updateTable('operation')
          .set({
            state,
            unfinished: isUnfinished(state),
            failure_json: toNullableJson(failure),
            result_json: toNullableJson(result),
            finished_at_ms: nowMs,
            ...(mint === undefined ? {} : { mint }),
          })
          .where('id', '=', id)
          .where('unfinished', '=', sql.lit(1))
          .returningAll()
          .executeTakeFirst(),
      ),

    claimDue: async ({ beforeMs, leaseUntilMs, limit }) => {
      const rows = await db
        .updateTable('operation')
        .set({ next_check_at_ms: leaseUntilMs })
        .where('unfinished', '=', sql.lit(1))
        .where('next_check_at_ms', '<=', beforeMs)
        .where('id', 'in', (due) =>
          due
            .selectFrom('operation')
            .select('id')
            .where('unfinished', '=', sql.lit(1))
            .where('next_check_at_ms', '<=', beforeMs)
            .orderBy('next_check_at_ms')
            .limit(limit),
        )
        .returningAll()
        .execute()
      return rows.map(operationOf)
    },

    postpone: async (id, nextCheckAtMs) => {
      await db
        .updateTable('operation')
        .set({ next_check_at_ms: nextCheckAtMs })
        .where('id', '=', id)
        .where('unfinished', '=', sql.lit(1))
        .execute()
    },

    list: async <Kind extends OperationKind>(kind: Kind, page: PageRequest, which?: Parameters<OperationRepo['list']>[2]) => {
      let query = db.selectFrom('operation').selectAll().where('kind', '=', kind)
      if (which && 'state' in which) query = query.where('state', '=', which.state)
      // A literal: a parameter would keep SQLite from using the partial index.
      else if (which) query = query.where('unfinished', '=', sql.lit(1)).where('created_at_ms', '<=', which.unfinishedSinceMs)
      return newestFirst(query, page, { time: 'created_at_ms', id: 'id' }, (row) => operationOf(row) as OperationOf<Kind>)
    },

    countUnfinished: async (kind) => {
      const { count, oldest_at_ms: oldestAtMs } = await db
        .selectFrom('operation')
        .select((eb) => [eb.fn.countAll().as('count'), eb.fn.min('created_at_ms').as('oldest_at_ms')])
        .where('unfinished', '=', sql.lit(1))
        .where('kind', '=', kind)
        .executeTakeFirstOrThrow()
      return { count: Number(count), oldestAtMs: oldestAtMs === null ? null : unixMs(Number(oldestAtMs)) }
    },

    listLaunches: async (of, page) => {
      let query = db.selectFrom('operation').selectAll().where('kind', '=', sql.lit('launch'))
      if (of !== null) query = typeof of === 'string' ? query.where('key_id', '=', of) : query.where('policy_hash', '=', of.policyHash)
      return newestFirst(query, page, { time: 'created_at_ms', id: 'id' }, (row) => operationOf(row) as LaunchOperation)
    },

    launchTimes: async (keyId, sinceMs) => {
      const rows = await db
        .selectFrom('operation')
        .select('created_at_ms')
        .where('kind', '=', sql.lit('launch'))
        .where('key_id', '=', keyId)
        .where('created_at_ms', '>', sinceMs)
        .orderBy('created_at_ms')
        .execute()
      return rows.map((row) => unixMs(row.created_at_ms))
    },

    initialBuys: async (keyId, sinceMs) => {
      const { total } = await db
        .selectFrom('operation')
        .select(sumOf(dialect, 'initial_buy').as('total'))
        .where('kind', '=', sql.lit('launch'))
        .where('key_id', '=', keyId)
        .where('created_at_ms', '>=', sinceMs)
        .executeTakeFirstOrThrow()
      return atomicUnits(readSum(total))
    },
  }
}
