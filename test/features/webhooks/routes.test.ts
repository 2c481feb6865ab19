import { afterEach, describe, expect, test } from 'bun:test'
import { deliverDue } from '../../support/deliver-webhooks.ts'
import { expectNothingHappened } from '../../support/nothing-happened.ts'
import { OPERATOR_KEY, type TestApp } from '../../support/test-app.ts'
import { createWebhookApps, LAUNCH_EVENTS, register } from '../../support/webhook-apps.ts'

const { open, receive, closeAll } = createWebhookApps()

const launch = async (app: TestApp, key: string) => {
  const headers = { 'x-launcher-key': app.launcher.secret }
  const { status, body } = await app.call('POST', '/api/agent/launch', app.launchBody(), { key, headers })
  expect(status).toBe(201)
  return body as { mint: string }
}

afterEach(closeAll)

describe('POST /api/webhooks', () => {
  test('rules 10.21: the address of a chat is answered as its origin, and is in no list and no line', async () => {
    const app = await open()
    const key = await app.claim()
    const url = 'https://hooks.chat.test/services/T0KEN-of-a-chat'
    const { status, body } = await app.call('POST', '/api/webhooks', { url, format: 'slack', events: LAUNCH_EVENTS }, { key })
    expect([status, body.webhook.url, body.webhook.format]).toEqual([201, 'https://hooks.chat.test', 'slack'])
    const listed = await app.call('GET', '/api/webhooks', undefined, { key })
    expect(JSON.stringify([body, listed.body, app.logLines])).not.toContain('T0KEN')
    const unknown = await app.call('POST', '/api/webhooks', { url, format: 'carrier pigeon', events: LAUNCH_EVENTS }, { key })
    expect([unknown.status, unknown.body.code]).toEqual([400, 'validation_invalid'])
  })

  test('rules 10.21: a registration answers 201 with the webhook and, once, its secret', async () => {
    const app = await open()
    const key = await app.claim()
    const answer = await app.call(
      'POST',
      '/api/webhooks',
      { url: 'https://public.test/hook', events: LAUNCH_EVENTS, label: 'prod' },
      { key },
    )
    expect(answer.status).toBe(201)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const { id, createdAt } = answer.body.webhook
    expect(answer.body).toEqual({
      ok: true,
      webhook: {
        id,
        keyId: expect.stringMatching(/^ak_/),
        url: 'https://public.test/hook',
        format: 'standard',
        events: LAUNCH_EVENTS,
        label: 'prod',
        active: true,
        disabledReason: null,
        failingSince: null,
        createdAt,
      },
      secret: expect.stringMatching(/^whsec_/),
    })
    expect(id).toStartWith('wh_')
    const listed = await app.call('GET', '/api/webhooks', undefined, { key })
    expect(listed.body).toEqual({ ok: true, webhooks: [answer.body.webhook], nextCursor: null })
    expect(app.logLines.join()).not.toContain(answer.body.secret.slice(6))
  })

  test.each([
    ['an unknown event', { events: ['launch.created', 'coin.deleted'] }, '/events/1'],
    ['no event', { events: [] }, '/events'],
    ['an event twice', { events: ['launch.created', 'launch.created'] }, '/events'],
    ['no url', { url: undefined }, '/url'],
    ['a private address', { url: 'https://192.168.1.1/' }, '/url'],
    ['public http', { url: 'http://public.test/' }, '/url'],
    ['credentials', { url: 'https://user:pw@public.test/' }, '/url'],
    ['another port', { url: 'https://public.test:8443/' }, '/url'],
    ['an unknown field', { secret: 'whsec_mine' }, '/secret'],
    ['a long label', { label: 'x'.repeat(65) }, '/label'],
  ])('rules 10.21: %s is 400 and stores nothing', async (_case, change, path) => {
    const app = await open()
    const key = await app.claim()
    const wrong = { url: 'https://public.test/hook', events: LAUNCH_EVENTS, ...change }
    const { status, body } = await expectNothingHappened(app, () => app.call('POST', '/api/webhooks', wrong, { key }))
    expect(status).toBe(400)
    expect(body.errors.map((error: { path: string }) => error.path)).toContain(path)
    expect((await app.call('GET', '/api/webhooks', undefined, { key })).body.webhooks).toEqual([])
  })

  test('rules 10.21: a 21st webhook of one key is 400', async () => {
    const app = await open()
    const key = await app.claim()
    for (let count = 0; count < 20; count += 1) await register(app, key)
    const more = () => app.call('POST', '/api/webhooks', { url: 'https://public.test/hook', events: LAUNCH_EVENTS }, { key })
    const { status, body } = await expectNothingHappened(app, more)
    expect([status, body.code]).toEqual([400, 'webhook_endpoints_exceeded'])
    expect((await app.call('GET', '/api/webhooks', undefined, { key })).body.webhooks.length).toBe(20)
  })

  test('rules 10.21: http on loopback is taken in simulated mode only, and there only by a service that is open to this machine alone', async () => {
    const body = { url: 'http://127.0.0.1:4000/hook', events: LAUNCH_EVENTS }
    const simulated = await open()
    expect((await simulated.call('POST', '/api/webhooks', body, { key: await simulated.claim() })).status).toBe(201)
    for (const options of [{ policy: { cluster: 'mainnet-beta', simulatedOpen: false } as const }, { env: { SIMULATED_OPEN: '0' } }]) {
      const other = await open(options)
      const key = await other.claim()
      expect((await expectNothingHappened(other, () => other.call('POST', '/api/webhooks', body, { key }))).status).toBe(400)
    }
  })

  test('rules 11: on loopback only a program that no proxy and no page stands before may have it call its own machine, or move its clock', async () => {
    const app = await open({ env: { SIMULATED_OPEN: 'local', TRUSTED_PROXIES: '127.0.0.0/8', ALLOW_PLAIN_HTTP: '1' } })
    const key = await app.claim()
    const both = async (address: string, headers: Record<string, string>) => {
      const hook = await app.call(
        'POST',
        '/api/webhooks',
        { url: 'http://127.0.0.1:4000/hook', events: LAUNCH_EVENTS },
        { key, address, headers },
      )
      const clock = await app.call('POST', '/api/simulated/clock', { advanceMs: 1 }, { address, headers })
      return [hook.status, clock.status]
    }
    const here = { host: '127.0.0.1:3000' }
    expect(await both('127.0.0.1', here)).toEqual([201, 200])
    expect(await both('127.0.0.1', { ...here, origin: 'http://127.0.0.1:3000' })).toEqual([201, 200])
    for (const [address, headers] of [
      ['8.8.8.8', here],
      ['127.0.0.1', { ...here, 'x-forwarded-for': '8.8.8.8' }],
      ['127.0.0.1', { ...here, 'x-forwarded-for': '127.0.0.1' }],
      ['127.0.0.1', { ...here, 'true-client-ip': '8.8.8.8' }],
      ['127.0.0.1', { host: 'rebound.example' }],
      ['127.0.0.1', { ...here, origin: 'https://other.example', 'content-type': 'text/plain' }],
    ] as const)
      expect(await both(address, headers)).toEqual([400, 403])
  })
})

