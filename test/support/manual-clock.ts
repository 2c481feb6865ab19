import { type UnixMs, unixMs } from '../../src/domain/brands.ts'
import { quietTurns } from '../../src/lib/yield-to-event-loop.ts'
import type { Clock } from '../../src/ports/clock.ts'

/**
 * A clock that stands still until a test moves it. Its machine's time moves with it, from when the clock was made: what stock clients
 * sign for some minutes, by their own clocks, is good at first.
 */
export interface ManualClock extends Clock {
  /** Moves the time on; every sleeper due by then wakes at its own time, in order, and what it woke runs before the next one. */
  advance(ms: number): Promise<void>
}

/** Starts on 2026-11-21, unless told otherwise. */
export function createManualClock(startMs: UnixMs = unixMs(Date.UTC(2026, 10, 21))): ManualClock {
  let presentMs: number = startMs
  const machineStartMs = Date.now()
  const sleepers: { readonly dueMs: number; readonly wake: () => void }[] = []

  return {
    nowMs: () => unixMs(presentMs),
    machineMs: () => unixMs(machineStartMs + presentMs - startMs),
    elapsedMs: () => presentMs - startMs,
    sleep(ms) {
      if (ms <= 0) return Promise.resolve()
      const { promise, resolve } = Promise.withResolvers<void>()
      sleepers.push({ dueMs: presentMs + ms, wake: resolve })
      // The sort is stable: of two that are due together, the first to sleep wakes first.
      sleepers.sort((a, b) => a.dueMs - b.dueMs)
      return promise
    },
    async advance(ms) {
      const untilMs = presentMs + ms
      await quietTurns()
      for (let next = sleepers[0]; next && next.dueMs <= untilMs; next = sleepers[0]) {
        sleepers.shift()
        presentMs = Math.max(presentMs, next.dueMs)
        next.wake()
        await quietTurns()
      }
      presentMs = Math.max(presentMs, untilMs)
      await quietTurns()
    },
  }
}
