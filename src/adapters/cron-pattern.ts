import { Cron } from 'croner'
import { type UnixMs, unixMs } from '../domain/brands.ts'

const cronOf = (pattern: string): Cron => new Cron(pattern, { paused: true, utcOffset: 0 })

/**
 * The next times of a pattern after `nowMs`, in UTC; fewer where it is not due that often again.
 * @throws Error for an invalid pattern
 */
export const nextRunsAtMs = (pattern: string, count: number, nowMs: UnixMs): UnixMs[] =>
  cronOf(pattern)
    .nextRuns(count, new Date(nowMs))
    .map((date) => unixMs(date.getTime()))

/** True for a pattern that will be due again. */
export function isCronPattern(pattern: string): boolean {
  try {
    return cronOf(pattern).nextRun() !== null
  } catch {
    return false
  }
}
