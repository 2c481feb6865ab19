import { afterEach, describe, expect, test } from 'bun:test'
import type { DeliveryId, WebhookId } from '../../../src/domain/brands.ts'
import { AppError } from '../../../src/domain/errors.ts'
import { deliverDue } from '../../support/deliver-webhooks.ts'
import { findWebhook } from '../../../src/features/webhooks/find-webhook.ts'
import { redeliver } from '../../../src/features/webhooks/redeliver.ts'
import { registerEndpoint } from '../../../src/features/webhooks/register-endpoint.ts'
import { rotateSecret } from '../../../src/features/webhooks/rotate-secret.ts'
import { sendTest } from '../../../src/features/webhooks/send-test.ts'
import { expectNothingHappened } from '../../support/nothing-happened.ts'
import { callerOf, createWebhookScene, type WebhookScene, withSmallLog } from '../../support/webhook-scene.ts'

const scenes: WebhookScene[] = []
const open = async (overrides?: Parameters<typeof createWebhookScene>[0]) => {
  const scene = await createWebhookScene(overrides)
  scenes.push(scene)
  return scene
}
afterEach(async () => {
  for (const scene of scenes.splice(0)) await scene.close()
})
const page = { limit: 50, cursor: null }
/** How the attempt is refused, which leaves everything as it was. */
const refusal = async ({ deps }: Pick<WebhookScene, 'deps'>, attempt: () => Promise<unknown>): Promise<AppError> => {
  const error = await expectNothingHappened({ deps }, () =>
    attempt().then(
      () => null,
      (caught: unknown) => caught,
    ),
  )
  expect(error).toBeInstanceOf(AppError)
  return error as AppError
}
const body = { url: 'https://public.test/hook', events: ['launch.created' as const] }

