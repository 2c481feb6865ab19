import type { AtomicUnits, Mint } from '../../domain/brands.ts'
import type { Refusals } from '../refusals.ts'

/** Where a coin can be traded before its fees are locked: what its creator got by then. */
export interface PreLockFees {
  /** Creator fees that reached the creator before the lock, from the chain's own record between the two. */
  read(mint: Mint, createHeight: number, lockHeight: number): Promise<AtomicUnits>
}

/** What each of these may throw. */
export const PRE_LOCK_FEES_REFUSALS = { read: [] } as const satisfies Refusals<PreLockFees>
