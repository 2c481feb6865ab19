import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import { type UnixMs, unixMs, usdMicros } from '../../../../domain/brands.ts'
import { type StoredAnswer, OPEN_PAYMENT_STATES, type Payment, type PaymentState } from '../../../../domain/payments/payment.ts'
import type { PaymentRepo } from '../../../../ports/storage/money/payments.ts'
import { fromNullableJson, toNullableJson } from '../../rows/json-column.ts'
import { newestFirst } from '../../rows/keyset.ts'
import type { Database } from '../../schema.ts'
import type { Executor } from '../../engine/executor.ts'
import { failureWord, readFailureWord } from '../../../../domain/payments/payment-failure.ts'

const isOpen = (state: PaymentState): boolean => (OPEN_PAYMENT_STATES as readonly string[]).includes(state)

/** States in which a request, or the sweep, leases the payment. `unknown` waits for the next check. */
const isHeld = (state: PaymentState): boolean => isOpen(state) && state !== 'unknown'

const free = (nowMs: UnixMs) => (eb: ExpressionBuilder<Database, 'payment'>) =>
  eb.or([eb('lease', 'is', null), eb('lease_until_ms', '<=', nowMs)])

/** Payments over Kysely. Unique indexes enforce what `claim` and `move` promise. */
export const createPaymentRepo = (db: Executor): PaymentRepo => ({
  claim: async (payment, lease, untilMs) =>
    toPayment(
      await db
        .insertInto('payment')
        .values(toRow(payment, lease, untilMs))
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .executeTakeFirst(),
    ),

  find: async (id) => toPayment(await db.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirst()),
  findByNonce: async ({ network, asset, payer, nonce }) =>
    toPayment(
      await db
        .selectFrom('payment')
        .selectAll()
        .where('network', '=', network)
        .where('asset', '=', asset)
        .where('payer', '=', payer)
        .where('nonce', '=', nonce)
        .executeTakeFirst(),
    ),
  hasSettled: async ({ network, asset, payer }, times = 1) => {
    const rows = await db
      .selectFrom('payment')
      .select('id')
      .where('network', '=', network)
      .where('asset', '=', asset)
      .where('payer', '=', payer)
      .where('settled_at_ms', 'is not', null)
      .limit(times)
      .execute()
    return rows.length >= times
  },
  findByKey: async (payer, idempotencyKey) =>
    toPayment(
      await db
        .selectFrom('payment')
        .selectAll()
        .where('payer', '=', payer)
        .where('idempotency_key', '=', idempotencyKey)
        .executeTakeFirst(),
    ),

  take: async ({ id, lease }, from, { nowMs, untilMs }) =>
    toPayment(
      await db
        .updateTable('payment')
        .set({ lease, lease_until_ms: untilMs })
        .where('id', '=', id)
        .where('state', '=', from)
        .where(free(nowMs))
        .returningAll()
        .executeTakeFirst(),
    ),

  move: async ({ id, lease }, { state, runId, transaction, failure, answer }, { nowMs, untilMs }) =>
    toPayment(
      await db
        .updateTable('payment')
        .set({
          state,
          // A rejected payment stays open until it expires, when the chain is asked once more.
          open: Number(isOpen(state) || (state === 'rejected' && untilMs > nowMs)),
          lease: isHeld(state) ? lease : null,
          lease_until_ms: untilMs,
          ...(runId === undefined ? {} : { run_id: runId }),
          ...(transaction === undefined ? {} : { transaction_hash: transaction, settled_at_ms: nowMs }),
          ...(failure === undefined ? {} : { failure: failure && failureWord(failure) }),
          ...(answer === undefined ? {} : { answer_json: toNullableJson(answer) }),
          // Nothing was charged in the end, so that the same request may be made anew.
          ...(state === 'rejected' || state === 'refunded' ? { idempotency_key: null } : {}),
          ...(isOpen(state) ? {} : { finished_at_ms: nowMs }),
        })
        .where('id', '=', id)
        .where('lease', '=', lease)
        .returningAll()
        .executeTakeFirst(),
    ),

  yield: async ({ id, lease }, nowMs) => {
    await db.updateTable('payment').set({ lease: null, lease_until_ms: nowMs }).where('id', '=', id).where('lease', '=', lease).execute()
  },
  release: async ({ id, lease }) => {
    await db.deleteFrom('payment').where('id', '=', id).where('lease', '=', lease).where('state', '=', 'claimed').execute()
  },

  claimDue: async ({ lease, nowMs, untilMs, limit }) => {
    const rows = await db
      .updateTable('payment')
      .set({ lease, lease_until_ms: untilMs })
      .where('id', 'in', ({ selectFrom }) =>
        selectFrom('payment')
          .select('id')
          .where('open', '=', sql.lit(1))
          .where('lease_until_ms', '<=', nowMs)
          .orderBy('lease_until_ms')
          .limit(limit),
      )
      .where('lease_until_ms', '<=', nowMs)
      .returningAll()
      .execute()
    return rows.map((row) => toPayment(row)!)
  },

  releaseLeases: async () => {
    await db.updateTable('payment').set({ lease: null, lease_until_ms: 0 }).where('lease', 'is not', null).execute()
  },

  refund: async (id, nowMs) =>
    toPayment(
      await db
        .updateTable('payment')
        .set({ state: 'refunded', finished_at_ms: nowMs })
        .where('id', '=', id)
        .where('state', '=', 'refund_due')
        .where(free(nowMs))
        .returningAll()
        .executeTakeFirst(),
    ),

  list: async (page, state) => {
    let query = db.selectFrom('payment').selectAll()
    if (state) query = query.where('state', '=', state)
    return newestFirst(query, page, { time: 'created_at_ms', id: 'id' }, (row) => toPayment(row)!)
  },

  countByState: async () => {
    const rows = await db
      .selectFrom('payment')
      .select(['state', ({ fn }) => fn.countAll().as('count')])
      .groupBy('state')
      .execute()
    return new Map(rows.map(({ state, count }) => [state as PaymentState, Number(count)]))
  },

  forgetRejected: async (beforeMs, limit) => {
    const isOver = (eb: ExpressionBuilder<Database, 'payment'>) =>
      eb.and([eb('state', '=', sql.lit('rejected')), eb('open', '=', sql.lit(0)), eb('valid_before_ms', '<', beforeMs)])
    const { numDeletedRows } = await db
      .deleteFrom('payment')
      .where('id', 'in', db.selectFrom('payment').select('id').where(isOver).orderBy('created_at_ms').limit(limit))
      .executeTakeFirst()
    return Number(numDeletedRows)
  },

  prune: async (beforeMs, limit) => {
    const isOver = (eb: ExpressionBuilder<Database, 'payment'>) =>
      eb.and([
        eb('idempotency_key', 'is not', null),
        eb('finished_at_ms', '<', beforeMs),
        // An expression: with the plain column, the index of states would make it read every finished payment.
        eb(sql<string>`state || ''`, 'in', ['done', 'refunded']),
      ])
    const { numUpdatedRows } = await db
      .updateTable('payment')
      .set({ idempotency_key: null, answer_json: null })
      .where('id', 'in', db.selectFrom('payment').select('id').where(isOver).orderBy('finished_at_ms').limit(limit))
      .executeTakeFirst()
    return Number(numUpdatedRows)
  },
})

