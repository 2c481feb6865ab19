import type { Caller } from '../../domain/api-key.ts'
import { lamports, type Mint, type OperationId, unixMs } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import { LIMITS } from '../../domain/limits.ts'
import type { Operation } from '../../domain/operation.ts'
import type { Secret } from '../../lib/secret.ts'
import type { Deps } from '../../ports/deps.ts'
import type { Launcher, Launchpad, Prepared } from '../../ports/launchpad.ts'
import type { Repos } from '../../ports/storage.ts'
import { SETTLE_LEASE_MS, settleUntilFinished } from '../operations/settle-operation.ts'
import { checkCrankBudget } from './check-crank-budget.ts'

/** Cranks of one coin that follow within this time are answered from the one before: they were one wish. */
const SAME_WISH_MS = 3_000

/** Either a finished distribution, or what is missing before one would pay anybody. */
export type CrankOutcome =
  { readonly operation: Operation; readonly missingLamports: null } | { readonly operation: null; readonly missingLamports: bigint }

type CrankDeps = Omit<Deps, 'web'>

/**
 * Distributes a coin's accrued creator fees. While one distribution of the coin is on its way, or has just landed, every
 * further call joins it: any number of parallel cranks are one transaction. The operator's wallet pays when no launcher
 * secret is given, and only for a distribution that is worth more than it costs.
 *
 * @throws AppError mint_unknown | fee_share_not_locked | crank_payer_missing | crank_budget_exceeded | launch_unresolved
 * @see spec 4.2, 5.3; DESIGN 4 Crank
 */
export async function crankFees(
  deps: CrankDeps,
  { caller, mint, launcherSecret }: { caller: Caller; mint: Mint; launcherSecret: Secret<string> | null },
): Promise<CrankOutcome> {
  const { storage, clock, launchpads, crankPayer } = deps
  const coin = await storage.coins.find(mint)
  if (!coin) throw new AppError('mint_unknown', {}, { fields: [{ path: '/mint', message: 'is not a coin of this service' }] })
  const launchpad = await launchpads.get(coin.platform)
  const payer = launcherSecret ? launchpad.parseLauncher(launcherSecret) : crankPayer
  if (!payer) throw new AppError('crank_payer_missing')
  const joined = await findSameWish(deps, storage, mint)
  if (joined) return { operation: await finished(deps, joined), missingLamports: null }

  const offer = await launchpad.prepareDistribution(mint, payer)
  if (!offer.prepared) return { operation: null, missingLamports: offer.missingLamports }
  const operatorLamports = launcherSecret ? lamports(0) : offer.feeLamports
  const missingLamports = await missingWorth(launchpad, mint, operatorLamports)
  if (missingLamports > 0n) return { operation: null, missingLamports }

  const operation = crankOperation(deps, { caller, mint, launchpad, payer, prepared: offer.prepared })
  // Of parallel cranks one gets its row in; nothing of the others was sent, and they join it.
  const winner = await storage.transaction(async (tx) => {
    await tx.lock(`crank ${mint}`)
    const other = await findSameWish(deps, tx, mint)
    if (other) return other
    if (operatorLamports > 0n) await checkCrankBudget(deps, tx, { caller, feeLamports: operatorLamports })
    return tx.operations.insert(operation, unixMs(clock.nowMs() + SETTLE_LEASE_MS), operatorLamports)
  })
  if (!winner) throw new Error(`a crank of ${mint} is neither there nor new`)
  return { operation: await finished(deps, winner), missingLamports: null }
}

const findSameWish = async ({ clock }: CrankDeps, { operations }: Pick<Repos, 'operations'>, mint: Mint) =>
  (await operations.findUnfinished('crank', mint)) ?? (await operations.findRecent('crank', mint, unixMs(clock.nowMs() - SAME_WISH_MS)))

/** What the coin's fees lack before they are worth more than what the operator pays to distribute them; 0 = they are. */
async function missingWorth(launchpad: Launchpad, mint: Mint, operatorLamports: bigint): Promise<bigint> {
  if (operatorLamports === 0n) return 0n
  const [accrued] = await launchpad.readAccrued([mint])
  const missing = operatorLamports + 1n - (accrued?.accruedLamports ?? 0n)
  return missing > 0n ? missing : 0n
}

function crankOperation(
  { ids, clock }: CrankDeps,
  { caller, mint, launchpad, payer, prepared }: { caller: Caller; mint: Mint; launchpad: Launchpad; payer: Launcher; prepared: Prepared },
): Operation {
  return {
    id: `op_${ids.text(20)}` as OperationId,
    kind: 'crank',
    platform: launchpad.id,
    mint,
    keyId: caller.keyId,
    launcher: payer.wallet,
    dryRunId: null,
    idempotencyId: null,
    plan: null,
    metadataId: null,
    lockPath: null,
    transactions: prepared.transactions,
    state: 'prepared',
    failure: null,
    result: null,
    createdAtMs: clock.nowMs(),
    finishedAtMs: null,
  }
}

async function finished(deps: CrankDeps, operation: Operation): Promise<Operation> {
  const settled = await settleUntilFinished(deps, operation, unixMs(deps.clock.nowMs() + LIMITS.launchWaitMs))
  if (settled.finishedAtMs === null) throw new AppError('launch_unresolved', { launchId: settled.id, mint: settled.mint })
  return settled
}
