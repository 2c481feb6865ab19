import type { Selectable } from 'kysely'
import { unixMs } from '../../../domain/brands.ts'
import { OWN_LIMITS } from '../../../domain/limits/own-limits.ts'
import type { Approval } from '../../../domain/plan/dry-run.ts'
import type { SpendingPolicy } from '../../../domain/policy/spending-policy.ts'
import type { PolicyRepo, StoredPolicy } from '../../../ports/storage/policy.ts'
import type { Executor } from '../engine/executor.ts'
import { fromJson, toJson } from '../rows/json-column.ts'
import { newestFirst } from '../rows/keyset.ts'
import type { Database } from '../schema.ts'

/** Spending policies over Kysely. */
export const createPolicyRepo = (db: Executor): PolicyRepo => ({
  insert: async ({ hash, policy, approvals, approvalsRequired, signedAtMs, revokedAtMs }) => {
    const row = await db
      .insertInto('spending_policy')
      .values({
        hash,
        key_id: policy.keyId,
        policy_json: toJson(policy),
        approvals_json: toJson(approvals),
        approvals_required: approvalsRequired,
        signed_at_ms: signedAtMs,
        until_ms: policy.untilMs,
        revoked_at_ms: revokedAtMs,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('hash')
      .executeTakeFirst()
    return row !== undefined
  },

  find: async (hash) => toPolicy(await db.selectFrom('spending_policy').selectAll().where('hash', '=', hash).executeTakeFirst()),

  approve: async ({ hash, approvals }, approval) =>
    toPolicy(
      await db
        .updateTable('spending_policy')
        .set({ approvals_json: toJson([...approvals, approval]) })
        .where('hash', '=', hash)
        .where('approvals_json', '=', toJson(approvals))
        .where('revoked_at_ms', 'is', null)
        .returningAll()
        .executeTakeFirst(),
    ),

  revoke: async (hash, atMs) =>
    toPolicy(
      await db
        .updateTable('spending_policy')
        .set({ revoked_at_ms: atMs })
        .where('hash', '=', hash)
        .where('revoked_at_ms', 'is', null)
        .returningAll()
        .executeTakeFirst(),
    ),

  listLiving: async (keyId, nowMs) => {
    const rows = await db
      .selectFrom('spending_policy')
      .selectAll()
      .where('key_id', '=', keyId)
      .where('revoked_at_ms', 'is', null)
      .where('until_ms', '>', nowMs)
      .orderBy('until_ms', 'desc')
      .limit(OWN_LIMITS.policiesOfKey)
      .execute()
    return rows.map((row) => toPolicy(row)!)
  },

  list: (page, keyId) => {
    let query = db.selectFrom('spending_policy').selectAll()
    if (keyId !== null) query = query.where('key_id', '=', keyId)
    return newestFirst(query, page, { time: 'signed_at_ms', id: 'hash' }, (row) => toPolicy(row)!)
  },
})

const toPolicy = (row: Selectable<Database['spending_policy']> | undefined): StoredPolicy | null =>
  row
    ? {
        hash: row.hash,
        policy: fromJson<SpendingPolicy>(row.policy_json),
        approvals: fromJson<Approval[]>(row.approvals_json),
        approvalsRequired: Number(row.approvals_required),
        signedAtMs: unixMs(row.signed_at_ms),
        revokedAtMs: row.revoked_at_ms === null ? null : unixMs(row.revoked_at_ms),
      }
    : null
