import type { ExpressionBuilder, Selectable } from 'kysely'
import type { OperationId, UnixMs } from '../../../domain/brands.ts'
import type { IdempotencyClaim, IdempotencyRepo } from '../../../ports/storage/idempotency.ts'
import type { Database } from '../schema.ts'
import type { Executor } from '../engine/executor.ts'

/** Idempotency claims over Kysely. (scope, key) is unique: of any number of concurrent equal requests one inserts. */
export const createIdempotencyRepo = (db: Executor): IdempotencyRepo => {
  const find = (scope: string, key: string) =>
    db.selectFrom('idempotency').selectAll().where('scope', '=', scope).where('key', '=', key).executeTakeFirst()
  // Expired: a closed replay window, or the lease of a claim without an operation.
  const isOver = (nowMs: UnixMs) => (eb: ExpressionBuilder<Database, 'idempotency'>) =>
    eb.and([eb('expires_at_ms', '<=', nowMs), eb.or([eb('finished', '=', 1), eb('operation_id', 'is', null)])])
  const over = (nowMs: UnixMs) => db.deleteFrom('idempotency').where(isOver(nowMs))

  return {
    claim: async ({ id, scope, key, fingerprint, nowMs, leaseMs }) => {
      await over(nowMs).where('scope', '=', scope).where('key', '=', key).execute()
      const inserted = await db
        .insertInto('idempotency')
        .values({ id, scope, key, fingerprint, operation_id: null, finished: 0, expires_at_ms: nowMs + leaseMs })
        .onConflict((conflict) => conflict.columns(['scope', 'key']).doNothing())
        .returning('id')
        .executeTakeFirst()
      if (inserted) return { outcome: 'claimed' }
      const row = await find(scope, key)
      // Released between the two statements: a retry finds it free.
      return row ? toClaim(row, fingerprint) : { outcome: 'running' }
    },

    peek: async ({ scope, key, fingerprint, nowMs }) => {
      const row = await find(scope, key)
      if (!row || (row.expires_at_ms <= nowMs && (row.finished === 1 || row.operation_id === null))) return null
      return toClaim(row, fingerprint)
    },

    bind: async (id, operation) => {
      const { numUpdatedRows } = await db
        .updateTable('idempotency')
        .set({ operation_id: operation })
        .where('id', '=', id)
        .where('operation_id', 'is', null)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    finish: async (id, expiresAtMs) => {
      await db.updateTable('idempotency').set({ finished: 1, expires_at_ms: expiresAtMs }).where('id', '=', id).execute()
    },

    release: async (id) => {
      const { numDeletedRows } = await db
        .deleteFrom('idempotency')
        .where('id', '=', id)
        .where('operation_id', 'is', null)
        .executeTakeFirst()
      return numDeletedRows === 1n
    },

    releaseOrphans: async () => {
      await db.deleteFrom('idempotency').where('operation_id', 'is', null).execute()
    },

    prune: async (nowMs, limit) => {
      const some = db.selectFrom('idempotency').select('id').where(isOver(nowMs)).limit(limit)
      return Number((await over(nowMs).where('id', 'in', some).executeTakeFirst()).numDeletedRows)
    },
  }
}

function toClaim(row: Selectable<Database['idempotency']>, fingerprint: string): Exclude<IdempotencyClaim, { outcome: 'claimed' }> {
  if (row.fingerprint !== fingerprint) return { outcome: 'reused' }
  return row.finished === 1 ? { outcome: 'finished', operationId: row.operation_id as OperationId } : { outcome: 'running' }
}
