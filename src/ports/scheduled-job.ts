import type { UnixMs } from '../domain/brands.ts'
import type { Deps } from './deps.ts'

/** A run of a job: where its last run was interrupted, and whether it may continue. */
export interface JobRun {
  /** The scheduled time of the run: the same on every replica. */
  readonly dueAtMs: UnixMs
  readonly position: string | null
  /** Stores where a run that is interrupted now would resume; null = at the start. */
  keepPosition(position: string | null): Promise<void>
  /**
   * False when the job must end at once: this process lost the leader lease, or shuts down. Asked between batches, and yields to waiting
   * requests first.
   */
  mayContinue(): Promise<boolean>
}

/** What scheduled jobs need together; each picks the members that it needs. */
export type JobDeps = Pick<
  Deps,
  | 'policy'
  | 'clock'
  | 'ids'
  | 'log'
  | 'redact'
  | 'metrics'
  | 'tracer'
  | 'storage'
  | 'disk'
  | 'directory'
  | 'keyedRandom'
  | 'launchpads'
  | 'settlers'
  | 'stopNotice'
  | 'web'
  | 'metadata'
  | 'escrow'
  | 'acp'
  | 'crankPayers'
  | 'payments'
  | 'buybackPayer'
  | 'burnWallets'
  | 'backups'
>

/** Runs a job once and returns a short summary. */
export type ScheduledJob<Needs extends keyof JobDeps = keyof JobDeps> = (deps: Pick<JobDeps, Needs>, turn: JobRun) => Promise<string>
