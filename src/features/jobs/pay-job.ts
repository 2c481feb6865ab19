import { unixMs } from '../../domain/brands.ts'
import { awaitsPayout, type CoinJob } from '../../domain/kit/coin-job.ts'
import { AppError } from '../../domain/errors.ts'
import { MINUTE_MS } from '../../domain/limits.ts'
import type { Deps } from '../../ports/deps.ts'
import type { EscrowPayout } from '../../ports/storage/jobs.ts'
import { findJob } from './find-job.ts'
import { spendOnPayout } from './spend-on-payout.ts'

/** What paying a job needs. */
export type PayDeps = Pick<Deps, 'storage' | 'clock' | 'ids' | 'log' | 'escrow' | 'policy' | 'strikeOut'>

/** How long a job waits that could not be paid. */
const AGAIN_MS = MINUTE_MS
/** How long a payout that was sent is left alone. */
const LOOK_MS = 5_000

/**
 * Brings the payout of a verified job one step further, and returns the job as it is then. What is signed is written before
 * it is sent, and only a payout that is provably dead is followed by another: any number of drivers pay once.
 */
export async function payJob(deps: PayDeps, job: CoinJob): Promise<CoinJob> {
  const paying = job.state === 'verified' ? await preparePayout(deps, job) : job
  return paying.state === 'paying' ? finishPayout(deps, paying) : paying
}

/** `payJob`; where that fails the job says why, and is looked after again in a minute. */
export async function payOrPostpone(deps: PayDeps, job: CoinJob): Promise<CoinJob> {
  const { storage, clock, log, strikeOut } = deps
  try {
    return await payJob(deps, job)
  } catch (error) {
    log.warn('job not paid yet', { jobId: job.id, error })
    const note = error instanceof AppError ? strikeOut(error.message) : null
    await storage.jobs.postpone(job.id, unixMs(clock.nowMs() + AGAIN_MS), note)
    return findJob(deps, job.id)
  }
}

/** Writes a signed payout and moves the job to `paying`, in one commit; of several that try at once one does. */
async function preparePayout(deps: PayDeps, { id, chainId, worker, amount, keyId }: CoinJob): Promise<CoinJob> {
  const { storage, clock, ids, escrow } = deps
  if (worker === null) throw new Error(`job ${id} is verified and has no worker`)
  const payoutId = ids.id('pout')
  const transactions = await (await escrow.get(chainId)).preparePayout({ payoutId, worker, amount })
  const atMs = clock.nowMs()
  const payout: EscrowPayout = {
    id: payoutId,
    jobId: id,
    transactions,
    state: 'living',
    createdAtMs: atMs,
  }
  const paying = await storage.transaction(async (tx) => {
    const moved = await tx.jobs.move(id, { from: ['verified'], to: 'paying', actor: 'clock', atMs })
    if (moved && !(await tx.jobs.insertPayout(payout))) throw new Error(`job ${id} is verified and has a living payout`)
    // A payout in the ledger alone spends nothing.
    if (moved && transactions.length > 0) await spendOnPayout(deps, tx, { payoutId, owner: keyId, amount })
    return moved
  })
  return paying ?? findJob(deps, id)
}

/** Sends what may be sent, asks the chain, and writes down what it decided. */
async function finishPayout(deps: PayDeps, job: CoinJob): Promise<CoinJob> {
  const { storage, clock, escrow } = deps
  const payout = await storage.jobs.findPayout(job.id)
  if (!payout) return findJob(deps, job.id)
  const states = await (await escrow.get(job.chainId)).advance(payout.transactions)
  const dead = states.find(({ status }) => status === 'failed' || status === 'expired')
  const atMs = clock.nowMs()
  if (dead) return endPayout(deps, job, payout, { state: 'dead', to: 'verified', note: whyDead(dead), expired: dead.status === 'expired' })
  if (states.every(({ status }) => status === 'landed')) return endPayout(deps, job, payout, { state: 'landed', to: 'paid', note: null })
  await storage.jobs.postpone(job.id, unixMs(atMs + LOOK_MS), null)
  return job
}

/** Ends payout and state together; whoever comes second changes nothing. */
async function endPayout(
  deps: PayDeps,
  job: CoinJob,
  payout: EscrowPayout,
  { state, to, note, expired = false }: { state: 'landed' | 'dead'; to: 'paid' | 'verified'; note: string | null; expired?: boolean },
): Promise<CoinJob> {
  const { storage, clock } = deps
  const atMs = clock.nowMs()
  const ended = await storage.transaction(async (tx) => {
    if (!(await tx.jobs.endPayout(payout.id, state, atMs))) return null
    if (expired) await tx.spending.correct('escrow', payout.id, 0n)
    const moved = await tx.jobs.move(job.id, { from: ['paying'], to, actor: 'clock', note, atMs })
    if (!moved) throw new Error(`payout ${payout.id} is alive and job ${job.id} is not being paid`)
    if (awaitsPayout(to)) await tx.jobs.postpone(job.id, unixMs(atMs + AGAIN_MS), note)
    return moved
  })
  return ended ?? findJob(deps, job.id)
}

const whyDead = ({ status, error }: { status: string; error: string | null }): string =>
  status === 'expired' ? 'The payout expired before it landed; another follows.' : `The chain refused the payout: ${error ?? 'no reason'}.`
