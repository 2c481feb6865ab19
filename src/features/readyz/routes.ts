import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { unguarded } from '../../http/guards/guards.ts'
import type { HttpDeps } from '../../http/http-deps.ts'
import { routeDocs } from '../../http/route-docs.ts'
import { Enum, Ok } from '../../domain/json.ts'
import { upstreamsOf } from '../../ports/node-watch.ts'
import { createReadiness, READY_PARTS } from './readiness.ts'

/** A node that serves another chain, by its host: the rest of its URL may contain a key. */
const NodeLeftOut = (upstreams: readonly string[]) => Type.Object({ upstream: Enum(upstreams), node: Type.Integer(), host: Type.String() })

/** Readiness, for load balancers; not rate-limited. */
export const readyzRoutes = (deps: HttpDeps) => {
  const ready = createReadiness(deps)
  const { ids, disabled, facts } = deps.launchpads
  const upstreams = upstreamsOf([...ids.map(facts), ...disabled.map((off) => off.facts)])
  return new Elysia({ name: 'readyz', tags: ['operating'] }).use(unguarded()).get(
    '/readyz',
    async ({ set }) => {
      set.headers['cache-control'] = 'no-store'
      const { leftOut, silent } = await ready()
      const nodesLeftOut = leftOut.map(({ upstream, node, host }) => ({ upstream, node, host }))
      return { ok: true as const, ready: [...READY_PARTS], launchpadsSilent: [...silent], nodesLeftOut }
    },
    {
      response: {
        200: Ok({
          ready: Type.Array(Enum(READY_PARTS)),
          launchpadsSilent: Type.Array(Type.String(), {
            description: 'Launchpads beside the default one whose chain does not answer; the others work.',
          }),
          nodesLeftOut: Type.Array(NodeLeftOut(upstreams)),
        }),
      },
      detail: {
        operationId: 'checkReady',
        summary: 'Storage, chain and webhook deliveries work; otherwise 503, which names in errors[] what does not and why',
        ...routeDocs({ refuses: ['service_not_ready'] }),
      },
    },
  )
}
