import type { UnixMs } from '../../domain/brands.ts'

/** Whether the process is shutting down. Long waits check it, and answer in time. */
export interface StopNotice {
  /** The time by which every pending request must be answered; null unless shutting down. */
  readonly answerByMs: UnixMs | null
}
