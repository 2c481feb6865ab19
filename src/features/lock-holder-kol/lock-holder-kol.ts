import type { LockOperation } from '../../domain/operation.ts'
import { type LockCall, type LockDeps, makeLock } from '../wire-fees/make-lock.ts'

/**
 * Locks the fees of an existing coin to the KOLs among its largest holders, for good, and returns the finished operation.
 *
 * @see rules 3.2, 4.2; rules 10
 */
export const lockHolderKol = (deps: LockDeps, call: LockCall): Promise<LockOperation> =>
  makeLock(deps, 'lock-holder-kol', { ...call, body: { ...call.body, holderKol: true } })
