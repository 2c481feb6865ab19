import { type ExpressionBuilder, type Insertable, type Selectable, sql } from 'kysely'
import { type ApiKey, fingerprintOf } from '../../../domain/api-key.ts'
import { type KeyId, unixMs } from '../../../domain/brands.ts'
import { type KeyBounds, NO_BOUNDS } from '../../../domain/keys/key-bounds.ts'
import { keyName } from '../../../domain/keys/key-name.ts'
import type { Referral } from '../../../domain/crew/fee-map.ts'
import { MINUTE_MS } from '../../../domain/limits.ts'
import type { KeyRepo } from '../../../ports/storage/storage.ts'
import { inTransaction } from '../engine/in-transaction.ts'
import { fromNullableJson, toJson, toNullableJson } from '../rows/json-column.ts'
import { ownerOf } from '../rows/key-owner.ts'
import { newestFirst } from '../rows/keyset.ts'
import type { Database } from '../schema.ts'
import { builtOnce } from '../engine/built-once.ts'
import type { Executor } from '../engine/executor.ts'

const active = (db: Executor) => db.selectFrom('api_key').selectAll().where('active', '=', 1)
const ofHash = builtOnce((db, hash: string) => active(db).where('hash', '=', hash))
const ofPreviousHash = builtOnce((db, hash: string, nowMs: number) =>
  active(db).where('previous_hash', '=', hash).where('previous_until_ms', '>', nowMs),
)

const insertRow = builtOnce((db, row: Insertable<Database['api_key']>) => db.insertInto('api_key').values(row))
const claimsOf = (column: 'claim_site' | 'claim_address') =>
  builtOnce((db, value: string, sinceMs: number) =>
    db
      .selectFrom('api_key')
      .select('created_at_ms')
      .where(column, '=', value)
      .where('created_at_ms', '>', sinceMs)
      .orderBy('created_at_ms'),
  )
const [claimsOfSite, claimsOfAddress] = [claimsOf('claim_site'), claimsOf('claim_address')]

