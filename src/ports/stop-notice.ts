import type { UnixMs } from '../domain/brands.ts'

/** Whether the process is being stopped. Whoever waits long for something looks here, and answers in time. */
export interface StopNotice {
  /** When every request under way must have its answer; null while nobody stops the process. */
  readonly answerByMs: UnixMs | null
}
