import { unixMs, type Wallet } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import { type LockOffer, offerMs } from '../../domain/launch-offer.ts'
import type { LockKind } from '../../domain/operation.ts'
import type { Deps } from '../../ports/deps.ts'
import type { PaidRun } from '../../ports/payments.ts'
import { chargeFor } from '../operations/charge-for.ts'
import { openOperation } from '../operations/open-operation.ts'
import { lockQuotas } from '../plan/lock-quotas.ts'
import { checkDryRunQuotas, checkOwnDryRuns } from '../plan/dry-run-quota.ts'
import { type LockInput, planOfLock, type PlanOfLockDeps } from './plan-of-lock.ts'

/** A lock whose launcher key stays with the client. */
export interface UnsignedLockOrder extends LockInput {
  readonly kind: LockKind
  /** The payment of the call; null for callers with a key. */
  readonly payment: PaidRun | null
  readonly launcher: Wallet
}

/**
 * Hands out the lock of an existing coin's fees for the client to sign. It is stored as an offer, which counts as an unused dry-run:
 * no dry-run is reserved, and nothing is sent until it comes back; it expires after a minute.
 */
export async function makeUnsignedLock(deps: PlanOfLockDeps & Pick<Deps, 'ids' | 'rooms'>, order: UnsignedLockOrder): Promise<LockOffer> {
  const { storage, clock } = deps
  const { kind, caller, payment, request, dryRunId, launcher } = order
  const launchpad = await deps.launchpads.get(request.platform)
  const { facts, unsigned } = launchpad
  if (!unsigned) throw new AppError('unsigned_not_available', { platform: facts.id })
  const path = '/launcherPubkey'
  if (!launchpad.isWallet(launcher)) {
    throw new AppError('wallet_invalid', { field: 'launcherPubkey' }, { fields: [{ path, message: 'is not an address' }] })
  }
  await checkDryRunQuotas(deps, caller, clock.nowMs())
  const plan = await planOfLock(deps, launchpad, order, launcher)
  const mint = request.mint!
  const transactions = await unsigned.prepareLock(mint, plan.shareholders, launcher)
  const offer = await chargeFor<LockOffer>(payment, {
    operation: openOperation(deps, { kind, platform: facts.id, mint, keyId: caller.keyId, launcher, plan, dryRunId, idempotencyId: null }),
    unsigned: transactions,
    expiresAtMs: unixMs(clock.nowMs() + offerMs(transactions)),
  })
  await storage.transaction(async (tx) => {
    await lockQuotas(tx, caller)
    await checkOwnDryRuns({ storage: tx, policy: deps.policy }, caller, clock.nowMs())
    await tx.launchOffers.insert(offer)
  })
  return offer
}
