import type { Wallet } from '../../domain/brands.ts'
import { nameLauncher, type Plan } from '../../domain/plan/plan.ts'
import { amountText } from '../../domain/money/currency.ts'
import type { QuotedCost } from '../../domain/plan/dry-run.ts'
import type { Deps } from '../../ports/deps.ts'
import type { CoinPlan } from '../../ports/launchpad/coin.ts'
import type { LaunchCost } from '../../ports/launchpad/launching.ts'
import type { Launchpad } from '../../ports/launchpad/launchpad.ts'

/** Stands in for a launcher that is not named yet when a launch is measured: an unused wallet of the platform. */
const STAND_INS = ['So11111111111111111111111111111111111111112', '0x000000000000000000000000000000000000dEaD'] as Wallet[]

/** What the plan's launch costs and which path it takes; null for wire-fees, which creates nothing. */
export async function costOfPlan(deps: Pick<Deps, 'metadata'>, launchpad: Launchpad, plan: Plan): Promise<LaunchCost | null> {
  if (plan.request.intent !== 'launch') return null
  return launchpad.estimateLaunch(sampleCoinPlan(deps, launchpad, plan), plan.request.launcherPubkey)
}

/** What the plan puts on chain, with addresses of metadata that are as long as its own will be. */
export function sampleCoinPlan({ metadata }: Pick<Deps, 'metadata'>, launchpad: Launchpad, { request, shareholders }: Plan): CoinPlan {
  const launcher = request.launcherPubkey ?? STAND_INS.find((wallet) => launchpad.isWallet(wallet))!
  return {
    name: request.name,
    ticker: request.ticker,
    metadataUri: metadata.sample.uri,
    imageUri: metadata.sample.imageUri,
    initialBuyAtomic: request.initialBuyLamports,
    shareholders: request.holderKol ? [] : nameLauncher(shareholders, launcher),
    atomicRequired: request.atomicRequired,
  }
}

/** The cost as a plan keeps it. */
export const quotedCost = ({ facts: { currency } }: Launchpad, cost: LaunchCost | null): QuotedCost | null =>
  cost && { items: cost.items, totalAtomic: cost.totalAtomic, currency }

/** A warning when the launcher is named and its balance is too low now. */
export async function balanceWarnings(launchpad: Launchpad, launcher: Wallet | null, cost: LaunchCost): Promise<string[]> {
  if (launcher === null) return []
  const balanceAtomic = await launchpad.balanceOf(launcher)
  if (balanceAtomic >= cost.totalAtomic) return []
  return [
    `The launcher holds ${amountText(balanceAtomic, launchpad.facts.currency)} and the launch needs ${amountText(cost.totalAtomic, launchpad.facts.currency)}: fund it before launching.`,
  ]
}
