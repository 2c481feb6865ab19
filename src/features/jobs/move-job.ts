import type { JobId } from '../../domain/brands.ts'
import type { EventType } from '../../domain/events.ts'
import type { CoinJob, JobState } from '../../domain/kit/coin-job.ts'
import { jobView } from '../../domain/results/job-json.ts'
import type { Deps } from '../../ports/deps.ts'
import type { JobMove } from '../../ports/storage/jobs.ts'
import type { Repos } from '../../ports/storage/storage.ts'
import { recordEvent } from '../events/record-event.ts'

/** What moving a job and emitting its event needs. */
export type MoveDeps = Pick<Deps, 'ids' | 'clock' | 'policy'>

/** The event of each state. `paying` and `refunded` have none: the state before or after them says it. */
const EVENT_OF: Partial<Record<JobState, Extract<EventType, `job.${string}`>>> = {
  open: 'job.created',
  claimed: 'job.claimed',
  submitted: 'job.submitted',
  verified: 'job.verified',
  paid: 'job.paid',
  rejected: 'job.rejected',
  cancelled: 'job.cancelled',
  expired: 'job.expired',
}

/** Makes the transition and emits its event, in the commit of `tx`; null, and no event, when the job is in none of `move.from`. */
export async function moveJob(deps: MoveDeps, tx: Repos, id: JobId, move: JobMove): Promise<CoinJob | null> {
  const moved = await tx.jobs.move(id, move)
  // A failed payout leads back to `verified`, whose event was emitted before.
  const again = move.to === 'verified' && move.from.includes('paying')
  if (moved && !again) await emitJobEvent(deps, tx, moved)
  return moved
}

/** Emits the event of the job's state, where the state has one. */
export async function emitJobEvent(deps: MoveDeps, tx: Repos, job: CoinJob): Promise<void> {
  const type = EVENT_OF[job.state]
  const { mint, ticker, keyId } = job
  if (type) await recordEvent(deps, tx, { type, mint, keyId, data: { cluster: deps.policy.cluster, mint, ticker, job: jobView(job) } })
}
