import { programState, whatChanged } from '../../domain/operator/deployed-program.ts'
import type { ScheduledJob } from '../../ports/scheduled-job.ts'
import { lookAtPrograms } from './look-at-programs.ts'

/**
 * Looks at what launches go through on every platform, and keeps it.
 *
 * @throws the first error when a launchpad could not be looked at
 */
export const watchPrograms: ScheduledJob<'storage' | 'launchpads' | 'clock' | 'ids' | 'log'> = async (deps, { mayContinue }) => {
  const sums = { accepted: 0, changed: 0, disputed: 0 }
  const failures: unknown[] = []
  for (const platform of deps.launchpads.ids) {
    if (!(await mayContinue())) break
    try {
      for (const record of (await lookAtPrograms(deps, platform, { rehearse: true })).records) {
        const state = programState(record)
        sums[state] += 1
        if (state !== 'accepted') deps.log.warn('a program is not as it was accepted', { platform, state, reason: whatChanged(record) })
      }
    } catch (error) {
      failures.push(error)
      deps.log.warn('programs not looked at', { platform, error })
    }
  }
  if (failures.length > 0) throw failures[0]
  return `${sums.accepted} programs as accepted, ${sums.changed} changed, ${sums.disputed} disputed`
}
