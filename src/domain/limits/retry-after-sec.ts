import type { UnixMs } from '../brands.ts'

/** Whole seconds until then, rounded up and at least one: what a refusal that passes tells its caller to wait. */
export const retryAfterSec = (freeAtMs: UnixMs, nowMs: UnixMs): number => Math.max(1, Math.ceil((freeAtMs - nowMs) / 1_000))

/** Seconds until a refused call is worth another try, where what it waits for has no time of its own. */
export const WAIT_SEC = {
  /** An operator has to make room. */
  storageFull: 30,
  storageUnavailable: 5,
  /** Connections and pictures of others go in their turn. */
  liveConnections: 60,
  picturesOfAll: 60,
  /** Dry-runs of others expire. */
  dryRunsOfAll: 600,
  /** Somebody has to look at what failed. */
  failedOfOwner: 3_600,
} as const
