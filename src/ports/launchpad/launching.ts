import type { AtomicUnits, Mint, Signature, Wallet } from '../../domain/brands.ts'
import type { LockPath } from '../../domain/lock-path.ts'
import type { FixedTerms } from '../../domain/plan/fixed-terms.ts'
import type { SignedTransaction, TransactionState } from '../../domain/operation.ts'
import type { RecipientReport } from '../recipient-report.ts'
import type { Refusals } from '../refusals.ts'
import type { ChainCoin, CoinPlan, CoinRecord } from './coin.ts'
import type { Launcher, Prepared } from './launcher.ts'

/** One item of a cost estimate. */
export interface CostItem {
  readonly what: string
  readonly amountAtomic: AtomicUnits
}

/** What a launch costs the launcher, fees, rent and first buy included. The total is the sum of the items. */
export interface LaunchCost {
  readonly items: readonly CostItem[]
  readonly totalAtomic: AtomicUnits
  /** The path that would be taken now. */
  readonly lockPath: LockPath
  /** How many the launcher signs on it. */
  readonly transactions: number
  /** Absent where the launchpad fixes nothing beside the split. */
  readonly terms?: FixedTerms
}

/** A signed launch that is not sent yet, with the coin that it makes and how its fees are locked. */
export interface PreparedLaunch extends Prepared {
  readonly mint: Mint
  readonly lockPath: LockPath
}

/** What every launchpad can do: create a coin for a launcher, send transactions, and read their outcome. */
export interface Launching {
  /** Throws unless the chain answers. Reads only. */
  ping(): Promise<void>
  /** AtomicUnits that `wallet` can spend now. */
  balanceOf(wallet: Wallet): Promise<AtomicUnits>
  /**
   * One report per wallet, in order: a payment to each was simulated at current prices. Reads only. A payment that cannot be simulated
   * throws upstream_unavailable: an unproved wallet does not count as payable.
   */
  inspectRecipients(wallets: readonly Wallet[]): Promise<RecipientReport[]>
  /** What the launch would cost and which path it would take. Reads only. */
  estimateLaunch(plan: CoinPlan, launcher: Wallet | null): Promise<LaunchCost>
  /** Builds, simulates and signs a launch; the mint's own key is generated inside and discarded. */
  prepareLaunch(plan: CoinPlan, launcher: Launcher): Promise<PreparedLaunch>
  /**
   * Sends the transactions that may be sent, and returns the state of each, in order. Idempotent: the same bytes are sent every time. A
   * transaction is sent only after those before it landed (or with them, in one bundle); one whose predecessor is dead was never sent and
   * counts as `expired`. `unsent` says that most likely none was sent yet, so that the first need not wait for the states.
   */
  advance(transactions: readonly SignedTransaction[], unsent?: boolean): Promise<TransactionState[]>
  /**
   * The mint that a landed create transaction made: from the transaction's own accounts, or from the event in the receipt of `by`, which
   * is that transaction or its replacement. Null while no node tells.
   */
  readCreatedMint(create: SignedTransaction, by: Signature): Promise<Mint | null>
  /**
   * True when any node has the coin; each is asked by itself, since a single node may lag behind. Throws upstream_unavailable when none
   * answers.
   */
  isCreated(mint: Mint): Promise<boolean>
  /** The coin, or null when the chain has no such mint on this launchpad. */
  readCoin(mint: Mint, record?: CoinRecord): Promise<ChainCoin | null>
}

/** Errors of each method. */
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
