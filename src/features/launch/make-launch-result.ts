import type { Currency } from '../../domain/money/currency.ts'
import { coinPageUrl } from '../../domain/results/coin-page-url.ts'
import { amountView, forSol } from '../../domain/money/amount-json.ts'
import type { AtomicUnits, Mint } from '../../domain/brands.ts'
import type { Coin } from '../../domain/coin.ts'
import type { LaunchOperation } from '../../domain/operation.ts'
import type { LaunchResult } from '../../domain/results/launch-result.ts'
import type { Policy } from '../../ports/policy.ts'
import type { Launchpad } from '../../ports/launchpad/launchpad.ts'

/**
 * The answer of a finished launch: stored with the operation, so that every replay is identical, and sent as the events' data.
 * @see rules 2.7
 */
export function makeLaunchResult(input: {
  operation: LaunchOperation
  coin: Coin
  launchpad: Launchpad
  policy: Pick<Policy, 'cluster' | 'baseUrl'>
  preLockFeesAtomic: AtomicUnits | null
  lockError: string | null
  /** The signed-for address, where the chain created the coin at another. */
  plannedMint: Mint | null
}): LaunchResult {
  const { operation, coin, launchpad, policy, preLockFeesAtomic, lockError, plannedMint } = input
  return {
    ok: true,
    launchId: operation.id,
    cluster: policy.cluster,
    platform: coin.platform,
    mint: coin.mint,
    ...(plannedMint === null ? {} : { plannedMint }),
    name: coin.name,
    ticker: coin.ticker,
    signature: coin.signature,
    feeShareSignature: coin.feeShareSignature,
    launchpadUrl: launchpad.facts.coinUrl(coin.mint),
    coinUrl: coinPageUrl(policy.baseUrl, coin.mint),
    crew: [...coin.crew],
    shareholders: [...coin.shareholders],
    hirePlan: operation.plan.hirePlan,
    lockPath: coin.lockPath,
    createSlot: coin.createHeight,
    lockSlot: coin.lockHeight,
    ...(preLockFeesAtomic === null ? {} : preLockMembers(preLockFeesAtomic, coin.currency)),
    feeShareLocked: coin.feeShareLocked,
    feesLockedAtLaunch: coin.feesLockedAtLaunch,
    holderKol: coin.holderKol,
    launcher: coin.launcher,
    dryRunId: operation.dryRunId,
    ...(operation.policyHash === undefined ? {} : { policyHash: operation.policyHash }),
    nextSteps: nextSteps(coin, policy, lockError),
  }
}

const preLockMembers = (feesAtomic: AtomicUnits, currency: Currency) => ({
  preLockCreatorFees: amountView(feesAtomic, currency),
  ...forSol(currency, { preLockCreatorFeesLamports: feesAtomic.toString() }),
})

function nextSteps({ mint, feeShareLocked, holderKol }: Coin, { baseUrl }: Pick<Policy, 'baseUrl'>, lockError: string | null): string[] {
  if (feeShareLocked)
    return [
      `Follow it: GET ${baseUrl}/api/agent/status/${mint}.`,
      `Pay out fees any time: POST ${baseUrl}/api/agent/crank {"mint":"${mint}"}.`,
    ]
  if (holderKol)
    return [
      `Once KOLs hold the coin, lock the fees to them: POST ${baseUrl}/api/agent/lock-holder-kol {"mint":"${mint}"} with the launcher key.`,
    ]
  return [
    `The coin is live but its fees are not locked${lockError ? ` (${lockError})` : ''}: fees can be skimmed until they are.`,
    `Lock them now: POST ${baseUrl}/api/agent/wire-fees {"mint":"${mint}","crew":[…]} with the same launcher key.`,
  ]
}
