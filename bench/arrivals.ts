/**
 * Requests that arrive at a fixed rate, whatever the server does: each has the time at which it was to be sent, and its
 * latency counts from there. One that waits because those before it are late is late itself, which a client that waits for each
 * answer before it sends the next would not see ("coordinated omission").
 */
export interface Arrivals {
  /** How many have arrived by then that were not handed out yet. */
  due(nowMs: number): number
  /** Hands out the next; answers the time at which it arrived. */
  next(): number
  /** Notes the answer to one that arrived then. */
  answered(arrivedMs: number, nowMs: number): void
  /** True when every request has its answer. */
  readonly complete: boolean
  /** Milliseconds from arrival to answer, in the order of the answers. */
  readonly latenciesMs: readonly number[]
}

/** `count` arrivals, evenly spaced, from `startMs` on. */
export function createArrivals({ ratePerSec, count, startMs }: { ratePerSec: number; count: number; startMs: number }): Arrivals {
  const stepMs = 1_000 / ratePerSec
  const latenciesMs: number[] = []
  let handedOut = 0
  return {
    due: (nowMs) => Math.max(0, Math.min(count, Math.floor((nowMs - startMs) / stepMs) + 1) - handedOut),
    next: () => startMs + handedOut++ * stepMs,
    answered: (arrivedMs, nowMs) => void latenciesMs.push(nowMs - arrivedMs),
    get complete() {
      return latenciesMs.length === count
    },
    latenciesMs,
  }
}
