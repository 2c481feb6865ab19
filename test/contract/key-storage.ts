import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { ApiKey } from '../../src/domain/api-key.ts'
import { type KeyId, lamports, type Wallet } from '../../src/domain/brands.ts'
import { type KeyBounds, NO_BOUNDS } from '../../src/domain/keys/key-bounds.ts'
import { checkLaunchLimits } from '../../src/features/launch/launch-limits.ts'
import type { Referral } from '../../src/domain/crew/fee-map.ts'
import type { Storage } from '../../src/ports/storage/storage.ts'
import { at, keyRow, launchRow, planRow, T0 } from '../support/storage-rows.ts'
import { webhookRows } from '../support/webhook-rows.ts'

/** Every storage must pass this with its keys. */
export function keyContract(name: string, fresh: () => Promise<Storage>): void {
  describe(`key contract: ${name}`, () => {
    let storage: Storage
    beforeAll(async () => {
      storage = await fresh()
    })
    afterAll(() => storage.close())

    test('rules 1.7: keys: found by hash while active, changed, revoked once, listed newest first with revoked ones', async () => {
      const referral: Referral = { code: 'FROG', wallet: 'w9' as Wallet, handle: 'frog' }
      await storage.keys.insert(keyRow('ak_1', { referral }), { hash: 'h1', claimAddress: 'addr', claimSite: 'site' })
      await storage.keys.insert(keyRow('ak_2', { createdAtMs: at(5) }), { hash: 'h2', claimAddress: 'addr', claimSite: null })
      expect(await storage.keys.findByHash('h1', T0)).toEqual(keyRow('ak_1', { referral }))
      expect(await storage.keys.update('ak_1' as KeyId, { requireApproval: true })).toMatchObject({ requireApproval: true, ops: false })
      expect(await storage.keys.claimTimes({ claimAddress: 'addr' }, T0)).toEqual([at(5)])
      expect(await storage.keys.claimTimes({ claimSite: 'site' }, at(-1))).toEqual([T0])
      const owners = ['ak_1', 'ak_2', 'ak_nobody'].map((id) => storage.keys.quotaOwner(id as KeyId))
      expect(await Promise.all(owners)).toEqual(['from site', 'from addr', 'ak_nobody'])
      await storage.keys.touch('ak_1' as KeyId, at(7))
      await storage.keys.touch('ak_1' as KeyId, at(9))
      expect((await storage.keys.find('ak_1' as KeyId))!.lastUsedAtMs).toBe(at(7))
      expect(await storage.keys.revoke('ak_1' as KeyId)).toMatchObject({ active: false })
      expect(await storage.keys.revoke('ak_1' as KeyId)).toBeNull()
      expect(await storage.keys.findByHash('h1', T0)).toBeNull()
      expect((await storage.keys.list({ limit: 9, cursor: null })).rows.map(({ id }) => id as string)).toEqual(['ak_2', 'ak_1'])
    })

    test('rules 2.6: keys: what one is kept to comes back as it was, is changed, and is taken away', async () => {
      const bounds: KeyBounds = {
        scopes: ['read', 'jobs'],
        addresses: ['2001:db8::/32'],
        expiresAtMs: at(9),
        launchesPerDay: 0,
        // More than a double holds.
        dailyBuyLamports: lamports(9_007_199_254_740_993n),
      }
      await storage.keys.insert(keyRow('ak_kept', { bounds }), { hash: 'kept', claimAddress: null, claimSite: null })
      expect((await storage.keys.findByHash('kept', T0))!.bounds).toEqual(bounds)
      const wider = { ...bounds, scopes: null }
      expect((await storage.keys.update('ak_kept' as KeyId, { bounds: wider }))!.bounds).toEqual(wider)
      expect((await storage.keys.update('ak_kept' as KeyId, { label: 'same' }))!.bounds).toEqual(wider)
      expect((await storage.keys.update('ak_kept' as KeyId, { bounds: NO_BOUNDS }))!.bounds).toEqual(NO_BOUNDS)
    })

    test('rules 2.6: of launches at once that fit into a key’s day one by one, those win that fit together', async () => {
      const keyId = 'ak_racing' as KeyId
      const plan = { ...planRow(), request: { ...planRow().request, initialBuyLamports: lamports(9_007_199_254_740_993n) } }
      const dailyBuyLamports = lamports(2n * 9_007_199_254_740_993n)
      const caller = {
        keyId,
        operator: false,
        ops: false,
        requireApproval: false,
        launchesPerHour: 100,
        referral: null,
        bounds: { ...NO_BOUNDS, dailyBuyLamports },
      }
      const launch = (id: string) =>
        storage.transaction(async (tx) => {
          await checkLaunchLimits(tx, caller, T0, plan.request)
          return tx.operations.insert(launchRow(id, { keyId, plan, createdAtMs: T0 }), T0)
        })
      const ends = await Promise.allSettled(['op_r1', 'op_r2', 'op_r3', 'op_r4'].map(launch))
      expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected'])
      for (const end of ends)
        if (end.status === 'rejected') expect(end.reason).toMatchObject({ code: 'key_not_allowed', context: { bound: 'solPerDay' } })
      expect(await storage.operations.initialBuys(keyId, T0)).toBe(dailyBuyLamports)
      expect(await storage.operations.initialBuys(keyId, at(1))).toBe(lamports(0n))
    })

    test('rules 2.6: keys: after a rotation the new text is good, and the one that is kept until its time', async () => {
      await storage.keys.insert(keyRow('ak_turned'), { hash: 't1-hash-long', claimAddress: null, claimSite: null })
      const find = (hash: string, nowMs = T0) => storage.keys.findByHash(hash, nowMs).then((key) => key?.id as string | undefined)
      const first = await storage.keys.rotate(keyRow('ak_turned'), { hash: 't2-hash-long', keep: { text: 'current', untilMs: at(10) } })
      expect(first).toEqual(keyRow('ak_turned', { fingerprint: 't2-hash-', previous: { fingerprint: 't1-hash-', untilMs: at(10) } }))
      expect(
        await Promise.all([find('t1-hash-long'), find('t1-hash-long', at(9)), find('t1-hash-long', at(10)), find('t2-hash-long', at(10))]),
      ).toEqual(['ak_turned', 'ak_turned', undefined, 'ak_turned'])
      // The text from before stays, and the one between them ends.
      const second = await storage.keys.rotate(first!, { hash: 't3-hash-long', keep: { text: 'previous', untilMs: at(5) } })
      expect(second!.previous).toEqual({ fingerprint: 't1-hash-', untilMs: at(5) })
      expect(await Promise.all(['t1-hash-long', 't2-hash-long', 't3-hash-long'].map((hash) => find(hash)))).toEqual([
        'ak_turned',
        undefined,
        'ak_turned',
      ])
      // None stays, and whoever still holds the row from before changes nothing.
      expect(await storage.keys.rotate(second!, { hash: 't4-hash-long', keep: null })).toMatchObject({ previous: null })
      expect(await storage.keys.rotate(second!, { hash: 't5-hash-long', keep: null })).toBeNull()
      expect(await Promise.all(['t1-hash-long', 't3-hash-long', 't4-hash-long', 't5-hash-long'].map((hash) => find(hash)))).toEqual([
        undefined,
        undefined,
        'ak_turned',
        undefined,
      ])
    })

    test('rules 2.6: keys: a revoked one is neither rotated nor found by the text from before', async () => {
      await storage.keys.insert(keyRow('ak_ended'), { hash: 'e1-hash-long', claimAddress: null, claimSite: null })
      const rotated = await storage.keys.rotate(keyRow('ak_ended'), { hash: 'e2-hash-long', keep: { text: 'current', untilMs: at(10) } })
      await storage.keys.revoke('ak_ended' as KeyId)
      expect(await storage.keys.findByHash('e1-hash-long', T0)).toBeNull()
      expect(await storage.keys.rotate(rotated!, { hash: 'e3-hash-long', keep: null })).toBeNull()
      expect(await storage.keys.findByHash('e3-hash-long', T0)).toBeNull()
    })

    test('decision "Everything that is kept has an owner, a bound and an end": claimed keys that nobody uses go with their webhooks, some at a time; minted ones and those with an operation stay', async () => {
      const DAY_MS = 86_400_000
      const old = { createdAtMs: at(-90 * DAY_MS) }
      const add = (id: string, changes: Partial<ApiKey> = old, claimAddress: string | null = 'prune') =>
        storage.keys.insert(keyRow(id, changes), { hash: `hash ${id}`, claimAddress, claimSite: null })
      for (const id of ['never used', 'never used too', 'launched']) await add(id)
      await add('minted', old, null)
      await add('just old enough', { createdAtMs: at(-30 * DAY_MS) })
      await add('used', { ...old, lastUsedAtMs: at(-60 * DAY_MS) })
      await add('used long ago', { ...old, lastUsedAtMs: at(-60 * DAY_MS - 1) })
      await storage.operations.insert(launchRow('op of a key', { keyId: 'launched' as KeyId }), T0)
      const { add: addEndpoint } = webhookRows(() => storage)
      const [gone, stays] = [await addEndpoint('never used' as KeyId), await addEndpoint('used' as KeyId)]
      const prune = (limit: number) => storage.keys.prune({ unusedBeforeMs: at(-30 * DAY_MS), idleBeforeMs: at(-60 * DAY_MS), limit })
      expect([await prune(2), await prune(2), await prune(2)]).toEqual([2, 1, 0])
      const ids = ['never used', 'never used too', 'used long ago', 'launched', 'minted', 'just old enough', 'used'] as KeyId[]
      const kept = await Promise.all(ids.map((id) => storage.keys.find(id)))
      expect(kept.flatMap((key) => (key ? [key.id as string] : []))).toEqual(ids.slice(3))
      expect([await storage.webhooks.find(gone.id), await storage.webhooks.find(stays.id)]).toEqual([null, stays])
    })
  })
}
