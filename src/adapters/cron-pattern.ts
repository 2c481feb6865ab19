import { Cron } from 'croner'

/** The next times of a pattern, in UTC, as Unix milliseconds; fewer where it is due no more. @throws Error when it is no pattern */
export const nextRunsMs = (pattern: string, count: number): number[] =>
  new Cron(pattern, { paused: true, utcOffset: 0 }).nextRuns(count).map((date) => date.getTime())

/** True for a pattern that is due at least once more. */
export function isCronPattern(pattern: string): boolean {
  try {
    return nextRunsMs(pattern, 1).length === 1
  } catch {
    return false
  }
}
