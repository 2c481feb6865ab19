// By hand and not rate-limiter-flexible: a call counts for several scopes or for none, and what is kept has a bound, in two
// generations, with the clock handed in.
import { AppError } from '../../domain/errors.ts'
import { LIMITS, MINUTE_MS, type RateGroup, type RateRule, RATES } from '../../domain/limits.ts'
import type { Deps } from '../../ports/deps.ts'
import type { ClientBuckets } from './client-address.ts'

/** Windows that are kept at most; of the oldest half one may be forgotten before its minute is over. */
const TRACKED_MAX = 100_000

interface Window {
  startMs: number
  count: number
}

/** Whom a call is counted for, and how many of them a minute may have. */
interface Scope {
  readonly scope: 'key' | 'address' | 'network'
  readonly name: string
  readonly limit: number
}

/** Counts calls a minute by key and by address, in memory: a restart forgives a minute, and each replica counts its own. */
export interface RateLimiter {
  /**
   * Counts a call and returns the headers that tell what is left. Where the rule has a limit for addresses it counts for the
   * client's address and for its site.
   * @throws AppError rate_limit_exceeded
   */
  count(group: RateGroup, keyId: string | null, client: ClientBuckets | null): Record<string, string>
  /** Counts a call of someone who is not known (yet) by the address alone. @throws AppError rate_limit_exceeded */
  countStranger(group: RateGroup, client: ClientBuckets): Record<string, string>
  /** Takes back what `count` counted a moment ago. */
  giveBack(group: RateGroup, keyId: string | null, client: ClientBuckets | null): void
}

/** A limiter whose windows begin with a caller's first call and last a minute of the service's clock. */
export function createRateLimiter({ clock, policy }: Pick<Deps, 'clock' | 'policy'>): RateLimiter {
  // Two generations, of which the older is dropped whole: whoever floods this with addresses pays for each the same.
  let young = new Map<string, Window>()
  let old = new Map<string, Window>()

  const running = (name: string, nowMs: number): Window | undefined => {
    const found = young.get(name) ?? old.get(name)
    return found && nowMs - found.startMs < MINUTE_MS ? found : undefined
  }

  const hit = (name: string, nowMs: number): Window => {
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
    let tightest: { limit: number; remaining: number; resetSec: number } | null = null
    for (const { scope, name, limit } of scopes) {
      const { startMs, count } = hit(name, nowMs)
      const resetSec = Math.ceil((startMs + MINUTE_MS - nowMs) / 1_000)
      if (!policy.rateLimits) continue
      // A site that is over its limit opens no window for yet another address.
      if (count > limit) throw new AppError('rate_limit_exceeded', { limit, scope, window: 'minute', retryAfterSec: resetSec })
      const remaining = limit - count
      if (!tightest || remaining < tightest.remaining) tightest = { limit, remaining, resetSec }
    }
    return tightest ? rateHeaders(tightest) : {}
  }

  return {
    count: (group, keyId, client) => countAll(scopesOf(group, RATES[group], keyId, client)),
    countStranger(group, client) {
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

/** What is left of a limit, as headers. */
export const rateHeaders = ({ limit, remaining, resetSec }: { limit: number; remaining: number; resetSec: number }) => ({
  'ratelimit-limit': String(limit),
  'ratelimit-remaining': String(remaining),
  'ratelimit-reset': String(resetSec),
})
