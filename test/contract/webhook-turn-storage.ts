import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { DeliveryId, UnixMs, WebhookId } from '../../src/domain/brands.ts'
import type { WebhookEndpoint } from '../../src/domain/webhooks/webhook.ts'
import { NO_BOUNDS } from '../../src/domain/keys/key-bounds.ts'
import type { Storage } from '../../src/ports/storage/storage.ts'
import type { TurnResult } from '../../src/ports/storage/webhooks.ts'
import { attempt, later, nowMs, rested, someDay, webhookRows } from '../support/webhook-rows.ts'

const page = { limit: 50, cursor: null }

/** What every storage promises of the turns in which webhooks are delivered, run over each. `fresh` opens an empty one. */
export function webhookTurnContract(name: string, fresh: () => Promise<Storage>): void {
  describe(`rules 10.21: webhook turn contract: ${name}`, () => {
    let storage: Storage
    beforeAll(async () => {
      storage = await fresh()
    })
    afterAll(() => storage.close())
    const { newKey, id, endpointOf, add, emit, queued, claim } = webhookRows(() => storage)

    test('decision "The sealing key rotates": what is sealed is replaced, but where the secret was rotated since', async () => {
      const endpoint = await add(newKey(), { previous: { sealedSecret: 'v1.before', untilMs: someDay }, sealedUrl: 'v1.url' })
      const anew = { sealedSecret: 'v1.anew', previousSealedSecret: 'v1.before-anew', sealedUrl: 'v1.url-anew' }
      expect(await storage.webhooks.reseal(endpoint, anew)).toBe(true)
      const previous = { sealedSecret: 'v1.before-anew', untilMs: someDay }
      const resealed = { ...endpoint, sealedSecret: 'v1.anew', previous, sealedUrl: 'v1.url-anew' }
      expect(await storage.webhooks.find(endpoint.id)).toEqual(resealed)
      expect(await storage.webhooks.reseal(endpoint, { ...anew, sealedSecret: 'v1.late' })).toBe(false)
      expect(await storage.webhooks.find(endpoint.id)).toEqual(resealed)
      await storage.webhooks.delete(endpoint.id)
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
        { ...row, id: keyId, referral: null, active: true, previous: null, bounds: NO_BOUNDS, createdAtMs: nowMs, lastUsedAtMs: null },
        { hash: id('hash'), claimAddress: null, claimSite: null },
      )
      const before = await storage.webhooks.backlog(nowMs)
      await emit(keyId)
      expect((await storage.webhooks.backlog(nowMs)).pending).toBe(before.pending + 1)
      await storage.keys.revoke(keyId)
      expect(await claim(endpoint)).toBeNull()
      expect(await storage.webhooks.backlog(nowMs)).toEqual(before)
    })

    test('decision "What a key is kept to": nobody delivers to its endpoints, what waited included, until its end is put off', async () => {
      const keyId = newKey()
      const endpoint = await add(keyId)
      const row = { label: 'x', agentName: null, model: null, fingerprint: 'x', launchesPerHour: 5, requireApproval: false, ops: false }
      const bounds = { ...NO_BOUNDS, expiresAtMs: later(5) }
      await storage.keys.insert(
        { ...row, id: keyId, referral: null, active: true, previous: null, bounds, createdAtMs: nowMs, lastUsedAtMs: null },
        { hash: id('hash'), claimAddress: null, claimSite: null },
      )
      const before = await storage.webhooks.backlog(later(5))
      await emit(keyId)
      expect((await storage.webhooks.backlog(later(4))).pending).toBe(before.pending + 1)
      expect(await claim(endpoint, later(5))).toBeNull()
      expect(await storage.webhooks.backlog(later(5))).toEqual(before)
      await emit(keyId, { atMs: later(5) })
      await storage.keys.update(keyId, { bounds: { ...NO_BOUNDS, expiresAtMs: later(9) } })
      expect(await claim(endpoint, later(5))).not.toBeNull()
      expect(await storage.webhooks.queue(endpoint.id, later(5), 9)).toHaveLength(1)
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
      expect(await storage.webhooks.enable(endpoint.id, 'failing')).toMatchObject({ disabled: null, firstFailedAtMs: null, failures: 0 })
      expect(await claim(endpoint, later(1))).not.toBeNull()
      expect(await storage.webhooks.enable('wh_none' as WebhookId, 'failing')).toBeNull()
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
  })
}
