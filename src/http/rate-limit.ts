import { AppError } from '../domain/errors.ts'
import { MINUTE_MS, type RateGroup, type RateRule, RATES } from '../domain/limits.ts'
import type { Deps } from '../ports/deps.ts'

const TRACKED_MAX = 100_000

interface Window {
  startMs: number
  count: number
}

/** Counts calls a minute by key and by address, in memory: a restart forgives a minute, and each replica counts its own. */
export interface RateLimiter {
  /**
   * Counts a call and returns the headers that tell what is left.
   * @throws AppError rate_limit_exceeded
   */
  count(group: RateGroup, keyId: string | null, addressBucket: string | null): Record<string, string>
  /** Counts a call of someone who is not known (yet) by the address alone. @throws AppError rate_limit_exceeded */
  countStranger(group: RateGroup, addressBucket: string): Record<string, string>
}

/** A limiter whose windows begin with a caller's first call and last a minute of the service's clock. */
export function createRateLimiter({ clock, policy }: Pick<Deps, 'clock' | 'policy'>): RateLimiter {
  const windows = new Map<string, Window>()

  // Windows stand in the order of their beginnings: the first is the oldest.
  const forgetOldest = (nowMs: number) => {
    for (const [name, { startMs }] of windows) {
      if (windows.size < TRACKED_MAX && nowMs - startMs < MINUTE_MS) return
      windows.delete(name)
    }
  }

  const hit = (name: string, nowMs: number): Window => {
    const running = windows.get(name)
    if (running && nowMs - running.startMs < MINUTE_MS) {
      running.count += 1
      return running
    }
    if (windows.size >= TRACKED_MAX) forgetOldest(nowMs)
    const started = { startMs: nowMs, count: 1 }
    windows.delete(name)
    windows.set(name, started)
    return started
  }

  const limiter: RateLimiter = {
    countStranger: (group, addressBucket) => {
      const byAddress = 'perAddress' in RATES[group]
      return limiter.count(group, byAddress ? null : `unproven ${addressBucket}`, addressBucket)
    },
    count(group, keyId, addressBucket) {
      const rule: RateRule = RATES[group]
      const nowMs = clock.nowMs()
      const scopes = [
        ...(rule.perKey !== undefined && keyId !== null ? [{ scope: 'key', id: keyId, limit: rule.perKey }] : []),
        ...(rule.perAddress !== undefined && addressBucket !== null
          ? [{ scope: 'address', id: addressBucket, limit: rule.perAddress }]
          : []),
      ].map(({ scope, id, limit }) => {
        const { startMs, count } = hit(`${group} ${scope} ${id}`, nowMs)
        return {
          scope,
          limit,
          remaining: Math.max(0, limit - count),
          over: count > limit,
          resetSec: Math.ceil((startMs + MINUTE_MS - nowMs) / 1_000),
        }
      })
      if (!policy.rateLimits) return {}
      const tightest = scopes.reduce((a, b) => (b.over || (!a.over && b.remaining < a.remaining) ? b : a), scopes[0]!)
      if (tightest.over) {
        const { limit, scope, resetSec } = tightest
        throw new AppError('rate_limit_exceeded', { limit, scope, window: 'minute', retryAfterSec: resetSec })
      }
      return rateHeaders(tightest)
    },
  }
  return limiter
}

/** What is left of a limit, as headers. */
export const rateHeaders = ({ limit, remaining, resetSec }: { limit: number; remaining: number; resetSec: number }) => ({
  'ratelimit-limit': String(limit),
  'ratelimit-remaining': String(remaining),
  'ratelimit-reset': String(resetSec),
})
