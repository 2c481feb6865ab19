import type { EndTimer, TimerOptions, Timers } from '../ports/clock.ts'

const started = (timer: Timer, { idle = false }: TimerOptions = {}): EndTimer => {
  if (idle) timer.unref()
  return () => clearTimeout(timer)
}

/** The timers of the machine. */
export const createSystemTimers = (): Timers => ({
  after: (ms, work, options) => started(setTimeout(work, ms), options),
  every: (ms, work, options) => started(setInterval(work, ms), options),
})
