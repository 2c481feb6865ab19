import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Mint, OperationId, UnixMs } from '../../src/domain/brands.ts'
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
      expect(await storage.operations.advance(id, 'broadcast')).toMatchObject({ state: 'broadcast' })
      const ends = await Promise.all(
        ['locked', 'failed', 'locked'].map((state) =>
          storage.operations.finish(id, { state: state as 'locked', failure: null, result: { n: 1n } as never }, at(2)),
        ),
      )
      expect(ends.filter((won) => won !== null)).toHaveLength(1)
      expect(await storage.operations.advance(id, 'live')).toBeNull()
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
      await storage.idempotency.release(id)
      expect(await claim('i5', 5_000)).toEqual({ outcome: 'running' })
      await storage.idempotency.finish(id, at(9_000))
      expect(await claim('i6', 8_999)).toEqual({ outcome: 'finished', operationId: 'op_k' as OperationId })
      expect(await storage.idempotency.peek({ ...key, nowMs: at(9_000) })).toBeNull()
      expect(await claim('i7', 9_000)).toEqual({ outcome: 'claimed' })
      // Its process died before it had an operation: the lease gives the key back, and the late one cannot bind any more.
      expect(await claim('i8', 9_100)).toEqual({ outcome: 'claimed' })
      expect(await storage.idempotency.bind('i7', 'op_m' as OperationId)).toBe(false)
      await storage.idempotency.releaseOrphans()
      expect(await claim('i9', 9_101)).toEqual({ outcome: 'claimed' })
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
  })
}
