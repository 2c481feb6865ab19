import { type UnixMs, unixMs } from '../domain/brands.ts'
import type { Clock } from '../ports/clock.ts'

/** A clock that goes by another's time, whatever becomes of this machine's: between two looks the monotonic clock carries it on. */
export interface FollowedClock extends Clock {
  /**
   * Asks what time it is. Returns how many ms the machine's clock is ahead of it; null where the answer took too long to say.
   * @throws Error of whoever was asked; the clock goes on as before
   */
  follow(ask: () => Promise<UnixMs>): Promise<number | null>
}

/** An answer is dated halfway between question and arrival, and so may be off by half of what it took. */
const TOOK_MS_MAX = 1_000
/** Two clocks that are kept right differ by this much, for which none is set. */
const APART_MS = 50

/** The machine's time until `follow` was first answered. */
export function createFollowedClock(machine: Clock): FollowedClock {
  /** What time it was when the monotonic clock began. */
  let beganMs: number | null = null
  const nowMs = () => (beganMs === null ? machine.nowMs() : unixMs(Math.floor(beganMs + machine.elapsedMs())))
  return {
    nowMs,
    machineMs: nowMs,
    elapsedMs: () => machine.elapsedMs(),
    sleep: (ms) => machine.sleep(ms),
    async follow(ask) {
      const askedMs = machine.elapsedMs()
      const toldMs = await ask()
      const tookMs = machine.elapsedMs() - askedMs
      if (tookMs > TOOK_MS_MAX && beganMs !== null) return null
      const toldBeganMs = toldMs - askedMs - tookMs / 2
      if (beganMs === null || Math.abs(toldBeganMs - beganMs) > tookMs / 2 + APART_MS) beganMs = toldBeganMs
      return tookMs > TOOK_MS_MAX ? null : machine.nowMs() - nowMs()
    },
  }
}
