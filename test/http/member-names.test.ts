import { afterAll, beforeAll, expect, test } from 'bun:test'
import { inlineSharedParts } from '../../src/http/openapi/inline-shared-parts.ts'
import { createTestApp, OPERATOR_KEY, type TestApp } from '../support/test-app.ts'

/** Values that cannot be made a text, and one whose members mean something to JSON. */
const VALUES = ['{"toString":{}}', '[{"toString":{}}]', '{"toString":null,"valueOf":3}', '{"constructor":1,"toJSON":{}}'].map(
  (text) => JSON.parse(text) as unknown,
)

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ env: { JOBS_ENABLED: '1' }, policy: { rateLimits: false } })
})
afterAll(() => app.close())

/** Method, path and members of the body of every route that takes one. */
async function bodies(): Promise<{ method: string; path: string; names: Set<string> }[]> {
  const { paths } = inlineSharedParts((await app.call('GET', '/openapi.json')).body) as any
  return Object.entries<any>(paths).flatMap(([path, methods]) =>
    Object.entries<any>(methods).map(([method, operation]) => {
      const schema = operation.requestBody?.content['application/json']?.schema
      const variants = [schema, ...(schema?.anyOf ?? [])]
      return {
        method: method.toUpperCase(),
        path: path.replaceAll(/\{\w+\}/g, 'x'),
        names: new Set(variants.flatMap((variant) => Object.keys(variant?.properties ?? {}))),
      }
    }),
  )
}

test('rules 4.1: a value whose members have names of JavaScript’s own is refused or read like any other, by every route', async () => {
  const answers: (readonly [string, number])[] = []
  for (const { method, path, names } of await bodies()) {
    for (const name of names) {
      for (const value of VALUES) {
        const { status } = await app.call(method, path, { [name]: value }, { key: OPERATOR_KEY })
        answers.push([`${method} ${path} ${name} ${JSON.stringify(value)}`, status])
      }
    }
  }
  expect(answers.length).toBeGreaterThan(300)
  expect(answers.filter(([, status]) => status >= 500)).toEqual([])
})

test('rules 4.1: the refusal of such a value names its field', async () => {
  const { status, body } = await app.call('POST', '/api/agent/keys/claim', { label: 'me', expiresAt: VALUES[0] })
  expect([status, body.errors.map(({ path }: { path: string }) => path)]).toEqual([400, ['/expiresAt']])
})
