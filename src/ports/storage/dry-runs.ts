import type { RoomTaken } from '../../domain/limits/room.ts'
import type { DryRunId, KeyId, OperationId, UnixMs, Wallet } from '../../domain/brands.ts'
import type { Approval, ApprovalRule, DryRun, Rejection } from '../../domain/plan/dry-run.ts'
import type { Page, PageRequest } from './page.ts'

/** Filters approved or consumed dry-runs. */
export interface DecidedDryRun {
  readonly id: DryRunId
  /** The coin's name; for wire-fees its mint. */
  readonly coin: string
  /** Empty for wire-fees. */
  readonly ticker: string
  readonly approved: boolean
}

/** Counts of one owner's unused dry-runs and unsubmitted offers, expired ones included. */
export interface WaitingOfOwner {
  /** Of the key itself, or of all keys claimed from its address. */
  readonly own: number
  /** When the oldest one expires or expired; null when there is none. */
  readonly firstExpiresAtMs: UnixMs | null
}

/** Plans that wait for an approval or a launch. */
export interface DryRunRepo {
  /** Stores a new plan. Ids are random: a duplicate throws. */
  insert(dryRun: DryRun): Promise<void>
  /** Includes expired and consumed ones. */
  find(id: DryRunId): Promise<DryRun | null>
  /** Other dry-runs of this key or launcher that were approved, or consumed, until then; the latest first. */
  listDecided(asked: {
    readonly decision: 'approved' | 'used'
    readonly id: DryRunId
    readonly keyId: KeyId
    readonly launcher: Wallet | null
    readonly untilMs: UnixMs
    readonly limit: number
  }): Promise<readonly DecidedDryRun[]>
  /**
   * Those that lack approvals by this rule, that nobody has rejected or used, and that have not expired, newest first: with `required`
   * those of keys that need an approval, with an `approver` those that another wallet launches, or any.
   */
  listWaiting(
    page: PageRequest,
    asked: { readonly nowMs: UnixMs; readonly rule: ApprovalRule; readonly required: boolean; readonly approver: Wallet | null },
  ): Promise<Page<DryRun>>
  /** The counts of this key's owner. Run it in the transaction that inserts, under a lock, so that they stay true. */
  waitingOf(keyId: KeyId): Promise<WaitingOfOwner>
  /** Everybody's unused dry-runs and unsubmitted offers, expired ones included: work in proportion to them; nothing keeps it true. */
  waitingOfAll(): Promise<RoomTaken>
  /**
   * Adds the approval to those that it was read with, and marks it approved where this one completes them. Null = nothing was changed:
   * another one was added since, or it expired, was consumed or rejected.
   */
  approve(read: DryRun, approval: Approval, asked: { readonly completes: boolean }): Promise<DryRun | null>
  /** Marks it rejected unless expired, consumed, reserved or rejected; null = nothing was changed. */
  reject(id: DryRunId, rejection: Rejection): Promise<DryRun | null>
  /** Reserves it for one operation unless expired, consumed, rejected or reserved; null = not reserved. */
  reserve(id: DryRunId, operation: OperationId, nowMs: UnixMs): Promise<DryRun | null>
  /** Releases what this operation has reserved. */
  release(id: DryRunId, operation: OperationId): Promise<void>
  /** Marks it consumed. Null unless this operation has it reserved. */
  consume(id: DryRunId, operation: OperationId, nowMs: UnixMs): Promise<DryRun | null>
  /** Deletes at most `limit` dry-runs that expired before then and were never reserved; returns how many. */
  prune(beforeMs: UnixMs, limit: number): Promise<number>
}
