import type { LockOffer } from '../../domain/launch-offer.ts'
import type { LockKind } from '../../domain/operation.ts'
import { spelledWallet } from '../../domain/text/wallet-address.ts'
import type { Deps } from '../../ports/deps.ts'
import { wireFeesOrder } from '../plan/wire-fees-order.ts'
import type { LockCall } from './make-lock.ts'
import type { PlanOfLockDeps } from './plan-of-lock.ts'
import { makeUnsignedLock } from './unsigned-lock.ts'

/** A lock as a caller requests it whose transactions the caller signs. */
export interface UnsignedLockCall extends Pick<LockCall, 'caller' | 'payment'> {
  readonly body: LockCall['body'] & { readonly launcherPubkey: string }
}

/** Resolves the call and hands out its lock, unsigned. */
export async function orderUnsignedLock(
  deps: PlanOfLockDeps & Pick<Deps, 'ids' | 'rooms'>,
  kind: LockKind,
  { caller, payment, body }: UnsignedLockCall,
): Promise<LockOffer> {
  const dryRunId = body.dryRunId ?? null
  const order = await wireFeesOrder(deps, { caller, body, dryRunId })
  return makeUnsignedLock(deps, { kind, ...order, payment, dryRunId, launcher: spelledWallet(body.launcherPubkey) })
}
