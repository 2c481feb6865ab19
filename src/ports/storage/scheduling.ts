import type { UnixMs } from '../../domain/brands.ts'

/** Leases by name: of several processes one has each. */
export interface LeaseRepo {
  /** Takes or prolongs the lease unless another holds it and it has not expired; false = another has it. */
  take(name: string, holder: string, time: { readonly nowMs: UnixMs; readonly untilMs: UnixMs }): Promise<boolean>
  /** Gives it up, if this holder has it. */
  release(name: string, holder: string): Promise<void>
}

/** The last run of a scheduled job, and the next. `position` is where a run that broke off goes on. */
export interface ScheduledRun {
  readonly name: string
  readonly lastStartedAtMs: UnixMs | null
  readonly lastFinishedAtMs: UnixMs | null
  readonly lastOutcome: string | null
  readonly nextRunAtMs: UnixMs | null
  readonly position: string | null
}

/** Runs of the service's own clock, one row for each job by its name. */
export interface ScheduledRunRepo {
  /** Records the beginning of a run and returns the row, with the position of the run before when that broke off. */
  start(name: string, nowMs: UnixMs): Promise<ScheduledRun>
  /**
   * Records the end of the run that began at `startedAtMs`, and when the next is; false, and nothing is changed, when another
   * run began since.
   */
  finish(
    name: string,
    change: { readonly startedAtMs: UnixMs; readonly nowMs: UnixMs; readonly outcome: string; readonly nextRunAtMs: UnixMs | null },
  ): Promise<boolean>
  /** Records where the run is; null when it is through. */
  keepPosition(name: string, position: string | null): Promise<void>
  /** Null for a job that never ran. */
  find(name: string): Promise<ScheduledRun | null>
  /** Every job that ever ran, by name. */
  list(): Promise<readonly ScheduledRun[]>
}
