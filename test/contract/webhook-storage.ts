import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { OPERATOR_KEY_ID } from '../../src/domain/api-key.ts'
import { type DeliveryId, type KeyId, type Mint, type UnixMs, type WebhookId, unixMs } from '../../src/domain/brands.ts'
import type { CoinEvent } from '../../src/domain/events.ts'
import type { DeliveryAttempt, WebhookEndpoint } from '../../src/domain/webhooks/webhook.ts'
import type { Storage } from '../../src/ports/storage/storage.ts'
import type { TurnResult } from '../../src/ports/storage/webhooks.ts'

const nowMs = unixMs(1_800_000_000_000)
const later = (ms: number) => unixMs(nowMs + ms)
/** When everything that waits is due. */
const someDay = later(1e12)
let made = 0
const id = (prefix: string) => `${prefix}_${++made}`
const newKey = () => id('ak') as KeyId

const endpointOf = (keyId: KeyId, changes: Partial<WebhookEndpoint> = {}): WebhookEndpoint => ({
  id: id('wh') as WebhookId,
  keyId,
  url: 'https://public.test/hook',
  format: 'standard',
  sealedUrl: null,
  events: ['launch.created', 'feeShare.locked'],
  label: null,
  disabled: null,
  sealedSecret: 'v1.sealed',
  previous: null,
  firstFailedAtMs: null,
  failures: 0,
  createdAtMs: nowMs,
  ...changes,
})
const eventOf = (keyId: KeyId, changes: Partial<CoinEvent> = {}) =>
  ({
    id: id('evt'),
    type: 'launch.created',
    mint: null,
    keyId,
    atMs: nowMs,
    data: { name: 'Zoë', lamports: 2n ** 60n } as never,
    ...changes,
  }) as CoinEvent
const attempt: DeliveryAttempt = { atMs: nowMs, status: 200, durationMs: 5, answerStart: 'ok\u0000', error: null }
const rested: Omit<TurnResult, 'tried'> = { nextAttemptAtMs: nowMs, firstFailedAtMs: null, failures: 0, disabled: null }
const page = { limit: 50, cursor: null }

