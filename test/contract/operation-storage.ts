import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { DryRunId, KeyId, Mint, OperationId, UnixMs } from '../../src/domain/brands.ts'
import type { Storage } from '../../src/ports/storage/storage.ts'
import { at, crankRow, launchRow, lockRow, T0 } from '../support/storage-rows.ts'

/** Every storage must pass this with its operations, and the idempotency keys that they are bound to. */
export function operationContract(name: string, fresh: () => Promise<Storage>): void {
  describe(`operation contract: ${name}`, () => {
    let storage: Storage
    beforeAll(async () => {
      storage = await fresh()
    })
    afterAll(() => storage.close())
    const end = (id: string, state: 'done' | 'failed' | 'locked', ms: number) =>
      storage.operations.finish(id as OperationId, { state, failure: null, result: null }, at(ms))

    test('rules 10.13: one living operation for each dry-run and claim, and one in flight of a kind on a coin', async () => {
      const insert = (id: string, changes: object) => storage.operations.insert(launchRow(id, changes), T0)
      const insertCrank = (id: string) => storage.operations.insert(crankRow(id, { mint: 'm' as Mint }), T0)
      expect(await insert('op_a', { dryRunId: 'dr_1' })).not.toBeNull()
      expect(await insert('op_b', { dryRunId: 'dr_1' })).toBeNull()
      expect(await insert('op_c', { idempotencyId: 'i1' })).not.toBeNull()
      expect(await insert('op_d', { idempotencyId: 'i1' })).toBeNull()
      expect(await insertCrank('op_e')).not.toBeNull()
      expect(await insertCrank('op_f')).toBeNull()
      // Dead, and so out of the way.
      await storage.operations.finish(
        'op_a' as OperationId,
        { state: 'failed', failure: { code: 'launch_expired', context: {} }, result: null },
        at(1),
      )
      await storage.operations.finish('op_e' as OperationId, { state: 'done', failure: null, result: { ok: true } as never }, at(1))
      expect(await insert('op_b', { dryRunId: 'dr_1' })).not.toBeNull()
      expect(await insertCrank('op_f')).not.toBeNull()
    })

    test('rules 10.13: of parallel ends of one operation one wins, and a finished one neither moves nor is claimed', async () => {
      const id = 'op_end' as OperationId
      await storage.operations.insert(launchRow(id), at(-50))
      expect(await storage.operations.advance(id, 'prepared', 'broadcast')).toMatchObject({ state: 'broadcast' })
      const ends = await Promise.all(
        ['locked', 'failed', 'locked'].map((state) =>
          storage.operations.finish(id, { state: state as 'locked', failure: null, result: { n: 1n } as never }, at(2)),
        ),
      )
      expect(ends.filter((won) => won !== null)).toHaveLength(1)
      expect(await storage.operations.advance(id, 'broadcast', 'live')).toBeNull()
      const due = await storage.operations.claimDue({ beforeMs: at(-49), leaseUntilMs: at(99), limit: 10 })
      expect(due.map((operation) => operation.id as string)).not.toContain(id as string)
      expect((await storage.operations.find(id))!.result).toEqual({ n: 1n } as never)
    })

    test('rules 10.13: an operation that is due is claimed by one of several, and is due again when its lease ends', async () => {
      const id = 'op_due' as OperationId
      await storage.operations.insert(lockRow(id, { mint: 'm-due' as Mint }), at(-9_000))
      const claim = (beforeMs: number) => storage.operations.claimDue({ beforeMs: at(beforeMs), leaseUntilMs: at(-8_000), limit: 10 })
      const claims = await Promise.all([claim(-8_500), claim(-8_500), claim(-8_500)])
      expect(claims.flat().filter((operation) => operation.id === id)).toHaveLength(1)
      expect((await claim(-8_000)).map((operation) => operation.id as string)).toContain(id as string)
    })

    test('rules 10.13: an operation that is put off is due at that time and not before, and one that has ended never', async () => {
      const [id, ended] = ['op_later', 'op_over'] as [OperationId, OperationId]
      for (const each of [id, ended]) await storage.operations.insert(crankRow(each, { mint: `m-${each}` as Mint }), at(-9_000))
      await end(ended, 'done', 1)
      for (const each of [id, ended]) await storage.operations.postpone(each, at(-7_000))
      const due = async (beforeMs: number) =>
        (await storage.operations.claimDue({ beforeMs: at(beforeMs), leaseUntilMs: at(99), limit: 100 })).map((operation) => operation.id)
      expect([(await due(-7_001)).includes(id), (await due(-7_000)).filter((each) => each === id || each === ended)]).toEqual([false, [id]])
    })

    test('rules 10.17: an idempotency key: one claim wins, another body is refused, the end opens the replay window', async () => {
      const key = { scope: 's', key: 'k', fingerprint: 'f' }
      const claim = (id: string, ms: number, changes = {}) =>
        storage.idempotency.claim({ id, ...key, ...changes, nowMs: at(ms), leaseMs: 100 })
      const claims = await Promise.all(['i1', 'i2', 'i3'].map((id) => claim(id, 0)))
      expect(claims.filter(({ outcome }) => outcome === 'claimed')).toHaveLength(1)
      expect(claims.filter(({ outcome }) => outcome === 'running')).toHaveLength(2)
      const id = ['i1', 'i2', 'i3'][claims.findIndex(({ outcome }) => outcome === 'claimed')]!
      expect(await claim('i4', 1, { fingerprint: 'other' })).toEqual({ outcome: 'reused' })
      expect(await storage.idempotency.bind(id, 'op_k' as OperationId)).toBe(true)
      expect(await storage.idempotency.bind(id, 'op_l' as OperationId)).toBe(false)
      expect(await storage.idempotency.release(id)).toBe(false)
      expect(await claim('i5', 5_000)).toEqual({ outcome: 'running' })
      await storage.idempotency.finish(id, at(9_000))
      expect(await claim('i6', 8_999)).toEqual({ outcome: 'finished', operationId: 'op_k' as OperationId })
      expect(await storage.idempotency.peek({ ...key, nowMs: at(9_000) })).toBeNull()
      expect(await claim('i7', 9_000)).toEqual({ outcome: 'claimed' })
      // Its process died before it had an operation: the lease gives the key back, and the late one cannot bind any more.
      expect(await claim('i8', 9_100)).toEqual({ outcome: 'claimed' })
      expect(await storage.idempotency.bind('i7', 'op_m' as OperationId)).toBe(false)
      expect([await storage.idempotency.release('i7'), await storage.idempotency.release('i8')]).toEqual([false, true])
      expect(await claim('i8', 9_100)).toEqual({ outcome: 'claimed' })
      await storage.idempotency.releaseOrphans()
      expect(await claim('i9', 9_101)).toEqual({ outcome: 'claimed' })
      // A start frees what has no operation, and nothing else.
      expect(await storage.idempotency.bind('i9', 'op_n' as OperationId)).toBe(true)
      await storage.idempotency.releaseOrphans()
      expect(await claim('i10', 9_102)).toEqual({ outcome: 'running' })
      await storage.idempotency.finish('i9', at(9_102))
    })

    test('rules 4.4: operations of a kind are listed newest first: all, by state, and those under way since a time', async () => {
      const write = (id: string, createdAtMs: UnixMs) =>
        storage.operations.insert(crankRow(`listed ${id}`, { createdAtMs, mint: `listed ${id}` as Mint }), createdAtMs)
      await write('old', at(-500_000))
      await write('new', at(-400_000))
      await write('done', at(-300_000))
      await storage.operations.finish('listed done' as OperationId, { state: 'done', failure: null, result: null }, at(-200_000))
      const idsOf = async (...how: Parameters<typeof storage.operations.list>) =>
        (await storage.operations.list(...how)).rows.map(({ id }) => id as string).filter((id) => id.startsWith('listed'))
      const page = { limit: 100, cursor: null }
      expect(await idsOf('crank', page)).toEqual(['listed done', 'listed new', 'listed old'])
      expect(await idsOf('crank', page, { state: 'done' })).toEqual(['listed done'])
      expect(await idsOf('crank', page, { unfinishedSinceMs: at(-400_000) })).toEqual(['listed new', 'listed old'])
      expect(await idsOf('crank', page, { unfinishedSinceMs: at(-400_001) })).toEqual(['listed old'])
      expect(await idsOf('buyback', page)).toEqual([])
    })

    test('rules 10.13: the operation of an idempotency claim is found while it is under way and when it has ended, and of another claim none', async () => {
      const { operations } = storage
      await operations.insert(crankRow('op_claimed', { idempotencyId: 'claim 1', mint: 'm-claimed' as Mint }), T0)
      await operations.insert(launchRow('op_claimed_too', { idempotencyId: 'claim 2' }), T0)
      expect(await operations.findByIdempotency('claim 1')).toMatchObject({ id: 'op_claimed', kind: 'crank', state: 'prepared' })
      await end('op_claimed', 'done', 5)
      expect(await operations.findByIdempotency('claim 1')).toMatchObject({ id: 'op_claimed', state: 'done', finishedAtMs: at(5) })
      expect(await operations.findByIdempotency('claim 2')).toEqual(launchRow('op_claimed_too', { idempotencyId: 'claim 2' }))
      expect([await operations.findByIdempotency('claim 3'), await operations.findByIdempotency('op_claimed')]).toEqual([null, null])
    })

    test('rules 10.10: of the operations of a dry-run the newest is found, a failed one too, and of another dry-run none', async () => {
      const { operations } = storage
      const dryRunId = 'dr_used' as DryRunId
      // Written in another order than their times and ids.
      await operations.insert(launchRow('op_used_b', { dryRunId, createdAtMs: at(20) }), T0)
      expect(await operations.findByDryRun(dryRunId)).toMatchObject({ id: 'op_used_b', kind: 'launch' })
      await end('op_used_b', 'failed', 21)
      expect(await operations.findByDryRun(dryRunId)).toMatchObject({ id: 'op_used_b', state: 'failed' })
      await operations.insert(launchRow('op_used_c', { dryRunId, createdAtMs: at(10) }), T0)
      expect(await operations.findByDryRun(dryRunId)).toMatchObject({ id: 'op_used_b' })
      await end('op_used_c', 'failed', 22)
      await operations.insert(lockRow('op_used_a', { dryRunId, createdAtMs: at(30) }), T0)
      expect(await operations.findByDryRun(dryRunId)).toEqual(lockRow('op_used_a', { dryRunId, createdAtMs: at(30) }))
      expect(await operations.findByDryRun('dr_unused' as DryRunId)).toBeNull()
    })

    test('decision "Alarms": what is under way is counted by kind, with the age of the oldest, and what has ended is not', async () => {
      const counted = () => storage.operations.countUnfinished('crank')
      const before = await counted()
      const write = (id: string, ms: number) =>
        storage.operations.insert(crankRow(id, { createdAtMs: at(ms), mint: `m-${id}` as Mint }), at(ms))
      await write('counted late', -1_000_000)
      await write('counted', -2_000_000)
      await storage.operations.insert(lockRow('counted lock', { createdAtMs: at(-3_000_000), mint: 'm-counted' as Mint }), at(0))
      expect(await counted()).toEqual({ count: before.count + 2, oldestAtMs: at(-2_000_000) })
      await end('counted', 'done', 0)
      expect(await counted()).toEqual({ count: before.count + 1, oldestAtMs: at(-1_000_000) })
      await end('counted late', 'failed', 0)
      expect(await counted()).toEqual(before)
      expect(await storage.operations.countUnfinished('buyback')).toEqual({ count: 0, oldestAtMs: null })
    })

    test('rules 10.13: the launch that a metadata id belongs to is found from its row on, under way or ended', async () => {
      const { operations } = storage
      const row = launchRow('op_described', { metadataId: 'metadata 1' })
      await operations.insert(row, T0)
      await operations.insert(launchRow('op_described_too', { metadataId: 'metadata 2' }), T0)
      expect(await operations.findByMetadata('metadata 1')).toEqual(row)
      await end('op_described', 'failed', 1)
      expect(await operations.findByMetadata('metadata 1')).toMatchObject({ id: 'op_described', state: 'failed' })
      expect(await operations.findByMetadata('metadata 3')).toBeNull()
    })

    test('rules 10.13: what is under way on a coin is found by its kind and its mint, until it has ended', async () => {
      const { operations } = storage
      const [mint, other] = ['m-busy' as Mint, 'm-idle' as Mint]
      await operations.insert(lockRow('op_busy', { mint }), T0)
      expect<unknown>(await operations.findUnfinished('wire-fees', mint)).toEqual(lockRow('op_busy', { mint }))
      expect([await operations.findUnfinished('crank', mint), await operations.findUnfinished('wire-fees', other)]).toEqual([null, null])
      await operations.advance('op_busy' as OperationId, 'prepared', 'live')
      expect(await operations.findUnfinished('wire-fees', mint)).toMatchObject({ id: 'op_busy', state: 'live' })
      await end('op_busy', 'failed', 1)
      expect(await operations.findUnfinished('wire-fees', mint)).toBeNull()
    })

    test('decision "Cranks of one coin within 3 s": the newest of a kind that was done on a coin since then, that instant included', async () => {
      const { operations } = storage
      const mint = 'm-repeated' as Mint
      const recent = async (ms: number, kind: 'crank' | 'wire-fees' = 'crank', of = mint) =>
        ((await operations.findRecent(kind, of, at(ms)))?.id as string | undefined) ?? null
      const crank = async (id: string, state: 'done' | 'failed', ms: number) => {
        await operations.insert(crankRow(id, { mint }), T0)
        expect(await recent(ms)).toBeNull()
        await end(id, state, ms)
      }
      await crank('op_done_b', 'done', 100)
      expect([await recent(99), await recent(100), await recent(101)]).toEqual(['op_done_b', 'op_done_b', null])
      await crank('op_done_a', 'done', 200)
      expect([await recent(100), await recent(200)]).toEqual(['op_done_a', 'op_done_a'])
      // What failed answers nobody.
      await crank('op_failed', 'failed', 300)
      expect([await recent(200), await recent(201)]).toEqual(['op_done_a', null])
      expect([await recent(0, 'wire-fees'), await recent(0, 'crank', 'm-other' as Mint)]).toEqual([null, null])
    })

    test('rules 10.1: the newest launch of a mint that failed, and no other', async () => {
      const { operations } = storage
      const mint = 'm-failed' as Mint
      const failed = async () => ((await operations.findFailedLaunch(mint))?.id as string | undefined) ?? null
      await operations.insert(launchRow('op_fails', { mint }), T0)
      expect(await failed()).toBeNull()
      await end('op_fails', 'failed', 1)
      expect([await failed(), await operations.findFailedLaunch('m-other' as Mint)]).toEqual(['op_fails', null])
    })

    test('rules 10.26: launches of a key, or of all, newest first, failed ones too, and nothing else of it', async () => {
      const { operations } = storage
      const [keyId, otherId] = ['ak_lists' as KeyId, 'ak_lists_too' as KeyId]
      const times = { b: 900_000, c: 900_000, a: 900_001 }
      for (const [id, ms] of Object.entries(times)) await operations.insert(launchRow(`listed_${id}`, { keyId, createdAtMs: at(ms) }), T0)
      await end('listed_b', 'failed', 900_009)
      await operations.insert(launchRow('listed_other', { keyId: otherId, createdAtMs: at(900_002) }), T0)
      await operations.insert(crankRow('listed_crank', { keyId, createdAtMs: at(900_003), mint: 'm-listed' as Mint }), T0)
      const idsOf = async (of: KeyId | null, limit = 100, cursor: string | null = null) => {
        const { rows, nextCursor } = await operations.listLaunches(of, { limit, cursor })
        return { ids: rows.map(({ id }) => id as string), nextCursor }
      }
      expect(await idsOf(keyId)).toEqual({ ids: ['listed_a', 'listed_c', 'listed_b'], nextCursor: null })
      const first = await idsOf(keyId, 2)
      expect(first.ids).toEqual(['listed_a', 'listed_c'])
      expect(await idsOf(keyId, 2, first.nextCursor)).toEqual({ ids: ['listed_b'], nextCursor: null })
      expect((await idsOf(null, 4)).ids).toEqual(['listed_other', 'listed_a', 'listed_c', 'listed_b'])
      expect((await idsOf('ak_lists_none' as KeyId)).ids).toEqual([])
    })

    test('rules 10.18: when a key launched after a time, oldest first: failed ones count, that instant does not', async () => {
      const { operations } = storage
      const keyId = 'ak_hour' as KeyId
      for (const ms of [300, 100, 200]) await operations.insert(launchRow(`hour_${ms}`, { keyId, createdAtMs: at(ms) }), T0)
      await end('hour_200', 'failed', 250)
      await operations.insert(lockRow('hour_lock', { keyId, createdAtMs: at(150), mint: 'm-hour' as Mint }), T0)
      await operations.insert(launchRow('hour_other', { keyId: 'ak_hour_too' as KeyId, createdAtMs: at(150) }), T0)
      const since = (ms: number) => operations.launchTimes(keyId, at(ms))
      expect([await since(99), await since(100), await since(300)]).toEqual([[at(100), at(200), at(300)], [at(200), at(300)], []])
      expect(await operations.launchTimes('ak_none' as KeyId, at(0))).toEqual([])
    })
  })
}
