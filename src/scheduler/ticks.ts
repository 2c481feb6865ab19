import { Cron } from 'croner'
import type { Deps } from '../ports/deps.ts'

/** A paused cron pattern in UTC, used to compute times. */
export const cronOf = (pattern: string): Cron => new Cron(pattern, { paused: true, utcOffset: 0 })

/** The delay is drawn from this share of the time to the next run, so that a run ends before the next begins. */
const DELAY_PART = 0.9

/** The delay of a run with `randomDelay`, in milliseconds; unpredictable from outside. */
export const delayOf = ({ keyedRandom }: Pick<Deps, 'keyedRandom'>, name: string, cron: Cron, dueMs: number): number =>
  Math.floor(keyedRandom(`${name} ${dueMs}`) * DELAY_PART * (nextRunMs(cron, dueMs) - dueMs))

/** The next due time, and the moment to begin at. A process that starts between the two finds it too. */
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

/** When the pattern is due next, in milliseconds. @throws Error for a pattern that never is */
export function nextRunMs(cron: Cron, nowMs: number): number {
  const next = cron.nextRun(new Date(nowMs))
  if (!next) throw new Error(`the pattern ${cron.getPattern()} is never due`)
  return next.getTime()
}
