import { Cron } from 'croner'

const cronOf = (pattern: string): Cron => new Cron(pattern, { paused: true, utcOffset: 0 })

/**
 * The next times of a pattern after `nowMs`, in UTC, as Unix milliseconds; fewer where it is due no more.
 * @throws Error when it is no pattern
 */
export const nextRunsMs = (pattern: string, count: number, nowMs: number): number[] =>
  cronOf(pattern)
    .nextRuns(count, new Date(nowMs))
    .map((date) => date.getTime())

/** True for a pattern that is due at least once more. */
export function isCronPattern(pattern: string): boolean {
  try {
    return cronOf(pattern).nextRun() !== null
  } catch {
    return false
  }
}
