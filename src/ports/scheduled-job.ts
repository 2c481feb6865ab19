import type { UnixMs } from '../domain/brands.ts'
import type { Deps } from './deps.ts'

/** What a job is given: where its last run broke off, and whether it may go on. */
export interface JobTurn {
  /** The time of the clock that the run belongs to: the same on every replica. */
  readonly dueAtMs: UnixMs
  readonly position: string | null
  /** Where a run that breaks off now would go on; null = there is nothing to go on with. */
  keepPosition(position: string | null): Promise<void>
  /**
   * False when the job must end at once: this process has lost the leader lease, or stops. Asked between batches: requests that wait
   * are answered first.
   */
  mayGoOn(): Promise<boolean>
}

/** One run of a job, with what it needs, that reports in a few words what it did. */
export type ScheduledJob<Needs extends keyof Deps = keyof Deps> = (deps: Pick<Deps, Needs>, turn: JobTurn) => Promise<string>
