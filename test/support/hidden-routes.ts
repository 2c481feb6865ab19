import { Elysia } from 'elysia'
import { oauthRoutes } from '../../src/features/oauth/routes.ts'
import { createHttpDeps } from '../../src/http/http-deps.ts'
import type { Deps } from '../../src/ports/deps.ts'

/** What the service refuses on any route that reads a body and counts its callers. */
const PROBLEM_STATUSES = [400, 401, 403, 408, 413, 415, 429, 500, 503]

const PROBLEM = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } }

/** The routes of OAuth as /openapi.json would have them, which leaves them to OAuth's own documents: each with what it may answer. */
export function hiddenPaths(deps: Deps): Record<string, Record<string, object>> {
  const built = () => ({ router: { routes: [] }, pipeline: () => Promise.reject(new Error('only the schemas are read')) })
  const { routes } = new Elysia().use(
    oauthRoutes(createHttpDeps(deps, { paymentAdmission: () => null, readRecordedCalls: async () => ({}), built }, {})),
  )
  const paths: Record<string, Record<string, object>> = {}
  for (const { method, path, hooks } of routes) {
    const { response } = hooks as { readonly response?: Readonly<Record<string, object>> }
    if (!response) continue
    const answers = Object.fromEntries(PROBLEM_STATUSES.map((status) => [String(status), { content: { ...PROBLEM } as object }]))
    for (const [status, schema] of Object.entries(response)) {
      const json = { 'application/json': { schema: JSON.parse(JSON.stringify(schema)) as object } }
      answers[status] = { content: { ...answers[status]?.content, ...json } }
    }
    paths[path] = { ...paths[path], [method.toLowerCase()]: { responses: answers } }
  }
  return paths
}
