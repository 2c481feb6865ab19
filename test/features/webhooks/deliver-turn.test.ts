import { afterEach, describe, expect, test } from 'bun:test'
import { registerEndpoint } from '../../../src/features/webhooks/register-endpoint.ts'
import { deliverDue } from '../../support/deliver-webhooks.ts'
import { createSecretBox } from '../../../src/lib/secret-box.ts'
import { Secret } from '../../../src/lib/secret.ts'
import { FetchRefused } from '../../../src/ports/outbound/web.ts'
import { createOutsideWeb, PUBLIC_IP } from '../../support/outside-web.ts'
import { stubWeb } from '../../support/stub-web.ts'
import { callerOf, createWebhookScenes } from '../../support/webhook-scene.ts'

const { open, closeAll } = createWebhookScenes()
const page = { limit: 50, cursor: null }

/** Longer than any jitter makes the wait. */
const afterJitter = (delayMs: number) => delayMs * 1.2 + 1

afterEach(closeAll)

describe('deliverDue', () => {
  test('rules 10.21: the standardwebhooks library verifies every delivery; id, type, time and data are those of the event', async () => {
    const scene = await open()
    const receiver = await scene.addReceiver('ak_1')
    const ids = [await scene.emit('ak_1'), await scene.emit('ak_1', 'feeShare.locked')]
    expect(await deliverDue(scene.deps)).toBe(1)
    const timestamp = new Date(scene.clock.nowMs()).toISOString()
    expect(receiver.messages).toEqual([
      { id: ids[0]!, type: 'launch.created', timestamp, data: { name: 'Zoë 🚀' }, signatures: 1 },
      { id: ids[1]!, type: 'feeShare.locked', timestamp, data: { name: 'Zoë 🚀' }, signatures: 1 },
    ])
    expect(receiver.forged).toEqual([])
    expect(await deliverDue(scene.deps)).toBe(0)
    expect(receiver.messages.length).toBe(2)
  })

  test('rules 10.21: a receiver hears of its own key only, the operator of all, each of the types it asked for', async () => {
    const scene = await open()
    const [one, other, operator] = [await scene.addReceiver('ak_1'), await scene.addReceiver('ak_2'), await scene.addReceiver('operator')]
    const narrow = await scene.addReceiver('ak_1', ['coin.graduated'])
    const own = await scene.emit('ak_1')
    const foreign = await scene.emit('ak_2', 'coin.graduated')
    await deliverDue(scene.deps)
    expect(one.messages.map(({ id }) => id)).toEqual([own])
    expect(other.messages.map(({ id }) => id)).toEqual([foreign])
    expect(operator.messages.map(({ id }) => id)).toEqual([own, foreign])
    expect([...narrow.messages, ...narrow.forged]).toEqual([])
  })

  test('rules 10.21: the log keeps status, duration, and the first 512 bytes of the answer', async () => {
    const scene = await open()
    const receiver = await scene.addReceiver('ak_1')
    receiver.answers = [new Response(`${'ü'.repeat(255)}x${'🚀'.repeat(20_000)}`, { status: 500 }), 204]
    await scene.emit('ak_1')
    await deliverDue(scene.deps)
    const [delivery] = (await scene.deps.storage.webhooks.listDeliveries(receiver.id, page)).rows
    expect(delivery).toMatchObject({ state: 'pending', attempts: [{ status: 500, answerStart: `${'ü'.repeat(255)}x`, error: null }] })
    expect(delivery!.attempts[0]!.durationMs).toBeGreaterThanOrEqual(0)
  })

  test.each([302, 307])('rules 10.21: a redirect (%d) is a failure and is not followed', async (status) => {
    const scene = await open()
    const [receiver, elsewhere] = [await scene.addReceiver('ak_1'), await scene.addReceiver('ak_2')]
    receiver.answers = [new Response(null, { status, headers: { location: elsewhere.url } })]
    await scene.emit('ak_1')
    await deliverDue(scene.deps)
    expect([...elsewhere.messages, ...elsewhere.forged]).toEqual([])
    expect((await scene.deps.storage.webhooks.listDeliveries(receiver.id, page)).rows).toMatchObject([
      { state: 'pending', attempts: [{ status }] },
    ])
  })

  test.each([
    ['a loopback address', ['127.0.0.1']],
    ['a private one beside its own', [PUBLIC_IP, '10.0.0.7']],
    ['the metadata server', ['169.254.169.254']],
    ['an IPv4-mapped one', ['::ffff:10.0.0.7']],
  ])('rules 10.21: each attempt resolves anew and goes where that led: a name that turns to %s is not followed', async (_case, turned) => {
    const outside = createOutsideWeb(() => new Response(null, { status: 500 }), { names: { 'public.test': [[PUBLIC_IP], turned] } })
    const scene = await open({ web: outside.web, policy: { cluster: 'mainnet-beta' } as never })
    const order = { url: 'https://public.test/hook', events: ['launch.created' as const] }
    const { endpoint } = await registerEndpoint(scene.deps, callerOf('ak_1'), order)
    await scene.emit('ak_1')
    await deliverDue(scene.deps)
    await scene.clock.advance(afterJitter(5_000))
    await deliverDue(scene.deps)
    outside.stop()
    expect([outside.connections, outside.requests.length, outside.lookups.length]).toEqual([[`${PUBLIC_IP}:443`], 1, 2])
    const [delivery] = (await scene.deps.storage.webhooks.listDeliveries(endpoint.id, page)).rows
    expect(delivery!.attempts).toMatchObject([{ status: 500 }, { status: null, error: 'it has no public address', answerStart: '' }])
  })

  test('rules 10.21: nothing answers: the reason is in the log, and no address', async () => {
    const scene = await open()
    const receiver = await scene.addReceiver('ak_1')
    receiver.stop()
    await scene.emit('ak_1')
    await deliverDue(scene.deps)
    expect((await scene.deps.storage.webhooks.listDeliveries(receiver.id, page)).rows[0]!.attempts).toMatchObject([
      { status: null, answerStart: '', error: 'it could not be reached, or broke off' },
    ])
  })

  test('rules 10.21: each attempt asks for 10 s in all and 64 kB of the answer', async () => {
    const asked: unknown[] = []
    const web = stubWeb({
      post: async (_url, { timeoutMs, answerBytesMax }) => {
        asked.push({ timeoutMs, answerBytesMax })
        throw new FetchRefused('it has no public address')
      },
    })
    const scene = await open({ web })
    await scene.addReceiver('ak_1')
    await scene.emit('ak_1')
    await deliverDue(scene.deps)
    expect(asked).toEqual([{ timeoutMs: 10_000, answerBytesMax: 65_536 }])
  })

  test('rules 10.21: a secret that no longer opens fails the attempt, tells the operator, and delays nobody else', async () => {
    const scene = await open()
    const [one, other] = [await scene.addReceiver('ak_1'), await scene.addReceiver('ak_2')]
    const otherKey = createSecretBox(new Secret('another key'), 'webhook-secrets')
    const { sealedSecret } = (await scene.deps.storage.webhooks.find(one.id))!
    const sealed = otherKey.seal(new Secret('whsec_AAAA'), one.id)
    const change = { sealedSecret: sealed, previousUntilMs: scene.clock.nowMs() }
    await scene.deps.storage.webhooks.rotateSecret(one.id, sealedSecret, change)
    await scene.emit('ak_1')
    await scene.emit('ak_2')
    await deliverDue(scene.deps)
    expect([...one.messages, ...one.forged]).toEqual([])
    expect(other.messages.length).toBe(1)
    expect((await scene.deps.storage.webhooks.listDeliveries(one.id, page)).rows).toMatchObject([
      { state: 'pending', attempts: [{ status: null, error: 'it was not sent, for a reason on our side' }] },
    ])
    expect(scene.logLines.join()).toContain('does not open')
    expect(scene.logLines.join()).not.toContain(sealedSecret)
  })
})
