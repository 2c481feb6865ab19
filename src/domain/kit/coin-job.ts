import { type AtomicUnits, type JobId, type KeyId, type Mint, type UnixMs, unixMs, type UsdMicros, type Wallet } from '../brands.ts'
import type { TemplateId } from './kit-items.ts'
import { LIMITS } from '../limits.ts'
import { shareOf, unpaidOf } from './parts-for.ts'

/**
 * Which state may follow which. `open` waits for a worker, `claimed` has one, `submitted` waits for the owner's decision, `verified` for
 * its payout, `paying` for the payout to land. Work that could not be reached for a day leads from `submitted` back to `claimed`, a worker
 * who gives the job back from `claimed` to `open`, a paid part that is not the last from `paying` to `claimed`. A job that is `rejected`,
 * `expired` or `cancelled` becomes `refunded` in the same commit, so those three appear in its history only.
 */
const NEXT = {
  open: ['claimed', 'cancelled', 'expired'],
  claimed: ['submitted', 'open', 'cancelled', 'expired'],
  submitted: ['verified', 'rejected', 'claimed'],
  verified: ['paying'],
  paying: ['paid', 'verified', 'claimed'],
  paid: [],
  rejected: ['refunded'],
  expired: ['refunded'],
  cancelled: ['refunded'],
  refunded: [],
} as const

/** The state of a job, from `open` to `paid` or `refunded`. */
export type JobState = keyof typeof NEXT

/** Every state, from the first to the last. */
export const JOB_STATES = Object.keys(NEXT) as readonly JobState[]

/** How a job ends without being paid. */
export type RefundCause = 'rejected' | 'expired' | 'cancelled'

/** True when a job in `from` may go to `to`. */
export const mayFollow = (from: JobState, to: JobState): boolean => (NEXT[from] as readonly JobState[]).includes(to)

/** True when nothing follows. */
export const isEnded = (state: JobState): boolean => NEXT[state].length === 0

/** True while the work is accepted and its payout is not final. */
export const awaitsPayout = (state: JobState): boolean => state === 'verified' || state === 'paying'

/** Who changes a job's state: the key of its coin, the wallet that claimed it, or a deadline. */
export const JOB_ACTORS = ['owner', 'worker', 'clock'] as const

/** One of JOB_ACTORS. */
export type JobActor = (typeof JOB_ACTORS)[number]

/** A piece of creative work for a coin. Its money is in escrow from the first state to the last. @see rules 1.8, 2.8, 3.3 */
export interface CoinJob {
  readonly id: JobId
  readonly mint: Mint
  readonly ticker: string
  /** The key that launched the coin; only it and the operator decide about the job. */
  readonly keyId: KeyId
  readonly template: TemplateId
  /** Where the worker is paid. */
  readonly chainId: string
  readonly budgetUsdMicros: UsdMicros
  /** The price at which the budget was converted, once. */
  readonly currencyUsdMicros: UsdMicros
  /** The amount reserved; each part of it is paid to the worker or given back. */
  readonly amountAtomic: AtomicUnits
  readonly postsPerWeek: number | null
  /** It makes the whole item of its template; else a part, which leaves the item as it is. */
  readonly wholeItem: boolean
  /** In how many parts it is handed in and paid, one after the other. */
  readonly parts: number
  /** The first part that is not paid, from 1; all before it are. Of a paid job the last. */
  readonly part: number
  readonly state: JobState
  /** When the present state ends by itself; null where it does not. */
  readonly deadlineMs: UnixMs | null
  readonly worker: Wallet | null
  readonly urls: readonly string[]
  /** Why it was rejected, cancelled or not paid yet. */
  readonly note: string | null
  /** How often in a row an address in `urls` could not be reached when the work was to be decided. */
  readonly looks: number
  /** Why the owner asks the worker of a claimed job to let it be called off; null where he does not. */
  readonly cancelReason: string | null
  readonly createdAtMs: UnixMs
  readonly changedAtMs: UnixMs
}

/** One state change, as the history keeps it. */
export interface JobStep {
  readonly from: JobState | null
  readonly to: JobState
  readonly actor: JobActor
  readonly note: string | null
  readonly atMs: UnixMs
}

const LASTS_MS: Partial<Record<JobState, number>> = {
  open: LIMITS.jobOpenMs,
  claimed: LIMITS.jobWorkMs,
  submitted: LIMITS.jobReviewMs,
}

/** When a state that begins now ends by itself; null where it does not. */
export function deadlineOf(state: JobState, nowMs: UnixMs): UnixMs | null {
  const lastsMs = LASTS_MS[state]
  return lastsMs === undefined ? null : unixMs(nowMs + lastsMs)
}

/** The transfers of a job's money: reserved once, then each part paid or refunded once. */
export const TRANSFER_KINDS = ['reserve', 'pay', 'refund'] as const

/** One of TRANSFER_KINDS. */
export type TransferKind = (typeof TRANSFER_KINDS)[number]

/** One entry of the escrow's ledger: a transfer between two accounts, so that all balances always sum to zero. */
export interface EscrowTransfer {
  readonly jobId: JobId
  readonly kind: TransferKind
  readonly from: string
  readonly to: string
  readonly amountAtomic: AtomicUnits
  readonly atMs: UnixMs
}

/** The ledger entry for this transfer of a job's money: all of it is reserved, its part is paid, and what is not paid goes back. */
export function transferOf(
  job: Pick<CoinJob, 'id' | 'mint' | 'amountAtomic' | 'parts' | 'part' | 'worker'>,
  kind: TransferKind,
  atMs: UnixMs,
): EscrowTransfer {
  const budget = `budget:${job.mint}`
  const escrow = `escrow:${job.id}`
  const ends = { reserve: [budget, escrow], pay: [escrow, `worker:${job.worker}`], refund: [escrow, budget] } as const
  const [from, to] = ends[kind]
  const amountAtomic = kind === 'reserve' ? job.amountAtomic : kind === 'pay' ? shareOf(job) : unpaidOf(job)
  return { jobId: job.id, kind, from, to, amountAtomic, atMs }
}

/** How much of a coin's treasury share is committed: `reservedAtomic` for unfinished jobs, `spentAtomic` on workers. */
export interface CoinBudget {
  readonly reservedAtomic: AtomicUnits
  readonly spentAtomic: AtomicUnits
}
