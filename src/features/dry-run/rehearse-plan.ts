import { AppError } from '../../domain/errors.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import type { KeptRehearsal } from '../../domain/plan/rehearsal.ts'
import type { Deps } from '../../ports/deps.ts'
import type { Launchpad } from '../../ports/launchpad/launchpad.ts'
import { sampleCoinPlan } from '../plan/cost-of-plan.ts'

/** The launch of the plan as it would go now; or why that cannot be known, which refuses nothing. */
export async function rehearsePlan(deps: Pick<Deps, 'metadata' | 'clock'>, launchpad: Launchpad, plan: Plan): Promise<KeptRehearsal> {
  const { rehearsals, facts } = launchpad
  const atMs = deps.clock.nowMs()
  if (!rehearsals)
    return { atMs, reason: `Launches by ${facts.title} are not rehearsed: this service has no copy of its chain to run one on.` }
  try {
    return { atMs, ...(await rehearsals.run(sampleCoinPlan(deps, launchpad, plan), plan.request.launcherPubkey)) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { atMs, reason: error.message }
  }
}
