import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { DeliveryId, Mint, OperationId, Signature, WebhookId } from '../../src/domain/brands.ts'
import { yieldToEventLoop } from '../../src/lib/yield-to-event-loop.ts'
import type { Repos, Storage } from '../../src/ports/storage/storage.ts'
import { coinLock, coinRow, launchRow, remitRow } from '../support/storage-rows.ts'
import { attempt, later, nowMs, rested, someDay, webhookRows } from '../support/webhook-rows.ts'

/** Enough for a statement to reach a database and to wait there. */
const TURNS = 20_000

/** What two commits that cross leave behind, over every storage. `fresh` opens an empty one. */
export function crossingContract(name: string, fresh: () => Promise<Storage>): void {
  describe(`rules 10.13: two commits that cross leave what one after the other would: ${name}`, () => {
    let storage: Storage
    beforeAll(async () => {
      storage = await fresh()
    })
    afterAll(() => storage.close())
    const { newKey, id, add, emit, queued, claim } = webhookRows(() => storage)

    /** Begins `second` between two steps of a commit. */
    const between = async <Result>(
      first: (tx: Repos) => Promise<unknown>,
      second: () => Promise<Result>,
      rest: (tx: Repos) => Promise<unknown> = async () => {},
    ): Promise<Result> => {
      const begun: Promise<Result>[] = []
      await storage.transaction(async (tx) => {
        await first(tx)
        begun.push(second())
        for (let turn = 0; turn < TURNS; turn += 1) await yieldToEventLoop()
        await rest(tx)
      })
      return begun[0]!
    }

    test('a payment of a coin and the lock of another are both there', async () => {
      const [paid, other] = [coinRow('crossed'), coinRow('crossed too')]
      for (const coin of [paid, other]) await storage.coins.insert({ ...coin, feeShareLocked: false })
      const remit = remitRow('rm_crossed', { mint: paid.mint, signature: 's-crossed' as Signature })
      const inserted = await between(
        (tx) => tx.coins.graduate(paid.mint, nowMs),
        () => storage.remits.insert([remit]),
        (tx) => tx.coins.lock(other.mint, coinLock('crossed')),
      )
      expect(inserted).toBe(1)
      expect(await storage.coins.find(paid.mint)).toMatchObject({ graduatedAtMs: nowMs, paidAtomic: remit.amountAtomic })
      expect(await storage.coins.find(other.mint)).toMatchObject({ feeShareLocked: true })
    })

    test('a redelivery beside the turn in which the delivery ends is a copy', async () => {
      const keyId = newKey()
      const endpoint = await add(keyId)
      const event = await emit(keyId)
      const [delivery] = await storage.webhooks.queue(endpoint.id, someDay, 1)
      const lease = (await claim(endpoint))!
      const copyId = id('dlv') as DeliveryId
      const tried = [{ id: delivery!.id, attempts: [attempt], state: 'delivered' as const, dueAtMs: nowMs }]
      const again = await between(
        (tx) => tx.webhooks.finishTurn(endpoint.id, lease, { ...rested, tried }, nowMs),
        () => storage.webhooks.redeliver(endpoint.id, delivery!.id, copyId, later(9)),
      )
      expect(again).toMatchObject({ id: copyId, eventId: event.id, state: 'pending' })
      expect(await queued(endpoint)).toEqual([event.id])
    })

    test('a redelivery beside the turn in which the delivery ends, in a full log, leaves the endpoint at rest', async () => {
      const keyId = newKey()
      const endpoint = await add(keyId)
      await emit(keyId)
      const [delivery] = await storage.webhooks.queue(endpoint.id, someDay, 1)
      const lease = (await claim(endpoint))!
      const tried = [{ id: delivery!.id, attempts: [attempt], state: 'failed' as const, dueAtMs: nowMs }]
      const again = await between(
        (tx) => tx.webhooks.finishTurn(endpoint.id, lease, { ...rested, nextAttemptAtMs: later(20_000), tried }, nowMs),
        () => storage.webhooks.redeliver(endpoint.id, delivery!.id, id('dlv') as DeliveryId, later(9), 1),
      )
      expect(again).toBe('full')
      await emit(keyId)
      expect(await claim(endpoint, later(19_999))).toBeNull()
      expect(await claim(endpoint, later(20_000))).not.toBeNull()
    })

    test('an endpoint that was enabled and disabled again for another reason stays so', async () => {
      const keyId = newKey()
      const endpoint = await add(keyId)
      const disable = async (disabled: 'gone' | 'failing') => {
        await emit(keyId)
        const lease = (await claim(endpoint))!
        await storage.webhooks.finishTurn(endpoint.id, lease, { ...rested, disabled, tried: [] }, nowMs)
      }
      await disable('failing')
      expect(await storage.webhooks.enable(endpoint.id, 'failing')).toMatchObject({ disabled: null })
      expect(await storage.webhooks.enable(endpoint.id, 'failing')).toBeNull()
      await disable('gone')
      expect(await storage.webhooks.enable(endpoint.id, 'failing')).toBeNull()
      expect(await storage.webhooks.find(endpoint.id)).toMatchObject({ disabled: 'gone' })
      expect(await storage.webhooks.enable('wh_none' as WebhookId, 'gone')).toBeNull()
    })

    test('an operation that is live is not moved back by a driver that read it before', async () => {
      const { operations } = storage
      const crossing = 'op_crossing' as OperationId
      await operations.insert(launchRow(crossing, { mint: 'm-crossing' as Mint }), nowMs)
      expect(await operations.advance(crossing, 'prepared', 'live')).toMatchObject({ state: 'live' })
      expect(await operations.advance(crossing, 'prepared', 'broadcast')).toBeNull()
      expect(await operations.find(crossing)).toMatchObject({ state: 'live' })
    })
  })
}
