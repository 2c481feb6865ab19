import type { Caller } from '../../domain/api-key.ts'
import type { DryRunId } from '../../domain/brands.ts'
import type { Coin } from '../../domain/coin.ts'
import type { CrewMember } from '../../domain/crew/crew.ts'
import { AppError } from '../../domain/errors.ts'
import { type WireFeesDryRunRequest, type PlanRequest, requestOfWireFees } from '../../domain/plan/launch-request.ts'
import { planOf } from '../../domain/operation.ts'
import { spelledMint } from '../../domain/text/coin-address.ts'
import type { Deps } from '../../ports/deps.ts'
import { checkWireFeesTarget } from './check-wire-fees-target.ts'

/** The request of a wire-fees call, with its referral. */
export interface WireFeesOrder {
  readonly request: PlanRequest
  readonly caller: Caller
}

/**
 * Resolves a wire-fees call. What it leaves out is taken from its dry-run, else from the coin's launch: locking the fees of a coin
 * launched here needs only its mint, and keeps the referrer of the launch.
 *
 * @see rules 3.2, 4.2
 */
export async function wireFeesOrder(
  { storage, launchpads, policy }: Pick<Deps, 'storage' | 'launchpads' | 'policy'>,
  { caller, body, dryRunId }: { caller: Caller; body: Omit<WireFeesDryRunRequest, 'intent' | 'dryRunId'>; dryRunId: DryRunId | null },
): Promise<WireFeesOrder> {
  const mint = spelledMint(body.mint)
  const [coin, dryRun] = await Promise.all([storage.coins.find(mint), dryRunId === null ? null : storage.dryRuns.find(dryRunId)])
  const planned = dryRun?.keyId === caller.keyId ? dryRun.plan.request : null
  if (planned && planned.holderKol !== (body.holderKol ?? false)) {
    throw new AppError('plan_mismatch', { fields: 'holderKol' }, { fields: spentBy(planned.holderKol) })
  }
  const crew = body.holderKol ? undefined : (body.crew ?? planned?.crew ?? plannedCrew(coin))
  if (!crew && !body.holderKol) {
    await checkWireFeesTarget(
      { launchpads, storage },
      { mint, platform: body.platform ?? launchpads.defaultId, launcherPubkey: null, holderKol: false },
    )
    throw new AppError('crew_required', {}, { fields: [{ path: '/crew', message: 'is required, since the coin was launched elsewhere' }] })
  }
  const mode = body.mode ?? planned?.mode ?? coin?.mode
  const launcherPubkey = body.launcherPubkey ?? planned?.launcherPubkey
  const request = requestOfWireFees(
    {
      ...body,
      platform: body.platform ?? coin?.platform ?? launchpads.defaultId,
      ...(mode && { mode }),
      ...(launcherPubkey && { launcherPubkey }),
      ...(crew ? { crew: [...crew] } : {}),
    },
    { platform: launchpads.defaultId, atomicRequired: policy.atomicRequired },
  )
  const launch = coin && (await storage.operations.find(coin.operationId))
  const plan = launch && planOf(launch)
  const referral = plan ? plan.referral : caller.referral
  return { request: { ...request, agent: coin?.agent ?? null }, caller: { ...caller, referral } }
}

const spentBy = (holderKol: boolean) => [
  { path: '/dryRunId', message: `is of a lock that POST /api/agent/${holderKol ? 'lock-holder-kol' : 'wire-fees'} performs` },
]

function plannedCrew(coin: Coin | null): CrewMember[] | undefined {
  if (!coin || coin.crew.length === 0) return undefined
  return coin.crew.map(({ handle, wallet, share, hireRole }) => ({ handle, wallet, share, hireRole }))
}
