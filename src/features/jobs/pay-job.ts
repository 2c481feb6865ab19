import { unixMs, atomicUnits } from '../../domain/brands.ts'
import { awaitsPayout, type CoinJob } from '../../domain/kit/coin-job.ts'
import { shareOf } from '../../domain/kit/parts-for.ts'
import { AppError } from '../../domain/errors.ts'
import { amountText, PRICED_CURRENCY } from '../../domain/money/currency.ts'
import { BY_CLOCK } from '../../domain/operator/operator-act.ts'
import { MINUTE_MS } from '../../domain/limits.ts'
import type { Deps } from '../../ports/deps.ts'
import type { Repos } from '../../ports/storage/storage.ts'
import type { EscrowPayout } from '../../ports/storage/jobs.ts'
import { correctSpending } from '../budgets/correct-spending.ts'
import { findJob } from './find-job.ts'
import { recordAct } from '../operator-log/record-act.ts'
import { moveJob } from './move-job.ts'
import { spendOnPayout } from './spend-on-payout.ts'

/** What paying a job needs. */
export type PayDeps = Pick<Deps, 'storage' | 'clock' | 'ids' | 'log' | 'escrow' | 'policy' | 'redact'>

/** How long a job waits after a failed payout. */
const AGAIN_MS = MINUTE_MS
/** How long a sent payout is left before it is checked again. */
const LOOK_MS = 5_000

/**
 * Advances the payout of a verified job, or of the part that is under way, one step, and returns the job after it. A payout is signed and
 * written before it is sent, and only one that is provably dead is followed by another: any number of drivers pay a part once.
 *
 * @throws Error when rows contradict each other: a verified job without worker, or with a payout that lives
 */
export async function payJob(deps: PayDeps, job: CoinJob): Promise<CoinJob> {
  const paying = job.state === 'verified' ? await preparePayout(deps, job) : job
  return paying.state === 'paying' ? finishPayout(deps, paying) : paying
}

/** `payJob`; on failure the reason is noted on the job, which is tried again in a minute. */
export async function payOrPostpone(deps: PayDeps, job: CoinJob): Promise<CoinJob> {
  const { storage, clock, log, redact } = deps
  try {
    return await payJob(deps, job)
  } catch (error) {
    log.warn('job not paid yet', { jobId: job.id, error })
    const note = error instanceof AppError ? redact(error.message) : null
    await storage.jobs.postpone(job.id, unixMs(clock.nowMs() + AGAIN_MS), note)
    return findJob(deps, job.id)
  }
}

/** Writes a signed payout and moves the job to `paying`, in one commit; of concurrent attempts one succeeds. */
async function preparePayout(deps: PayDeps, job: CoinJob): Promise<CoinJob> {
  const { id, part, chainId, worker, keyId } = job
  const { storage, clock, ids, escrow } = deps
  if (worker === null) throw new Error(`job ${id} is verified and has no worker`)
  const payoutId = ids.id('pout')
  const amountAtomic = shareOf(job)
  const transactions = await (await escrow.get(chainId)).preparePayout({ jobId: id, part, worker, amountAtomic })
  const atMs = clock.nowMs()
  const payout: EscrowPayout = {
    id: payoutId,
    jobId: id,
    part,
    transactions,
    state: 'living',
    createdAtMs: atMs,
  }
  const paying = await storage.transaction(async (tx) => {
    const moved = await tx.jobs.move(id, { from: ['verified'], part, to: 'paying', actor: 'clock', atMs })
    if (moved && !(await tx.jobs.insertPayout(payout))) throw new Error(`part ${part} of job ${id} is verified and has a living payout`)
    // A simulated payout in the ledger spends no wallet's money.
    if (moved && transactions.length > 0) await spendOnPayout(deps, tx, { payoutId, owner: keyId, amountAtomic })
    return moved
  })
  return paying ?? findJob(deps, id)
}

/** Sends the payout if it may be sent, reads its state from the chain, and records it. */
async function finishPayout(deps: PayDeps, job: CoinJob): Promise<CoinJob> {
  const { storage, clock, escrow } = deps
  const payout = (await storage.jobs.payouts(job.id)).find(({ part }) => part === job.part)
  if (!payout) return findJob(deps, job.id)
  const states = await (await escrow.get(job.chainId)).advance(payout.transactions)
  const dead = states.find(({ status }) => status === 'failed' || status === 'expired')
  const atMs = clock.nowMs()
  if (dead)
    return endPayout(deps, job, payout, {
      state: 'dead',
      to: 'verified',
      note: deps.redact(whyDead(dead)),
      expired: dead.status === 'expired',
    })
  if (states.every(({ status }) => status === 'landed')) {
    return endPayout(deps, job, payout, { state: 'landed', to: job.part < job.parts ? 'claimed' : 'paid', note: null })
  }
  await storage.jobs.postpone(job.id, unixMs(atMs + LOOK_MS), null)
  return job
}

/** Finishes payout and job together; a second driver changes nothing. */
async function endPayout(
  deps: PayDeps,
  job: CoinJob,
  payout: EscrowPayout,
  {
    state,
    to,
    note,
    expired = false,
  }: { state: 'landed' | 'dead'; to: 'paid' | 'claimed' | 'verified'; note: string | null; expired?: boolean },
): Promise<CoinJob> {
  const { storage, clock } = deps
  const atMs = clock.nowMs()
  const ended = await storage.transaction(async (tx) => {
    if (!(await tx.jobs.endPayout(payout.id, state, atMs))) return null
    if (expired) await correctSpending(tx, { budgetName: 'escrow', id: payout.id }, atomicUnits(0))
    const moved = await moveJob(deps, tx, job.id, { from: ['paying'], part: payout.part, to, actor: 'clock', note, atMs })
    if (!moved) throw new Error(`payout ${payout.id} is alive and job ${job.id} is not being paid`)
    if (state === 'landed') await recordPaid(deps, tx, job)
    if (awaitsPayout(to)) await tx.jobs.postpone(job.id, unixMs(atMs + AGAIN_MS), note)
    return moved
  })
  return ended ?? findJob(deps, job.id)
}

async function recordPaid(deps: PayDeps, tx: Repos, job: CoinJob): Promise<void> {
  const detail = { amount: amountText(shareOf(job), PRICED_CURRENCY), worker: job.worker! }
  await recordAct(deps, tx, BY_CLOCK, { kind: 'job.paid', subject: job.id, detail })
}

const whyDead = ({ status, error }: { status: string; error: string | null }): string =>
  status === 'expired' ? 'The payout expired before it landed; another follows.' : `The chain refused the payout: ${error ?? 'no reason'}.`
