import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { OPERATOR_KEY_ID } from '../../src/domain/api-key.ts'
import { type DeliveryId, type Mint, type WebhookId, unixMs } from '../../src/domain/brands.ts'
import type { CoinEvent } from '../../src/domain/events.ts'
import type { Storage } from '../../src/ports/storage/storage.ts'
import { keyRow } from '../support/storage-rows.ts'
import { attempt, later, nowMs, rested, someDay, webhookRows } from '../support/webhook-rows.ts'

const page = { limit: 50, cursor: null }

/** What every storage promises of webhooks, run over each. `fresh` opens an empty one. */
export function webhookContract(name: string, fresh: () => Promise<Storage>): void {
  describe(`rules 10.21: webhook contract: ${name}`, () => {
    let storage: Storage
    beforeAll(async () => {
      storage = await fresh()
    })
    afterAll(() => storage.close())
    const { newKey, id, eventOf, add, emit, queued, claim } = webhookRows(() => storage)

    test('rules 10.21: insert, find, list, count and delete', async () => {
      const keyId = newKey()
      const first = await add(keyId, { label: 'prod', createdAtMs: nowMs })
      const second = await add(keyId, { createdAtMs: later(1) })
      const foreign = await add(newKey())
      await expect(storage.webhooks.insert({ ...first, label: 'twice' })).rejects.toThrow()
      expect(await storage.webhooks.find(first.id)).toEqual(first)
      expect(await storage.webhooks.count(keyId)).toBe(2)
      expect((await storage.webhooks.list(keyId, page)).rows).toEqual([second, first])
      const all = (await storage.webhooks.list(null, page)).rows.map((row) => row.id)
      expect(all).toEqual(expect.arrayContaining([first.id, second.id, foreign.id]))

      const half = await storage.webhooks.list(keyId, { limit: 1, cursor: null })
      expect(half.rows).toEqual([second])
      expect((await storage.webhooks.list(keyId, { limit: 1, cursor: half.nextCursor })).rows).toEqual([first])

      await emit(keyId)
      expect([await storage.webhooks.delete(first.id), await storage.webhooks.delete(first.id)]).toEqual([true, false])
      expect(await storage.webhooks.find(first.id)).toBeNull()
      expect((await storage.webhooks.listDeliveries(first.id, page)).rows).toEqual([])
      expect((await queued(second)).length).toBe(1)
    })

    test('rules 4.4: those that fail are listed alone: switched off, or failed last', async () => {
      const keyId = newKey()
      await add(keyId)
      const failing = await add(keyId, { firstFailedAtMs: nowMs, createdAtMs: later(1) })
      const off = await add(keyId, { disabled: 'gone', createdAtMs: later(2) })
      expect((await storage.webhooks.list(keyId, page, { failing: true })).rows).toEqual([off, failing])
      const first = await storage.webhooks.list(keyId, { limit: 1, cursor: null }, { failing: true })
      expect((await storage.webhooks.list(keyId, { limit: 1, cursor: first.nextCursor }, { failing: true })).rows).toEqual([failing])
      for (const { id } of [failing, off]) await storage.webhooks.delete(id)
    })

    test('rules 10.21: an event joins the queues of its owner and of the operator, and of nobody else', async () => {
      const [keyId, otherId] = [newKey(), newKey()]
      const [own, twin, foreign, operator] = [await add(keyId), await add(keyId), await add(otherId), await add(OPERATOR_KEY_ID)]
      const deaf = await add(keyId, { events: ['coin.graduated'] })
      const off = await add(keyId, { disabled: 'gone' })
      const event = await emit(keyId)
      for (const endpoint of [own, twin, operator]) expect(await queued(endpoint)).toEqual([event.id])
      for (const endpoint of [foreign, deaf, off]) expect(await queued(endpoint)).toEqual([])
      await storage.webhooks.delete(operator.id)
    })

    test('rules 10.22: an event is queued for who listens when it is queued, in the commit that does so, and not where that fails', async () => {
      const keyId = newKey()
      const [event, own] = [await emit(keyId), await add(keyId)]
      const others = [await add(newKey()), await add(keyId, { events: ['coin.graduated'] }), await add(keyId, { disabled: 'gone' })]
      const failing = storage.transaction(async (tx) => {
        await tx.webhooks.enqueue(event)
        expect(await tx.webhooks.queue(own.id, someDay, 10)).toHaveLength(1)
        throw new Error('the fact did not happen')
      })
      await expect(failing).rejects.toThrow('did not happen')
      expect(await queued(own)).toEqual([])
      await storage.webhooks.enqueue(event)
      expect(await queued(own)).toEqual([event.id])
      for (const endpoint of others) expect(await queued(endpoint)).toEqual([])
    })

    test('decision "Webhooks are first tried in the order of the events": endpoints of a revoked key hear nothing more', async () => {
      const keyId = newKey()
      const endpoint = await add(keyId)
      await storage.keys.insert(keyRow(keyId), { hash: id('hash'), claimAddress: null, claimSite: null })
      const received = await emit(keyId)
      await storage.keys.revoke(keyId)
      await emit(keyId)
      expect(await queued(endpoint)).toEqual([received.id])
    })

    test('rules 10.22: fact and delivery are in one commit: a transaction that fails leaves neither', async () => {
      const keyId = newKey()
      const endpoint = await add(keyId)
      const failing = storage.transaction(async (tx) => {
        await tx.events.insert(eventOf(keyId))
        expect((await tx.webhooks.queue(endpoint.id, someDay, 10)).length).toBe(1)
        throw new Error('the fact did not happen')
      })
      await expect(failing).rejects.toThrow('did not happen')
      expect(await queued(endpoint)).toEqual([])
      // The id of an event is unique: the same one a second time is refused whole.
      const event = await emit(keyId)
      await expect(storage.events.insert(event)).rejects.toThrow()
      expect(await queued(endpoint)).toEqual([event.id])
    })

    test('decision "Webhooks are first tried in the order of the events": the queue keeps the order of commits, also within a millisecond and when the clock goes back', async () => {
      const keyId = newKey()
      const endpoint = await add(keyId)
      const events: string[] = []
      await storage.transaction(async (tx) => {
        for (const letters of [['z'], ['b', 'a']]) {
          const together = letters.map((letter) => eventOf(keyId, { type: 'launch.created', id: id(`evt_${letter}`) }))
          await tx.events.insert(...together)
          events.push(...together.map((event) => event.id))
        }
      })
      events.push((await emit(keyId, { atMs: unixMs(nowMs - 60_000) })).id, (await emit(keyId)).id)
      expect(await queued(endpoint)).toEqual(events)
      const [head] = await storage.webhooks.queue(endpoint.id, someDay, 1)
      expect(head).toMatchObject({ attempts: [], event: { id: events[0], data: { name: 'Zoë', lamports: 2n ** 60n } } })
      const log = await storage.webhooks.listDeliveries(endpoint.id, { limit: 4, cursor: null })
      expect(log.rows.map((row) => row.eventId)).toEqual(events.slice(1).reverse())
      const rest = await storage.webhooks.listDeliveries(endpoint.id, { limit: 4, cursor: log.nextCursor })
      expect(rest).toMatchObject({
        rows: [{ eventId: events[0], eventType: 'launch.created', state: 'pending', attempts: [] }],
        nextCursor: null,
      })
    })

    test('a redelivery of what ended joins the queue as a copy, with the same event', async () => {
      const keyId = newKey()
      const endpoint = await add(keyId)
      const event = await emit(keyId)
      const [delivery] = await storage.webhooks.queue(endpoint.id, someDay, 1)
      const lease = (await claim(endpoint))!
      await storage.webhooks.finishTurn(
        endpoint.id,
        lease,
        { ...rested, tried: [{ id: delivery!.id, attempts: [attempt], state: 'delivered', dueAtMs: nowMs }] },
        nowMs,
      )
      const waiting = await emit(keyId)
      const copyId = id('dlv') as DeliveryId
      const copy = await storage.webhooks.redeliver(endpoint.id, delivery!.id, copyId, later(9))
      expect(copy).toEqual({
        id: copyId,
        endpointId: endpoint.id,
        eventId: event.id,
        eventType: 'launch.created',
        state: 'pending',
        attempts: [],
        nextAttemptAtMs: null,
        createdAtMs: later(9),
      })
      expect(await queued(endpoint)).toEqual([waiting.id, event.id])
      const foreign = await add(keyId)
      expect(await storage.webhooks.redeliver(foreign.id, delivery!.id, id('dlv') as DeliveryId, nowMs)).toBeNull()
      // Three of this endpoint: two events, one copy.
      const again = (ownMax: number) => storage.webhooks.redeliver(endpoint.id, delivery!.id, id('dlv') as DeliveryId, nowMs, ownMax)
      expect(await again(3)).toBe('full')
      expect((await storage.webhooks.listDeliveries(endpoint.id, { limit: 9, cursor: null })).rows).toHaveLength(3)
      expect(await again(4)).toMatchObject({ eventId: event.id })
    })

    test('rules 10.21: a rotation keeps the secret before as the previous one', async () => {
      const endpoint = await add(newKey())
      expect(
        await storage.webhooks.rotateSecret(endpoint.id, 'v1.sealed', { sealedSecret: 'v1.new', previousUntilMs: later(10) }),
      ).toMatchObject({
        sealedSecret: 'v1.new',
        previous: { sealedSecret: 'v1.sealed', untilMs: later(10) },
      })
      await storage.webhooks.rotateSecret(endpoint.id, 'v1.new', { sealedSecret: 'v1.newer', previousUntilMs: later(20) })
      expect(await storage.webhooks.find(endpoint.id)).toMatchObject({
        sealedSecret: 'v1.newer',
        previous: { sealedSecret: 'v1.new', untilMs: later(20) },
      })
      const none = { sealedSecret: 'v1.x', previousUntilMs: nowMs }
      expect(await storage.webhooks.rotateSecret('wh_none' as WebhookId, 'v1.sealed', none)).toBeNull()
    })

    test('rules 10.21: of rotations at once from one secret one wins, and the others change nothing', async () => {
      const endpoint = await add(newKey())
      const rotate = (sealedSecret: string) =>
        storage.webhooks.rotateSecret(endpoint.id, 'v1.sealed', { sealedSecret, previousUntilMs: later(10) })
      const rotated = await Promise.all(['v1.a', 'v1.b', 'v1.c'].map(rotate))
      const won = rotated.filter((one) => one !== null)
      expect(won).toHaveLength(1)
      expect(await rotate('v1.late')).toBeNull()
      expect(await storage.webhooks.find(endpoint.id)).toEqual(won[0]!)
      expect(won[0]!.previous).toEqual({ sealedSecret: 'v1.sealed', untilMs: later(10) })
    })

    test('rules 6: who subscribed to * hears of everything', async () => {
      const keyId = newKey()
      const endpoint = await add(keyId, { events: ['*'] })
      const types = ['launch.created', 'dryRun.created', 'job.paid'] as const
      const events: CoinEvent[] = []
      for (const type of types) events.push(await emit(keyId, { type }))
      expect(await queued(endpoint)).toEqual(events.map((event) => event.id))
      expect((await storage.webhooks.find(endpoint.id))!.events).toEqual(['*'])
    })

    test('decision "Everything that is kept has an owner, a bound and an end": what is no part of the public record is kept where it is heard, for its time, and goes with its deliveries', async () => {
      const [keyId, deafId] = [newKey(), newKey()]
      const mint = id('mint') as Mint
      const endpoint = await add(keyId, { events: ['*'] })
      await add(deafId, { events: ['launch.created'] })
      const kept = async () => (await storage.events.list(mint)).map(({ type }) => type as string)
      const prune = (dayMs: number, monthMs: number) => storage.events.prune({ dayMs: later(dayMs), monthMs: later(monthMs) }, 100)
      for (const type of ['dryRun.created', 'job.created', 'launch.failed'] as const) await emit(deafId, { type, mint })
      expect(await kept()).toEqual([])

      const types = ['launch.created', 'dryRun.created', 'job.created'] as const
      for (const [index, type] of types.entries()) await emit(keyId, { type, mint, atMs: later(index) })
      await prune(1, 2)
      expect(await kept()).toEqual([...types])
      await prune(2, 2)
      expect(await kept()).toEqual(['launch.created', 'job.created'])
      expect(await queued(endpoint)).toHaveLength(2)
      await prune(50, 50)
      expect(await kept()).toEqual(['launch.created'])
      expect(await queued(endpoint)).toHaveLength(1)
    })

    test('decision "Ready": the backlog counts what waits for endpoints that are on, and since when a due queue is nobody’s', async () => {
      const empty = await storage.webhooks.backlog(nowMs)
      const keyId = newKey()
      const endpoint = await add(keyId)
      await add(keyId, { disabled: 'gone' })
      for (const ms of [5, 9]) await emit(keyId, { atMs: later(-1_000_000 + ms) })
      const oldestAtMs = later(-1_000_000 + 5)
      const backlog = (atMs = nowMs) => storage.webhooks.backlog(atMs)
      expect(await backlog()).toEqual({ pending: empty.pending + 2, oldestAtMs, overdueSinceMs: oldestAtMs })

      const lease = (await claim(endpoint))!
      expect((await backlog(later(29_000))).overdueSinceMs).not.toBe(oldestAtMs)
      expect((await backlog()).pending).toBe(empty.pending + 2)
      await storage.webhooks.finishTurn(endpoint.id, lease, { ...rested, tried: [], nextAttemptAtMs: later(60_000) }, nowMs)
      expect((await backlog(later(59_999))).oldestAtMs).toBe(oldestAtMs)
      await storage.webhooks.delete(endpoint.id)
      expect((await backlog()).pending).toBe(empty.pending)
    })
  })
}
