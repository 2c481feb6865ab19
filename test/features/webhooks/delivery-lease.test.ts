import { afterEach, describe, expect, test } from 'bun:test'
import { deliverTurn, exchangeTurns } from '../../../src/features/webhooks/deliver-turn.ts'
import { deliverDue } from '../../support/deliver-webhooks.ts'
import { createWebhookScenes } from '../../support/webhook-scene.ts'

const { open, closeAll } = createWebhookScenes()
const page = { limit: 50, cursor: null }

afterEach(closeAll)

describe('deliverDue: whose turn it is', () => {
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
