import type { UnixMs } from '../../../domain/brands.ts'

/** An alarm that is raised, or on its way to be. */
export interface AlarmState {
  readonly name: string
  /** Which one: the labels of its series; empty where there is but one. */
  readonly subject: string
  readonly summary: string
  /** Since when its condition has held. */
  readonly sinceMs: UnixMs
  /** When a replica last found that. */
  readonly seenAtMs: UnixMs
  /** Null while it has not held for long enough. */
  readonly raisedAtMs: UnixMs | null
}

/** The state of alarms, shared by all replicas. Change it under a lock, so that of several replicas one raises. */
export interface AlarmRepo {
  /** All there are, by name and subject. */
  list(): Promise<readonly AlarmState[]>
  /** Stores a state, in the place of an older one of this name and subject. */
  put(state: AlarmState): Promise<void>
  /** Removes it; without effect where there is none. */
  delete(of: Pick<AlarmState, 'name' | 'subject'>): Promise<void>
}
