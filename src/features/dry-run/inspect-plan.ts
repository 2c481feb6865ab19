import type { Wallet } from '../../domain/brands.ts'
import { invalidFields } from '../../domain/errors.ts'
import { LAUNCHER_UNNAMED } from '../../domain/fee-map.ts'
import { nameLauncher, type Plan } from '../../domain/plan.ts'
import { formatSol } from '../../domain/sol.ts'
import type { Deps } from '../../ports/deps.ts'
import type { LaunchCost, Launchpad } from '../../ports/launchpad.ts'
import { metadataUri, METADATA_ID_LENGTH } from '../coins/metadata-uri.ts'

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
  const unused = named.filter((_, place) => reports[place]!.status === 'unused').map(({ handle }) => handle)
  if (unused.length === 0) return []
  return [`Never used wallets (${unused.join(', ')}): nobody is paid until the smallest share covers a new account's rent.`]
}

/** What the plan's launch costs and which path it takes; null for wire-fees, which creates nothing. */
export async function costOfPlan({ policy }: Pick<Deps, 'policy'>, launchpad: Launchpad, plan: Plan): Promise<LaunchCost | null> {
  if (plan.wish.intent !== 'launch') return null
  const launcher = plan.wish.launcherPubkey
  const standIn = STAND_INS.find((wallet) => launchpad.isWallet(wallet))!
  return launchpad.estimateLaunch(
    {
      name: plan.wish.name,
      ticker: plan.wish.ticker,
      metadataUri: metadataUri(policy, 'x'.repeat(METADATA_ID_LENGTH)),
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
    `The launcher holds ${formatSol(balance)} SOL and the launch needs ${formatSol(cost.totalLamports)} SOL: fund it before launching.`,
  ]
}
