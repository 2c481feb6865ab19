import type { Caller } from '../../domain/api-key.ts'
import { type Mint, type OperationId, unixMs } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import { LIMITS } from '../../domain/limits.ts'
import type { Operation } from '../../domain/operation.ts'
import type { Secret } from '../../lib/secret.ts'
import type { Deps } from '../../ports/deps.ts'
import { SETTLE_LEASE_MS, settleUntilFinished } from '../operations/settle-operation.ts'

/** Cranks of one coin that follow within this time are answered from the one before: they were one wish. */
const SAME_WISH_MS = 3_000

/** Either a finished distribution, or what is missing before one would pay anybody. */
export type CrankOutcome =
  { readonly operation: Operation; readonly missingLamports: null } | { readonly operation: null; readonly missingLamports: bigint }

/**
 * Distributes a coin's accrued creator fees. While one distribution of the coin is on its way, or has just landed, every
 * further call joins it: any number of parallel cranks are one transaction.
 *
 * @throws AppError mint_unknown | fee_share_not_locked | crank_payer_missing | launch_unresolved
 * @see spec 4.2, 5.3; DESIGN 4 Crank
 */
export async function crankFees(
  deps: Omit<Deps, 'web'>,
  { caller, mint, launcherSecret }: { caller: Caller; mint: Mint; launcherSecret: Secret<string> | null },
): Promise<CrankOutcome> {
  const { storage, clock, ids, launchpads, crankPayer } = deps
  const coin = await storage.coins.find(mint)
  if (!coin) throw new AppError('mint_unknown', {}, { fields: [{ path: '/mint', message: 'is not a coin of this service' }] })
  const launchpad = await launchpads.get(coin.platform)
  const payer = launcherSecret ? launchpad.parseLauncher(launcherSecret) : crankPayer
  if (!payer) throw new AppError('crank_payer_missing')

  const recent = async ({ operations }: Pick<Deps['storage'], 'operations'>) =>
    (await operations.findUnfinished('crank', mint)) ?? (await operations.findRecent('crank', mint, unixMs(clock.nowMs() - SAME_WISH_MS)))
  const joined = await recent(storage)
  if (joined) return { operation: await finished(deps, joined), missingLamports: null }

  const offer = await launchpad.prepareDistribution(mint, payer)
  if (!offer.prepared) return { operation: null, missingLamports: offer.missingLamports }
  const operation: Operation = {
    id: `op_${ids.text(20)}` as OperationId,
    kind: 'crank',
    platform: coin.platform,
    mint,
    keyId: caller.keyId,
    launcher: payer.wallet,
    dryRunId: null,
    idempotencyId: null,
    plan: null,
    metadataId: null,
    lockPath: null,
    transactions: offer.prepared.transactions,
    state: 'prepared',
    failure: null,
    result: null,
    createdAtMs: clock.nowMs(),
    finishedAtMs: null,
  }
  // Of parallel cranks one gets its row in; nothing of the others was sent, and they join it.
  const winner = await storage.transaction(async (tx) => {
    await tx.lock(`crank ${mint}`)
    return (await recent(tx)) ?? (await tx.operations.insert(operation, unixMs(clock.nowMs() + SETTLE_LEASE_MS)))
  })
  if (!winner) throw new Error(`a crank of ${mint} is neither there nor new`)
  return { operation: await finished(deps, winner), missingLamports: null }
}

async function finished(deps: Omit<Deps, 'web'>, operation: Operation): Promise<Operation> {
  const settled = await settleUntilFinished(deps, operation, unixMs(deps.clock.nowMs() + LIMITS.launchWaitMs))
  if (settled.finishedAtMs === null) throw new AppError('launch_unresolved', { launchId: settled.id, mint: settled.mint })
  return settled
}
