import type { Deps } from '../../ports/deps.ts'
import { taggedResponse } from '../answers/cacheable.ts'
import type { RateLimiter } from '../request/rate-limit.ts'
import { createReadCache } from '../request/read-cache.ts'
import type { Layer } from './pipeline.ts'

/** Public reads that were answered a moment ago are answered again, and counted like the first; see read-cache.ts. */
export function answerFromCache(deps: Pick<Deps, 'storage' | 'clock'>, limiter: Pick<RateLimiter, 'count'>): Layer {
  const cache = createReadCache(deps)
  return (request, context, next) => {
    if (request.method !== 'GET') return next()
    const mark = cache.mark()
    const found = cache.find(context.target, mark)
    if (found) {
      context.route = found.route
      return taggedResponse(request, found, { ...context.commonHeaders, ...limiter.count(found.rateGroup, null, context) })
    }
    context.keepAnswer = (answer) => {
      const { target, route, rateGroup } = context
      if (route !== null && rateGroup !== null) cache.keep(target, { ...answer, route, rateGroup }, mark)
    }
    return next()
  }
}
