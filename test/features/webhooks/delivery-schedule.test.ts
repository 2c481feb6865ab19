import { afterEach, describe, expect, test } from 'bun:test'
import { FAILURE_LIMIT_MS, RETRY_DELAYS_MS } from '../../../src/domain/webhooks/webhook-schedule.ts'
import { deliverDue } from '../../support/deliver-webhooks.ts'
import { createWebhookScenes } from '../../support/webhook-scene.ts'

const { open, closeAll } = createWebhookScenes()
const page = { limit: 50, cursor: null }

/** Longer than any jitter makes the wait. */
const afterJitter = (delayMs: number) => delayMs * 1.2 + 1

afterEach(closeAll)

describe('deliverDue: when it tries again', () => {
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
})
