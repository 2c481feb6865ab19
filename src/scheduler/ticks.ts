import { Cron } from 'croner'
import type { Deps } from '../ports/deps.ts'

/** A pattern, in UTC, that nothing runs by itself. */
export const cronOf = (pattern: string): Cron => new Cron(pattern, { paused: true, utcOffset: 0 })

/** Of the time to the next run so much is drawn from: a run is to have its own interval to end in. */
const DELAY_PART = 0.9

/** How long after its time a run begins that nobody outside may foresee. */
export const delayOf = ({ unforeseen }: Pick<Deps, 'unforeseen'>, name: string, cron: Cron, dueMs: number): number =>
  Math.floor(unforeseen(`${name} ${dueMs}`) * DELAY_PART * (nextRunMs(cron, dueMs) - dueMs))

/** The time that is due next, and the moment to begin at. A process that starts between the two finds it too. */
export function nextTick(
  cron: Cron,
  nowMs: number,
  delayMs?: (dueMs: number) => number,
): { readonly dueMs: number; readonly atMs: number } {
  const nextMs = nextRunMs(cron, nowMs)
  if (!delayMs) return { dueMs: nextMs, atMs: nextMs }
  let dueMs = nextRunMs(cron, nowMs - (nextRunMs(cron, nextMs) - nextMs))
  while (dueMs + delayMs(dueMs) <= nowMs) dueMs = nextRunMs(cron, dueMs)
  return { dueMs, atMs: dueMs + delayMs(dueMs) }
}

/** When the pattern is due next. @throws Error for a pattern that never is */
export function nextRunMs(cron: Cron, nowMs: number): number {
  const next = cron.nextRun(new Date(nowMs))
  if (!next) throw new Error(`the pattern ${cron.getPattern()} is never due`)
  return next.getTime()
}
