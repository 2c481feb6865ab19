import { userVolumeAccumulatorPda } from '@pump-fun/pump-sdk'
import { PublicKey } from '@solana/web3.js'
import { type Lamports, lamports, type Mint, type Wallet } from '../../../../domain/brands.ts'
import { AppError } from '../../../../domain/errors.ts'
import { LOCK_PATHS, type LockPath } from '../../../../domain/lock-path.ts'
import { toBase58 } from '../../../../lib/bytes.ts'
import type { CoinPlan } from '../../../../ports/launchpad/coin.ts'
import type { LaunchCost, PreparedLaunch } from '../../../../ports/launchpad/launching.ts'
import type { Launcher } from '../../../../ports/launchpad/launcher.ts'
import { type ChainView, viewChain } from '../transactions/chain-view.ts'
import { launchCost } from './launch-cost.ts'
import { type LaunchParts, launchParts } from './launch-parts.ts'
import { chooseRoute, type LaunchRoute } from './launch-route.ts'
import { draftSteps } from '../transactions/pack-transactions.ts'
import type { PumpContext } from '../context.ts'
import { signAll } from '../transactions/signing.ts'
import { balanceTooLow, NOT_ACCEPTED, type FundsCheck, simulateFirst } from '../transactions/simulate-first.ts'
import { splitProblem } from './split-problem.ts'

/** A complete launch without signatures. */
export interface PumpLaunchDraft {
  readonly route: LaunchRoute
  readonly cost: LaunchCost
  readonly view: ChainView
  /** What the payer holds. */
  readonly balanceLamports: Lamports
}

/** Prepares a launch in two round trips, one to read and one to simulate, and signs it. */
export async function prepareLaunch(context: PumpContext, plan: CoinPlan, launcher: Launcher): Promise<PreparedLaunch> {
  const mintPair = context.newKeyPair()
  const mint = toBase58(mintPair.publicKey) as Mint
  const { route, view } = await draftLaunch(context, plan, launcher.wallet, mint, context.allowedPaths)
  return {
    mint,
    lockPath: route.lockPath,
    transactions: await signAll(route.transactions, view.blockhash.lastValidBlockHeight, launcher, mintPair),
  }
}

/** Reads, chooses the path, checks the payer's funds and simulates. */
export async function draftLaunch(
  context: PumpContext,
  plan: CoinPlan,
  launcher: Wallet,
  mint: Mint,
  allowed: readonly LockPath[],
): Promise<PumpLaunchDraft> {
  refuseBrokenSplit(plan)
  const payer = new PublicKey(launcher)
  const view = await viewChain(context.rpc, context.lookupTable, [launcher, userVolumeAccumulatorPda(payer).toBase58()])
  const mintKey = new PublicKey(mint)
  const parts = await launchParts(plan, mintKey, payer, view)
  const route = routeOf(context, plan, { mint: mintKey, payer, parts, view, allowed })
  const cost = launchCost({ plan, route, emptyRentLamports: view.emptyRentLamports, hasVolumeAccount: view.accounts[1] != null })
  const funds: FundsCheck = {
    wallet: launcher,
    balanceLamports: view.accounts[0]?.lamports ?? lamports(0),
    // The runtime requires that a payer keeps the rent-exempt minimum.
    neededLamports: lamports(cost.totalAtomic + view.emptyRentLamports),
  }
  if (funds.balanceLamports < funds.neededLamports) throw balanceTooLow(funds)
  try {
    await simulateRoute(context, route, parts, view, funds)
  } catch (error) {
    // The cluster accepts version 1 before every provider does; nothing was sent, so the next path can be tried.
    const unread =
      error instanceof AppError &&
      error.code === 'launch_refused' &&
      error.context.reason === NOT_ACCEPTED &&
      route.transactions[0]!.draft.version === 1
    if (!unread) throw error
    const rest = allowed.filter((path) => path !== 'atomic-v1')
    return draftLaunch(context, plan, launcher, mint, rest)
  }
  return { route, cost, view, balanceLamports: funds.balanceLamports }
}

/** The cost and the path of a launch on the current chain; nothing is simulated. */
export async function estimateLaunch(context: PumpContext, plan: CoinPlan, launcher: Wallet | null): Promise<LaunchCost> {
  refuseBrokenSplit(plan)
  const payer = launcher ? new PublicKey(launcher) : new PublicKey(context.newKeyPair().publicKey)
  const view = await viewChain(context.rpc, context.lookupTable, [userVolumeAccumulatorPda(payer).toBase58()])
  const mint = new PublicKey(context.newKeyPair().publicKey)
  const parts = await launchParts(plan, mint, payer, view)
  const route = routeOf(context, plan, { mint, payer, parts, view, allowed: context.allowedPaths })
  return launchCost({ plan, route, emptyRentLamports: view.emptyRentLamports, hasVolumeAccount: view.accounts[0] != null })
}

/** Without shareholders there is no split: the coin stays unlocked. */
function refuseBrokenSplit({ shareholders }: CoinPlan): void {
  const problem = shareholders.length === 0 ? null : splitProblem(shareholders)
  if (problem) throw new AppError('launch_refused', { reason: problem })
}

interface LaunchRouteInput {
  readonly mint: PublicKey
  readonly payer: PublicKey
  readonly parts: LaunchParts
  readonly view: ChainView
  readonly allowed: readonly LockPath[]
}

function routeOf({ jito }: PumpContext, { atomicRequired }: CoinPlan, input: LaunchRouteInput): LaunchRoute {
  const allowed = LOCK_PATHS.filter((path) => input.allowed.includes(path))
  return chooseRoute({ ...input, allowed, atomicRequired, tipLamports: jito?.tipLamports ?? null })
}

/**
 * Simulates what can be run before anything is sent: the whole launch where it is one transaction, else its first transaction, and the
 * create alone where that comes later.
 */
async function simulateRoute(
  { rpc }: PumpContext,
  { transactions }: LaunchRoute,
  parts: LaunchParts,
  view: ChainView,
  funds: FundsCheck,
): Promise<void> {
  const first = transactions[0]!
  const drafts = [first.draft]
  if (!first.steps.includes('create')) {
    const payer = new PublicKey(funds.wallet)
    const create = draftSteps(
      { steps: ['create'], instructions: parts.create },
      { version: 0, payer, view, tables: view.table ? [view.table] : [] },
    )
    if (create) drafts.push(create.draft)
  }
  const options = { funds, refusal: 'launch_refused', notBeforeSlot: view.blockhash.slot } as const
  await Promise.all(drafts.map((draft) => simulateFirst(rpc, draft, options)))
}
