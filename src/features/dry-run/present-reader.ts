import type { DryRun, QuotedCost } from '../../domain/plan/dry-run.ts'
import { amountText, PRICED_CURRENCY } from '../../domain/money/currency.ts'
import { remembered } from '../../lib/remembered.ts'
import type { Deps } from '../../ports/deps.ts'
import type { Launchpad } from '../../ports/launchpad/launchpad.ts'
import { AppError } from '../../domain/errors.ts'
import { balanceWarnings, costOfPlan, quotedCost } from '../plan/cost-of-plan.ts'
import { programWarnings } from '../programs/check-programs.ts'
import { warnOfPlan } from './warn-of-plan.ts'

/** A cost is asked for again after so long: pages ask for their plan every few seconds, and each would ask a chain. */
const COST_KEPT_MS = 30_000
const COSTS_MAX = 500
/** A cost that rose by less is no news. */
const RISE_PERCENT = 20n

type PresentDeps = Pick<Deps, 'launchpads' | 'directory' | 'storage' | 'policy' | 'metadata' | 'clock' | 'ids' | 'log'>

/** A plan with the cost and the warnings of now. */
export interface Present {
  readonly dryRun: DryRun
  /** What is true now and was not when it was made. */
  readonly changedSince: readonly string[]
}

type PresentCost = { readonly cost: QuotedCost | null; readonly warnings: readonly string[] }

/**
 * Reads what an approver has to know of a plan now: names against the directory of now, namesakes among the coins of now, what it costs
 * now. The plan itself is left as it is, and one that was used or rejected as it was made. A chain that does not answer is named.
 */
export function createPresentReader(deps: PresentDeps): (dryRun: DryRun) => Promise<Present> {
  const recent = remembered<PresentCost | null>(deps.clock, { keptMs: COST_KEPT_MS, max: COSTS_MAX })
  return async (dryRun) => {
    const { plan, quote } = dryRun
    if (dryRun.consumedAtMs !== null || dryRun.rejection !== null || dryRun.reservedBy !== null) return { dryRun, changedSince: [] }
    const launchpad = await launchpadOf(deps, dryRun)
    if (launchpad === null) return { dryRun, changedSince: ['Its launchpad is switched off now.'] }
    const [names, priced] = await Promise.all([warnOfPlan(deps, launchpad, plan), recent(dryRun.id, () => priceOf(deps, dryRun))])
    const now = [...names, ...(priced?.warnings ?? [])]
    const added = now.filter((warning) => !quote.warnings.includes(warning))
    const unpriced = priced === null ? ['What it costs now could not be found out: the chain does not answer.'] : []
    const stands = quote.warnings.filter((warning) => !quote.passing?.includes(warning) || priced === null || now.includes(warning))
    const changedSince = [...riseOf(quote.cost, priced?.cost ?? null), ...added, ...unpriced]
    const cost = priced?.cost ?? quote.cost
    return { dryRun: { ...dryRun, quote: { ...quote, cost, warnings: [...added, ...stands] } }, changedSince }
  }
}

/** The launchpad of the plan; null for one that is switched off since. */
const launchpadOf = ({ launchpads }: Pick<Deps, 'launchpads'>, { plan }: DryRun): Promise<Launchpad | null> =>
  launchpads.get(plan.request.platform).catch((error: unknown) => {
    if (error instanceof AppError) return null
    throw error
  })

/** The price of now; null where the chain does not tell. */
async function priceOf(deps: PresentDeps, { plan, id }: DryRun): Promise<PresentCost | null> {
  try {
    const launchpad = await deps.launchpads.get(plan.request.platform)
    const cost = await costOfPlan(deps, launchpad, plan)
    const balance = cost ? await balanceWarnings(launchpad, plan.request.launcherPubkey, cost) : []
    return { cost: quotedCost(launchpad, cost), warnings: [...balance, ...(await programWarnings(deps, plan.request.platform))] }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    deps.log.warn('a plan could not be priced again', { dryRunId: id, code: error.code })
    return null
  }
}

function riseOf(then: QuotedCost | null, now: QuotedCost | null): string[] {
  if (!then || !now || now.totalAtomic * 100n <= then.totalAtomic * (100n + RISE_PERCENT)) return []
  const text = ({ totalAtomic, currency = PRICED_CURRENCY }: QuotedCost) => amountText(totalAtomic, currency)
  return [`It costs ${text(now)} now; it was ${text(then)} when the plan was made.`]
}
