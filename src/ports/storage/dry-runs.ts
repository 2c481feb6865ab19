import type { DryRunId, KeyId, OperationId, UnixMs, Wallet } from '../../domain/brands.ts'
import type { DryRun } from '../../domain/plan/dry-run.ts'

/** Plans that wait for an approval or a launch. */
export interface DryRunRepo {
  insert(dryRun: DryRun): Promise<void>
  /** Expired and consumed ones too. */
  find(id: DryRunId): Promise<DryRun | null>
  /** The other dry-run of this coin, by the same key or launcher, that was approved (or used without approval) last until then. */
  findLastApproved(asked: {
    readonly id: DryRunId
    readonly keyId: KeyId
    readonly launcher: Wallet | null
    /** Its name; for wire-fees its mint. */
    readonly coin: string
    readonly untilMs: UnixMs
  }): Promise<DryRun | null>
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
