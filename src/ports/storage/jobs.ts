import type { JobId, KeyId, AtomicUnits, Mint, PayoutId, UnixMs, Wallet } from '../../domain/brands.ts'
import type { CoinBudget, CoinJob, EscrowTransfer, JobActor, JobState, JobStep } from '../../domain/kit/coin-job.ts'
import type { SignedTransaction } from '../../domain/operation.ts'
import type { Charged } from '../payments.ts'
import type { Page, PageRequest } from './page.ts'

/** A requested state change. It is applied when the job is in one of `from`, and the deadline allows it. */
export interface JobMove {
  readonly from: readonly JobState[]
  readonly to: JobState
  readonly actor: JobActor
  readonly note?: string | null
  readonly atMs: UnixMs
  /** `running`: only before the deadline of the state it leaves; `over`: only after it. */
  readonly deadline?: 'running' | 'over'
  /** Only while this part is under way: whoever decides about one never decides about the next. */
  readonly part?: number
  /** Null: the job has no worker from now on. */
  readonly worker?: Wallet | null
  readonly urls?: readonly string[]
}

/** A payout on a chain, written with its signed bytes before it is sent. A dead one has paid nothing and never will. */
export interface EscrowPayout {
  readonly id: PayoutId
  readonly jobId: JobId
  readonly part: number
  /** Empty on a rail that pays by the ledger entry alone. */
  readonly transactions: readonly SignedTransaction[]
  readonly state: 'living' | 'landed' | 'dead'
  readonly createdAtMs: UnixMs
}

/** Creative jobs, their history, and the ledger of their escrow. */
export interface JobRepo {
  /**
   * Reserves the job's amount and stores the job, its first history entry and its ledger entry, in one commit; null, with nothing
   * changed, when the coin's jobs would then reserve and spend more than it accrued.
   */
  insert(job: Charged<CoinJob>, accruedAtomic: AtomicUnits): Promise<CoinJob | null>
  /** Null when there is none. */
  find(id: JobId): Promise<CoinJob | null>
  /** Newest first. */
  list(page: PageRequest, filter?: { readonly mint?: Mint; readonly state?: JobState; readonly worker?: Wallet }): Promise<Page<CoinJob>>
  /** How many jobs this wallet has claimed whose work is not decided. */
  countHeld(worker: Wallet): Promise<number>
  /** For each template, the newest job in each state of the whole item without a refund, newest first: what the kit shows. */
  listForKit(mint: Mint): Promise<readonly CoinJob[]>
  /** The history of the job, oldest first. */
  steps(id: JobId): Promise<readonly JobStep[]>
  /**
   * Applies and records the state change in one commit; with `paid` and `refunded` the money leaves the escrow in the same commit, and
   * from `paying` to `claimed` that of the paid part, whose next is under way. Null, with nothing changed, when the job is in none of the
   * `from` states.
   * @throws Error for a transition that the states or the parts do not allow
   */
  move(id: JobId, move: JobMove): Promise<CoinJob | null>
  /** Zeros for a coin that never had a job. */
  budget(mint: Mint): Promise<CoinBudget>
  /** Entries of the escrow's ledger of one job, oldest first. */
  transfers(id: JobId): Promise<readonly EscrowTransfer[]>
  /** How many jobs of this key's coins ended without a paid part, and are kept. */
  countRefunded(keyId: KeyId): Promise<number>
  /** Deletes at most `limit` jobs cancelled before then without a paid part, with history and ledger entries. Returns how many. */
  pruneCancelled(beforeMs: UnixMs, limit: number): Promise<number>
  /** Jobs whose state's deadline has passed, longest first. */
  listOverdue(nowMs: UnixMs, limit: number): Promise<readonly CoinJob[]>
  /** Jobs waiting for their payout that are due to be checked, longest first. */
  listUnpaid(nowMs: UnixMs, limit: number): Promise<readonly CoinJob[]>
  /** Sets when a job that waits for its payout is checked again, and why it waits. */
  postpone(id: JobId, untilMs: UnixMs, note: string | null): Promise<void>
  /** Puts the decision of submitted work off that is due at `atMs`; false, with nothing changed, when none is. */
  lookAgain(
    id: JobId,
    next: { readonly looks: number; readonly atMs: UnixMs; readonly untilMs: UnixMs; readonly note: string },
  ): Promise<boolean>
  /** Keeps why the owner would call a claimed job off; null, with nothing changed, when he was asking, it is late or not claimed. */
  askCancel(id: JobId, reason: string, atMs: UnixMs): Promise<CoinJob | null>
  /** Stores a payout; null when its part of the job has one that is not dead. */
  insertPayout(payout: EscrowPayout): Promise<EscrowPayout | null>
  /** The payouts of the job that are not dead, by their parts. */
  payouts(id: JobId): Promise<readonly EscrowPayout[]>
  /** Finishes a payout; false when it was finished already. */
  endPayout(id: PayoutId, state: 'landed' | 'dead', atMs: UnixMs): Promise<boolean>
}