/** What every storage promises of webhooks, run over each. `fresh` opens an empty one. */
export function webhookContract(name: string, fresh: () => Promise<Storage>): void {
  describe(`webhook contract: ${name}`, () => {
    let storage: Storage
    beforeAll(async () => {
      storage = await fresh()
    })
    afterAll(() => storage.close())

    const add = async (keyId: KeyId, changes?: Partial<WebhookEndpoint>) => {
      const endpoint = endpointOf(keyId, changes)
      await storage.webhooks.insert(endpoint)
      return endpoint
    }
    const emit = async (keyId: KeyId, changes?: Partial<CoinEvent>) => {
      const event = eventOf(keyId, changes)
      await storage.events.insert(event)
      return event
    }
    const queued = async (endpoint: WebhookEndpoint) =>
      (await storage.webhooks.queue(endpoint.id, someDay, 100)).map(({ event }) => event.id)
    const claim = async (endpoint: WebhookEndpoint, atMs = nowMs, lease = id('lease')) => {
      const claimed = await storage.webhooks.claimDue({ id: lease, nowMs: atMs, untilMs: unixMs(atMs + 30_000), endpointsMax: 100 })
      return claimed.some((other) => other.id === endpoint.id) ? lease : null
    }

    test('rules 10.21: insert, find, list, count and delete', async () => {
      const keyId = newKey()
      const first = await add(keyId, { label: 'prod', createdAtMs: nowMs })
      const second = await add(keyId, { createdAtMs: later(1) })
      const foreign = await add(newKey())
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

    test('decision "Webhooks are first tried in the order of the events": endpoints of a revoked key hear nothing more', async () => {
      const keyId = newKey()
      const endpoint = await add(keyId)
      const row = { label: 'x', agentName: null, model: null, fingerprint: 'x', launchesPerHour: 5, requireApproval: false, ops: false }
      await storage.keys.insert(
        { ...row, id: keyId, referral: null, active: true, previous: null, createdAtMs: nowMs, lastUsedAtMs: null },
        { hash: id('hash'), claimAddress: null, claimSite: null },
      )
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
        for (const type of ['launch.created', 'feeShare.locked'] as const) {
          const event = eventOf(keyId, { type, id: id(type === 'launch.created' ? 'evt_z' : 'evt_a') })
          await tx.events.insert(event)
          events.push(event.id)
        }
      })
      events.push((await emit(keyId, { atMs: unixMs(nowMs - 60_000) })).id, (await emit(keyId)).id)
      expect(await queued(endpoint)).toEqual(events)
      const [head] = await storage.webhooks.queue(endpoint.id, someDay, 1)
      expect(head).toMatchObject({ attempts: [], event: { id: events[0], data: { name: 'Zoë', lamports: 2n ** 60n } } })
      const log = await storage.webhooks.listDeliveries(endpoint.id, { limit: 3, cursor: null })
      expect(log.rows.map((row) => row.eventId)).toEqual(events.slice(1).reverse())
      const rest = await storage.webhooks.listDeliveries(endpoint.id, { limit: 3, cursor: log.nextCursor })
      expect(rest).toMatchObject({
        rows: [{ eventId: events[0], eventType: 'launch.created', state: 'pending', attempts: [] }],
        nextCursor: null,
      })
    })

    test('rules 10.21: a claim leases an endpoint with something due to one caller, until the turn or the lease ends', async () => {
      const keyId = newKey()
      const endpoint = await add(keyId)
      expect(await claim(endpoint)).toBeNull()
      await emit(keyId)
      const lease = (await claim(endpoint))!
      expect(lease).not.toBeNull()
      expect(await claim(endpoint)).toBeNull()
      expect(await claim(endpoint, later(29_999))).toBeNull()
      expect(await storage.webhooks.finishTurn(endpoint.id, lease, { ...rested, tried: [] }, nowMs)).toBe(true)
      expect(await claim(endpoint)).not.toBeNull()
      // The second worker was killed: its lease runs out.
      expect(await claim(endpoint, later(30_000))).not.toBeNull()
    })

    test('rules 10.21: the only process ends every lease at its start', async () => {
      const keyId = newKey()
      const endpoint = await add(keyId)
      await emit(keyId)
      expect(await claim(endpoint)).not.toBeNull()
      await storage.webhooks.releaseLeases()
      expect(await claim(endpoint)).not.toBeNull()
    })

    test('rules 10.21: of many callers at once, one gets the endpoint', async () => {
      const keyId = newKey()
      const endpoint = await add(keyId)
      await emit(keyId)
      const claims = Array.from({ length: 8 }, () =>
        storage.transaction(async (tx) => {
          await tx.lock('webhook claims')
          return tx.webhooks.claimDue({ id: id('lease'), nowMs, untilMs: later(1), endpointsMax: 100 })
        }),
      )
      expect((await Promise.all(claims)).flat().filter((claimed) => claimed.id === endpoint.id).length).toBe(1)
    })

    test('rules 10.21: a claim takes no more than it is asked for, the longest waiting first', async () => {
      await claim(endpointOf(newKey()), later(100_000))
      const keyId = newKey()
      const endpoints = [await add(keyId), await add(keyId), await add(keyId)]
      await emit(keyId)
      const order: string[] = []
      for (let turn = 0; turn < 6; turn += 1) {
        const atMs = later(turn)
        const claimed = await storage.webhooks.claimDue({ id: `lease ${turn}`, nowMs: atMs, untilMs: later(40_000), endpointsMax: 1 })
        expect(claimed.length).toBe(1)
        order.push(claimed[0]!.id)
        await storage.webhooks.finishTurn(claimed[0]!.id, `lease ${turn}`, { ...rested, tried: [] }, atMs)
      }
      const ids = endpoints.map((endpoint) => endpoint.id as string).sort()
      expect([order.slice(0, 3).sort(), order.slice(3).sort()]).toEqual([ids, ids])
      for (const endpoint of endpoints) await storage.webhooks.delete(endpoint.id)
    })

    test('rules 10.21: a turn that lost its lease records nothing', async () => {
      const keyId = newKey()
      const endpoint = await add(keyId)
      await emit(keyId)
      const [delivery] = await storage.webhooks.queue(endpoint.id, someDay, 1)
      const result = { ...rested, tried: [{ id: delivery!.id, attempts: [attempt], state: 'delivered' as const, dueAtMs: nowMs }] }
      const lease = (await claim(endpoint))!
      const next = (await claim(endpoint, later(30_000)))!
      expect(await storage.webhooks.finishTurn(endpoint.id, lease, result, nowMs)).toBe(false)
      expect((await queued(endpoint)).length).toBe(1)
      expect(await storage.webhooks.finishTurn(endpoint.id, next, result, nowMs)).toBe(true)
      expect(await storage.webhooks.finishTurn(endpoint.id, next, result, nowMs)).toBe(false)
      expect(await queued(endpoint)).toEqual([])
      expect((await storage.webhooks.listDeliveries(endpoint.id, page)).rows).toMatchObject([{ state: 'delivered', attempts: [attempt] }])
    })

    describe('rules 10.21: a delivery that failed', () => {
      const failed = { ...attempt, status: null, error: 'it could not be reached, or broke off' }
      const fail = async (endpoint: WebhookEndpoint, rest: Partial<TurnResult> = {}, lease?: string) => {
        const [head] = await storage.webhooks.queue(endpoint.id, someDay, 1)
        const tried = [{ id: head!.id, attempts: [failed], state: 'pending' as const, dueAtMs: later(5_000) }]
        const turn = { ...rested, firstFailedAtMs: nowMs, failures: 1, tried, ...rest }
        await storage.webhooks.finishTurn(endpoint.id, lease ?? (await claim(endpoint))!, turn, nowMs)
        return head!.id
      }

      test('waits for its own next attempt; what is behind it is due', async () => {
        const keyId = newKey()
        const endpoint = await add(keyId)
        const [first, second] = [await emit(keyId), await emit(keyId)]
        await fail(endpoint)
        const due = async (atMs: UnixMs) => (await storage.webhooks.queue(endpoint.id, atMs, 9)).map(({ event }) => event.id)
        expect([await due(later(4_999)), await due(later(5_000))]).toEqual([[second.id], [first.id, second.id]])
        const { rows } = await storage.webhooks.listDeliveries(endpoint.id, page)
        expect(rows.map(({ nextAttemptAtMs }) => nextAttemptAtMs)).toEqual([null, later(5_000)])
        const [behind] = await storage.webhooks.queue(endpoint.id, nowMs, 9)
        const done = { id: behind!.id, attempts: [attempt], state: 'delivered' as const, dueAtMs: nowMs }
        await storage.webhooks.finishTurn(endpoint.id, (await claim(endpoint))!, { ...rested, tried: [done] }, nowMs)
        expect(await claim(endpoint, later(4_999))).toBeNull()
        expect(await claim(endpoint, later(5_000))).not.toBeNull()
        expect((await storage.webhooks.queue(endpoint.id, later(5_000), 9)).map(({ attempts }) => attempts)).toEqual([[failed]])
      })

      test('may rest the endpoint: nobody claims it until then; a redelivery of what waits ends both waits', async () => {
        const keyId = newKey()
        const endpoint = await add(keyId)
        await emit(keyId)
        await emit(keyId)
        const id = await fail(endpoint, { nextAttemptAtMs: later(20_000), failures: 3 })
        expect(await storage.webhooks.find(endpoint.id)).toMatchObject({ firstFailedAtMs: nowMs, failures: 3 })
        expect(await claim(endpoint, later(19_999))).toBeNull()
        await fail(endpoint, { nextAttemptAtMs: later(80_000) }, (await claim(endpoint, later(20_000)))!)
        const unused = 'dlv_unused' as DeliveryId
        expect(await storage.webhooks.redeliver(endpoint.id, id, unused, nowMs)).toMatchObject({
          id,
          state: 'pending',
          nextAttemptAtMs: null,
        })
        expect(await claim(endpoint)).not.toBeNull()
        expect((await storage.webhooks.queue(endpoint.id, nowMs, 9)).map(({ attempts }) => attempts.length)).toEqual([1, 0])
      })
    })

    test('nobody delivers to the endpoints of a revoked key, what waited for them included', async () => {
      const keyId = newKey()
      const endpoint = await add(keyId)
      const row = { label: 'x', agentName: null, model: null, fingerprint: 'x', launchesPerHour: 5, requireApproval: false, ops: false }
      await storage.keys.insert(
        { ...row, id: keyId, referral: null, active: true, previous: null, createdAtMs: nowMs, lastUsedAtMs: null },
        { hash: id('hash'), claimAddress: null, claimSite: null },
      )
      const before = await storage.webhooks.backlog(nowMs)
      await emit(keyId)
      expect((await storage.webhooks.backlog(nowMs)).pending).toBe(before.pending + 1)
      await storage.keys.revoke(keyId)
      expect(await claim(endpoint)).toBeNull()
      expect(await storage.webhooks.backlog(nowMs)).toEqual(before)
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

    test('rules 10.21: a disabled endpoint is claimed by nobody until it is enabled, and then gets what waited', async () => {
      const keyId = newKey()
      const endpoint = await add(keyId)
      await emit(keyId)
      const [waiting] = await storage.webhooks.queue(endpoint.id, nowMs, 1)
      const lease = (await claim(endpoint))!
      await storage.webhooks.finishTurn(
        endpoint.id,
        lease,
        {
          firstFailedAtMs: nowMs,
          failures: 7,
          nextAttemptAtMs: later(1e9),
          disabled: 'failing',
          tried: [{ id: waiting!.id, attempts: [attempt], state: 'pending', dueAtMs: later(1e9) }],
        },
        nowMs,
      )
      expect(await claim(endpoint, later(2e9))).toBeNull()
      expect(await storage.webhooks.enable(endpoint.id)).toMatchObject({ disabled: null, firstFailedAtMs: null, failures: 0 })
      expect(await claim(endpoint, later(1))).not.toBeNull()
      expect(await storage.webhooks.enable('wh_none' as WebhookId)).toBeNull()
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

    test('decision "Everything that is kept has an owner, a bound and an end": prune removes what ended before, and nothing that waits', async () => {
      const keyId = newKey()
      const endpoint = await add(keyId)
      const [first, second, waiting] = [await emit(keyId), await emit(keyId), await emit(keyId)]
      const end = async (atMs: typeof nowMs) => {
        const [head] = await storage.webhooks.queue(endpoint.id, someDay, 1)
        const lease = (await claim(endpoint, atMs))!
        await storage.webhooks.finishTurn(
          endpoint.id,
          lease,
          { ...rested, tried: [{ id: head!.id, attempts: [attempt], state: 'failed', dueAtMs: atMs }] },
          atMs,
        )
      }
      await end(nowMs)
      await end(later(1_000))
      await storage.webhooks.prune(later(1_000), 1_000)
      const left = (await storage.webhooks.listDeliveries(endpoint.id, page)).rows.map((row) => row.eventId)
      expect(left).toEqual([waiting.id, second.id])
      expect(left).not.toContain(first.id)
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

    test('decision "Events of plans, failed launches and jobs are kept only while an endpoint waits for them": what is no part of the public record is kept where it is heard, for its time, and goes with its deliveries', async () => {
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
