import type { ScheduledJob } from '../../ports/scheduled-job.ts'
import type { ServeDeps } from './serve-acp-job.ts'
import { serveAcpJob } from './serve-acp-job.ts'

/**
 * Serves every job under way on the marketplace, one after the other. All that is known of a job is on its contract, in its messages
 * and in our journal, so that a run which ends anywhere is resumed by the next.
 */
export const serveAcpJobs: ScheduledJob<keyof ServeDeps> = async (deps, { mayContinue }) => {
  const { acp, log } = deps
  if (!acp) return 'not listed'
  await acp.signIn()
  const jobs = await acp.activeJobs()
  let failed = 0
  for (const jobId of jobs) {
    if (!(await mayContinue())) break
    await serveAcpJob(deps, acp, jobId).catch((error: unknown) => {
      failed += 1
      log.warn('marketplace job not served', { jobId, error })
    })
  }
  return `${jobs.length} jobs, ${failed} failed`
}

/** Keeps this process signed in, so that it can say whether the marketplace admits us. */
export async function keepSignedIn({ acp, log }: Pick<ServeDeps, 'acp' | 'log'>): Promise<void> {
  await acp?.signIn().catch((error: unknown) => log.warn('not signed in at the marketplace', { error }))
}
