import { sql } from 'kysely'
import { awaitsPayout, type CoinJob, deadlineOf, type JobStep, mayFollow, type TransferKind } from '../../../domain/kit/coin-job.ts'
import { type JobId, atomicUnits } from '../../../domain/brands.ts'
import type { JobRepo, JobMove } from '../../../ports/storage/jobs.ts'
import { toJob, toJobRow, toJobPayout, toJobStep, toJobTransfer } from '../rows/job-rows.ts'
import { recordSent } from '../ledger/record-sent.ts'
import { inTransaction } from '../engine/in-transaction.ts'
import { toJson } from '../rows/json-column.ts'
import { reserve, releaseFunds, transfer } from './money/escrow-ledger.ts'
import { newestFirst } from '../rows/keyset.ts'
import type { Executor } from '../engine/executor.ts'

// A literal: a parameter would keep SQLite from using the partial index.
const REFUNDED = sql.lit('refunded')

/** Jobs over Kysely: each state change is one conditional UPDATE, with its history and its money in the same commit. */
export const createJobRepo = (db: Executor): JobRepo => ({
  insert: (job, accruedAtomic) =>
    inTransaction(db, async (tx) => {
      if (!(await reserve(tx, job, accruedAtomic))) return null
      const launcher = tx.selectFrom('coin').select('launcher').where('mint', '=', job.mint)
      await tx
        .insertInto('coin_job')
        .values({ ...toJobRow(job), launcher })
        .execute()
      await keepStep(tx, job.id, 1, { from: null, to: job.state, actor: 'owner', note: null, atMs: job.createdAtMs })
      await transfer(tx, job, 'reserve', job.createdAtMs)
      return job
    }),

  find: async (id) => {
    const row = await db.selectFrom('coin_job').selectAll().where('id', '=', id).executeTakeFirst()
    return row ? toJob(row) : null
  },

  list: async (page, { mint, state, worker } = {}) => {
    let query = db.selectFrom('coin_job').selectAll()
    if (mint !== undefined) query = query.where('mint', '=', mint)
    if (state !== undefined) query = query.where('state', '=', state)
    if (worker !== undefined) query = query.where('worker', '=', worker)
    return newestFirst(query, page, { time: 'created_at_ms', id: 'id' }, toJob)
  },

  countHeld: async (worker) => {
    const { count } = await db
      .selectFrom('coin_job')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('worker', '=', worker)
      // Between two parts it is its worker's too.
      .where(({ eb, or, and, ref }) =>
        or([eb('state', 'in', ['claimed', 'submitted']), and([eb('state', 'in', ['verified', 'paying']), eb('part', '<', ref('parts'))])]),
      )
      .executeTakeFirstOrThrow()
    return Number(count)
  },

  listForKit: async (mint) => {
    const ranked = db
      .selectFrom('coin_job')
      .selectAll()
      .select(({ fn }) =>
        fn
          .agg<number>('row_number')
          .over((over) => over.partitionBy(['template', 'state']).orderBy('created_at_ms', 'desc').orderBy('id', 'desc'))
          .as('newest'),
      )
      .where('mint', '=', mint)
      .where('state', '<>', REFUNDED)
      .where('whole_item', '=', 1)
    const rows = await db
      .selectFrom(ranked.as('ranked'))
      .selectAll()
      .where('newest', '=', 1)
      .orderBy('created_at_ms', 'desc')
      .orderBy('id', 'desc')
      .execute()
    return rows.map(toJob)
  },

  steps: async (id) => {
    const rows = await db.selectFrom('coin_job_step').selectAll().where('job_id', '=', id).orderBy('position').execute()
    return rows.map(toJobStep)
  },

  move: (id, move) => inTransaction(db, (tx) => moveJob(tx, id, move)),

  budget: async (mint) => {
    const row = await db.selectFrom('coin_budget').selectAll().where('mint', '=', mint).executeTakeFirst()
    return { reservedAtomic: atomicUnits(row?.reserved ?? 0), spentAtomic: atomicUnits(row?.spent ?? 0) }
  },

  transfers: async (id) => {
    const rows = await db.selectFrom('escrow_transfer').selectAll().where('job_id', '=', id).orderBy('side').orderBy('part').execute()
    return rows.map(toJobTransfer)
  },

  countRefunded: async (keyId) => {
    const { count } = await db
      .selectFrom('coin_job')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('key_id', '=', keyId)
      .where('state', '=', REFUNDED)
      .where('part', '=', 1)
      .executeTakeFirstOrThrow()
    return Number(count)
  },

  pruneCancelled: (beforeMs, limit) =>
    inTransaction(db, async (tx) => {
      const old = await tx
        .selectFrom('coin_job')
        .select('id')
        .where('state', '=', REFUNDED)
        .where('part', '=', 1)
        .where('changed_at_ms', '<', beforeMs)
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('coin_job_step')
              .select('coin_job_step.position')
              .whereRef('coin_job_step.job_id', '=', 'coin_job.id')
              .where('coin_job_step.to_state', '=', 'cancelled'),
          ),
        )
        .limit(limit)
        .execute()
      if (old.length === 0) return 0
      const ids = old.map(({ id }) => id)
      await tx.deleteFrom('escrow_transfer').where('job_id', 'in', ids).execute()
      await tx.deleteFrom('coin_job_step').where('job_id', 'in', ids).execute()
      await tx.deleteFrom('coin_job').where('id', 'in', ids).execute()
      return ids.length
    }),

  listOverdue: async (nowMs, limit) => {
    const rows = await db.selectFrom('coin_job').selectAll().where('deadline_ms', '<=', nowMs).orderBy('deadline_ms').limit(limit).execute()
    return rows.map(toJob)
  },

  listUnpaid: async (nowMs, limit) => {
    const rows = await db.selectFrom('coin_job').selectAll().where('check_at_ms', '<=', nowMs).orderBy('check_at_ms').limit(limit).execute()
    return rows.map(toJob)
  },

  postpone: async (id, untilMs, note) => {
    const query = db.updateTable('coin_job').set({ check_at_ms: untilMs, note })
    await query.where('id', '=', id).where('check_at_ms', 'is not', null).execute()
  },

  lookAgain: async (id, { looks, atMs, untilMs, note }) => {
    const query = db.updateTable('coin_job').set({ looks, deadline_ms: untilMs, note })
    const due = query.where('id', '=', id).where('state', '=', 'submitted').where('deadline_ms', '<=', atMs)
    return (await due.returning('id').executeTakeFirst()) !== undefined
  },

  askCancel: async (id, reason, atMs) => {
    const query = db.updateTable('coin_job').set({ cancel_reason: reason }).where('id', '=', id).where('state', '=', 'claimed')
    const running = query.where('cancel_reason', 'is', null).where('deadline_ms', '>', atMs)
    const row = await running.returningAll().executeTakeFirst()
    return row ? toJob(row) : null
  },

  insertPayout: (payout) =>
    inTransaction(db, async (tx) => {
      const row = await tx
        .insertInto('escrow_payout')
        .values({
          id: payout.id,
          job_id: payout.jobId,
          part: payout.part,
          transactions_json: toJson(payout.transactions),
          state: payout.state,
          created_at_ms: payout.createdAtMs,
          ended_at_ms: null,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .executeTakeFirst()
      if (row) await recordSent(tx, payout.transactions, { kind: 'payout', reference: payout.id })
      return row ? toJobPayout(row) : null
    }),

  payouts: async (id) => {
    const ofJob = db.selectFrom('escrow_payout').selectAll().where('job_id', '=', id).where('state', '<>', 'dead')
    return (await ofJob.orderBy('part').execute()).map(toJobPayout)
  },

  endPayout: async (id, state, atMs) => {
    const ended = await db
      .updateTable('escrow_payout')
      .set({ state, ended_at_ms: atMs })
      .where('id', '=', id)
      .where('state', '=', 'living')
      .returning('id')
      .executeTakeFirst()
    return ended !== undefined
  },
})

