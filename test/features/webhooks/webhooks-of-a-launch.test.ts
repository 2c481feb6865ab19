import { afterEach, describe, expect, test } from 'bun:test'
import { deliverDue } from '../../support/deliver-webhooks.ts'
import { expectNothingHappened } from '../../support/nothing-happened.ts'
import { OPERATOR_KEY, type TestApp } from '../../support/test-app.ts'
import { createWebhookApps, register } from '../../support/webhook-apps.ts'

const { open, receive, closeAll } = createWebhookApps()

const launch = async (app: TestApp, key: string) => {
  const headers = { 'x-launcher-key': app.launcher.secret }
  const { status, body } = await app.call('POST', '/api/agent/launch', app.launchBody(), { key, headers })
  expect(status).toBe(201)
  return body as { mint: string }
}

afterEach(closeAll)

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
