import type { EndTimer, Timers } from '../../src/ports/clock.ts'

/** Timers that stand still until a test moves them. */
export interface ManualTimers extends Timers {
  /** Moves them on by `ms`: what is due by then is called, each at its own time, in order. */
  pass(ms: number): void
  /** How many wait. */
  waiting(): number
}

interface Waiting {
  dueMs: number
  readonly everyMs: number | null
  readonly work: () => void
}

/** Timers of a test's own time, which begins at nothing. */
export function createManualTimers(): ManualTimers {
  let presentMs = 0
  const waiting = new Set<Waiting>()
  const add = (timer: Waiting): EndTimer => {
    waiting.add(timer)
    return () => void waiting.delete(timer)
  }
  const next = (untilMs: number) => [...waiting].filter(({ dueMs }) => dueMs <= untilMs).toSorted((a, b) => a.dueMs - b.dueMs)[0]
  return {
    after: (ms, work) => add({ dueMs: presentMs + ms, everyMs: null, work }),
    every: (ms, work) => add({ dueMs: presentMs + ms, everyMs: ms, work }),
    pass(ms) {
      const untilMs = presentMs + ms
      for (let timer = next(untilMs); timer; timer = next(untilMs)) {
        presentMs = timer.dueMs
        if (timer.everyMs === null) waiting.delete(timer)
        else timer.dueMs += timer.everyMs
        timer.work()
      }
      presentMs = untilMs
    },
    waiting: () => waiting.size,
  }
}
