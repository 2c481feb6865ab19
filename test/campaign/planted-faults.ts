import type { FindingKind } from './finding-kinds.ts'
import type { Fault } from './nemesis.ts'

/** One place of the source, and what stands there instead. */
export interface Edit {
  readonly path: string
  readonly from: string
  readonly to: string
}

/** A fault that a campaign has to find: with these edits the service breaks one of its promises. */
export interface PlantedFault {
  readonly name: string
  readonly edits: readonly Edit[]
  /** What it is caught by: a campaign that finds something else alone has missed it. */
  readonly shows: readonly FindingKind[]
  /** What brings it out; kills where left out. */
  readonly nemesis?: readonly Fault[]
}

const IDEMPOTENCY = 'src/adapters/storage/repos/idempotency-repo.ts'
const SETTLE = 'src/features/operations/settle-operation.ts'
const JOURNAL = 'src/features/operations/journal-operation.ts'
const ADMIT = 'src/features/payments/admit-payment.ts'
const ESCROW = 'src/adapters/storage/repos/money/escrow-ledger.ts'
const QUEUE = 'src/adapters/storage/webhooks/webhook-queue.ts'

/** Each is planted alone. */
export const PLANTED_FAULTS: readonly PlantedFault[] = [
  {
    name: 'no unique index on idempotency keys',
    shows: ['coin-doubled', 'job-doubled', 'answer-changed'],
    edits: [
      {
        path: 'src/adapters/storage/migrations/initial/launches.ts',
        from: 'expires_at_ms bigint NOT NULL, UNIQUE (scope, key))',
        to: 'expires_at_ms bigint NOT NULL)',
      },
      { path: IDEMPOTENCY, from: ".onConflict((conflict) => conflict.columns(['scope', 'key']).doNothing())", to: '' },
    ],
  },
  {
    name: 'a claim without its lease',
    shows: ['coin-doubled', 'answer-changed'],
    edits: [
      { path: IDEMPOTENCY, from: "eb('expires_at_ms', '<=', nowMs),", to: "eb('expires_at_ms', '<=', nowMs + 60_000)," },
      { path: IDEMPOTENCY, from: 'return numUpdatedRows === 1n', to: 'return numUpdatedRows < 2n' },
    ],
  },
  {
    name: 'the idempotency answer is not stored',
    shows: ['answer-unkept'],
    edits: [{ path: SETTLE, from: 'if (claimId !== null) await', to: "if (claimId === '') await" }],
  },
  {
    name: 'sent before the journal is committed',
    shows: ['coin-unbooked', 'coin-lost', 'coin-not-there'],
    edits: [
      { path: JOURNAL, from: 'return storage.transaction(async (tx) => {', to: 'const write = () => storage.transaction(async (tx) => {' },
      {
        path: JOURNAL,
        from: '    return policyHash === null ? operation : { ...operation, policyHash }\n  })\n}',
        to: '    return policyHash === null ? operation : { ...operation, policyHash }\n  })\n  setTimeout(() => void write().catch(() => {}), 300)\n  return operation\n}',
      },
    ],
  },
  {
    name: 'answered before the end is committed',
    shows: ['coin-lost', 'coin-not-there', 'answer-changed'],
    edits: [
      {
        path: SETTLE,
        from: 'const finished = await storage.transaction(async (tx) => {',
        to: 'const write = () => storage.transaction(async (tx) => {',
      },
      {
        path: SETTLE,
        from: '  if (finished) {\n    storage.ends.tell(operation.id)\n    countEnd(metrics, finished)\n  }\n  return finished\n',
        to: '  setTimeout(() => void write().then((won) => won && countEnd(metrics, won), () => {}), 300)\n  return { ...operation, ...result, finishedAtMs: nowMs } as Operation\n',
      },
    ],
  },
  {
    name: 'events outside the commit',
    shows: ['event-missing'],
    edits: [
      {
        path: 'src/features/launch/settle-launch.ts',
        from: 'await recordEvents(\n        deps,\n        tx,\n        types.map((type) => ({ type, mint: coin.mint, keyId: coin.keyId, data: result })),\n      )',
        to: 'const events = types.map((type) => ({ type, mint: coin.mint, keyId: coin.keyId, data: result }))\n      setTimeout(() => void recordEvents(deps, deps.storage, events).catch(() => {}), 500)',
      },
    ],
  },
  {
    name: 'a replay is answered anew',
    shows: ['answer-changed'],
    edits: [
      {
        path: 'src/features/operations/answer-of.ts',
        from: 'return result\n',
        to: "return 'nextSteps' in result ? { ...result, nextSteps: [`At ${Date.now()}.`] } : result\n",
      },
    ],
  },
  {
    name: 'a remit is counted twice',
    shows: ['payment-doubled'],
    edits: [
      {
        path: 'src/adapters/storage/repos/remits-repo.ts',
        from: 'await growEarnings(tx, paid)\n',
        to: 'await growEarnings(tx, paid)\n      await growEarnings(tx, paid)\n',
      },
    ],
  },
  {
    name: 'a payment is left out of the books',
    shows: ['payment-unbooked'],
    edits: [
      { path: 'src/features/crank/record-distribution.ts', from: 'payment.amountAtomic > 0n', to: 'payment.amountAtomic > 4_000_000n' },
    ],
  },
  {
    name: 'the ledger counts a posting twice',
    shows: ['ledger-differs'],
    edits: [
      { path: 'src/adapters/storage/ledger/ledger-repo.ts', from: 'sum + BigInt(row[column])', to: 'sum + 2n * BigInt(row[column])' },
    ],
  },
  {
    name: 'a message is marked as delivered before it is sent',
    shows: ['event-undelivered'],
    edits: [
      {
        path: QUEUE,
        from: 'return rows.map((row) => ({\n      id: row.delivery_id',
        to: "for (const row of rows) await db.updateTable('webhook_delivery').set({ state: 'delivered', pending: 0 }).where('id', '=', row.delivery_id).execute()\n    return rows.map((row) => ({\n      id: row.delivery_id",
      },
    ],
  },
  {
    name: 'a refused message counts as delivered',
    shows: ['event-undelivered'],
    edits: [
      { path: 'src/domain/webhooks/webhook-schedule.ts', from: 'status !== null && status >= 200 && status < 300', to: 'status !== null' },
    ],
  },
  {
    name: 'a message is signed over another text',
    shows: ['message-forged'],
    edits: [{ path: 'src/domain/webhooks/webhook-signature.ts', from: 'new Date(atMs), body)', to: 'new Date(atMs), `${body} `)' }],
  },
  {
    name: 'charged without a claim',
    shows: ['charged-twice'],
    edits: [
      {
        path: 'src/features/payments/payment-runs.ts',
        from: "payment = await movePayment(deps, held, { state: 'settling' })",
        to: 'await storage.payments.release(held)',
      },
    ],
  },
  {
    name: 'a paid call is charged again',
    shows: ['charged-twice'],
    edits: [
      { path: ADMIT, from: 'const earlier = idempotencyKey && ', to: "const earlier = idempotencyKey === '' && " },
      {
        path: 'src/adapters/storage/migrations/initial/payments.ts',
        from: 'CREATE UNIQUE INDEX payment_of_key',
        to: 'CREATE INDEX payment_of_key',
      },
    ],
  },
  {
    name: 'a refund of a paid call is forgotten',
    shows: ['charge-kept'],
    edits: [{ path: 'src/features/payments/payment-runs.ts', from: "{ state: 'refund_due' as const,", to: "{ state: 'done' as const," }],
  },
  {
    name: 'an accepted job is paid twice',
    shows: ['job-paid-twice'],
    edits: [
      {
        path: ESCROW,
        from: '  await transfer(tx, job, kind, atMs)\n  const',
        to: "  await transfer(tx, job, kind, atMs)\n  if (kind === 'pay') await tx.insertInto('escrow_transfer').values({ job_id: job.id, side: 'again', part: job.part, kind, from_account: 'escrow', to_account: 'worker', amount: String(job.amountAtomic), at_ms: atMs }).execute()\n  const",
      },
    ],
  },
  {
    name: 'the refund of a job is forgotten',
    shows: ['job-not-refunded'],
    edits: [
      {
        path: 'src/features/jobs/refund-job.ts',
        from: "return ended && tx.jobs.move(job.id, { ...move, from: [cause], to: 'refunded' })",
        to: 'return ended',
      },
    ],
  },
]
