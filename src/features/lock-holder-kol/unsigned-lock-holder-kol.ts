import type { LockOffer } from '../../domain/launch-offer.ts'
import type { Deps } from '../../ports/deps.ts'
import { orderUnsignedLock, type UnsignedLockCall } from '../wire-fees/order-unsigned-lock.ts'
import type { PlanOfLockDeps } from '../wire-fees/plan-of-lock.ts'

/** Hands out the lock of an existing coin's fees to its holder-KOLs for the client to sign. */
export const unsignedLockHolderKol = (deps: PlanOfLockDeps & Pick<Deps, 'ids' | 'rooms'>, call: UnsignedLockCall): Promise<LockOffer> =>
  orderUnsignedLock(deps, 'lock-holder-kol', { ...call, body: { ...call.body, holderKol: true } })
