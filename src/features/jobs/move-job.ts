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

type JobEvent = Extract<EventType, `job.${string}`>

/** The event of each state. `paying` and `refunded` have none: the state before or after them says it. */
const EVENT_OF: Partial<Record<JobState, JobEvent>> = {
  open: 'job.created',
  claimed: 'job.claimed',
  submitted: 'job.submitted',
  verified: 'job.verified',
  paid: 'job.paid',
  rejected: 'job.rejected',
  cancelled: 'job.cancelled',
  expired: 'job.expired',
}

/** The event of going to `state`. A failed payout leads back to `verified`, whose event was emitted before. */
function eventOf(state: JobState, from: readonly JobState[]): JobEvent | undefined {
  if (state === 'verified' && from.includes('paying')) return undefined
  if (state === 'open' && from.includes('claimed')) return 'job.released'
  if (state === 'claimed' && from.includes('paying')) return 'job.paid'
  return state === 'claimed' && from.includes('submitted') ? 'job.returned' : EVENT_OF[state]
}

/** Makes the transition and emits its event, in the commit of `tx`; null, and no event, when the job is in none of `move.from`. */
export async function moveJob(deps: MoveDeps, tx: Repos, id: JobId, move: JobMove): Promise<CoinJob | null> {
  const moved = await tx.jobs.move(id, move)
  if (moved) await emitJobEvent(deps, tx, moved, move.from)
  return moved
}

/** Emits the event of the job's state, where the state has one; `from`, where it came from. */
export async function emitJobEvent(deps: MoveDeps, tx: Repos, job: CoinJob, from: readonly JobState[] = []): Promise<void> {
  const type = eventOf(job.state, from)
  if (type) await emitJobNews(deps, tx, type, job)
}

/** Emits this event of the job as it stands now, in the commit of `tx`. */
export async function emitJobNews(deps: MoveDeps, tx: Repos, type: JobEvent, job: CoinJob): Promise<void> {
  const { mint, ticker, keyId } = job
  await recordEvent(deps, tx, { type, mint, keyId, data: { cluster: deps.policy.cluster, mint, ticker, job: jobView(job) } })
}
