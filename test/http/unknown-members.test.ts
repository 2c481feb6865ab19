import { afterAll, beforeAll, expect, test } from 'bun:test'
import { inlineSharedParts } from '../../src/http/openapi/inline-shared-parts.ts'
import { createTestApp, newPerson, OPERATOR_KEY, type TestApp } from '../support/test-app.ts'

/*
 * The router alone is told to refuse members that a schema does not name; the features are plugins that say nothing of it. So every
 * route that takes a query or a body is asked with one.
 */

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ env: { JOBS_ENABLED: '1' }, policy: { rateLimits: false } })
})
afterAll(() => app.close())

interface Operation {
  readonly parameters?: readonly { readonly in: string }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: unknown }>> }
}
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>

async function operations() {
  const { paths } = inlineSharedParts((await app.call('GET', '/openapi.json')).body) as unknown as { readonly paths: Paths }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path: path.replaceAll(/\{\w+\}/g, newPerson().wallet),
      ...operation,
    })),
  )
}

/** Those of the operations that answer otherwise than that there is no such member. */
async function takers(asked: readonly { readonly method: string; readonly path: string }[], body?: object): Promise<string[]> {
  const taken: string[] = []
  for (const { method, path } of asked) {
    const answer = await app.call(method, path, body, { key: OPERATOR_KEY, headers: { 'x-launcher-key': app.launcher.secret } })
    const { errors } = answer.body as { readonly errors?: readonly unknown[] }
    const refused = errors?.some((error) => Bun.deepEquals(error, { path: '/unheardOf', message: 'is not a field of this request' }))
    if (answer.status !== 400 || !refused) taken.push(`${method} ${path} ${answer.status} ${JSON.stringify(answer.body)}`)
  }
  return taken
}

test('rules 10.4: every query refuses a parameter that it does not name', async () => {
  const asked = (await operations()).filter(({ parameters = [] }) => parameters.some((one) => one.in === 'query'))
  expect(asked.length).toBeGreaterThan(10)
  expect(await takers(asked.map(({ method, path }) => ({ method, path: `${path}?unheardOf=1` })))).toEqual([])
})

test('rules 10.4: every body refuses a member that it does not name', async () => {
  const asked = (await operations()).filter(({ requestBody }) => requestBody?.content['application/json'])
  expect(asked.length).toBeGreaterThan(20)
  expect(await takers(asked, { unheardOf: 1 })).toEqual([])
})
