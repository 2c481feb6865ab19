import type { Selectable } from 'kysely'
import type { OperationId } from '../../../domain/brands.ts'
import type { IdempotencyClaim, IdempotencyRepo } from '../../../ports/storage/idempotency.ts'
import type { Database } from '../schema.ts'
import type { Executor } from '../engine/executor.ts'

/** Idempotency claims over Kysely. (scope, key) is unique: of any number of equal requests one inserts. */
export const createIdempotencyRepo = (db: Executor): IdempotencyRepo => {
  const find = (scope: string, key: string) =>
    db.selectFrom('idempotency').selectAll().where('scope', '=', scope).where('key', '=', key).executeTakeFirst()
  // Over: a replay window that closed, or the lease of a claim that never got an operation.
  const over = (nowMs: number) =>
    db
      .deleteFrom('idempotency')
      .where('expires_at_ms', '<=', nowMs)
      .where((eb) => eb.or([eb('finished', '=', 1), eb('operation_id', 'is', null)]))

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
      // Given back between the two statements: whoever asks again finds it free.
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
      await db.deleteFrom('idempotency').where('id', '=', id).where('operation_id', 'is', null).execute()
    },

    releaseOrphans: async () => {
      await db.deleteFrom('idempotency').where('operation_id', 'is', null).execute()
    },

    prune: async (nowMs) => Number((await over(nowMs).executeTakeFirst()).numDeletedRows),
  }
}

function toClaim(row: Selectable<Database['idempotency']>, fingerprint: string): Exclude<IdempotencyClaim, { outcome: 'claimed' }> {
  if (row.fingerprint !== fingerprint) return { outcome: 'reused' }
  return row.finished === 1 ? { outcome: 'finished', operationId: row.operation_id as OperationId } : { outcome: 'running' }
}
