// Not rate-limiter-flexible: a call counts in several scopes or none, memory is bounded by two generations, and the clock is passed in.
import type { UnixMs } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import { LIMITS, MINUTE_MS } from '../../domain/limits.ts'
import { type RateGroup, type RateRule, RATES } from '../../domain/limits/rates.ts'
import type { Deps } from '../../ports/deps.ts'
import type { ClientBuckets } from '../../domain/limits/client-buckets.ts'

/** Most windows that are kept; from the older half, some may be dropped before their minute ends. */
const TRACKED_MAX = 100_000

interface Window {
  readonly startMs: UnixMs
  count: number
}

/** The scopes in which a call counts, with their limits per minute. */
interface Scope {
  readonly scope: 'key' | 'address' | 'network'
  readonly name: string
  readonly limit: number
}

/** Counts calls per minute by key and by address, in memory: a restart resets the current minute, and each replica counts for itself. */
export interface RateLimiter {
  /** Counts a call and returns the rate-limit headers. A rule with a limit by address counts for the client's address and for its site. */
  count(group: RateGroup, keyId: string | null, client: ClientBuckets | null): Record<string, string>
  /** Counts a call of an unidentified caller, by address only. */
  countUnidentified(group: RateGroup, client: ClientBuckets): Record<string, string>
  /** Reverts the last `count`. */
  giveBack(group: RateGroup, keyId: string | null, client: ClientBuckets | null): void
}

/** A limiter whose windows begin with a caller's first call and last a minute of the service's clock. */
export function createRateLimiter({ clock, policy }: Pick<Deps, 'clock' | 'policy'>): RateLimiter {
  // Two generations, the older of which is dropped as a whole: constant cost even when flooded with addresses.
  let young = new Map<string, Window>()
  let old = new Map<string, Window>()

  const running = (name: string, nowMs: UnixMs): Window | undefined => {
    const found = young.get(name) ?? old.get(name)
    return found && nowMs - found.startMs < MINUTE_MS ? found : undefined
  }

  const hit = (name: string, nowMs: UnixMs): Window => {
    const found = running(name, nowMs)
    if (found) {
      found.count += 1
      return found
    }
    if (young.size >= TRACKED_MAX / 2) {
      old = young
      young = new Map()
    }
    const started = { startMs: nowMs, count: 1 }
    young.set(name, started)
    return started
  }

  const countAll = (scopes: readonly Scope[]): Record<string, string> => {
    const nowMs = clock.nowMs()
    let tightest: RateWindow | null = null
    for (const { scope, name, limit } of scopes) {
      const { startMs, count } = hit(name, nowMs)
      const resetSec = Math.ceil((startMs + MINUTE_MS - nowMs) / 1_000)
      if (!policy.rateLimits) continue
      // A site over its limit does not get windows for further addresses.
      if (count > limit) throw new AppError('rate_limit_exceeded', { limit, scope, window: 'minute', retryAfterSec: resetSec })
      const remaining = limit - count
      if (!tightest || remaining < tightest.remaining) tightest = { limit, remaining, resetSec }
    }
    return tightest ? rateHeaders(tightest) : {}
  }

  return {
    count: (group, keyId, client) => countAll(scopesOf(group, RATES[group], keyId, client)),
    countUnidentified(group, client) {
      const { perKey, perAddress }: RateRule = RATES[group]
      return countAll(perAddress === undefined ? byAddress(`${group} unproven`, perKey!, client) : byAddress(group, perAddress, client))
    },
    giveBack(group, keyId, client) {
      const nowMs = clock.nowMs()
      for (const { name } of scopesOf(group, RATES[group], keyId, client)) {
        const found = running(name, nowMs)
        if (found && found.count > 0) found.count -= 1
      }
    },
  }
}

/** The largest network first: see countAll. */
const scopesOf = (group: RateGroup, rule: RateRule, keyId: string | null, client: ClientBuckets | null): Scope[] => [
  ...(rule.perAddress !== undefined && client !== null ? byAddress(group, rule.perAddress, client) : []),
  ...(rule.perKey !== undefined && keyId !== null ? [{ scope: 'key' as const, name: `${group} key ${keyId}`, limit: rule.perKey }] : []),
]

const byAddress = (name: string, limit: number, { bucket, site }: ClientBuckets): Scope[] => [
  ...(site === null ? [] : [{ scope: 'network' as const, name: `${name} network ${site}`, limit: limit * LIMITS.callsPerSite }]),
  { scope: 'address', name: `${name} address ${bucket}`, limit },
]

/** What is left of a limit. */
interface RateWindow {
  readonly limit: number
  readonly remaining: number
  readonly resetSec: number
}

/** The remaining limit as headers. */
export const rateHeaders = ({ limit, remaining, resetSec }: RateWindow) => ({
  'ratelimit-limit': String(limit),
  'ratelimit-remaining': String(remaining),
  'ratelimit-reset': String(resetSec),
})
