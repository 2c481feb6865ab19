import { afterEach, describe, expect, test } from 'bun:test'
import { createGuardedFetch } from '../../../src/adapters/outbound/guarded-fetch.ts'
import { deliverDue } from '../../support/deliver-webhooks.ts'
import { expectNothingHappened } from '../../support/nothing-happened.ts'
import { createTestApp, OPERATOR_KEY, type TestApp, type TestAppOptions } from '../../support/test-app.ts'
import { createWebhookReceiver } from '../../support/webhook-receiver.ts'

const started: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of started.splice(0)) await stop()
})
const open = async (options: TestAppOptions = {}) => {
  const app = await createTestApp({ web: createGuardedFetch({ allowLoopback: true }), ...options })
  started.push(app.close)
  return app
}
const receive = () => {
  const receiver = createWebhookReceiver()
  started.push(receiver.stop)
  return receiver
}
const events = ['launch.created', 'feeShare.locked']
const register = async (app: TestApp, key: string, url = 'https://public.test/hook') => {
  const { status, body } = await app.call('POST', '/api/webhooks', { url, events }, { key })
  expect(status).toBe(201)
  return body as { webhook: { id: string }; secret: string }
}
const launch = async (app: TestApp, key: string) => {
  const headers = { 'x-launcher-key': app.launcher.secret }
  const { status, body } = await app.call('POST', '/api/agent/launch', app.launchBody(), { key, headers })
  expect(status).toBe(201)
  return body as { mint: string }
}

