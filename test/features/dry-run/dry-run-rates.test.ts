import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { expectNothingHappened } from '../../support/nothing-happened.ts'
import { createTestApp, OPERATOR_KEY, type TestApp } from '../../support/test-app.ts'

const PATH = '/api/agent/launch/dry-run'
let app: TestApp
let key: string
const dryRun = (changes: Record<string, unknown> = {}) => app.call('POST', PATH, app.launchBody(changes), { key })

beforeEach(async () => {
  app = await createTestApp()
  key = await app.claim()
})
afterEach(() => app.close())

describe('POST /api/agent/launch/dry-run', () => {
  test('rules 8: a key makes 60 dry-runs a minute, refused ones counted; the minute after is free', async () => {
    for (let n = 0; n < 60; n += 1) await dryRun({ name: 'x' })
    const refused = await expectNothingHappened(app, () => dryRun())
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limit_exceeded', retryAfterSec: 60 } })
    expect(refused.headers.get('retry-after')).toBe('60')
    expect(refused.headers.get('ratelimit-limit')).toBe('60')
    await app.clock.advance(60_000)
    expect((await dryRun()).status).toBe(200)
  })

  test('rules 8: an address makes 120 dry-runs a minute, whoever calls', async () => {
    const keys = [key, await app.claim(), await app.claim()]
    for (let n = 0; n < 120; n += 1) expect((await app.call('POST', PATH, app.launchBody(), { key: keys[n % 3] })).status).toBe(200)
    const byOperator = () => app.call('POST', PATH, app.launchBody(), { key: OPERATOR_KEY })
    expect((await expectNothingHappened(app, byOperator)).status).toBe(429)
    expect((await app.call('POST', PATH, app.launchBody(), { key: OPERATOR_KEY, address: '192.0.2.99' })).status).toBe(200)
  })
})
