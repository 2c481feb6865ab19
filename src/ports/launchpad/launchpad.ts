import type { Addresses } from './addresses.ts'
import type { Buybacks } from './buyback.ts'
import type { Confirmations } from './confirmations.ts'
import type { LaunchpadFacts } from './facts.ts'
import type { FeeShare } from './fee-share.ts'
import type { Holders } from './holders.ts'
import type { Launching } from './launching.ts'
import type { Markets } from './markets.ts'
import type { PastCoins } from './past-coins.ts'
import type { PreLockFees } from './pre-lock-fees.ts'
import type { Programs } from './programs.ts'
import type { Rehearsals } from './rehearsals.ts'
import type { Trades } from './trades.ts'
import type { Unsigned } from './unsigned.ts'
import type { WalletHistory } from './wallet-history.ts'

/**
 * A program or contract suite where a coin is created and its creator fees are split: its facts, what every launchpad can do, and its
 * optional capabilities, which are absent rather than stubbed. Adapters keep no state: what must survive is in the signed transactions.
 * Every call that asks the chain may throw AppError upstream_unavailable, after which nothing was spent; any other error of a method is
 * listed in the `…_REFUSALS` beside it.
 */
export interface Launchpad extends Launching, Addresses {
  readonly facts: LaunchpadFacts
  readonly feeShare?: FeeShare
  /** Absent where no node tells of a transaction unasked. */
  readonly confirmations?: Confirmations
  /** Absent where the fees go to the split from the first trade on. */
  readonly preLockFees?: PreLockFees
  readonly holders?: Holders
  readonly markets?: Markets
  /** Absent where trades are not read from the chain. */
  readonly trades?: Trades
  readonly unsigned?: Unsigned
  /** Absent where no node runs a launch without sending it. */
  readonly rehearsals?: Rehearsals
  readonly buyback?: Buybacks
  /** Absent where launches go through nothing that can be replaced. */
  readonly programs?: Programs
  /** Absent where the chain's nodes do not list what happened to a wallet. */
  readonly history?: WalletHistory
  /** Absent where coins are not found by whom they pay. */
  readonly pastCoins?: PastCoins
}
