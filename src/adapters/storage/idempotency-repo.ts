import type { Selectable } from 'kysely'
import type { IdempotencyClaim, IdempotencyRepo } from '../../ports/storage.ts'
import type { Database } from './schema.ts'
import type { Executor } from './storage.ts'

/** Idempotency claims over Kysely. (scope, key) is unique: of any number of equal requests one inserts. */
export const createIdempotencyRepo = (db: Executor): IdempotencyRepo => {
  const find = (scope: string, key: string) =>
    db.selectFrom('idempotency').selectAll().where('scope', '=', scope).where('key', '=', key).executeTakeFirst()

  return {
    claim: async ({ id, scope, key, fingerprint, nowMs, leaseMs }) => {
      // What is over (a replay window, or the lease of a claim that never got an operation) makes room for the new claim.
      await db
        .deleteFrom('idempotency')
        .where('scope', '=', scope)
        .where('key', '=', key)
        .where('expires_at_ms', '<=', nowMs)
        .where((eb) => eb.or([eb('status', 'is not', null), eb('operation_id', 'is', null)]))
        .execute()
      const inserted = await db
        .insertInto('idempotency')
        .values({ id, scope, key, fingerprint, operation_id: null, status: null, body: null, expires_at_ms: nowMs + leaseMs })
        .onConflict((conflict) => conflict.columns(['scope', 'key']).doNothing())
        .returning('id')
        .executeTakeFirst()
      if (inserted) return { outcome: 'claimed', id }
      const row = await find(scope, key)
      // Given back between the two statements: whoever asks again finds it free.
      return row ? toClaim(row, fingerprint) : { outcome: 'running', id }
    },

    peek: async ({ scope, key, fingerprint, nowMs }) => {
      const row = await find(scope, key)
      if (!row || (row.expires_at_ms <= nowMs && (row.status !== null || row.operation_id === null))) return null
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

    finish: async (id, { status, body }, expiresAtMs) => {
      await db.updateTable('idempotency').set({ status, body, expires_at_ms: expiresAtMs }).where('id', '=', id).execute()
    },

    release: async (id) => {
      await db.deleteFrom('idempotency').where('id', '=', id).where('operation_id', 'is', null).where('status', 'is', null).execute()
    },

    releaseOrphans: async () => {
      await db.deleteFrom('idempotency').where('operation_id', 'is', null).where('status', 'is', null).execute()
    },

    prune: async (nowMs) => {
      const { numDeletedRows } = await db
        .deleteFrom('idempotency')
        .where('expires_at_ms', '<=', nowMs)
        .where((eb) => eb.or([eb('status', 'is not', null), eb('operation_id', 'is', null)]))
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}

function toClaim(row: Selectable<Database['idempotency']>, fingerprint: string): Exclude<IdempotencyClaim, { outcome: 'claimed' }> {
  if (row.fingerprint !== fingerprint) return { outcome: 'reused' }
  if (row.status === null || row.body === null) return { outcome: 'running', id: row.id }
  return { outcome: 'finished', id: row.id, response: { status: row.status, body: row.body } }
}
