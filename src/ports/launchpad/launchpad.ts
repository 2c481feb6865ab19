import type { Addresses } from './addresses.ts'
import type { Buybacks } from './buyback.ts'
import type { LaunchpadFacts } from './facts.ts'
import type { FeeShare } from './fee-share.ts'
import type { Holders } from './holders.ts'
import type { Launching } from './launching.ts'
import type { PreLockFees } from './pre-lock-fees.ts'
import type { Unsigned } from './unsigned.ts'

/**
 * A place where a coin is created and its creator fees are split: what it is, what every launchpad can, and what this one
 * can beside; a capability that it has not is left out, never stubbed. Adapters hold no state of ours: what must survive is
 * in the signed transactions. Every call that asks the chain may throw AppError upstream_unavailable, after which
 * nothing was spent; what else a method may throw stands in the `…_REFUSALS` beside it, and nothing else does.
 */
export interface Launchpad extends Launching, Addresses {
  readonly facts: LaunchpadFacts
  readonly feeShare?: FeeShare
  /** Left out where the fees go to the split from the first trade on. */
  readonly preLockFees?: PreLockFees
  readonly holders?: Holders
  readonly unsigned?: Unsigned
  readonly buyback?: Buybacks
}
