import { AppError } from '../../domain/errors.ts'
import { type ProgramRecord, programState, REHEARSAL, whatChanged } from '../../domain/operator/deployed-program.ts'
import { MINUTE_MS } from '../../domain/limits.ts'
import type { Deps } from '../../ports/deps.ts'
import { lookAtPrograms, type LookDeps } from './look-at-programs.ts'

/** The clock looks every minute. What is older was kept before this service stood still, and is looked at anew. */
const FRESH_MS = 3 * MINUTE_MS

type CheckDeps = LookDeps & Pick<Deps, 'policy'>

/**
 * Throws where what launches on this platform go through is not what was accepted. Reads the database alone while the clock looks.
 *
 * @throws AppError program_unknown, or upstream_unavailable where nobody can tell
 */
export async function checkPrograms(deps: CheckDeps, platform: string): Promise<void> {
  if (deps.policy.programGuard !== 'stop') return
  const reason = reasonOf(await knownPrograms(deps, platform))
  if (reason !== null) throw new AppError('program_unknown', { platform, reason })
}

/** What a dry-run has to say of the programs; nothing where all are as they were accepted. */
export async function programWarnings(deps: CheckDeps, platform: string): Promise<string[]> {
  const { programGuard } = deps.policy
  if (programGuard === 'off') return []
  let records: readonly ProgramRecord[]
  try {
    records = await knownPrograms(deps, platform)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return [`No node tells which programs are deployed for ${platform}, so nobody can tell whether they are those that were accepted.`]
  }
  const reason = reasonOf(records)
  const disputed = records.filter((record) => programState(record) === 'disputed').map(({ name }) => name)
  const then =
    programGuard === 'stop' ? 'No launch is made until the operator accepts it.' : 'A launch is still simulated before it is sent.'
  return [
    ...(reason === null ? [] : [`What launches go through changed: ${reason}. ${then}`]),
    ...(disputed.length === 0
      ? []
      : [`The nodes do not agree on what is deployed as ${disputed.join(', ')}: one of them lags behind or lies.`]),
  ]
}

const reasonOf = (records: readonly ProgramRecord[]): string | null =>
  records
    .map(whatChanged)
    .filter((reason) => reason !== null)
    .join('; ') || null

/** As the last look kept them; looked at now where that is not fresh. */
async function knownPrograms(deps: CheckDeps, platform: string): Promise<readonly ProgramRecord[]> {
  const { storage, clock, launchpads } = deps
  if (!(await launchpads.get(platform)).programs) return []
  const kept = await storage.programs.list(platform)
  const freshMs = clock.nowMs() - FRESH_MS
  if (kept.length > 0 && kept.every(({ address, lookedAtMs }) => address === REHEARSAL || lookedAtMs >= freshMs)) return kept
  return (await lookAtPrograms(deps, platform)).records
}