describe('rules 10.21: an endpoint is registered with a secret of its own, or not at all', () => {
  test('stores the endpoint with a sealed secret, which is given once and stored nowhere', async () => {
    const { deps } = await open()
    const { endpoint, secret } = await registerEndpoint(deps, callerOf('ak_1'), { ...body, label: 'prod' })
    expect(secret.reveal()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const stored = (await deps.storage.webhooks.find(endpoint.id))!
    expect(stored).toEqual(endpoint)
    expect(stored).toMatchObject({ keyId: 'ak_1', url: body.url, events: body.events, label: 'prod', disabled: null })
    expect(JSON.stringify(stored)).not.toContain(secret.reveal().slice(6))
    expect(deps.webhookSecrets.open(stored.sealedSecret, endpoint.id).reveal()).toBe(secret.reveal())
  })

  test.each(['https://10.0.0.1/', 'http://public.test/', 'https://user:pw@public.test/', 'https://localhost/'])(
    'refuses %s and stores nothing',
    async (url) => {
      const { deps } = await open()
      const error = await refusal({ deps }, () => registerEndpoint(deps, callerOf('ak_1'), { ...body, url }))
      expect(error).toMatchObject({ code: 'validation_invalid', fields: [{ path: '/url' }] })
      expect(await deps.storage.webhooks.count(callerOf('ak_1').keyId)).toBe(0)
    },
  )

  test('outside simulated mode http on loopback is refused', async () => {
    const { deps } = await open({ policy: { cluster: 'mainnet-beta' } as never })
    expect(
      await refusal({ deps }, () => registerEndpoint(deps, callerOf('ak_1'), { ...body, url: 'http://127.0.0.1:4000/' })),
    ).toMatchObject({
      fields: [{ path: '/url', message: 'must be an https address' }],
    })
  })

  test('a 21st endpoint of one key is refused, also when many come at once; another key has its own 20', async () => {
    const { deps } = await open()
    const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => registerEndpoint(deps, callerOf('ak_1'), body)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBe(20)
    expect(await deps.storage.webhooks.count(callerOf('ak_1').keyId)).toBe(20)
    expect((await refusal({ deps }, () => registerEndpoint(deps, callerOf('ak_1'), body))).message).toBe(
      'This key has 20 webhooks, which is the most.',
    )
    await registerEndpoint(deps, callerOf('ak_2'), body)
  })
})

describe('rules 10.21: an endpoint is its owner’s and the operator’s alone', () => {
  test('a key cannot find, rotate, test or redeliver what is another’s; the operator can', async () => {
    const scene = await open()
    const receiver = await scene.addReceiver('ak_1')
    await scene.emit('ak_1')
    await deliverDue(scene.deps)
    const [delivery] = (await scene.deps.storage.webhooks.listDeliveries(receiver.id, page)).rows
    const before = await scene.deps.storage.webhooks.find(receiver.id)
    const stranger = callerOf('ak_2')
    for (const attempt of [
      () => findWebhook(scene.deps, stranger, receiver.id),
      () => rotateSecret(scene.deps, stranger, receiver.id),
      () => sendTest(scene.deps, stranger, receiver.id),
      () => redeliver(scene.deps, stranger, { webhookId: receiver.id, deliveryId: delivery!.id }),
    ]) {
      expect((await refusal(scene, attempt)).code).toBe('webhook_not_found')
    }
    expect(await scene.deps.storage.webhooks.find(receiver.id)).toEqual(before)
    expect(await deliverDue(scene.deps)).toBe(0)
    expect(receiver.messages.length).toBe(1)
    // A delivery of another endpoint is not reached through one's own.
    const own = await scene.addReceiver('ak_2')
    const through = () => redeliver(scene.deps, stranger, { webhookId: own.id, deliveryId: delivery!.id })
    expect((await refusal(scene, through)).code).toBe('delivery_not_found')
    expect((await findWebhook(scene.deps, callerOf('operator'), receiver.id)).id).toBe(receiver.id)
  })
})

describe('rules 10.21: a secret is rotated without a message that nobody can verify', () => {
  test('for a day both secrets verify a message, then only the new one', async () => {
    const scene = await open()
    const receiver = await scene.addReceiver('ak_1')
    const [oldSecret] = receiver.secrets
    const { secret } = await rotateSecret(scene.deps, callerOf('ak_1'), receiver.id)
    for (const secrets of [[oldSecret!], [secret.reveal()]]) {
      receiver.secrets = secrets
      await scene.emit('ak_1')
      await deliverDue(scene.deps)
    }
    expect(receiver.messages.map(({ signatures }) => signatures)).toEqual([2, 2])
    await scene.clock.advance(24 * 3_600_000)
    receiver.secrets = [oldSecret!]
    await scene.emit('ak_1')
    await deliverDue(scene.deps)
    expect(receiver.forged.length).toBe(1)
    receiver.secrets = [secret.reveal()]
    await scene.emit('ak_1')
    await deliverDue(scene.deps)
    expect(receiver.messages.map(({ signatures }) => signatures)).toEqual([2, 2, 1])
  })

  test('of two rotations at once one wins, and the other is told', async () => {
    const scene = await open()
    const { id } = await scene.addReceiver('ak_1')
    const [first, second] = await Promise.allSettled([1, 2].map(() => rotateSecret(scene.deps, callerOf('ak_1'), id)))
    expect([first!.status, second!.status].toSorted()).toEqual(['fulfilled', 'rejected'])
    const lost = [first!, second!].find(({ status }) => status === 'rejected') as PromiseRejectedResult
    expect((lost.reason as AppError).code).toBe('webhook_already_rotated')
  })

  test('an endpoint that does not exist is refused by its code', async () => {
    const { deps } = await open()
    expect((await refusal({ deps }, () => rotateSecret(deps, callerOf('ak_1'), 'wh_none' as WebhookId))).code).toBe('webhook_not_found')
  })
})

describe('rules 10.21: what was sent is sent again when its owner asks', () => {
  test('nothing is sent again beyond what the logs of an owner may hold', async () => {
    const { deps, ...scene } = await open()
    const receiver = await scene.addReceiver('ak_1')
    await scene.emit('ak_1')
    await deliverDue(deps)
    const { webhooks } = deps.storage
    const [delivery] = (await webhooks.listDeliveries(receiver.id, page)).rows
    // The limit itself is lowered; fifty thousand deliveries are slow to make.
    const full = { ...deps, storage: withSmallLog(deps.storage) }
    const refused = refusal({ deps }, () => redeliver(full, callerOf('ak_1'), { webhookId: receiver.id, deliveryId: delivery!.id }))
    expect((await refused).code).toBe('webhook_log_full')
    expect((await webhooks.listDeliveries(receiver.id, page)).rows).toHaveLength(1)
  })

  test('what was delivered is sent again with the same id, after what waits', async () => {
    const scene = await open()
    const receiver = await scene.addReceiver('ak_1')
    const first = await scene.emit('ak_1')
    await deliverDue(scene.deps)
    const [delivery] = (await scene.deps.storage.webhooks.listDeliveries(receiver.id, page)).rows
    const second = await scene.emit('ak_1')
    const copy = await redeliver(scene.deps, callerOf('ak_1'), { webhookId: receiver.id, deliveryId: delivery!.id })
    expect(copy).toMatchObject({ eventId: first, state: 'pending', attempts: [] })
    expect(copy.id).not.toBe(delivery!.id)
    await deliverDue(scene.deps)
    expect(receiver.messages.map(({ id }) => id)).toEqual([first, second, first])
  })

  test('what waits for a retry is due at once', async () => {
    const scene = await open()
    const receiver = await scene.addReceiver('ak_1')
    receiver.answers = [500, 204]
    await scene.emit('ak_1')
    await deliverDue(scene.deps)
    const [delivery] = (await scene.deps.storage.webhooks.listDeliveries(receiver.id, page)).rows
    expect(await redeliver(scene.deps, callerOf('ak_1'), { webhookId: receiver.id, deliveryId: delivery!.id })).toMatchObject({
      id: delivery!.id,
    })
    expect(await deliverDue(scene.deps)).toBe(1)
    expect(receiver.messages.length).toBe(2)
  })

  test('a delivery that does not exist is refused, and so is an endpoint that is off', async () => {
    const scene = await open()
    const receiver = await scene.addReceiver('ak_1')
    const unknown = { webhookId: receiver.id, deliveryId: 'dlv_none' as DeliveryId }
    expect((await refusal(scene, () => redeliver(scene.deps, callerOf('ak_1'), unknown))).code).toBe('delivery_not_found')
    receiver.answers = [410]
    await scene.emit('ak_1')
    await deliverDue(scene.deps)
    expect((await refusal(scene, () => redeliver(scene.deps, callerOf('ak_1'), unknown))).message).toBe(
      'This webhook is switched off: it answered 410.',
    )
  })
})

describe('rules 10.21: a test message is sent at once, and changes nothing when it fails', () => {
  test('sends a signed message now, past a queue that rests, and says what came of it', async () => {
    const scene = await open()
    const receiver = await scene.addReceiver('ak_1')
    receiver.answers = [500]
    const waiting = await scene.emit('ak_1')
    await deliverDue(scene.deps)
    receiver.answers = [new Response('hello', { status: 202 })]
    const result = await sendTest(scene.deps, callerOf('ak_1'), receiver.id)
    expect(result).toMatchObject({
      delivered: true,
      attempt: { status: 202, answerStart: 'hello', error: null },
      endpoint: { disabled: null },
    })
    expect(receiver.messages.map(({ id, type }) => [id, type])).toEqual([
      [waiting, 'launch.created'],
      [expect.stringMatching(/^evt_test_/), 'webhook.test'],
    ])
    // The queue still rests, and the log has the event only.
    expect(await deliverDue(scene.deps)).toBe(0)
    expect((await scene.deps.storage.webhooks.listDeliveries(receiver.id, page)).rows.length).toBe(1)
  })

  test('a receiver that fails it is told so, and nothing else changes', async () => {
    const scene = await open()
    const receiver = await scene.addReceiver('ak_1')
    receiver.answers = [410]
    expect(await sendTest(scene.deps, callerOf('ak_1'), receiver.id)).toMatchObject({ delivered: false, attempt: { status: 410 } })
    receiver.stop()
    expect(await sendTest(scene.deps, callerOf('ak_1'), receiver.id)).toMatchObject({ delivered: false, attempt: { status: null } })
    expect(await scene.deps.storage.webhooks.find(receiver.id)).toMatchObject({ disabled: null, firstFailedAtMs: null })
  })

  test('a success switches a disabled endpoint on, and what waited goes out', async () => {
    const scene = await open()
    const receiver = await scene.addReceiver('ak_1')
    receiver.answers = [410, 500, 204]
    await scene.emit('ak_1')
    const waiting = await scene.emit('ak_1')
    await deliverDue(scene.deps)
    expect((await sendTest(scene.deps, callerOf('ak_1'), receiver.id)).endpoint.disabled).toBe('gone')
    expect((await sendTest(scene.deps, callerOf('ak_1'), receiver.id)).endpoint.disabled).toBeNull()
    expect(await deliverDue(scene.deps)).toBe(1)
    expect(receiver.messages.at(-1)!.id).toBe(waiting)
  })
})
