import type { Caller } from '../../domain/api-key.ts'
import type { JobId } from '../../domain/brands.ts'
import type { CoinJob, JobState } from '../../domain/kit/coin-job.ts'
import { iso } from '../../domain/json.ts'
import { AppError } from '../../domain/errors.ts'
import type { Deps } from '../../ports/deps.ts'

/** The job with this id, as it stands now; nothing of it is locked. */
export async function findJob({ storage }: Pick<Deps, 'storage'>, id: JobId): Promise<CoinJob> {
  const job = await storage.jobs.find(id)
  if (!job) throw new AppError('job_not_found')
  return job
}

/** The job, for its owner or the operator. */
export async function findOwnJob(deps: Pick<Deps, 'storage'>, caller: Caller, id: JobId): Promise<CoinJob> {
  const job = await findJob(deps, id)
  if (!caller.operator && job.keyId !== caller.keyId) throw new AppError('coin_owner_required')
  return job
}

/** Why a state change was refused: another state, or a deadline. `action` is the participle of the change. */
export function moveRefused(job: CoinJob, action: string, needed: readonly JobState[]): AppError {
  if (needed.includes(job.state) && job.deadlineMs !== null)
    return new AppError('job_deadline_expired', { action, deadline: iso(job.deadlineMs) })
  return new AppError('job_state_not_allowed', { state: job.state, action, needed: needed.join(' or '), id: job.id })
}
