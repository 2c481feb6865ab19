import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sha256Hex } from '../../src/lib/bytes.ts'
import { AGENT_SCOPES, OPERATOR_SCOPES, type KeyScope } from '../../src/domain/keys/key-bounds.ts'
import { expectNothingHappened } from '../support/nothing-happened.ts'
import { createTestApp, OPERATOR_KEY, type TestApp } from '../support/test-app.ts'

/** What an agent's key needs for each route that takes one. */
const OF_AGENTS: Readonly<Record<string, (typeof AGENT_SCOPES)[number] | null>> = {
  'POST /api/agent/autohire': 'read',
  'GET /api/agent/status/{mint}': 'read',
  'GET /api/agent/launches': 'read',
  'GET /api/policies': 'read',
  'GET /api/policies/{hash}': 'read',
  'GET /api/policies/{hash}/launches': 'read',
  'POST /api/agent/launch/dry-run': 'launch',
  'POST /api/agent/launch': 'launch',
  'POST /api/agent/launch/unsigned': 'launch',
  'POST /api/agent/launch/submit': 'launch',
  'POST /api/agent/wire-fees': 'launch',
  'POST /api/agent/wire-fees/unsigned': 'launch',
  'POST /api/agent/wire-fees/submit': 'launch',
  'POST /api/agent/lock-holder-kol': 'launch',
  'POST /api/agent/lock-holder-kol/unsigned': 'launch',
  'POST /api/agent/crank': 'launch',
  'GET /api/webhooks': 'webhooks',
  'POST /api/webhooks': 'webhooks',
  'DELETE /api/webhooks/{id}': 'webhooks',
  'POST /api/webhooks/{id}/rotate': 'webhooks',
  'POST /api/webhooks/{id}/test': 'webhooks',
  'GET /api/webhooks/{id}/deliveries': 'webhooks',
  'POST /api/webhooks/{id}/deliveries/{deliveryId}/redeliver': 'webhooks',
  'POST /api/jobs/coin': 'jobs',
  'POST /api/jobs/{id}/verify': 'jobs',
  'POST /api/jobs/{id}/cancel': 'jobs',
  'POST /api/coins/{mint}/featured': null,
  'GET /api/agent/keys': null,
  'DELETE /api/agent/keys/{id}': null,
  'POST /api/agent/keys/{id}/rotate': null,
}

/** What an operator's key needs where it is another scope than an agent's, or the route is the operator's alone. */
const OF_OPERATORS: Readonly<Record<string, KeyScope>> = {
  'POST /api/coins/{mint}/featured': 'operate',
  'GET /api/agent/keys': 'read',
  'DELETE /api/agent/keys/{id}': 'keys',
  'POST /api/agent/keys/{id}/rotate': 'keys',
  'POST /api/agent/keys': 'keys',
  'PATCH /api/agent/keys/{id}': 'keys',
  'GET /api/agent/approvals': 'read',
  'GET /api/operator/findings': 'read',
  'GET /api/operator/operations': 'read',
  'GET /api/operator/budgets': 'read',
  'GET /api/operator/payments': 'read',
  'GET /api/audit': 'read',
  'GET /api/ledger': 'read',
  'GET /api/ledger/days': 'read',
  'GET /api/ledger/wallets': 'read',
  'POST /api/operator/payments/{id}/refunded': 'operate',
  'POST /api/operator/directory': 'operate',
}

const keyOf = (scope: string) => `the key of whoever may ${scope}`
let app: TestApp
let routes: string[]
let withKey: string[]

beforeAll(async () => {
  const named = OPERATOR_SCOPES.map((scope) => `may-${scope}:${scope}:${sha256Hex(keyOf(scope))}`)
  app = await createTestApp({ env: { JOBS_ENABLED: '1', OPERATOR_KEYS: named.join(',') }, policy: { rateLimits: false } })
  const { paths } = (await app.call('GET', '/openapi.json')).body
  const described = Object.entries<Record<string, any>>(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
  )
  // That one takes no key, and never ends.
  routes = described.flatMap(({ name }) => (name === 'GET /api/live' ? [] : name))
  withKey = described.flatMap(({ name, operation }) =>
    (operation.security ?? []).some((needed: object) => 'apiKey' in needed) ? name : [],
  )
})
afterAll(() => app.close())

/** The routes that refuse this key for its scope, each with nothing changed. */
async function refusedTo(key: string): Promise<string[]> {
  const refused: string[] = []
  for (const name of routes) {
    const [method, path] = name.split(' ') as [string, string]
    const call = () =>
      app.call(method, path.replaceAll(/\{\w+\}/g, 'x'), method === 'GET' ? undefined : {}, {
        key,
        headers: { 'x-launcher-key': app.launcher.secret },
      })
    const { status, body } = await call()
    if (status !== 403 || body.bound === undefined) continue
    expect(body).toMatchObject({ code: 'key_not_allowed', bound: 'scope' })
    await expectNothingHappened(app, call)
    refused.push(name)
  }
  return refused
}

const others = (scopes: Readonly<Record<string, KeyScope | null>>, own: string) =>
  Object.entries(scopes)
    .flatMap(([name, scope]) => (scope === null || scope === own ? [] : name))
    .sort()

describe('rules 2.6: a key does what its scopes say', () => {
  test('every route that takes a key has a scope', () => {
    expect(withKey.sort()).toEqual(Object.keys({ ...OF_AGENTS, ...OF_OPERATORS }).sort())
  })

  test.each([...AGENT_SCOPES])('an agent’s key for %s alone is refused by the routes of other scopes, and by these only', async (scope) => {
    const { body } = await app.call('POST', '/api/agent/keys', { label: scope, scopes: [scope] }, { key: OPERATOR_KEY })
    expect((await refusedTo(body.key)).sort()).toEqual(others(OF_AGENTS, scope))
  })

  test('a key without scopes, as those from before, is refused by none', async () => {
    expect(await refusedTo(await app.claim())).toEqual([])
    expect(await refusedTo(OPERATOR_KEY)).toEqual([])
  })

  test.each([...OPERATOR_SCOPES])('an operator’s key for %s alone too', async (scope) => {
    const metrics = scope === 'read' ? [] : ['GET /metrics']
    expect((await refusedTo(keyOf(scope))).sort()).toEqual([...others({ ...OF_AGENTS, ...OF_OPERATORS }, scope), ...metrics].sort())
  })
})
