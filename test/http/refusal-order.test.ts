import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { Policy } from '../../src/ports/policy.ts'
import { expectNothingHappened } from '../support/nothing-happened.ts'
import { createTestApp, OPERATOR_KEY, type TestApp } from '../support/test-app.ts'

let app: TestApp
const open = async (policy: Partial<Policy> = {}) => void (app = await createTestApp({ policy }))
const close = () => app.close()
/** The tests of a description ask one app. */
function askOneApp(): void {
  beforeAll(() => open({ rateLimits: false }))
  afterAll(close)
}
/** Each test has an app of its own. */
function askOwnApps(): void {
  beforeEach(() => open())
  afterEach(close)
}

describe('who calls is settled before what is asked', () => {
  askOneApp()

  test.each([
    ['POST', '/api/agent/launch', 'launcher_secret_required'],
    ['POST', '/api/agent/wire-fees', 'launcher_secret_required'],
    ['POST', '/api/agent/lock-holder-kol', 'launcher_secret_required'],
    ['POST', '/api/agent/keys', 'operator_key_required'],
    ['PATCH', '/api/agent/keys/ak_any', 'operator_key_required'],
  ])('rules 5.1: %s %s is 401 for a common key without the secret, whatever the body is', async (method, path, code) => {
    const key = await app.claim()
    for (const body of [{}, { nonsense: 1 }, 'not json']) {
      const answer = await expectNothingHappened(app, () => app.call(method, path, body, { key }))
      expect(answer).toMatchObject({ status: 401, body: { code } })
    }
  })

  test('rules 5.1: with them the body is what is wrong', async () => {
    const headers = { 'x-launcher-key': app.launcher.secret }
    expect((await app.call('POST', '/api/agent/launch', {}, { key: await app.claim(), headers })).status).toBe(400)
    expect((await app.call('POST', '/api/agent/keys', {}, { key: OPERATOR_KEY })).status).toBe(400)
  })
})

describe('decision "A launcher secret elsewhere": it is answered by one warning', () => {
  askOneApp()

  const warned = { status: 400, body: { code: 'secret_in_body', fix: expect.stringContaining('exposed') } }

  test.each(['/api/agent/launch', '/api/agent/wire-fees', '/api/agent/lock-holder-kol', '/api/agent/launch/dry-run', '/api/agent/crank'])(
    'in the body of %s, with or without the header',
    async (path) => {
      const key = await app.claim()
      for (const headers of [{}, { 'x-launcher-key': app.launcher.secret }]) {
        const body = { ...app.launchBody(), agent: { privateKey: app.launcher.secret } }
        const answer = await expectNothingHappened(app, () =>
          app.call('POST', path, body, { key, headers: headers as Record<string, string> }),
        )
        expect(answer).toMatchObject({ ...warned, body: { ...warned.body, errors: [{ path: '/agent/privateKey' }] } })
      }
    },
  )

  test.each([
    ['GET', '/api/coins', 'launcherKey'],
    ['GET', '/about', 'secret_key'],
    ['POST', '/api/agent/launch', 'Private-Key'],
    ['POST', '/mcp', 'mnemonic'],
    ['GET', '/no/such/route', 'seedPhrase'],
  ])('in query and header of %s %s', async (method, path, name) => {
    const body = method === 'POST' ? {} : undefined
    expect(await app.call(method, `${path}?limit=1&${name}=${app.launcher.secret}`, body)).toMatchObject({
      ...warned,
      body: { ...warned.body, errors: [{ path: `/query/${name}` }] },
    })
    const headers = { [`x-${name.replaceAll('_', '-')}`]: app.launcher.secret }
    expect(await app.call(method, path, body, { headers })).toMatchObject(warned)
    expect(app.logLines.join('\n')).not.toContain(app.launcher.secret)
  })

  test('the header of its own is no such case, nor are those of proxies', async () => {
    for (const name of ['x-launcher-key', 'x-secret']) {
      expect((await app.call('GET', '/api/coins', undefined, { headers: { [name]: app.launcher.secret } })).status).toBe(200)
    }
  })
})