describe('/api/webhooks: who may', () => {
  const routes = (id: string, deliveryId: string): [string, string][] => [
    ['GET', `/api/webhooks/${id}/deliveries`],
    ['POST', `/api/webhooks/${id}/test`],
    ['POST', `/api/webhooks/${id}/rotate`],
    ['POST', `/api/webhooks/${id}/deliveries/${deliveryId}/redeliver`],
    ['DELETE', `/api/webhooks/${id}`],
  ]

  test('rules 5.1: without a key every route is 401, whatever the body is', async () => {
    const app = await open()
    for (const [method, path] of [...routes('wh_1', 'dlv_1'), ['GET', '/api/webhooks'], ['POST', '/api/webhooks']] as [string, string][]) {
      const { status, body } = await expectNothingHappened(app, () => app.call(method, path, method === 'POST' ? '{"url":' : undefined))
      expect([path, status, body.code]).toEqual([path, 401, 'api_key_invalid'])
    }
  })

  test('rules 10.21: a key never sees another key’s webhooks or deliveries, and changes nothing of them; the operator sees all', async () => {
    const app = await open()
    const receiver = receive()
    const [owner, stranger] = [await app.claim(), await app.claim()]
    const { webhook, secret } = await register(app, owner, receiver.url)
    receiver.secrets = [secret]
    await launch(app, owner)
    await deliverDue(app.deps)
    const log = await app.call('GET', `/api/webhooks/${webhook.id}/deliveries`, undefined, { key: owner })
    const received = receiver.messages.length
    for (const [method, path] of routes(webhook.id, log.body.deliveries[0].id)) {
      const { status, body } = await expectNothingHappened(app, () => app.call(method, path, undefined, { key: stranger }))
      expect([path, status, body.code]).toEqual([path, 404, 'webhook_not_found'])
      const absent = await app.call(method, path.replace(webhook.id, 'wh_none'), undefined, { key: stranger })
      expect({ ...absent.body, requestId: '' }).toEqual({ ...body, requestId: '' })
    }
    expect((await app.call('GET', '/api/webhooks', undefined, { key: stranger })).body.webhooks).toEqual([])
    await deliverDue(app.deps)
    expect(receiver.messages.length).toBe(received)
    expect((await app.call('GET', `/api/webhooks/${webhook.id}/deliveries`, undefined, { key: owner })).body).toEqual(log.body)

    const all = await app.call('GET', '/api/webhooks', undefined, { key: OPERATOR_KEY })
    expect(all.body.webhooks.map(({ id }: { id: string }) => id)).toEqual([webhook.id])
    expect((await app.call('DELETE', `/api/webhooks/${webhook.id}`, undefined, { key: OPERATOR_KEY })).status).toBe(200)
  })

  test('rules 10.18: 30 changes a minute for a key, refused ones too', async () => {
    const app = await open()
    const key = await app.claim()
    await expectNothingHappened(app, async () => {
      for (let call = 0; call < 30; call += 1) expect((await app.call('POST', '/api/webhooks', {}, { key })).status).toBe(400)
      expect((await app.call('POST', '/api/webhooks', {}, { key })).status).toBe(429)
    })
    expect((await app.call('GET', '/api/webhooks', undefined, { key })).status).toBe(200)
  })
})
