import type { Timers } from '../ports/clock.ts'

/** A signal that is aborted once `ms` have passed by these timers, and keeps no process alive until then. */
export function abortAfter(timers: Pick<Timers, 'after'>, ms: number): AbortSignal {
  const controller = new AbortController()
  timers.after(ms, () => controller.abort(new DOMException('The operation timed out.', 'TimeoutError')), { idle: true })
  return controller.signal
}