describe('keys that are none', () => {
  askOwnApps()

  test.each([
    ['where an address has a limit', '/api/agent/autohire', 60],
    ['where only keys have one', '/api/agent/crank', 20],
  ])('rules 10.18: %s, tries of it are counted against the address', async (_case, path, limit) => {
    const guess = (address?: string) => app.call('POST', path, {}, { key: 'svc_ak_guess', ...(address ? { address } : {}) })
    for (let n = 0; n < limit; n += 1) expect((await guess()).status).toBe(401)
    expect(await guess()).toMatchObject({ status: 429, body: { code: 'rate_limit_exceeded' } })
    expect((await guess('203.0.113.200')).status).toBe(401)
  })
})

describe('what a refusal says of the body', () => {
  askOwnApps()

  test('RFC 8259: bytes that are not UTF-8 are refused instead of being replaced', async () => {
    const bytes = new Uint8Array([...new TextEncoder().encode('{"label":"a'), 0xff, ...new TextEncoder().encode('b"}')])
    const cut = new TextEncoder().encode('{"label":"é').slice(0, -1)
    for (const body of [bytes, cut]) {
      const answer = await app.raw(new Request('http://launch.test/api/agent/keys/claim', { method: 'POST', body }))
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({ code: 'body_not_json', errors: [{ path: '', message: 'is not UTF-8' }] })
    }
  })

  test.each(['[]', '1', '"x"'])('RFC 6901: %s is no body, and the whole of it has the empty pointer', async (text) => {
    const { status, body } = await app.call('POST', '/api/agent/keys/claim', text)
    expect([status, body.code, body.errors]).toEqual([400, 'validation_invalid', [{ path: '', message: 'must be an object' }]])
  })

  test('rules 10.3: spaces are no label', async () => {
    const answer = await app.call('POST', '/api/agent/keys/claim', { label: '    ' })
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: '/label' }] } })
  })

  test('rules 10.1: a query is refused by the parameter’s name', async () => {
    const { status, body } = await app.call('GET', '/api/board/fees?days=0')
    expect([status, body.errors]).toEqual([400, [{ path: '/days', message: 'must be a whole number from 1 to 90' }]])
  })

  test('rules 10.18: a 429 of an hour has the hour’s limit in its headers', async () => {
    const claim = () => app.call('POST', '/api/agent/keys/claim', {}, { address: '203.0.113.99' })
    for (let n = 0; n < 5; n += 1) expect((await claim()).status).toBe(201)
    const { status, headers } = await claim()
    expect(status).toBe(429)
    const named = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'retry-after'].map((name) => headers.get(name))
    expect(named).toEqual(['5', '0', '3600', '3600'])
  })
})

describe('links of a coin', () => {
  askOneApp()

  test.each([
    ['website', 'javascript:alert(1)'],
    ['website', ' data:text/html,x'],
    ['twitter', 'vbscript:x'],
  ])('decision "website and twitter": a %s %p is refused: pages would offer it', async (field, value) => {
    const key = await app.claim()
    const answer = await app.call('POST', '/api/agent/launch/dry-run', app.launchBody({ [field]: value }), { key })
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: `/${field}` }] } })
  })

  test.each(['https://frog.example', 'frog.example', 'frog.example:8080/x', '@frog'])(
    'decision "website and twitter": %p may be a website or a name',
    async (value) => {
      const key = await app.claim()
      const body = app.launchBody({ website: value, twitter: value })
      expect((await app.call('POST', '/api/agent/launch/dry-run', body, { key })).status).toBe(200)
    },
  )
})

describe('choices that exclude each other', () => {
  askOneApp()

  test('rules 10.8: atomicRequired and holderKol exclude each other, since nothing is locked at such a launch', async () => {
    const key = await app.claim()
    const body = app.launchBody({ crew: undefined, holderKol: true, atomicRequired: true })
    const dryRun = await app.call('POST', '/api/agent/launch/dry-run', body, { key })
    expect(dryRun).toMatchObject({ status: 400, body: { errors: [{ path: '/holderKol' }] } })
  })
})

test('decision "A path has one spelling": a request over https is routed as one over http is', async () => {
  const app = await createTestApp()
  for (const scheme of ['http', 'https']) {
    expect((await app.raw(new Request(`${scheme}://launch.test/api/platforms?x=1`))).status).toBe(200)
    const body = JSON.stringify({ label: 'over tls' })
    const headers = { 'content-type': 'application/json' }
    const claim = await app.raw(new Request(`${scheme}://launch.test/api/agent/keys/claim`, { method: 'POST', headers, body }))
    expect(claim.status).toBe(201)
  }
  await app.close()
})
