import { afterEach, describe, expect, test } from 'bun:test'
import { createApp } from '../../src/app.ts'
import { peerAt } from '../../src/http/request/peer.ts'
import { transportOf } from '../../src/http/request/secure-transport.ts'
import { parseCidr } from '../../src/lib/ip.ts'
import { createTestApp, newPerson, OPERATOR_KEY, type TestApp } from '../support/test-app.ts'
import { expectNothingHappened } from '../support/nothing-happened.ts'

const open: TestApp[] = []
afterEach(async () => {
  for (const app of open.splice(0)) await app.close()
})

async function appOf(env: Record<string, string> = {}): Promise<TestApp> {
  const app = await createTestApp({ env: { ALLOW_PLAIN_HTTP: '0', ...env } })
  open.push(app)
  return app
}

const [STRANGER, PROXY] = ['203.0.113.9', '10.0.0.2']
const trustedProxies = [parseCidr('10.0.0.0/8')!]

describe('rules 10.30: how a request came', () => {
  test.each([
    ['from elsewhere', STRANGER, {}, 'plain'],
    ['from elsewhere, which says https', STRANGER, { 'x-forwarded-proto': 'https' }, 'plain'],
    ['from this machine', '127.0.0.1', {}, 'local'],
    ['from this machine, IPv6', '::1', {}, 'local'],
    ['from this machine, as IPv6 writes IPv4', '::ffff:127.0.0.1', {}, 'local'],
    ['by a proxy of this machine that says https', '127.0.0.1', { 'x-forwarded-for': STRANGER, 'x-forwarded-proto': 'https' }, 'https'],
    ['by a proxy of this machine that says http', '127.0.0.1', { 'x-forwarded-for': STRANGER, 'x-forwarded-proto': 'http' }, 'plain'],
    ['by a proxy of this machine that says nothing of it', '127.0.0.1', { 'x-forwarded-for': STRANGER }, 'plain'],
    ['by a proxy that only names itself', '127.0.0.1', { via: '1.1 proxy' }, 'plain'],
    ['by a trusted proxy that says https', PROXY, { 'x-forwarded-proto': 'https' }, 'https'],
    ['by a trusted proxy that says HTTPS', PROXY, { 'x-forwarded-proto': ' HTTPS ' }, 'https'],
    ['by a trusted proxy that says http', PROXY, { 'x-forwarded-proto': 'http' }, 'plain'],
    ['by a trusted proxy that says nothing', PROXY, {}, 'plain'],
    ['by two proxies, and the first heard plain HTTP', PROXY, { 'x-forwarded-proto': 'http, https' }, 'plain'],
    ['by a proxy that adds http to what the client claims', PROXY, { 'x-forwarded-proto': 'https, http' }, 'plain'],
    ['by two proxies over https', PROXY, { 'x-forwarded-proto': 'https,https' }, 'https'],
    ['as RFC 7239 says it', PROXY, { forwarded: 'for=203.0.113.9;proto=https;by=10.0.0.2' }, 'https'],
    ['as RFC 7239 says it, quoted', PROXY, { forwarded: 'for="[2001:db8::1]";Proto="https"' }, 'https'],
    ['as RFC 7239 says it, one of them plain', PROXY, { forwarded: 'for=1.1.1.1;proto=https, for=10.0.0.3;proto=http' }, 'plain'],
    ['when the two headers disagree', PROXY, { forwarded: 'proto=http', 'x-forwarded-proto': 'https' }, 'plain'],
    ['when a text only looks like it', PROXY, { forwarded: 'for="proto=https"' }, 'plain'],
    ['with another word', PROXY, { 'x-forwarded-proto': 'httpss' }, 'plain'],
    ['from nobody knows where', 'unknown', {}, 'plain'],
  ] as const)('%s', (_what, socketAddress, headers, expected) => {
    const peer = peerAt(socketAddress, trustedProxies)
    expect(transportOf({ peer, tls: false, headers: new Headers(headers) })).toBe(expected)
    expect(transportOf({ peer, tls: true, headers: new Headers(headers) })).toBe('https')
  })
})

