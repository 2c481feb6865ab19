import { Cron } from 'croner'
import { type UnixMs, unixMs } from '../domain/brands.ts'
import type { Deps } from '../ports/deps.ts'

/** A paused cron pattern in UTC, used to compute times. */
export const cronOf = (pattern: string): Cron => new Cron(pattern, { paused: true, utcOffset: 0 })

/** The delay is drawn from this share of the time to the next run, so that a run ends before the next begins. */
const DELAY_PART = 0.9

/** The delay of a run with `randomDelay`, in milliseconds; unpredictable from outside. */
export const delayOf = ({ keyedRandom }: Pick<Deps, 'keyedRandom'>, name: string, cron: Cron, dueAtMs: UnixMs): number =>
  Math.floor(keyedRandom(`${name} ${dueAtMs}`) * DELAY_PART * (nextRunAtMs(cron, dueAtMs) - dueAtMs))

/** The next due time, and the moment to begin at. A process that starts between the two finds it too. */
export function nextTick(
  cron: Cron,
  nowMs: UnixMs,
  delayMs?: (dueAtMs: UnixMs) => number,
): { readonly dueAtMs: UnixMs; readonly beginAtMs: UnixMs } {
  const nextAtMs = nextRunAtMs(cron, nowMs)
  if (!delayMs) return { dueAtMs: nextAtMs, beginAtMs: nextAtMs }
  let dueAtMs = nextRunAtMs(cron, unixMs(nowMs - (nextRunAtMs(cron, nextAtMs) - nextAtMs)))
  while (dueAtMs + delayMs(dueAtMs) <= nowMs) dueAtMs = nextRunAtMs(cron, dueAtMs)
  return { dueAtMs, beginAtMs: unixMs(dueAtMs + delayMs(dueAtMs)) }
}

/** When the pattern is due next. @throws Error for a pattern that never is */
export function nextRunAtMs(cron: Cron, nowMs: UnixMs): UnixMs {
  const next = cron.nextRun(new Date(nowMs))
  if (!next) throw new Error(`the pattern ${cron.getPattern()} is never due`)
  return unixMs(next.getTime())
}
