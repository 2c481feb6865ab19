import { programState, REHEARSAL, whatChanged } from '../../domain/operator/deployed-program.ts'
import { HOUR_MS } from '../../domain/limits.ts'
import type { Deps } from '../../ports/deps.ts'
import type { ScheduledJob } from '../../ports/scheduled-job.ts'
import { lookAtPrograms } from './look-at-programs.ts'

/**
 * Looks at what launches go through on every platform, and rehearses a launch there when that is due; keeps both.
 *
 * @throws the first error when a launchpad could not be looked at
 */
export const watchPrograms: ScheduledJob<'storage' | 'launchpads' | 'clock' | 'ids' | 'log'> = async (deps, { mayContinue }) => {
  const sums = { accepted: 0, changed: 0, disputed: 0 }
  const failures: unknown[] = []
  for (const platform of deps.launchpads.ids) {
    if (!(await mayContinue())) break
    try {
      for (const record of (await lookAtPrograms(deps, platform, { rehearse: await isRehearsalDue(deps, platform) })).records) {
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

/** Once an hour, and in each pass while anything is not as it was accepted: a rehearsal asks more of the nodes than a look. */
async function isRehearsalDue({ storage, clock }: Pick<Deps, 'storage' | 'clock'>, platform: string): Promise<boolean> {
  const records = await storage.programs.list(platform)
  const last = records.find(({ address }) => address === REHEARSAL)
  return !last || last.lookedAtMs <= clock.nowMs() - HOUR_MS || records.some((record) => whatChanged(record) !== null)
}