/** What leaves the escrow with this change. */
function moneyOut(from: string, to: JobMove['to']): TransferKind | null {
  if (from === 'paying' && to !== 'verified') return 'pay'
  return to === 'refunded' ? 'refund' : null
}

async function moveJob(tx: Executor, id: JobId, move: JobMove): Promise<CoinJob | null> {
  const { from, to, actor, note = null, atMs, deadline, part, worker, urls } = move
  for (const state of from) if (!mayFollow(state, to)) throw new Error(`a job that is ${state} cannot be ${to}`)
  const before = await tx.selectFrom('coin_job').select(['state', 'steps', 'parts', 'part']).where('id', '=', id).executeTakeFirst()
  if (!before || !(from as readonly string[]).includes(before.state) || (part !== undefined && part !== before.part)) return null
  const next = before.state === 'paying' && to === 'claimed'
  if ((before.state === 'paying' && to !== 'verified' && next !== before.part < before.parts) || (to === 'open' && before.part > 1))
    throw new Error(`a job in part ${before.part} of ${before.parts} cannot be ${to}`)
  let query = tx
    .updateTable('coin_job')
    .set((eb) => ({
      state: to,
      deadline_ms: deadlineOf(to, atMs),
      note,
      looks: 0,
      cancel_reason: null,
      steps: eb('steps', '+', 1),
      check_at_ms: awaitsPayout(to) ? atMs : null,
      changed_at_ms: atMs,
      ...(worker === undefined ? {} : { worker }),
      ...(urls === undefined ? {} : { urls_json: toJson(urls) }),
      ...(next ? { part: before.part + 1, urls_json: toJson([]) } : {}),
    }))
    .where('id', '=', id)
    // Optimistic lock: of two concurrent changes one finds another number of steps.
    .where('steps', '=', before.steps)
    .where('state', 'in', from)
  if (deadline === 'running') query = query.where('deadline_ms', '>', atMs)
  if (deadline === 'over') query = query.where('deadline_ms', '<=', atMs)
  const row = await query.returningAll().executeTakeFirst()
  if (!row) return null
  const job = toJob(row)
  await keepStep(tx, id, row.steps, { from: before.state as JobStep['from'], to, actor, note, atMs })
  const kind = moneyOut(before.state, to)
  if (kind) await releaseFunds(tx, { ...job, part: before.part }, kind, atMs)
  return job
}

async function keepStep(tx: Executor, id: JobId, index: number, { from, to, actor, note, atMs }: JobStep): Promise<void> {
  await tx
    .insertInto('coin_job_step')
    .values({ job_id: id, position: index, from_state: from, to_state: to, actor, note, at_ms: atMs })
    .execute()
}
