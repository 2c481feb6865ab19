import { Elysia } from 'elysia'
import { openGuard } from '../../http/guards/guards.ts'
import type { HttpDeps } from '../../http/http-deps.ts'
import { createLiveConnections } from './live-connections.ts'

/** Tells open pages that there is something new. @see https://html.spec.whatwg.org/#server-sent-events */
export const liveRoutes = (deps: HttpDeps) => {
  const connections = createLiveConnections(deps)
  return new Elysia({ name: 'live', tags: ['record'] }).use(openGuard(deps, 'public-read')).get(
    '/api/live',
    ({ client, request, set }) => {
      const headers = {
        ...(set.headers as Record<string, string>),
        'content-type': 'text/event-stream;charset=utf-8',
        'cache-control': 'no-store',
        // Proxies that gather an answer before they pass it on are asked not to.
        'x-accel-buffering': 'no',
      }
      return new Response(request.method === 'HEAD' ? null : connections.open(client), { headers })
    },
    { detail: { hide: true } },
  )
}
