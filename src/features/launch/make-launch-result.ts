import type { Currency } from '../../domain/money/currency.ts'
import { coinPageUrl } from '../../domain/results/coin-page-url.ts'
import { amountView, forSol } from '../../domain/money/amount-json.ts'
import type { AtomicUnits, Mint } from '../../domain/brands.ts'
import type { Coin } from '../../domain/coin.ts'
import type { LaunchOperation } from '../../domain/operation.ts'
import type { LaunchResult } from '../../domain/results/launch-result.ts'
import type { Policy } from '../../ports/deps.ts'
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
  preLockFees: AtomicUnits | null
  lockError: string | null
  /** The signed-for address, where the chain created the coin at another. */
  plannedMint: Mint | null
}): LaunchResult {
  const { operation, coin, launchpad, policy, preLockFees, lockError, plannedMint } = input
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
    ...(preLockFees === null ? {} : preLockMembers(preLockFees, coin.currency)),
    feeShareLocked: coin.feeShareLocked,
    feesLockedAtLaunch: coin.feesLockedAtLaunch,
    holderKol: coin.holderKol,
    launcher: coin.launcher,
    dryRunId: operation.dryRunId,
    nextSteps: nextSteps(coin, policy, lockError),
  }
}

const preLockMembers = (fees: AtomicUnits, currency: Currency) => ({
  preLockCreatorFees: amountView(fees, currency),
  ...forSol(currency, { preLockCreatorFeesLamports: fees.toString() }),
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