/** Keys over Kysely. */
export const createKeyRepo = (db: Executor): KeyRepo => ({
  insert: async (key, { hash, claimAddress, claimSite }) => {
    await insertRow(db, { ...toRow(key, hash), claim_address: claimAddress, claim_site: claimSite })
  },
  findByHash: async (hash, nowMs) => {
    const [current] = (await ofHash(db, hash)).rows
    return toKey(current ?? (await ofPreviousHash(db, hash, nowMs)).rows[0])
  },
  find: async (id) => toKey(await db.selectFrom('api_key').selectAll().where('id', '=', id).executeTakeFirst()),

  quotaOwner: async (id) => (await ownerOf(db, id)).owner,
  isUntrusted: async (id) => (await ownerOf(db, id)).untrusted,

  list: async (page) => {
    const query = db.selectFrom('api_key').selectAll()
    return newestFirst(query, page, { time: 'created_at_ms', id: 'id' }, (row) => toKey(row)!)
  },

  update: async (id, { label, launchesPerHour, requireApproval, ops, bounds }) =>
    toKey(
      await db
        .updateTable('api_key')
        .set({
          ...(label === undefined ? {} : { label }),
          ...(launchesPerHour === undefined ? {} : { launches_per_hour: launchesPerHour }),
          ...(requireApproval === undefined ? {} : { require_approval: Number(requireApproval) }),
          ...(ops === undefined ? {} : { ops: Number(ops) }),
          ...(bounds === undefined ? {} : { bounds_json: boundsJson(bounds) }),
        })
        .where('id', '=', id)
        .where('active', '=', 1)
        .returningAll()
        .executeTakeFirst(),
    ),

  rotate: async ({ id, fingerprint }, { hash, keep }) =>
    toKey(
      await db
        .updateTable('api_key')
        .set((eb) => ({
          hash,
          fingerprint: fingerprintOf(hash),
          previous_hash: keep === null ? null : eb.ref(keep.text === 'current' ? 'hash' : 'previous_hash'),
          previous_until_ms: keep?.untilMs ?? null,
        }))
        .where('id', '=', id)
        .where('fingerprint', '=', fingerprint)
        .where('active', '=', 1)
        .returningAll()
        .executeTakeFirst(),
    ),

  revoke: async (id) =>
    toKey(
      await db.updateTable('api_key').set({ active: 0 }).where('id', '=', id).where('active', '=', 1).returningAll().executeTakeFirst(),
    ),

  prune: ({ unusedBeforeMs, idleBeforeMs, limit }) =>
    inTransaction(db, async (tx) => {
      const isIdle = (eb: ExpressionBuilder<Database, 'api_key'>) =>
        eb.and([
          eb('claim_address', 'is not', null),
          // As the index has it: the later of the two times bounds both kinds.
          eb(sql<number>`coalesce(last_used_at_ms, created_at_ms)`, '<', unusedBeforeMs),
          eb.or([eb('last_used_at_ms', 'is', null), eb('last_used_at_ms', '<', idleBeforeMs)]),
          eb.not(eb.exists(eb.selectFrom('operation').select('operation.id').whereRef('operation.key_id', '=', 'api_key.id'))),
        ])
      const rows = await tx.selectFrom('api_key').select('api_key.id').where(isIdle).limit(limit).execute()
      if (rows.length === 0) return 0
      const ids = rows.map(({ id }) => id)
      // Asked again: whoever uses one at this moment keeps it.
      const deleted = await tx.deleteFrom('api_key').where('id', 'in', ids).where(isIdle).returning('id').execute()
      const gone = deleted.map(({ id }) => id)
      if (gone.length > 0) await tx.deleteFrom('webhook_endpoint').where('key_id', 'in', gone).execute()
      return gone.length
    }),

  touch: async (id, nowMs) => {
    await db
      .updateTable('api_key')
      .set({ last_used_at_ms: nowMs })
      .where('id', '=', id)
      .where((eb) => eb.or([eb('last_used_at_ms', 'is', null), eb('last_used_at_ms', '<', nowMs - MINUTE_MS)]))
      .execute()
  },

  claimTimes: async (from, sinceMs) => {
    const claimed = 'claimSite' in from ? claimsOfSite(db, from.claimSite, sinceMs) : claimsOfAddress(db, from.claimAddress, sinceMs)
    const { rows } = await claimed
    return rows.map((row) => unixMs(row.created_at_ms))
  },
})

const toRow = (
  key: ApiKey,
  hash: string,
): Omit<Insertable<Database['api_key']>, 'claim_address' | 'claim_site' | 'previous_hash' | 'previous_until_ms'> => ({
  id: key.id,
  name: keyName(key.id),
  hash,
  fingerprint: key.fingerprint,
  label: key.label,
  agent_name: key.agentName,
  model: key.model,
  launches_per_hour: key.launchesPerHour,
  require_approval: Number(key.requireApproval),
  ops: Number(key.ops),
  referral_json: toNullableJson(key.referral),
  referral_wallet: key.referral?.wallet ?? null,
  active: Number(key.active),
  created_at_ms: key.createdAtMs,
  last_used_at_ms: key.lastUsedAtMs,
  bounds_json: boundsJson(key.bounds),
})

const boundsJson = (bounds: KeyBounds): string | null => (Object.values(bounds).every((bound) => bound === null) ? null : toJson(bounds))

const toKey = (row: Selectable<Database['api_key']> | undefined): ApiKey | null =>
  row
    ? {
        id: row.id as KeyId,
        label: row.label,
        agentName: row.agent_name,
        model: row.model,
        fingerprint: row.fingerprint,
        launchesPerHour: row.launches_per_hour,
        requireApproval: row.require_approval === 1,
        ops: row.ops === 1,
        referral: fromNullableJson<Referral>(row.referral_json),
        active: row.active === 1,
        previous:
          row.previous_hash === null
            ? null
            : { fingerprint: fingerprintOf(row.previous_hash), untilMs: unixMs(row.previous_until_ms ?? 0) },
        bounds: fromNullableJson<KeyBounds>(row.bounds_json) ?? NO_BOUNDS,
        createdAtMs: unixMs(row.created_at_ms),
        lastUsedAtMs: row.last_used_at_ms === null ? null : unixMs(row.last_used_at_ms),
      }
    : null
