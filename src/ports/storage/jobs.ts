import type { JobId, KeyId, AtomicUnits, Mint, PayoutId, UnixMs, Wallet } from '../../domain/brands.ts'
import type { CoinBudget, CoinJob, EscrowTransfer, JobActor, JobState, JobStep } from '../../domain/kit/coin-job.ts'
import type { SignedTransaction } from '../../domain/operation.ts'
import type { Charged } from '../payments.ts'
import type { Page, PageRequest } from './page.ts'

/** One transition that is asked for. It happens when the job is in one of `from`, and time allows it. */
export interface JobMove {
  readonly from: readonly JobState[]
  readonly to: JobState
  readonly actor: JobActor
  readonly note?: string | null
  readonly atMs: UnixMs
  /** `running`: only before the deadline of the state it leaves; `over`: only after it. */
  readonly deadline?: 'running' | 'over'
  readonly worker?: Wallet
  readonly urls?: readonly string[]
}

/** A payout on a chain, written with its signed bytes before they are sent. A dead one has paid nothing and never will. */
export interface EscrowPayout {
  readonly id: PayoutId
  readonly jobId: JobId
  /** None on a rail that pays in the ledger alone. */
  readonly transactions: readonly SignedTransaction[]
  readonly state: 'living' | 'landed' | 'dead'
  readonly createdAtMs: UnixMs
}

/** Jobs of coins, their history, and the ledger of their escrow. */
export interface JobRepo {
  /**
   * Reserves the job's amount and keeps the job, its first step and the ledger's entry, all in one commit; null, and
   * nothing is changed, when with it more would be reserved and spent of this coin than accrued.
   */
  insert(job: Charged<CoinJob>, accrued: AtomicUnits): Promise<CoinJob | null>
  /** Null when there is none. */
  find(id: JobId): Promise<CoinJob | null>
  /** Newest first. */
  list(page: PageRequest, filter?: { readonly mint?: Mint; readonly state?: JobState }): Promise<Page<CoinJob>>
  /** Of each template the newest job in each state in which its money was not given back, newest first: what the kit shows. */
  listForKit(mint: Mint): Promise<readonly CoinJob[]>
  /** Every transition of the job, oldest first. */
  steps(id: JobId): Promise<readonly JobStep[]>
  /**
   * Makes the transition, and keeps it, in one commit; with `paid` and `refunded` the money leaves the escrow in that same
   * commit. Null, and nothing is changed, when the job is not where the move begins.
   * @throws Error for a transition that the states do not have
   */
  move(id: JobId, move: JobMove): Promise<CoinJob | null>
  /** Zeros for a coin that never had a job. */
  budget(mint: Mint): Promise<CoinBudget>
  /** Entries of the escrow's ledger of one job, oldest first. */
  transfers(id: JobId): Promise<readonly EscrowTransfer[]>
  /** How many jobs of coins of this key ended without being paid, and are kept. */
  countRefunded(keyId: KeyId): Promise<number>
  /**
   * Removes jobs that were called off before then, with their history and their two entries of the ledger; `limit` at most.
   * Returns how many.
   */
  pruneCancelled(beforeMs: UnixMs, limit: number): Promise<number>
  /** Jobs whose state's deadline has passed, longest first. */
  listOverdue(nowMs: UnixMs, limit: number): Promise<readonly CoinJob[]>
  /** Jobs that wait for their payout and are due to be looked after, longest first. */
  listUnpaid(nowMs: UnixMs, limit: number): Promise<readonly CoinJob[]>
  /** When a job that waits for its payout is looked after again, and why it waits. */
  postpone(id: JobId, untilMs: UnixMs, note: string | null): Promise<void>
  /** Keeps a payout; null when the job has one that is not dead. */
  insertPayout(payout: EscrowPayout): Promise<EscrowPayout | null>
  /** The payout of the job that is not dead. */
  findPayout(id: JobId): Promise<EscrowPayout | null>
  /** Ends a living payout; false when it is ended already. */
  endPayout(id: PayoutId, state: 'landed' | 'dead', atMs: UnixMs): Promise<boolean>
}
