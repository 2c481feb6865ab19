import type { UnixMs } from '../../domain/brands.ts'

/** Leases by name: at most one process holds each. */
export interface LeaseRepo {
  /** Takes or renews the lease unless another holds it and it has not expired; false = another holds it. */
  take(name: string, holder: string, time: { readonly nowMs: UnixMs; readonly untilMs: UnixMs }): Promise<boolean>
  /** Releases it, if this holder has it. */
  release(name: string, holder: string): Promise<void>
  /** Forgets leases that have expired; returns how many. */
  prune(nowMs: UnixMs): Promise<number>
}

/** The last run of a scheduled job, and the next. `position` is where an interrupted run resumes. */
export interface ScheduledRun {
  readonly name: string
  readonly lastStartedAtMs: UnixMs | null
  readonly lastFinishedAtMs: UnixMs | null
  readonly lastOutcome: string | null
  readonly nextRunAtMs: UnixMs | null
  readonly position: string | null
}

/** Runs of scheduled jobs, one row per job name. */
export interface ScheduledRunRepo {
  /** Records the start of a run and returns the row, with the position of the previous run if that was interrupted. */
  start(name: string, nowMs: UnixMs): Promise<ScheduledRun>
  /**
   * Records the end of the run that began at `startedAtMs`, and the time of the next; false, with nothing changed, when another run began
   * since.
   */
  finish(
    name: string,
    change: { readonly startedAtMs: UnixMs; readonly nowMs: UnixMs; readonly outcome: string; readonly nextRunAtMs: UnixMs | null },
  ): Promise<boolean>
  /**
   * Stores the position of the run that began at `startedAtMs`, null when it is complete; false, with nothing changed, when another run
   * began since.
   */
  keepPosition(name: string, change: { readonly startedAtMs: UnixMs; readonly position: string | null }): Promise<boolean>
  /** Null for a job that never ran. */
  find(name: string): Promise<ScheduledRun | null>
  /** Every job that ever ran, by name. */
  list(): Promise<readonly ScheduledRun[]>
}