const toRow = (payment: Payment, lease: string, untilMs: UnixMs) => ({
  id: payment.id,
  network: payment.network,
  asset: payment.asset,
  payer: payment.payer,
  nonce: payment.nonce,
  pay_to: payment.payTo,
  amount: payment.amountUsdMicros,
  valid_before_ms: payment.validBeforeMs,
  fingerprint: payment.fingerprint,
  route: payment.route,
  idempotency_key: payment.idempotencyKey,
  client: payment.client,
  signature_sha256: payment.signatureSha256,
  state: payment.state,
  open: Number(isOpen(payment.state)),
  run_id: payment.runId,
  transaction_hash: payment.transaction,
  failure: payment.failure && failureWord(payment.failure),
  answer_json: toNullableJson(payment.answer),
  lease,
  lease_until_ms: untilMs,
  created_at_ms: payment.createdAtMs,
  settled_at_ms: payment.settledAtMs,
  finished_at_ms: payment.finishedAtMs,
})

function toPayment(row: Selectable<Database['payment']> | undefined): Payment | null {
  if (!row) return null
  return {
    id: row.id,
    network: row.network,
    asset: row.asset,
    payer: row.payer,
    nonce: row.nonce,
    payTo: row.pay_to,
    amountUsdMicros: usdMicros(row.amount),
    validBeforeMs: unixMs(row.valid_before_ms),
    fingerprint: row.fingerprint,
    route: row.route,
    idempotencyKey: row.idempotency_key,
    client: row.client,
    signatureSha256: row.signature_sha256,
    state: row.state as PaymentState,
    runId: row.run_id,
    transaction: row.transaction_hash,
    failure: row.failure === null ? null : readFailureWord(row.failure),
    answer: fromNullableJson<StoredAnswer>(row.answer_json),
    createdAtMs: unixMs(row.created_at_ms),
    settledAtMs: row.settled_at_ms === null ? null : unixMs(row.settled_at_ms),
    finishedAtMs: row.finished_at_ms === null ? null : unixMs(row.finished_at_ms),
  }
}
