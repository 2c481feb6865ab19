import type { DryRunId, KeyId, OperationId, UnixMs, Wallet } from '../../domain/brands.ts'
import type { DryRun } from '../../domain/plan/dry-run.ts'

/** Of what a dry-run was that was approved or used. */
export interface DecidedDryRun {
  readonly id: DryRunId
  /** Its name; for wire-fees its mint. */
  readonly coin: string
  /** Empty for wire-fees. */
  readonly ticker: string
  readonly approved: boolean
}

/** How many dry-runs are kept that no launch has used, and offers that nobody submitted; expired ones too. */
export interface WaitingDryRuns {
  /** Of the key's owner: the key itself, or all keys that its address claimed together. */
  readonly own: number
  /** Of everyone that anyone can be: owners of claimed keys, and payers. */
  readonly strangers: number
  readonly all: number
  /** When the oldest one of the owner expires or expired; null when there is none. */
  readonly firstExpiresAtMs: UnixMs | null
  /** False for a key that the operator minted, and for the operator's own. */
  readonly stranger: boolean
}

/** Plans that wait for an approval or a launch. */
export interface DryRunRepo {
  /** Keeps a new plan. Ids are random: one that is there already throws. */
  insert(dryRun: DryRun): Promise<void>
  /** Expired and consumed ones too. */
  find(id: DryRunId): Promise<DryRun | null>
  /** The other dry-runs of this key or launcher that were approved, or used, until then; the last one first. */
  listDecided(asked: {
    readonly decision: 'approved' | 'used'
    readonly id: DryRunId
    readonly keyId: KeyId
    readonly launcher: Wallet | null
    readonly untilMs: UnixMs
    readonly limit: number
  }): Promise<readonly DecidedDryRun[]>
  /** How many wait. Run it in the transaction that inserts, under a lock, to keep what it says true. */
  waiting(keyId: KeyId): Promise<WaitingDryRuns>
  /** Marks it approved unless expired, consumed or approved; null = nothing was changed. */
  approve(id: DryRunId, approver: Wallet, nowMs: UnixMs): Promise<DryRun | null>
  /** Holds it for one operation unless expired, consumed or held, or unapproved when `approved` is asked for; null = not held. */
  reserve(id: DryRunId, operation: OperationId, nowMs: UnixMs, asked: { readonly approved: boolean }): Promise<DryRun | null>
  /** Frees what this operation holds. */
  release(id: DryRunId, operation: OperationId): Promise<void>
  /** Ends it for good. Null unless this operation holds it. */
  consume(id: DryRunId, operation: OperationId, nowMs: UnixMs): Promise<DryRun | null>
  /** Removes dry-runs that expired before then and were never held; returns how many. */
  prune(beforeMs: UnixMs): Promise<number>
}
