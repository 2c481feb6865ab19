import { Elysia } from 'elysia'
import { unguarded } from '../../http/guards/guards.ts'
import { unchanging } from '../../http/answers/cacheable.ts'
import { Ok } from '../../domain/json.ts'
import type { HttpDeps } from '../../http/http-deps.ts'

/** That the process lives, for process supervisors; not rate-limited. */
export const healthzRoutes = (_: HttpDeps) =>
  new Elysia({ name: 'healthz', tags: ['operating'] })
    .use(unguarded())
    .use(unchanging())
    .get('/healthz', () => ({ ok: true as const }), {
      response: { 200: Ok({}) },
      detail: { operationId: 'checkAlive', summary: 'The process lives; says nothing of what it works with' },
    })
