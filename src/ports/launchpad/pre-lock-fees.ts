import type { Lamports, Mint } from '../../domain/brands.ts'

/** Where a coin can be traded before its fees are locked: what its creator got by then. */
export interface PreLockFees {
  /** Creator fees that reached the creator before the lock, from the chain's own record between the two slots. */
  read(mint: Mint, createSlot: number, lockSlot: number): Promise<Lamports>
}
