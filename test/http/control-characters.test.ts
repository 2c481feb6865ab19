import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { inlineSharedParts } from '../../src/http/openapi/inline-shared-parts.ts'
import { emptyDatabase } from '../support/empty-database.ts'
import { createTestApp, OPERATOR_KEY, type TestApp } from '../support/test-app.ts'

const server = process.env.TEST_DATABASE_URL
if (!server) console.warn('TEST_DATABASE_URL is not set: control characters are sent to SQLite alone')

/** What no database may see: NUL, which PostgreSQL refuses, and others of its kind. */
const CONTROLS = ['%00', '%01', '%1f', '%7f', '%c2%80', 'a%00b', '%0a', '%0D%0A']

interface Parameter {
  readonly name: string
  readonly in: string
}

describe.each([['SQLite'], ...(server ? [['PostgreSQL']] : [])])('rules 10.3: control characters in a path or query, on %s', (database) => {
  let app: TestApp
  let routes: { method: string; path: string; parameters: readonly Parameter[]; security: readonly object[] }[]
  beforeAll(async () => {
    const databaseUrl = database === 'SQLite' ? 'sqlite::memory:' : await emptyDatabase(server!)
    app = await createTestApp({ databaseUrl, policy: { rateLimits: false }, env: { JOBS_ENABLED: '1' } })
    const { paths } = inlineSharedParts((await app.call('GET', '/openapi.json')).body) as unknown as {
      paths: Record<string, Record<string, any>>
    }
    routes = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { parameters = [], security }]) => ({
        method: method.toUpperCase(),
        path,
        parameters,
        security,
      })),
    )
  }, 180_000)
  afterAll(() => app.close())

  const headers = (key: boolean): Record<string, string> =>
    key ? { 'x-svc-api-key': OPERATOR_KEY, 'x-launcher-key': app.launcher.secret } : {}
  const expectRefused = async (method: string, path: string, allowed: readonly number[]) => {
    for (const key of [true, false]) {
      const { status } = await app.call(method, path, method === 'GET' ? undefined : {}, { headers: headers(key) })
      expect({ method, path, key, status: allowed.includes(status) ? 'refused' : status }).toEqual({ method, path, key, status: 'refused' })
    }
  }

  test('in any part of any path they are refused, and no route answers 500', async () => {
    const withPath = routes.filter(({ path }) => path.includes('{'))
    expect(withPath.length).toBeGreaterThan(20)
    for (const { method, path } of withPath) {
      for (const control of CONTROLS) await expectRefused(method, path.replaceAll(/\{\w+\}/g, control), [400, 401, 403, 404])
    }
  })

  test('in any parameter of any query they are refused, and no route answers 500', async () => {
    const withQuery = routes.filter(({ parameters }) => parameters.some((parameter) => parameter.in === 'query'))
    expect(withQuery.length).toBeGreaterThan(10)
    for (const { method, path, parameters } of withQuery) {
      for (const { name } of parameters.filter((parameter) => parameter.in === 'query')) {
        for (const control of CONTROLS) await expectRefused(method, `${path.replaceAll(/\{\w+\}/g, 'x')}?${name}=${control}`, [400, 401])
      }
    }
  })

  test('in any text of any body they are refused, and no route answers 500', async () => {
    const nul = 'a\u0000b'
    const member = { handle: nul, wallet: nul, evmWallet: nul, share: 100 }
    const agent = { name: nul, objective: nul, model: nul }
    const body = { mint: nul, name: nul, ticker: nul, crew: [member], agent, launchId: nul, transactions: [nul], label: nul, urls: [nul] }
    for (const { method, path } of routes.filter((route) => route.method !== 'GET')) {
      for (const name of Object.keys(body)) {
        const sent = { [name]: body[name as keyof typeof body] }
        const { status } = await app.call(method, path.replaceAll(/\{\w+\}/g, 'x'), sent, { headers: headers(true) })
        expect({ method, path, name, status: status < 500 }).toEqual({ method, path, name, status: true })
      }
    }
    for (const [path, sent] of [
      ['/api/agent/crank', { mint: nul }],
      ['/api/agent/wire-fees', { mint: nul }],
      ['/api/agent/lock-holder-kol', { mint: nul }],
      ['/api/agent/launch/submit', { launchId: nul, transactions: ['AA=='] }],
      ['/api/jobs/coin', { mint: nul, template: 'meme-pack', chainId: 'sim', asset: 'SOL', budget: 20 }],
      ['/api/agent/launch/dry-run', app.launchBody({ crew: [{ handle: '@one', wallet: nul, share: 100 }] })],
    ] as const) {
      expect([path, (await app.call('POST', path, sent, { headers: headers(true) })).status]).toEqual([path, 400])
    }
  })
})
