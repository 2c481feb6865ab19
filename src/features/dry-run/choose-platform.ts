import type { Caller } from '../../domain/api-key.ts'
import { AppError } from '../../domain/errors.ts'
import { isAtomic } from '../../domain/lock-path.ts'
import { amountText } from '../../domain/money/currency.ts'
import { AUTO_PLATFORM, type PlanRequest } from '../../domain/plan/launch-request.ts'
import type { Deps } from '../../ports/deps.ts'
import type { LaunchpadFacts } from '../../ports/launchpad/facts.ts'
import type { LaunchCost } from '../../ports/launchpad/launching.ts'
import { costOfPlan } from '../plan/cost-of-plan.ts'
import { resolvePlan } from '../plan/resolve-plan.ts'

/** A launchpad that takes a plan, and what its launch costs there. */
interface FittingPlatform {
  readonly facts: LaunchpadFacts
  readonly cost: LaunchCost
}

/** What a launchpad makes of a plan: a price, or why it cannot be launched there. */
export type ComparedPlatform = FittingPlatform | { readonly facts: LaunchpadFacts; readonly problem: AppError }

/** The launchpad that a plan was given to, why, and what was compared, in the order of this service. */
export interface PlatformChoice {
  readonly best: LaunchpadFacts
  readonly reason: string
  readonly compared: readonly ComparedPlatform[]
}

/**
 * The request on the launchpad that suits it best, where it leaves that to the service: of those that take its crew and its fields one
 * whose create and lock land together, and of these the cheapest; the request as it is, without a choice, where it names one. Costs in
 * different currencies are not compared: that of the first launchpad counts. Asks every enabled chain, stores nothing.
 *
 * @throws AppError of the first launchpad, where none takes the plan
 */
export async function choosePlatform(
  deps: Pick<Deps, 'policy' | 'launchpads' | 'directory' | 'keyedRandom' | 'metadata' | 'storage' | 'ids' | 'burnWallets'>,
  { caller, request }: { readonly caller: Caller; readonly request: PlanRequest },
): Promise<{ readonly request: PlanRequest; readonly choice: PlatformChoice | null }> {
  if (request.platform !== AUTO_PLATFORM) return { request, choice: null }
  const compared = await Promise.all(
    deps.launchpads.ids.map(async (platform): Promise<ComparedPlatform> => {
      const facts = deps.launchpads.facts(platform)
      try {
        return { facts, cost: await priceOn(deps, caller, { ...request, platform }) }
      } catch (error) {
        if (error instanceof AppError) return { facts, problem: error }
        throw error
      }
    }),
  )
  const fitting = compared.filter((one) => 'cost' in one)
  const [first] = compared
  if (fitting.length === 0 && first && 'problem' in first) throw first.problem
  const { best, reason } = bestOf(fitting)
  return { request: { ...request, platform: best.id }, choice: { best, reason, compared } }
}

async function priceOn(deps: Parameters<typeof choosePlatform>[0], caller: Caller, request: PlanRequest): Promise<LaunchCost> {
  const { plan } = await resolvePlan(deps, { caller, request })
  return (await costOfPlan(deps, await deps.launchpads.get(request.platform), plan))!
}

/** The first of the cheapest among those that leave no block between create and lock, or among all where none does; and why. */
function bestOf(fitting: readonly FittingPlatform[]): Pick<PlatformChoice, 'best' | 'reason'> {
  const atomic = fitting.filter(({ cost }) => isAtomic(cost.lockPath))
  const safest = atomic.length > 0 ? atomic : fitting
  const { currency } = safest[0]!.facts
  const comparable = safest.filter(({ facts }) => facts.currency === currency)
  const { facts: best, cost } = comparable.reduce((one, other) => (other.cost.totalAtomic < one.cost.totalAtomic ? other : one))
  if (fitting.length === 1) return { best, reason: `Only ${best.title} takes this plan.` }
  const reasons = [
    atomic.length > 0 && atomic.length < fitting.length && `On ${best.title} nobody can trade before the fees are locked.`,
    comparable.length > 1 && `Its launch costs least of those paid in ${currency}: ${amountText(cost.totalAtomic, currency)}.`,
    comparable.length < safest.length && `Costs in other currencies were not compared: ${currency} is what the first of these is paid in.`,
  ]
  return { best, reason: reasons.filter((text) => text !== false).join(' ') }
}