describe('POST /api/webhooks', () => {
  test('rules 10.21: the address of a chat is answered as its origin, and is in no list and no line', async () => {
    const app = await open()
    const key = await app.claim()
    const url = 'https://hooks.chat.test/services/T0KEN-of-a-chat'
    const { status, body } = await app.call('POST', '/api/webhooks', { url, format: 'slack', events }, { key })
    expect([status, body.webhook.url, body.webhook.format]).toEqual([201, 'https://hooks.chat.test', 'slack'])
    const listed = await app.call('GET', '/api/webhooks', undefined, { key })
    expect(JSON.stringify([body, listed.body, app.logLines])).not.toContain('T0KEN')
    const unknown = await app.call('POST', '/api/webhooks', { url, format: 'carrier pigeon', events }, { key })
    expect([unknown.status, unknown.body.code]).toEqual([400, 'validation_invalid'])
  })

  test('rules 10.21: a registration answers 201 with the webhook and, once, its secret', async () => {
    const app = await open()
    const key = await app.claim()
    const answer = await app.call('POST', '/api/webhooks', { url: 'https://public.test/hook', events, label: 'prod' }, { key })
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
        events,
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
    const wrong = { url: 'https://public.test/hook', events, ...change }
    const { status, body } = await expectNothingHappened(app, () => app.call('POST', '/api/webhooks', wrong, { key }))
    expect(status).toBe(400)
    expect(body.errors.map((error: { path: string }) => error.path)).toContain(path)
    expect((await app.call('GET', '/api/webhooks', undefined, { key })).body.webhooks).toEqual([])
  })

  test('rules 10.21: a 21st webhook of one key is 400', async () => {
    const app = await open()
    const key = await app.claim()
    for (let count = 0; count < 20; count += 1) await register(app, key)
    const more = () => app.call('POST', '/api/webhooks', { url: 'https://public.test/hook', events }, { key })
    const { status, body } = await expectNothingHappened(app, more)
    expect([status, body.code]).toEqual([400, 'webhook_endpoints_exceeded'])
    expect((await app.call('GET', '/api/webhooks', undefined, { key })).body.webhooks.length).toBe(20)
  })

  test('rules 10.21: http on loopback is taken in simulated mode only, and there only by a service that is open to this machine alone', async () => {
    const body = { url: 'http://127.0.0.1:4000/hook', events }
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
      const hook = await app.call('POST', '/api/webhooks', { url: 'http://127.0.0.1:4000/hook', events }, { key, address, headers })
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

describe('a launch and its webhooks', () => {
  test('rules 10.22: the owner and the operator hear of launch.created and feeShare.locked, another key of nothing', async () => {
    const app = await open()
    const [own, operators, foreign] = [receive(), receive(), receive()]
    const [owner, stranger] = [await app.claim(), await app.claim()]
    own.secrets = [(await register(app, owner, own.url)).secret]
    operators.secrets = [(await register(app, OPERATOR_KEY, operators.url)).secret]
    foreign.secrets = [(await register(app, stranger, foreign.url)).secret]
    const { mint } = await launch(app, owner)
    await deliverDue(app.deps)
    for (const receiver of [own, operators]) {
      expect(receiver.messages.map(({ type, data }) => [type, data.mint])).toEqual([
        ['launch.created', mint],
        ['feeShare.locked', mint],
      ])
      expect(receiver.forged).toEqual([])
    }
    expect([...foreign.messages, ...foreign.forged]).toEqual([])
  })

  test('rules 10.22: a launch that fails leaves nothing to deliver', async () => {
    const app = await open()
    const receiver = receive()
    const key = await app.claim()
    receiver.secrets = [(await register(app, key, receiver.url)).secret]
    const headers = { 'x-launcher-key': app.launcher.secret }
    expect((await app.call('POST', '/api/agent/launch', app.launchBody({ ticker: 'XCREATEFAIL' }), { key, headers })).status).toBe(400)
    expect(await deliverDue(app.deps)).toBe(0)
    expect([...receiver.messages, ...receiver.forged]).toEqual([])
  })

  test('rules 10.21: an owner can read the log, redeliver, test, rotate the secret and delete the endpoint', async () => {
    const app = await open()
    const receiver = receive()
    const key = await app.claim()
    const { webhook, secret } = await register(app, key, receiver.url)
    receiver.secrets = [secret]
    receiver.answers = [500, 204]
    await launch(app, key)
    await deliverDue(app.deps)
    const path = `/api/webhooks/${webhook.id}`
    const log = async () => (await app.call('GET', `${path}/deliveries`, undefined, { key })).body.deliveries
    const [locked, created] = await log()
    expect(locked).toMatchObject({ type: 'feeShare.locked', state: 'delivered', attempts: [{ status: 204 }] })
    expect(created).toMatchObject({ type: 'launch.created', state: 'pending', attempts: [{ status: 500, answer: '', error: null }] })
    expect([locked.nextAttemptAt, created.nextAttemptAt > new Date(app.clock.nowMs()).toISOString()]).toEqual([null, true])

    const redelivered = await app.call('POST', `${path}/deliveries/${created.id}/redeliver`, undefined, { key })
    expect([redelivered.status, redelivered.body.delivery.id]).toEqual([202, created.id])
    await deliverDue(app.deps)
    expect((await log()).map((delivery: { state: string }) => delivery.state)).toEqual(['delivered', 'delivered'])
    expect(receiver.messages.map(({ id }) => id)).toEqual([created.eventId, locked.eventId, created.eventId])
    expect((await app.call('POST', `${path}/deliveries/dlv_none/redeliver`, undefined, { key })).body.code).toBe('delivery_not_found')

    const tested = await app.call('POST', `${path}/test`, undefined, { key })
    expect(tested.body).toMatchObject({ ok: true, delivered: true, attempt: { status: 204 }, webhook: { id: webhook.id, active: true } })

    const rotated = await app.call('POST', `${path}/rotate`, undefined, { key })
    expect(rotated.body.secret).not.toBe(secret)
    receiver.secrets = [rotated.body.secret]
    expect((await app.call('POST', `${path}/test`, undefined, { key })).body.delivered).toBe(true)
    expect(receiver.messages.at(-1)).toMatchObject({ type: 'webhook.test', signatures: 2 })
    expect(receiver.forged).toEqual([])

    expect((await app.call('DELETE', path, undefined, { key })).body).toEqual({ ok: true, deleted: true, id: webhook.id })
    for (const [method, gone] of [
      ['DELETE', path],
      ['GET', `${path}/deliveries`],
    ] as const)
      expect((await app.call(method, gone, undefined, { key })).status).toBe(404)
  })

  test('rules 10.21: a receiver that answers 410 is switched off, and a test switches it on again', async () => {
    const app = await open()
    const receiver = receive()
    const key = await app.claim()
    const { webhook, secret } = await register(app, key, receiver.url)
    receiver.secrets = [secret]
    receiver.answers = [410, 204]
    await launch(app, key)
    await deliverDue(app.deps)
    const listed = async () => (await app.call('GET', '/api/webhooks', undefined, { key })).body.webhooks[0]
    expect(await listed()).toMatchObject({ active: false, disabledReason: 'it answered 410', failingSince: expect.any(String) })
    const again = () => app.call('POST', `/api/webhooks/${webhook.id}/deliveries/dlv_1/redeliver`, undefined, { key })
    const refused = await expectNothingHappened(app, again)
    expect([refused.status, refused.body.code]).toEqual([409, 'webhook_disabled'])
    expect((await app.call('POST', `/api/webhooks/${webhook.id}/test`, undefined, { key })).body.webhook.active).toBe(true)
    expect(await listed()).toMatchObject({ active: true, disabledReason: null, failingSince: null })
  })

  test('rules 10.26: the list and the log come by pages', async () => {
    const app = await open()
    const key = await app.claim()
    const ids: string[] = []
    for (let count = 0; count < 3; count += 1) ids.unshift((await register(app, key)).webhook.id)
    const first = (await app.call('GET', '/api/webhooks?limit=2', undefined, { key })).body
    const second = (await app.call('GET', `/api/webhooks?limit=2&cursor=${first.nextCursor}`, undefined, { key })).body
    expect([...first.webhooks, ...second.webhooks].map(({ id }) => id)).toEqual(ids)
    await launch(app, key)
    const log = (await app.call('GET', `/api/webhooks/${ids[0]}/deliveries?limit=1`, undefined, { key })).body
    const rest = (await app.call('GET', `/api/webhooks/${ids[0]}/deliveries?limit=1&cursor=${log.nextCursor}`, undefined, { key })).body
    expect([log, rest].map(({ deliveries }) => deliveries[0].type)).toEqual(['feeShare.locked', 'launch.created'])
    expect((await app.call('GET', '/api/webhooks?cursor=nonsense', undefined, { key })).status).toBe(400)
  })
})
