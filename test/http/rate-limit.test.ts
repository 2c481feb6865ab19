import { heapStats } from 'bun:jsc'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { addressBuckets } from '../../src/http/request/client-address.ts'
import { createRateLimiter } from '../../src/http/request/rate-limit.ts'
import { createTestApp, type TestApp } from '../support/test-app.ts'

let app: TestApp
beforeEach(async () => void (app = await createTestApp()))
afterEach(() => app.close())

const tenTimes = (limit: number) => limit * 10

describe('limits of an address', () => {
  test('rules 10.19: a /48 has ten times the calls of one of its /64, a minute', () => {
    const limiter = createRateLimiter(app.deps)
    const call = (network: number, site = 1) =>
      limiter.count('autohire', null, addressBuckets(`2001:db8:${site}:${network.toString(16)}::1`))
    for (let n = 0; n < tenTimes(60); n += 1) call(n)
    expect(() => call(0xffff)).toThrow('More than 600 calls a minute for this network.')
    expect(() => call(0, 2)).not.toThrow()
  })

  test('rules 10.19: who used his calls up has none again before his minute ends, however many others call meanwhile', async () => {
    const limiter = createRateLimiter(app.deps)
    const call = (address: string) => limiter.count('autohire', null, addressBuckets(address))
    for (let n = 0; n < 60; n += 1) call('203.0.113.9')
    for (let n = 0; n < 50_000; n += 1) call(`198.18.${n >> 8}.${n & 255}`)
    expect(() => call('203.0.113.9')).toThrow('More than 60 calls a minute for this address.')
    await app.clock.advance(60_000)
    expect(() => call('203.0.113.9')).not.toThrow()
  })

  test('rules 10.18: whoever is not known yet is counted so too', () => {
    const limiter = createRateLimiter(app.deps)
    const guess = (network: number) => limiter.countUnidentified('crank', addressBuckets(`2001:db8:1:${network.toString(16)}::1`))
    for (let n = 0; n < tenTimes(20); n += 1) guess(n)
    expect(() => guess(0xffff)).toThrow('More than 200 calls a minute for this network.')
  })
})

describe('rules 10.17: replays and in-progress answers cost no rate', () => {
  const headers = () => ({ 'x-launcher-key': app.launcher.secret, 'x-idempotency-key': 'the-same-key' })

  test('a caller who is over the rate still gets the answer that is there', async () => {
    const key = await app.claim()
    const launch = (more: Record<string, string> = headers()) =>
      app.call('POST', '/api/agent/launch', app.launchBody(), { key, headers: more })
    const first = await launch()
    for (let n = 0; n < 9; n += 1) await launch({})
    expect((await launch({})).status).toBe(429)
    for (let n = 0; n < 10; n += 1) {
      const replay = await launch()
      expect([replay.status, replay.body, replay.headers.get('idempotency-replayed')]).toEqual([201, first.body, 'true'])
    }
    expect((await launch({ 'x-idempotency-key': 'another-key' })).status).toBe(429)
  })

  test('a replay leaves what was left', async () => {
    const key = await app.claim()
    const launch = (name = 'the-same-key') =>
      app.call('POST', '/api/agent/launch', app.launchBody(), { key, headers: { ...headers(), 'x-idempotency-key': name } })
    expect((await launch()).headers.get('ratelimit-remaining')).toBe('4')
    for (let n = 0; n < 5; n += 1) await launch()
    expect((await launch('another-key')).headers.get('ratelimit-remaining')).toBe('3')
  })

  test('a key that ends while its replay arrives makes a new launch, which costs as any other', async () => {
    const key = await app.claim()
    const launch = () => app.call('POST', '/api/agent/launch', app.launchBody(), { key, headers: headers() })
    const first = await launch()
    // It is there at the first look, before the body is read, and its replay window closes before the second.
    const end = app.between.idempotency.stepIn('peek', (peek) => async (input) => {
      const found = await peek(input)
      end()
      await app.clock.advance(900_000)
      return found
    })
    const second = await launch()
    expect([second.status, second.headers.get('ratelimit-remaining')]).toEqual([201, '4'])
    expect(second.body.mint).not.toBe(first.body.mint)
  })

  test('asking again for what is under way costs nothing either', async () => {
    const key = await app.claim()
    const launch = (name = 'the-same-key') =>
      app.call('POST', '/api/agent/launch', app.launchBody({ ticker: 'XSLOW' }), {
        key,
        headers: { ...headers(), 'x-idempotency-key': name },
      })
    const launching = launch()
    await app.clock.advance(1_000)
    for (let n = 0; n < 10; n += 1) expect(await launch()).toMatchObject({ status: 409, body: { code: 'idempotency_in_progress' } })
    await app.clock.advance(10_000)
    expect((await launching).status).toBe(201)
    const other = launch('another-key')
    await app.clock.advance(10_000)
    expect((await other).headers.get('ratelimit-remaining')).toBe('3')
  })

  test('but not for ever: 60 a minute, before a body is read', async () => {
    const key = await app.claim()
    const launch = (body: unknown) => app.call('POST', '/api/agent/launch', body, { key, headers: headers() })
    await launch(app.launchBody())
    for (let n = 0; n < 60; n += 1) await launch(app.launchBody())
    expect(await launch('not json')).toMatchObject({ status: 429, body: { code: 'rate_limit_exceeded' } })
  })
})

describe('rules 10.18: the rate is counted before the body is read', () => {
  test.each([
    ['a body that is no JSON', 'not json'],
    ['a body that is too large', `"${'x'.repeat(100_000)}"`],
  ])('%s is 429 once the rate is used up', async (_case, body) => {
    const call = () => app.call('POST', '/api/agent/keys/claim', body)
    for (let n = 0; n < 30; n += 1) expect((await call()).status).toBeOneOf([400, 413])
    expect((await call()).status).toBe(429)
  })

  test('a malformed idempotency key costs rate too', async () => {
    const key = await app.claim()
    const call = () => app.call('POST', '/api/agent/launch', {}, { key, headers: { 'x-idempotency-key': 'short' } })
    for (let n = 0; n < 5; n += 1) expect((await call()).status).toBe(400)
    expect((await call()).status).toBe(429)
  })
})

test('rules 10.18: pages and their files have a rate of their own, and a name that is no file is kept nowhere', async () => {
  const get = (path: string, address?: string) => app.raw(new Request(`http://launch.test${path}`), address)
  Bun.gc(true)
  const before = heapStats().heapSize
  for (let n = 0; n < 600; n += 1) expect((await get(`/assets/${'x'.repeat(14_000)}${n}`)).status).toBe(404)
  expect((await get('/board')).status).toBe(429)
  expect((await get('/favicon.ico')).status).toBe(429)
  expect((await get('/board', '203.0.113.5')).status).toBe(200)
  Bun.gc(true)
  expect(heapStats().heapSize - before).toBeLessThan(16_000_000)
})
