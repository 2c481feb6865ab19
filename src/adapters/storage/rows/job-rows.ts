import type { Insertable, Selectable } from 'kysely'
import { type JobId, type KeyId, atomicUnits, type Mint, type PayoutId, unixMs, usdMicros, type Wallet } from '../../../domain/brands.ts'
import type { CoinJob, EscrowTransfer, JobActor, JobState, JobStep, TransferKind } from '../../../domain/kit/coin-job.ts'
import type { TemplateId } from '../../../domain/kit/kit-items.ts'
import type { SignedTransaction } from '../../../domain/operation.ts'
import type { EscrowPayout } from '../../../ports/storage/jobs.ts'
import { fromJson, toJson } from './json-column.ts'
import type { Database } from '../schema.ts'

/** The row of a new job, with its first step counted. */
export const toJobRow = (job: CoinJob): Omit<Insertable<Database['coin_job']>, 'launcher'> => ({
  id: job.id,
  mint: job.mint,
  ticker: job.ticker,
  key_id: job.keyId,
  template: job.template,
  chain_id: job.chainId,
  budget_usd_micros: job.budgetUsdMicros,
  price_usd_micros: job.currencyUsdMicros,
  amount: String(job.amountAtomic),
  posts_per_week: job.postsPerWeek,
  whole_item: Number(job.wholeItem),
  parts: job.parts,
  part: job.part,
  state: job.state,
  deadline_ms: job.deadlineMs,
  worker: job.worker,
  urls_json: toJson(job.urls),
  note: job.note,
  steps: 1,
  check_at_ms: null,
  looks: job.looks,
  cancel_reason: job.cancelReason,
  created_at_ms: job.createdAtMs,
  changed_at_ms: job.changedAtMs,
})

/** The job of a row. */
export const toJob = (row: Selectable<Database['coin_job']>): CoinJob => ({
  id: row.id as JobId,
  mint: row.mint as Mint,
  ticker: row.ticker,
  keyId: row.key_id as KeyId,
  template: row.template as TemplateId,
  chainId: row.chain_id,
  budgetUsdMicros: usdMicros(row.budget_usd_micros),
  currencyUsdMicros: usdMicros(row.price_usd_micros),
  amountAtomic: atomicUnits(row.amount),
  postsPerWeek: row.posts_per_week,
  wholeItem: row.whole_item === 1,
  parts: row.parts,
  part: row.part,
  state: row.state as JobState,
  deadlineMs: row.deadline_ms === null ? null : unixMs(row.deadline_ms),
  worker: row.worker as Wallet | null,
  urls: fromJson<string[]>(row.urls_json),
  note: row.note,
  looks: row.looks,
  cancelReason: row.cancel_reason,
  createdAtMs: unixMs(row.created_at_ms),
  changedAtMs: unixMs(row.changed_at_ms),
})

/** The state change of a row. */
export const toJobStep = (row: Selectable<Database['coin_job_step']>): JobStep => ({
  from: row.from_state as JobState | null,
  to: row.to_state as JobState,
  actor: row.actor as JobActor,
  note: row.note,
  atMs: unixMs(row.at_ms),
})

/** The ledger entry of a row. */
export const toJobTransfer = (row: Selectable<Database['escrow_transfer']>): EscrowTransfer => ({
  jobId: row.job_id as JobId,
  kind: row.kind as TransferKind,
  from: row.from_account,
  to: row.to_account,
  amountAtomic: atomicUnits(row.amount),
  atMs: unixMs(row.at_ms),
})

/** The payout of a row. */
export const toJobPayout = (row: Selectable<Database['escrow_payout']>): EscrowPayout => ({
  id: row.id as PayoutId,
  jobId: row.job_id as JobId,
  part: row.part,
  transactions: fromJson<SignedTransaction[]>(row.transactions_json),
  state: row.state as EscrowPayout['state'],
  createdAtMs: unixMs(row.created_at_ms),
})
