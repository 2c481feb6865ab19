import { AppError } from '../../domain/errors.ts'
import type { Deps } from '../../ports/deps.ts'
import { taggedResponse } from '../answers/cacheable.ts'
import { createLongAnswers } from '../answers/long-answers.ts'
import type { RateLimiter } from '../request/rate-limit.ts'
import { createSecretsCheck } from '../request/refuse-secrets.ts'
import { createReadCache, lengthOf } from '../request/read-cache.ts'
import { answerOtherMethods } from './answer-failures.ts'
import type { Layer } from './pipeline.ts'

/** A host name, IPv4 address or bracketed IPv6 address of 1 to 255 characters, and a port. */
const HOST = /^(?:[a-z0-9._-]{1,255}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

/**
 * What is true for a valid Host header by RFC 9110 7.2. With any other, the URL that is routed and the one that is logged could differ.
 * What comes behind the host makes no URL invalid, so that only another host than the last one is looked at.
 */
function createHostCheck(): (request: Request, target: string) => boolean {
  let last = { origin: '', host: null as string | null }
  return ({ url, headers }, target) => {
    const host = headers.get('host')
    const origin = url.slice(0, url.length - target.length)
    if (origin === last.origin && host === last.host) return true
    const valid = /^https?:\/\//.test(url) && (host === null || HOST.test(host)) && URL.canParse(url)
    if (valid) last = { origin, host }
    return valid
  }
}

/** Headers with a secret that anyone who reads it can use; a signed payment can be spent by the first who sends it. */
const SECRET_HEADERS = [
  'x-svc-api-key',
  'x-svc-approvals-token',
  'x-launcher-key',
  'authorization',
  'payment-signature',
  'x-payment',
] as const

/** What refuses or answers a request before the router has it, in this order. */
export const beforeRouting = (
  deps: Pick<Deps, 'storage' | 'clock' | 'simulation'>,
  limiter: Pick<RateLimiter, 'count'>,
  routes: Parameters<typeof answerOtherMethods>[0],
): readonly Layer[] => [refuseBeforeRouting(), answerFromCache(deps, limiter), answerOtherMethods(routes)]

/**
 * What refuses requests that would wait with a large body, that have no valid Host, and that carry a secret over plain HTTP, or a
 * launcher secret in query or another header than its own, without reading the secret.
 */
function refuseBeforeRouting(): Layer {
  const [namesHost, refuseSecretsBeside] = [createHostCheck(), createSecretsCheck()]
  return (request, { crowded, mayCarrySecrets, target }, next) => {
    if (crowded) throw new AppError('body_memory_exceeded')
    if (!namesHost(request, target)) throw new AppError('host_invalid')
    if (!mayCarrySecrets && SECRET_HEADERS.some((name) => request.headers.get(name))) throw new AppError('insecure_transport')
    refuseSecretsBeside(request)
    return next()
  }
}

/** Answers cached public reads, which count in the rate limit like the first one; see read-cache.ts. */
function answerFromCache(deps: Pick<Deps, 'storage' | 'clock' | 'simulation'>, limiter: Pick<RateLimiter, 'count'>): Layer {
  const cache = createReadCache(deps)
  const give = createLongAnswers()
  return (request, context, next) => {
    if (request.method !== 'GET') return next()
    const found = cache.find(context.target)
    if (found) {
      const { route, rateGroup } = found
      context.route = route
      const counted = rateGroup === null ? {} : limiter.count(rateGroup, null, context)
      return give(request, lengthOf(found), () => taggedResponse(request, found, { ...context.commonHeaders, ...counted }))
    }
    const mark = cache.mark()
    context.keepAnswer = (answer) => {
      const { target, route, rateGroup } = context
      if (route !== null) cache.keep(target, { ...answer, route, rateGroup }, mark)
    }
    return next()
  }
}