describe('secrets over plain HTTP', () => {
  const launcher = newPerson()
  test.each([
    ['an API key', { 'x-svc-api-key': OPERATOR_KEY }],
    ['a key that is none', { 'x-svc-api-key': 'nonsense' }],
    ['a launcher secret', { 'x-launcher-key': launcher.secret }],
    ['a bearer token', { authorization: `Bearer ${OPERATOR_KEY}` }],
    ['a payment', { 'payment-signature': 'e30=' }],
    ['a payment of version 1', { 'x-payment': 'e30=' }],
  ] as [string, Record<string, string>][])(
    'rules 10.30: %s is refused unread, on every kind of route, and nothing happens',
    async (_what, headers) => {
      const app = await appOf({ TRUSTED_PROXIES: '10.0.0.0/8' })
      await expectNothingHappened(app, async () => {
        for (const [method, path] of [
          ['POST', '/api/agent/launch'],
          ['POST', '/api/agent/launch/dry-run'],
          ['GET', '/api/agent/launches'],
          ['GET', '/api/coins'],
          ['GET', '/metrics'],
          ['GET', '/nowhere'],
        ] as const)
          for (const [address, stated] of [
            [STRANGER, {}],
            [STRANGER, { 'x-forwarded-proto': 'https' }],
            [PROXY, { 'x-forwarded-for': STRANGER, 'x-forwarded-proto': 'http' }],
          ] as const) {
            const answer = await app.call(method, path, method === 'POST' ? app.launchBody() : undefined, {
              headers: { ...headers, ...stated },
              address,
            })
            expect({ path, status: answer.status, code: answer.body.code }).toEqual({ path, status: 403, code: 'insecure_transport' })
            expect(answer.body.fix).toContain('Treat a secret that you sent as exposed')
            expect(answer.headers.has('strict-transport-security')).toBe(false)
          }
      })
      expect(app.logLines.join('\n')).not.toContain(launcher.secret)
    },
  )

  test('rules 10.30: a key is not given over plain HTTP either, and what needs no secret is answered', async () => {
    const app = await appOf()
    expect(await app.call('POST', '/api/agent/keys/claim', {}, { address: STRANGER })).toMatchObject({
      status: 403,
      body: { code: 'insecure_transport' },
    })
    expect((await app.deps.storage.keys.list({ limit: 10, cursor: null })).rows).toEqual([])
    for (const path of ['/api/coins', '/healthz', '/llms.txt', '/'])
      expect((await app.call('GET', path, undefined, { address: STRANGER })).status).toBe(200)
  })

  test('rules 10.30: an answer that is kept for all is not given to whoever sends a secret in clear', async () => {
    const app = await appOf()
    expect((await app.call('GET', '/api/coins', undefined, { address: STRANGER })).status).toBe(200)
    expect((await app.call('GET', '/api/coins', undefined, { address: STRANGER, key: OPERATOR_KEY })).status).toBe(403)
  })

  test('rules 10.30: by a trusted proxy over https, from this machine, and where plain HTTP is allowed, all of it is taken', async () => {
    const behind = await appOf({ TRUSTED_PROXIES: '10.0.0.0/8' })
    const https = { 'x-forwarded-for': STRANGER, 'x-forwarded-proto': 'https' }
    const dryRun = await behind.call('POST', '/api/agent/launch/dry-run', behind.launchBody(), {
      key: OPERATOR_KEY,
      address: PROXY,
      headers: https,
    })
    expect(dryRun.status).toBe(200)
    expect(dryRun.headers.get('strict-transport-security')).toBe('max-age=31536000')
    const local = await behind.call('GET', '/api/agent/launches', undefined, { key: OPERATOR_KEY, address: '127.0.0.1' })
    expect([local.status, local.headers.has('strict-transport-security')]).toEqual([200, false])
    const allowed = await appOf({ ALLOW_PLAIN_HTTP: '1' })
    expect((await allowed.call('POST', '/api/agent/keys/claim', {}, { address: STRANGER })).status).toBe(201)
  })

  test('rules 10.30: over TLS to this process the peer does not matter', async () => {
    const app = await appOf()
    const request = new Request('https://launch.test/api/agent/launches', {
      headers: { 'x-svc-api-key': OPERATOR_KEY, 'x-forwarded-proto': 'http' },
    })
    const answer = await createApp(app.deps)(request, STRANGER, { tls: true, crowded: false })
    expect([answer.status, answer.headers.get('strict-transport-security')]).toEqual([200, 'max-age=31536000'])
  })
})
