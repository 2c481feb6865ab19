import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createTestApp, OPERATOR_KEY, type TestApp } from '../support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ policy: { rateLimits: false } })
})
afterAll(() => app.close())

const LISTS: [path: string, max: number][] = [
  ['/api/coins', 200],
  ['/api/kols', 200],
  ['/api/agent/launches', 100],
  ['/api/agent/keys', 200],
]

test.each(LISTS)('rules 10.26: %s takes a limit from 1 to %i, and names the field that breaks it', async (path, max) => {
  for (const limit of ['1', String(max)])
    expect((await app.call('GET', `${path}?limit=${limit}`, undefined, { key: OPERATOR_KEY })).status).toBe(200)
  for (const limit of ['0', '-1', '1.5', 'ten', '', String(max + 1)]) {
    const answer = await app.call('GET', `${path}?limit=${limit}`, undefined, { key: OPERATOR_KEY })
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: [{ path: '/limit', message: `must be a whole number from 1 to ${max}` }] },
    })
  }
})

test.each(LISTS)('rules 10.26: %s refuses a cursor that is none, an unknown parameter, and one that is there twice', async (path) => {
  for (const [query, field] of [
    ['cursor=nonsense', '/cursor'],
    ['page=2', '/page'],
    ['limit=1&limit=2', '/limit'],
  ]) {
    const answer = await app.call('GET', `${path}?${query}`, undefined, { key: OPERATOR_KEY })
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: field }] } })
  }
})
