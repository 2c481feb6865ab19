import type { AtomicUnits, Mint } from '../../domain/brands.ts'
import type { Refusals } from '../refusals.ts'

/** For launchpads whose coins can be traded before their fees are locked: what the creator received until then. */
export interface PreLockFees {
  /** Creator fees paid to the creator before the lock, from the chain's own history between creation and lock. */
  read(mint: Mint, createHeight: number, lockHeight: number): Promise<AtomicUnits>
}

/** Errors of each method. */
export const PRE_LOCK_FEES_REFUSALS = { read: [] } as const satisfies Refusals<PreLockFees>
