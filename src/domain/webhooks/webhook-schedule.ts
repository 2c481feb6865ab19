import { type UnixMs, unixMs } from '../brands.ts'
import { HOUR_MS, MINUTE_MS } from '../limits.ts'
import { type EndpointFormat, isMail } from './webhook.ts'

/** Waits before the second attempt and each one after it. @see rules 10.21 */
export const RETRY_DELAYS_MS = [
  5_000,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
] as const

/** An endpoint that fails this long without a success is disabled. */
export const FAILURE_LIMIT_MS = 5 * 24 * HOUR_MS

/** A wait is lengthened by up to this share of itself, so that failed messages do not come back all at once. */
const JITTER = 0.2

/** Backoff of an endpoint after its second failure in a row; each further one multiplies it by four, up to the maximum. */
const BACKOFF_MS = 5_000
const BACKOFF_MAX_MS = 5 * MINUTE_MS

/**
 * The backoff of an endpoint after so many failures in a row. A single failure may be the message's fault: the next message is tried at
 * once. From the second on the endpoint is at fault, and its deliveries wait.
 */
export const backoffMs = (failures: number): number => (failures < 2 ? 0 : Math.min(BACKOFF_MS * 4 ** (failures - 2), BACKOFF_MAX_MS))

/** An attempt that just ended. */
export interface EndedAttempt {
  /** 1 for the first. */
  readonly attempt: number
  readonly format: EndpointFormat
  /** The receiver's status; null when nothing answered. */
  readonly status: number | null
  /** Since when this endpoint has failed without a success, this attempt included. */
  readonly firstFailedAtMs: UnixMs
  readonly nowMs: UnixMs
  /** From 0 up to 1. */
  readonly random: number
}

/** What follows an attempt. `disable` disables the endpoint, `failed` gives up this message only. */
export type AttemptOutcome =
  | { readonly outcome: 'delivered' }
  | { readonly outcome: 'retry'; readonly atMs: UnixMs }
  | { readonly outcome: 'failed' }
  | { readonly outcome: 'disable'; readonly reason: 'gone' | 'failing' }

/** True for a status that says the message was taken: any 2xx. */
export const isDelivered = (status: number | null): boolean => status !== null && status >= 200 && status < 300

/**
 * Any 2xx is a success; 410 disables the endpoint; everything else, redirects included, is retried, but for a mail that its server refused
 * for good (5xx).
 */
export function nextAttempt({ attempt, format, status, firstFailedAtMs, nowMs, random }: EndedAttempt): AttemptOutcome {
  if (isDelivered(status)) return { outcome: 'delivered' }
  if (status === 410) return { outcome: 'disable', reason: 'gone' }
  if (nowMs - firstFailedAtMs >= FAILURE_LIMIT_MS) return { outcome: 'disable', reason: 'failing' }
  if (isMail(format) && status !== null && status >= 500) return { outcome: 'failed' }
  const delayMs = RETRY_DELAYS_MS[attempt - 1]
  if (delayMs === undefined) return { outcome: 'failed' }
  return { outcome: 'retry', atMs: unixMs(nowMs + Math.round(delayMs * (1 + JITTER * random))) }
}
