import { unixMs } from '../domain/brands.ts'
import type { Clock } from '../ports/clock.ts'

// setTimeout fires immediately for longer times.
const TIMEOUT_MS_MAX = 2_147_483_647

/** The machine's clock. */
export const createSystemClock = (): Clock => ({
  nowMs: () => unixMs(Date.now()),
  machineMs: () => unixMs(Date.now()),
  elapsedMs: () => performance.now(),
  async sleep(ms) {
    for (let leftMs = ms; leftMs > 0; leftMs -= TIMEOUT_MS_MAX) await Bun.sleep(Math.min(leftMs, TIMEOUT_MS_MAX))
  },
})
