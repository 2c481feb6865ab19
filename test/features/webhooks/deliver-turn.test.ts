import { afterEach, describe, expect, test } from 'bun:test'
import { FAILURE_LIMIT_MS, RETRY_DELAYS_MS } from '../../../src/domain/webhooks/webhook-schedule.ts'
import { registerEndpoint } from '../../../src/features/webhooks/register-endpoint.ts'
import { deliverTurn, exchangeTurns } from '../../../src/features/webhooks/deliver-turn.ts'
import { deliverDue } from '../../support/deliver-webhooks.ts'
import { createSecretBox } from '../../../src/lib/secret-box.ts'
import { Secret } from '../../../src/lib/secret.ts'
import { FetchRefused, type Web } from '../../../src/ports/outbound/web.ts'
import { createOutsideWeb, PUBLIC_IP } from '../../support/outside-web.ts'
import { callerOf, createWebhookScene, type WebhookScene } from '../../support/webhook-scene.ts'

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
/** Longer than any jitter makes the wait. */
const afterJitter = (delayMs: number) => delayMs * 1.2 + 1

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

  test('decision "Webhooks are first tried in the order of the events": an event that failed waits for its next attempt and holds back no later one; each keeps its id', async () => {
    const scene = await open()
    const receiver = await scene.addReceiver('ak_1')
    const [one, two, three] = [await scene.emit('ak_1'), await scene.emit('ak_1'), await scene.emit('ak_1')]
    receiver.answers = [204, 500, 204, 503, 204]
    await deliverDue(scene.deps)
    expect(receiver.messages.map(({ id }) => id)).toEqual([one, two, three])
    await scene.clock.advance(4_999)
    expect(await deliverDue(scene.deps)).toBe(0)
    await scene.clock.advance(afterJitter(5_000) - 4_999)
    const four = await scene.emit('ak_1')
    await deliverDue(scene.deps)
    // The older event goes first, fails again, and lets the new one by.
    expect(receiver.messages.map(({ id }) => id).slice(3)).toEqual([two, four])
    await scene.clock.advance(afterJitter(RETRY_DELAYS_MS[1]))
    await deliverDue(scene.deps)
    expect(receiver.messages.map(({ id }) => id).slice(5)).toEqual([two])
    expect(receiver.forged).toEqual([])
    const states = (await scene.deps.storage.webhooks.listDeliveries(receiver.id, page)).rows
    expect(states.map(({ state, attempts }) => [state, attempts.length])).toEqual([
      ['delivered', 1],
      ['delivered', 1],
      ['delivered', 3],
      ['delivered', 1],
    ])
  })

  test('decision "Webhooks are first tried in the order of the events": an endpoint that fails again and again rests, so that new events do not hammer it; then first attempts are in order', async () => {
    const scene = await open()
    const receiver = await scene.addReceiver('ak_1')
    receiver.answers = [500]
    const ids: string[] = []
    const hits = () => receiver.messages.length
    // A day of an event a minute: at most one attempt every five minutes, once it is known to be down.
    for (let minute = 0; minute < 24 * 60; minute += 1) {
      ids.push(await scene.emit('ak_1'))
      await deliverDue(scene.deps)
      await scene.clock.advance(60_000)
    }
    expect(hits()).toBeLessThan((24 * 60) / 5 + 6)
    expect(hits()).toBeGreaterThan((24 * 60) / 5 - 6)
    receiver.answers = [204]
    await scene.clock.advance(afterJitter(300_000))
    while ((await deliverDue(scene.deps)) > 0);
    const firsts = [...new Set(receiver.messages.map(({ id }) => id))]
    expect(firsts).toEqual(ids)
    await scene.clock.advance(afterJitter(RETRY_DELAYS_MS.at(-1)!))
    while ((await deliverDue(scene.deps)) > 0);
    expect(await scene.deps.storage.webhooks.backlog(scene.clock.nowMs())).toMatchObject({ pending: 0 })
  }, 180_000)

  test('decision "Webhooks are first tried in the order of the events": one failure is the message’s: what follows is tried in the same turn, and a success ends the rest', async () => {
    const scene = await open()
    const receiver = await scene.addReceiver('ak_1')
    const ids: string[] = []
    for (let event = 0; event < 4; event += 1) ids.push(await scene.emit('ak_1'))
    receiver.answers = [500, 500, 204]
    await deliverDue(scene.deps)
    expect(receiver.messages.map(({ id }) => id)).toEqual(ids.slice(0, 2))
    expect(await scene.deps.storage.webhooks.find(receiver.id)).toMatchObject({ failures: 2 })
    expect(await deliverDue(scene.deps)).toBe(0)
    await scene.clock.advance(afterJitter(5_000))
    await deliverDue(scene.deps)
    expect(receiver.messages.map(({ id }) => id).slice(2)).toEqual(ids)
    expect(await scene.deps.storage.webhooks.find(receiver.id)).toMatchObject({ failures: 0, firstFailedAtMs: null })
  })

  test('rules 10.21: ten attempts on the schedule, then the event is given up', async () => {
    const scene = await open()
    const receiver = await scene.addReceiver('ak_1')
    receiver.answers = [500]
    const first = await scene.emit('ak_1')
    for (const delayMs of RETRY_DELAYS_MS) {
      await deliverDue(scene.deps)
      await scene.clock.advance(delayMs - 1)
      expect(await deliverDue(scene.deps)).toBe(0)
      await scene.clock.advance(afterJitter(delayMs) - delayMs + 1)
    }
    await deliverDue(scene.deps)
    expect(receiver.messages.map(({ id }) => id)).toEqual(Array(10).fill(first))
    const second = await scene.emit('ak_1')
    await scene.clock.advance(afterJitter(300_000))
    await deliverDue(scene.deps)
    expect(receiver.messages.at(-1)!.id).toBe(second)
    const log = (await scene.deps.storage.webhooks.listDeliveries(receiver.id, page)).rows
    expect(log.map(({ state, attempts }) => [state, attempts.length])).toEqual([
      ['pending', 1],
      ['failed', 10],
    ])
  })

  test('rules 10.21: 410 switches the endpoint off at once, 5 days of failure in the end', async () => {
    const scene = await open()
    const [gone, failing] = [await scene.addReceiver('ak_1'), await scene.addReceiver('ak_2')]
    gone.answers = [410]
    failing.answers = [500]
    await scene.emit('ak_1')
    await scene.emit('ak_2')
    await deliverDue(scene.deps)
    expect((await scene.deps.storage.webhooks.find(gone.id))!.disabled).toBe('gone')
    for (let hours = 0; hours < 24 * 5; hours += 1) {
      expect((await scene.deps.storage.webhooks.find(failing.id))!.disabled).toBeNull()
      await scene.clock.advance(FAILURE_LIMIT_MS / 120)
      await deliverDue(scene.deps)
    }
    // The event was given up after its ten attempts; the next one is the last that is tried.
    await scene.emit('ak_2')
    await deliverDue(scene.deps)
    expect((await scene.deps.storage.webhooks.find(failing.id))!.disabled).toBe('failing')
    const [before, goneBefore] = [failing.messages.length, gone.messages.length]
    await scene.emit('ak_1')
    await scene.emit('ak_2')
    await scene.clock.advance(FAILURE_LIMIT_MS)
    expect(await deliverDue(scene.deps)).toBe(0)
    expect([failing.messages.length, gone.messages.length]).toEqual([before, goneBefore])
    expect(goneBefore).toBe(1)
  })

  test('rules 10.21: a success between failures begins the 5 days anew', async () => {
    const scene = await open()
    const receiver = await scene.addReceiver('ak_1')
    receiver.answers = [500, 204]
    await scene.emit('ak_1')
    await deliverDue(scene.deps)
    const failedAtMs = scene.clock.nowMs()
    expect((await scene.deps.storage.webhooks.find(receiver.id))!.firstFailedAtMs).toBe(failedAtMs)
    await scene.clock.advance(afterJitter(5_000))
    await deliverDue(scene.deps)
    expect((await scene.deps.storage.webhooks.find(receiver.id))!.firstFailedAtMs).toBeNull()
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
    const web: Web = {
      get: () => Promise.reject(new Error('not expected')),
      post: async (_url, { timeoutMs, answerBytesMax }) => {
        asked.push({ timeoutMs, answerBytesMax })
        throw new FetchRefused('it has no public address')
      },
    }
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

  test('rules 10.21: a killed worker: its endpoint comes back after the lease, with the same message and id', async () => {
    const scene = await open()
    const receiver = await scene.addReceiver('ak_1')
    const id = await scene.emit('ak_1')
    await exchangeTurns(scene.deps, [], 10)
    await scene.clock.advance(29_999)
    expect(await deliverDue(scene.deps)).toBe(0)
    await scene.clock.advance(1)
    expect(await deliverDue(scene.deps)).toBe(1)
    expect(receiver.messages.map((message) => message.id)).toEqual([id])
  })

  test('rules 10.21: a worker that outlives its lease records nothing over the one that has it now', async () => {
    const scene = await open()
    const receiver = await scene.addReceiver('ak_1')
    let answer = (_response: Response) => {}
    receiver.answers = [new Promise<Response>((resolve) => (answer = resolve)), 204]
    const id = await scene.emit('ak_1')
    const [turn] = await exchangeTurns(scene.deps, [], 10)
    const slow = deliverTurn(scene.deps, turn!)
    while (receiver.messages.length === 0) await new Promise<void>((resolve) => setImmediate(resolve))
    await scene.clock.advance(30_000)
    await deliverDue(scene.deps)
    answer(new Response(null, { status: 500 }))
    await exchangeTurns(scene.deps, [await slow], 0)
    expect(receiver.messages.map((message) => message.id)).toEqual([id, id])
    const log = (await scene.deps.storage.webhooks.listDeliveries(receiver.id, page)).rows
    expect(log).toMatchObject([{ state: 'delivered', attempts: [{ status: 204 }] }])
    expect((await scene.deps.storage.webhooks.find(receiver.id))!.firstFailedAtMs).toBeNull()
  })

  test('rules 10.21: a turn whose queue came late still makes one attempt, so that a slow storage stops no endpoint', async () => {
    const scene = await open()
    const receiver = await scene.addReceiver('ak_1')
    const [first] = [await scene.emit('ak_1'), await scene.emit('ak_1')]
    const { webhooks } = scene.deps.storage
    const queue = async (...input: Parameters<typeof webhooks.queue>) => (await scene.clock.advance(5_000), webhooks.queue(...input))
    await deliverDue({ ...scene.deps, storage: { ...scene.deps.storage, webhooks: { ...webhooks, queue } } })
    expect(receiver.messages.map(({ id }) => id)).toEqual([first])
    expect((await scene.deps.storage.webhooks.listDeliveries(receiver.id, page)).rows.map(({ state }) => state)).toEqual([
      'pending',
      'delivered',
    ])
  })

  test('rules 10.21: a stopped turn begins no attempt and gives its endpoint back', async () => {
    const scene = await open()
    const receiver = await scene.addReceiver('ak_1')
    await scene.emit('ak_1')
    const [turn] = await exchangeTurns(scene.deps, [], 10)
    await exchangeTurns(scene.deps, [await deliverTurn(scene.deps, turn!, AbortSignal.abort())], 0)
    expect(receiver.messages).toEqual([])
    expect(await deliverDue(scene.deps)).toBe(1)
    expect(receiver.messages.length).toBe(1)
  })
})
