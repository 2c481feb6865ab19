import { type ExpressionBuilder, type RawBuilder, sql, type SqlBool } from 'kysely'
import { type DryRunId, unixMs } from '../../../domain/brands.ts'
import { namedIn } from '../../../domain/consent/signed-consent.ts'
import { addressKey } from '../../../domain/crew/payee.ts'
import type { ApprovalRule } from '../../../domain/plan/dry-run.ts'
import type { DryRunRepo } from '../../../ports/storage/dry-runs.ts'
import { toDryRun, toDryRunRow } from '../rows/dry-run-row.ts'
import { toJson } from '../rows/json-column.ts'
import { newestFirst } from '../rows/keyset.ts'
import type { Database } from '../schema.ts'
import { builtOnce } from '../engine/built-once.ts'
import { rowsInto } from '../engine/rows-into.ts'
import type { Executor } from '../engine/executor.ts'
import { OPERATOR_KEY_ID } from '../../../domain/api-key.ts'
import { ownerIn, ownerOfRow, strangerIn } from '../rows/key-owner.ts'

/** Dry-runs over Kysely: each guard is in the WHERE clause, so that of two concurrent writes one wins. */
export const createDryRunRepo = (db: Executor): DryRunRepo => ({
  insert: async (dryRun) => {
    await insertRow(db, toDryRunRow(dryRun))
    const wallets = [...new Set(namedIn(dryRun.plan.shareholders).map(({ wallet }) => addressKey(wallet)))]
    await insertNamed(
      db,
      wallets.map((wallet) => ({ wallet, dry_run_id: dryRun.id, expires_at_ms: dryRun.expiresAtMs })),
    )
  },

  find: async (id) => toDryRun(await db.selectFrom('dry_run').selectAll().where('id', '=', id).executeTakeFirst()),

  listDecided: async ({ decision, id, keyId, launcher, untilMs, limit }) => {
    const decidedAtMs = decision === 'approved' ? 'approved_at_ms' : 'consumed_at_ms'
    const newestOf = (column: 'key_id' | 'launcher', value: string) => {
      const newest = db
        .selectFrom('dry_run')
        .select(['id', 'coin_name', 'ticker', 'approved_at_ms', 'consumed_at_ms', 'created_at_ms'])
        // Written exactly as in the partial indexes, so that they are used.
        .where(decidedAtMs, 'is not', null)
        .where(decidedAtMs, '<=', untilMs)
        .where(column, '=', value)
        .where('id', '<>', id)
        .orderBy(decidedAtMs, 'desc')
        .orderBy('created_at_ms', 'desc')
        .limit(limit)
      return db.selectFrom(newest.as('newest')).selectAll()
    }
    // Of the key and of the launcher, each from its index: with both in one condition every plan ever decided would be read.
    const ofKey = newestOf('key_id', keyId)
    const either = launcher === null ? ofKey : ofKey.union(newestOf('launcher', launcher))
    const rows = await db
      .selectFrom(either.as('decided'))
      .selectAll()
      .orderBy(decidedAtMs, 'desc')
      .orderBy('created_at_ms', 'desc')
      .limit(limit)
      .execute()
    return rows.map((row) => ({
      id: row.id as DryRunId,
      coin: row.coin_name,
      ticker: row.ticker,
      approved: row.approved_at_ms !== null,
    }))
  },

  listWaiting: async (page, { nowMs, rule, required, approver }) => {
    let query = db
      .selectFrom('dry_run')
      .selectAll()
      // Written exactly as in the partial index, so that it is used.
      .where('consumed_at_ms', 'is', null)
      .where('rejected_at_ms', 'is', null)
      .where('reserved_by', 'is', null)
      // With the plus SQLite takes the index in this order, and not the one by expiry, which it would have to sort.
      .where(sql<number>`+expires_at_ms`, '>', nowMs)
      .where(lacksApprovals(rule))
    if (required) {
      query = query.where(({ exists, selectFrom }) =>
        exists(selectFrom('api_key').select('hash').whereRef('api_key.id', '=', 'dry_run.key_id').where('require_approval', '=', 1)),
      )
    }
    // Who launches a plan does not approve it.
    if (approver) query = query.where(({ eb, or }) => or([eb('launcher', 'is', null), eb('launcher', '!=', approver)]))
    return newestFirst(query, page, { time: 'created_at_ms', id: 'id', of: 'dry_run' }, (row) => toDryRun(row)!)
  },

  waitingOf: async (keyId) => {
    const { rows } = await countOfOwner(db, keyId)
    const { count, oldest, owner } = rows[0]!
    const offers = await waitingOffers(db)
    return { own: Number(count) + offers.of(owner), firstExpiresAtMs: oldest === null ? null : unixMs(Number(oldest)) }
  },

  waitingOfAll: async () => {
    const { count, strangers } = (await countOfAll(db)).rows[0]!
    const offers = await waitingOffers(db)
    return { untrusted: Number(strangers ?? 0) + offers.untrusted, all: Number(count) + offers.untrusted + offers.known }
  },

  approve: async ({ id, approvals }, approval, { completes }) =>
    toDryRun(
      await db
        .updateTable('dry_run')
        .set({
          approvals: approvals.length + 1,
          approvals_json: toJson([...approvals, approval]),
          ...(completes ? { approved_at_ms: approval.atMs, approved_by: approval.by } : {}),
        })
        .where('id', '=', id)
        // Approvals are only ever added: another one that came first changed their number.
        .where('approvals', '=', approvals.length)
        .where('expires_at_ms', '>', approval.atMs)
        .where('consumed_at_ms', 'is', null)
        .where('rejected_at_ms', 'is', null)
        .returningAll()
        .executeTakeFirst(),
    ),

  reject: async (id, { atMs, by, reason }) =>
    toDryRun(
      await db
        .updateTable('dry_run')
        .set({ rejected_at_ms: atMs, rejected_by: by, rejection_reason: reason })
        .where('id', '=', id)
        .where('expires_at_ms', '>', atMs)
        .where('consumed_at_ms', 'is', null)
        .where('reserved_by', 'is', null)
        .where('rejected_at_ms', 'is', null)
        .returningAll()
        .executeTakeFirst(),
    ),

  reserve: async (id, operation, nowMs) =>
    toDryRun(
      await db
        .updateTable('dry_run')
        .set({ reserved_by: operation })
        .where('id', '=', id)
        .where('expires_at_ms', '>', nowMs)
        .where('consumed_at_ms', 'is', null)
        .where('reserved_by', 'is', null)
        .where('rejected_at_ms', 'is', null)
        .returningAll()
        .executeTakeFirst(),
    ),

  release: async (id, operation) => {
    await db
      .updateTable('dry_run')
      .set({ reserved_by: null })
      .where('id', '=', id)
      .where('reserved_by', '=', operation)
      .where('consumed_at_ms', 'is', null)
      .execute()
  },

  consume: async (id, operation, nowMs) =>
    toDryRun(
      await db
        .updateTable('dry_run')
        .set({ consumed_at_ms: nowMs })
        .where('id', '=', id)
        .where('reserved_by', '=', operation)
        .where('consumed_at_ms', 'is', null)
        .returningAll()
        .executeTakeFirst(),
    ),

  prune: async (beforeMs, limit) => {
    const isOver = (eb: ExpressionBuilder<Database, 'dry_run'>) =>
      eb.and([eb('expires_at_ms', '<', beforeMs), eb('reserved_by', 'is', null), eb('consumed_at_ms', 'is', null)])
    const { numDeletedRows } = await db
      .deleteFrom('dry_run')
      .where('id', 'in', db.selectFrom('dry_run').select('id').where(isOver).limit(limit))
      .where(isOver)
      .executeTakeFirst()
    // Nobody is shown a plan that is over, whether it was launched or not.
    await db.deleteFrom('dry_run_named').where('expires_at_ms', '<', beforeMs).execute()
    return Number(numDeletedRows)
  },
})

