import { afterEach, describe, expect, test } from 'bun:test'
import { startWebhookLoop } from '../../src/scheduler/webhook-loop.ts'
import { createWebhookScene, type WebhookScene } from '../support/webhook-scene.ts'

const scenes: WebhookScene[] = []
const open = async (overrides?: Parameters<typeof createWebhookScene>[0]) => {
  const scene = await createWebhookScene(overrides)
  scenes.push(scene)
  return scene
}
afterEach(async () => {
  for (const scene of scenes.splice(0)) await scene.close()
})
/** Lets the event loop turn until `done`; the test runner's own limit ends a wait that is in vain. */
const until = async (done: () => boolean) => {
  while (!done()) await new Promise<void>((resolve) => setImmediate(resolve))
}

describe('decision "Webhooks are first tried in the order of the events": the loop that delivers', () => {
  test('one slow endpoint delays no other, however many events those get', async () => {
    const scene = await open()
    const [slow, quick] = [await scene.addReceiver('ak_slow'), await scene.addReceiver('ak_quick')]
    let answer = (_response: Response) => {}
    slow.answers = [new Promise<Response>((resolve) => (answer = resolve))]
    const loop = startWebhookLoop(scene.deps)
    await scene.emit('ak_slow')
    await scene.clock.advance(250)
    await until(() => slow.messages.length === 1)
    for (let round = 1; round <= 3; round += 1) {
      const ids = await Promise.all(Array.from({ length: 60 }, () => scene.emit('ak_quick')))
      await scene.clock.advance(250)
      await until(() => quick.messages.length === 60 * round)
      expect(new Set(quick.messages.slice(-60).map(({ id }) => id))).toEqual(new Set(ids))
    }
    expect(slow.messages.length).toBe(1)
    answer(new Response(null, { status: 204 }))
    await loop.stop()
    expect(await scene.deps.storage.webhooks.queue(slow.id, scene.clock.nowMs(), 10)).toEqual([])
  })

  test('stop waits for the attempt under way and records it; nothing is sent after', async () => {
    const scene = await open()
    const receiver = await scene.addReceiver('ak_1')
    let answer = (_response: Response) => {}
    receiver.answers = [new Promise<Response>((resolve) => (answer = resolve))]
    await scene.emit('ak_1')
    const waiting = await scene.emit('ak_1')
    const loop = startWebhookLoop(scene.deps)
    await until(() => receiver.messages.length === 1)
    const stopped = loop.stop()
    answer(new Response(null, { status: 204 }))
    await stopped
    await scene.clock.advance(60_000)
    expect(receiver.messages.length).toBe(1)
    expect((await scene.deps.storage.webhooks.queue(receiver.id, scene.clock.nowMs(), 10)).map(({ event }) => event.id)).toEqual([waiting])
  })

  test('two loops on one storage share the work: every event once, in order', async () => {
    const scene = await open()
    const receivers = await Promise.all(['ak_1', 'ak_2', 'ak_3'].map((keyId) => scene.addReceiver(keyId)))
    const ids: string[][] = [[], [], []]
    for (let event = 0; event < 120; event += 1) ids[event % 3]!.push(await scene.emit(`ak_${(event % 3) + 1}`))
    const deps = { ...scene.deps, storage: { ...scene.deps.storage, exclusive: false } }
    const loops = [startWebhookLoop(deps), startWebhookLoop(deps)]
    await until(() => receivers.every(({ messages }) => messages.length >= 40))
    await Promise.all(loops.map((loop) => loop.stop()))
    expect(receivers.map(({ messages }) => messages.map(({ id }) => id))).toEqual(ids)
  })

  test('a storage that fails is logged and asked again', async () => {
    const scene = await open()
    const receiver = await scene.addReceiver('ak_1')
    await scene.emit('ak_1')
    let failures = 2
    const { transaction } = scene.deps.storage
    const flaky = {
      ...scene.deps.storage,
      transaction: ((work) => (failures-- > 0 ? Promise.reject(new Error('disk')) : transaction(work))) as typeof transaction,
    }
    const loop = startWebhookLoop({ ...scene.deps, storage: flaky })
    for (let rests = 0; rests < 3; rests += 1) await scene.clock.advance(250)
    await until(() => receiver.messages.length === 1)
    await loop.stop()
    expect(scene.logLines.filter((line) => line.includes('webhook results not recorded')).length).toBe(2)
  })
})
