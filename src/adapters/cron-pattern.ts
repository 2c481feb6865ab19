import { Cron } from 'croner'

const cronOf = (pattern: string): Cron => new Cron(pattern, { paused: true, utcOffset: 0 })

/**
 * The next times of a pattern after `nowMs`, in UTC, as Unix milliseconds; fewer where it is not due that often again.
 * @throws Error for an invalid pattern
 */
export const nextRunsMs = (pattern: string, count: number, nowMs: number): number[] =>
  cronOf(pattern)
    .nextRuns(count, new Date(nowMs))
    .map((date) => date.getTime())

/** True for a pattern that will be due again. */
export function isCronPattern(pattern: string): boolean {
  try {
    return cronOf(pattern).nextRun() !== null
  } catch {
    return false
  }
}
