import type { UnixMs } from '../brands.ts'

/** Whole seconds until then, rounded up and at least one: what a refusal that passes tells its caller to wait. */
export const retryAfterSec = (freeAtMs: UnixMs, nowMs: UnixMs): number => Math.max(1, Math.ceil((freeAtMs - nowMs) / 1_000))
