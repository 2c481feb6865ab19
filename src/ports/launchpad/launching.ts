import type { Lamports, Mint } from '../../domain/brands.ts'
import type { LockPath } from '../../domain/lock-path.ts'
import type { Prepared } from './signing.ts'

/** One line of a cost estimate. `refundable` comes back when an account is closed. */
export interface CostItem {
  readonly what: string
  readonly lamports: Lamports
}

/** What a launch takes from the launcher, fees, rent and first buy included. Total is the sum of the items. */
export interface LaunchCost {
  readonly items: readonly CostItem[]
  readonly totalLamports: Lamports
  /** The path that would be taken now. */
  readonly lockPath: LockPath
}

export interface PreparedLaunch extends Prepared {
  readonly mint: Mint
  readonly lockPath: LockPath
}