const insertRow = builtOnce((db, row: ReturnType<typeof toDryRunRow>) =>
  db.insertInto('dry_run').values({ ...row, owner: ownerIn(row.key_id), stranger: strangerIn(row.key_id) }),
)

const insertNamed = rowsInto('dry_run_named')

const countOfOwner = builtOnce(
  (_db, keyId: string) => sql<{ count: number | bigint; oldest: number | bigint | null; owner: string }>`
    SELECT count(*) AS count, min(expires_at_ms) AS oldest, ${ownerIn(keyId)} AS owner FROM dry_run
    WHERE consumed_at_ms IS NULL AND owner = ${ownerIn(keyId)}`,
)

const countOfAll = builtOnce(
  // Summed, since a group for each would be sorted.
  () => sql<{ count: unknown; strangers: unknown }>`
    SELECT count(*) AS count, sum(stranger) AS strangers FROM dry_run WHERE consumed_at_ms IS NULL`,
)

/** Counts the approvals as countedApprovals does: those of wallets that are approvers now. An address has no wildcard in it. */
function lacksApprovals({ approvers, approvalsRequired }: ApprovalRule): RawBuilder<SqlBool> {
  const each = [...approvers].map((wallet) => sql`CASE WHEN approvals_json LIKE ${`%"${wallet}"%`} THEN 1 ELSE 0 END`)
  const counted = each.length === 0 ? sql`0` : sql`(${sql.join(each, sql` + `)})`
  return sql<SqlBool>`(${counted} < approvals_required OR ${counted} < ${approvalsRequired})`
}

interface OffersOfKey {
  readonly keyId: string
  readonly known: string | null
  readonly claim_address: string | null
  readonly claim_site: string | null
  readonly count: unknown
}

const offersOfKeys = builtOnce(
  () => sql<OffersOfKey>`
    SELECT launch_offer.key_id AS "keyId", api_key.id AS known, api_key.claim_address, api_key.claim_site, count(*) AS count
    FROM launch_offer LEFT JOIN api_key ON api_key.id = launch_offer.key_id
    WHERE NOT EXISTS (SELECT operation.id FROM operation WHERE operation.id = launch_offer.id)
    GROUP BY launch_offer.key_id, api_key.id, api_key.claim_address, api_key.claim_site`,
)

/** How many unsubmitted offers there are, and of an owner; few, and deleted an hour after they expired. */
async function waitingOffers(db: Executor): Promise<{ untrusted: number; known: number; of(owner: string): number }> {
  const { rows } = await offersOfKeys(db)
  const sum = (those: readonly OffersOfKey[]) => those.reduce((total, { count }) => total + Number(count), 0)
  const isKnown = (row: OffersOfKey) => row.keyId === OPERATOR_KEY_ID || (row.known !== null && row.claim_address === null)
  return {
    untrusted: sum(rows.filter((row) => !isKnown(row))),
    known: sum(rows.filter(isKnown)),
    of: (owner) => sum(rows.filter((row) => ownerOfRow(row.keyId, row).owner === owner)),
  }
}
