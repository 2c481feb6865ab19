import { type UnixMs, unixMs } from '../brands.ts'
import { DAY_MS } from '../limits.ts'
import { retryAfterSec } from './retry-after-sec.ts'

/** The start of the UTC day of this time. */
export const dayStartMs = (nowMs: UnixMs): UnixMs => unixMs(nowMs - (nowMs % DAY_MS))

/** Whole seconds until the next UTC day, when every budget is reset. */
export const secondsToNextDay = (nowMs: UnixMs): number => retryAfterSec(unixMs(dayStartMs(nowMs) + DAY_MS), nowMs)
