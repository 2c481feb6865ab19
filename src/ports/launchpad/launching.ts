import type { AtomicUnits, Mint, Signature, Wallet } from '../../domain/brands.ts'
import type { LockPath } from '../../domain/lock-path.ts'
import type { SignedTransaction, TransactionState } from '../../domain/operation.ts'
import type { RecipientReport } from '../recipient-report.ts'
import type { Refusals } from '../refusals.ts'
import type { ChainCoin, CoinPlan, CoinRecord } from './coin.ts'
import type { Launcher, Prepared } from './signing.ts'

/** One line of a cost estimate. `refundable` comes back when an account is closed. */
export interface CostItem {
  readonly what: string
  readonly amount: AtomicUnits
}

/** What a launch takes from the launcher, fees, rent and first buy included. Total is the sum of the items. */
export interface LaunchCost {
  readonly items: readonly CostItem[]
  readonly total: AtomicUnits
  /** The path that would be taken now. */
  readonly lockPath: LockPath
}

/** A launch that is signed and not sent, the coin that it makes, and how its fees are locked. */
export interface PreparedLaunch extends Prepared {
  readonly mint: Mint
  readonly lockPath: LockPath
}

/** What every launchpad can: create a coin for a launcher, bring transactions on chain, and read what became of them. */
export interface Launching {
  /** Answers when the chain does. Reads only. */
  ping(): Promise<void>
  /** AtomicUnits that `wallet` can spend now. */
  balanceOf(wallet: Wallet): Promise<AtomicUnits>
  /**
   * One report a wallet, in order: each was paid in a simulation, at the price and by the rules of this moment. Reads only.
   * Unavailable also where the payments could not be simulated: unproved is not payable.
   */
  inspectRecipients(wallets: readonly Wallet[]): Promise<RecipientReport[]>
  /**
   * What the launch would cost and which path it would take. Reads only.
   * @throws AppError operation_not_offered | atomic_not_possible | launch_refused
   */
  estimateLaunch(plan: CoinPlan, launcher: Wallet | null): Promise<LaunchCost>
  /**
   * Builds, simulates and signs a launch; the mint's own key is made and dropped inside.
   * @throws AppError operation_not_offered | atomic_not_possible | balance_too_low | launcher_busy | launch_refused
   */
  prepareLaunch(plan: CoinPlan, launcher: Launcher): Promise<PreparedLaunch>
  /**
   * Sends what may be sent and says what the chain knows, one state a transaction, in order. Idempotent: the same bytes
   * every time. A transaction is sent only after those before it landed (or together, in one bundle); one whose
   * predecessor is dead was never sent and counts as `expired`.
   */
  advance(transactions: readonly SignedTransaction[]): Promise<TransactionState[]>
  /**
   * The mint that a landed create made, from what landed: the transaction's own accounts, or the event in the receipt of `by`,
   * which is it or the one that did the same in its place. Null while no node tells.
   */
  readCreatedMint(create: SignedTransaction, by: Signature): Promise<Mint | null>
  /**
   * True when any node has the coin, each asked by itself: that a coin was never made takes more than one node's word.
   * Unavailable when none tells.
   */
  isCreated(mint: Mint): Promise<boolean>
  /** The coin, or null when the chain has no such mint on this launchpad. */
  readCoin(mint: Mint, record?: CoinRecord): Promise<ChainCoin | null>
}

/** What each of these may throw. */
export const LAUNCHING_REFUSALS = {
  ping: [],
  balanceOf: [],
  inspectRecipients: [],
  estimateLaunch: ['operation_not_offered', 'atomic_not_possible', 'launch_refused'],
  prepareLaunch: ['operation_not_offered', 'atomic_not_possible', 'balance_too_low', 'launcher_busy', 'launch_refused'],
  advance: [],
  readCreatedMint: [],
  isCreated: [],
  readCoin: [],
} as const satisfies Refusals<Launching>
