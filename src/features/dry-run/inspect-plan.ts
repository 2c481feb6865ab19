import { lamports, type Wallet } from '../../domain/brands.ts'
import { invalidFields } from '../../domain/errors.ts'
import { LAUNCHER_UNNAMED, type Shareholder } from '../../domain/fee-map.ts'
import { nameLauncher, type Plan } from '../../domain/plan.ts'
import { amountText } from '../../domain/currency.ts'
import { formatSol } from '../../domain/sol.ts'
import type { Deps } from '../../ports/deps.ts'
import type { LaunchCost, Launchpad, RecipientReport } from '../../ports/launchpad.ts'

/** For measuring a launch whose launcher is not named yet: a wallet of the platform that nobody is. */
const STAND_INS = ['So11111111111111111111111111111111111111112', '0x000000000000000000000000000000000000dEaD'] as Wallet[]

/**
 * Warnings about wallets of the split that can be paid only later.
 *
 * @throws AppError crew_wallet_invalid for one that never can: on chain that mistake is permanent
 */
export async function inspectRecipients(launchpad: Launchpad, plan: Plan): Promise<string[]> {
  const named = plan.shareholders.filter(({ wallet }) => wallet !== LAUNCHER_UNNAMED)
  const reports = await launchpad.inspectRecipients(named.map(({ wallet }) => wallet))
  const bad = reports.find(({ status }) => status === 'executable' || status === 'invalid')
  if (bad) {
    const reason = bad.status === 'executable' ? 'it is a program, and on chain that mistake is permanent' : 'it is not a wallet'
    const handle = named.find(({ wallet }) => wallet === bad.wallet)!.handle
    const place = plan.crew.findIndex(({ wallet }) => wallet === bad.wallet)
    const path = place === -1 ? '/launcherPubkey' : `/crew/${place}/wallet`
    throw invalidFields([{ path, message: reason }], 'crew_wallet_invalid', { handle, reason })
  }
  return unusedWarnings(named.map((shareholder, place) => ({ ...shareholder, report: reports[place]! })))
}

/** How much a vault must hold before the smallest share of a new wallet makes the wallet exist. @see facts/solana.md 2, minimum */
function unusedWarnings(recipients: readonly (Shareholder & { readonly report: RecipientReport })[]): string[] {
  const unused = recipients.filter(({ report }) => report.status === 'unused')
  if (unused.length === 0) return []
  const opening = unused[0]!.report.openingLamports
  const needed = lamports(opening + unused.reduce((most, { bps }) => larger(most, ceilDivide(opening * 10_000n, BigInt(bps))), 0n))
  const handles = unused.map(({ handle }) => handle).join(', ')
  return [
    `Never used wallets (${handles}): nobody is paid until the fee vault holds ${needed} lamports (${formatSol(needed)} SOL), ` +
      `enough for the smallest of their shares to open its wallet. To avoid the wait, send each of them ${opening} lamports first.`,
  ]
}

const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b)
const ceilDivide = (value: bigint, by: bigint): bigint => (value + by - 1n) / by

/** What the plan's launch costs and which path it takes; null for wire-fees, which creates nothing. */
export async function costOfPlan({ metadata }: Pick<Deps, 'metadata'>, launchpad: Launchpad, plan: Plan): Promise<LaunchCost | null> {
  if (plan.wish.intent !== 'launch') return null
  const launcher = plan.wish.launcherPubkey
  const standIn = STAND_INS.find((wallet) => launchpad.isWallet(wallet))!
  return launchpad.estimateLaunch(
    {
      name: plan.wish.name,
      ticker: plan.wish.ticker,
      metadataUri: metadata.sampleUri,
      initialBuyLamports: plan.wish.initialBuyLamports,
      shareholders: plan.wish.holderKol ? [] : nameLauncher(plan.shareholders, launcher ?? standIn),
      atomicRequired: plan.wish.atomicRequired,
    },
    launcher,
  )
}

/** A warning when the launcher is named and cannot pay now. */
export async function balanceWarnings(launchpad: Launchpad, launcher: Wallet | null, cost: LaunchCost): Promise<string[]> {
  if (launcher === null) return []
  const balance = await launchpad.balanceLamports(launcher)
  if (balance >= cost.totalLamports) return []
  return [
    `The launcher holds ${amountText(balance, launchpad.currency)} and the launch needs ${amountText(cost.totalLamports, launchpad.currency)}: fund it before launching.`,
  ]
}
