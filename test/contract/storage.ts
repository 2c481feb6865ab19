import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { lamports, type DryRunId, type KeyId, type Mint, type OperationId, type UnixMs, type Wallet } from '../../src/domain/brands.ts'
import type { Referral } from '../../src/domain/crew/fee-map.ts'
import type { OperatorAct } from '../../src/domain/operator/operator-act.ts'
import { planHash } from '../../src/domain/plan/plan.ts'
import type { Storage } from '../../src/ports/storage/storage.ts'
import type { PageRequest } from '../../src/ports/storage/page.ts'
import { at, coinLock, coinRow, dryRunRow, keyRow, crankRow, launchRow, lockRow, remitRow, T0 } from '../support/storage-rows.ts'

const KEEPER = { keyId: 'ak_1' as KeyId, atMs: T0 }

/** What every storage promises, run over each. `fresh` opens an empty one. */
export function storageContract(name: string, fresh: () => Promise<Storage>): void {
  describe(`storage contract: ${name}`, () => {
    let storage: Storage
    beforeAll(async () => {
      storage = await fresh()
    })
    afterAll(() => storage.close())

    test('a transaction that throws keeps nothing, and one that does not keeps all', async () => {
      const work = storage.transaction(async (tx) => {
        await tx.images.insert({ sha256: 'lost', contentType: 'image/png', bytes: new Uint8Array([1]) }, KEEPER)
        throw new Error('no')
      })
      expect(work).rejects.toThrow('no')
      await work.catch(() => {})
      expect(await storage.images.find('lost')).toBeNull()
      await storage.transaction((tx) =>
        tx.images.insert({ sha256: 'kept', contentType: 'image/gif', bytes: new Uint8Array([0, 255, 7]) }, KEEPER),
      )
      await storage.images.insert({ sha256: 'kept', contentType: 'image/png', bytes: new Uint8Array([1]) }, KEEPER)
      expect(await storage.images.find('kept')).toEqual({ sha256: 'kept', contentType: 'image/gif', bytes: expect.anything() })
      expect([...(await storage.images.find('kept'))!.bytes]).toEqual([0, 255, 7])
    })

    test('rules 1.7: keys: found by hash while active, changed, revoked once, listed newest first with revoked ones', async () => {
      const referral: Referral = { code: 'FROG', wallet: 'w9' as Wallet, handle: 'frog' }
      await storage.keys.insert(keyRow('ak_1', { referral }), { hash: 'h1', claimAddress: 'addr', claimSite: 'site' })
      await storage.keys.insert(keyRow('ak_2', { createdAtMs: at(5) }), { hash: 'h2', claimAddress: 'addr', claimSite: null })
      expect(await storage.keys.findByHash('h1', T0)).toEqual(keyRow('ak_1', { referral }))
      expect(await storage.keys.update('ak_1' as KeyId, { requireApproval: true })).toMatchObject({ requireApproval: true, ops: false })
      expect(await storage.keys.claimTimes({ claimAddress: 'addr' }, T0)).toEqual([at(5)])
      expect(await storage.keys.claimTimes({ claimSite: 'site' }, at(-1))).toEqual([T0])
      await storage.keys.touch('ak_1' as KeyId, at(7))
      await storage.keys.touch('ak_1' as KeyId, at(9))
      expect((await storage.keys.find('ak_1' as KeyId))!.lastUsedAtMs).toBe(at(7))
      expect(await storage.keys.revoke('ak_1' as KeyId)).toMatchObject({ active: false })
      expect(await storage.keys.revoke('ak_1' as KeyId)).toBeNull()
      expect(await storage.keys.findByHash('h1', T0)).toBeNull()
      expect((await storage.keys.list({ limit: 9, cursor: null })).rows.map(({ id }) => id as string)).toEqual(['ak_2', 'ak_1'])
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

    test('rules 10.10: a dry-run comes back as it was, its exact lamports and its hash too', async () => {
      const dryRun = dryRunRow('dr_same')
      await storage.dryRuns.insert(dryRun)
      const found = (await storage.dryRuns.find(dryRun.id))!
      expect(found).toEqual(dryRun)
      expect(planHash(found.plan)).toBe(found.planHash)
    })

    test('rules 3.1 and 10.10: of parallel approvals, reservations and spendings of one dry-run one wins', async () => {
      const id = 'dr_race' as DryRunId
      await storage.dryRuns.insert(dryRunRow(id))
      const read = (await storage.dryRuns.find(id))!
      const approve = (by: string) => storage.dryRuns.approve(read, { by: by as Wallet, atMs: at(1) }, { completes: true })
      const approvals = await Promise.all(['a', 'b', 'c'].map(approve))
      expect(approvals.filter((won) => won !== null)).toHaveLength(1)
      const held = await Promise.all(['x', 'y', 'z'].map((op) => storage.dryRuns.reserve(id, op as OperationId, at(2))))
      const winner = held.find((won) => won !== null)!.reservedBy!
      expect(held.filter((won) => won !== null)).toHaveLength(1)
      expect(await storage.dryRuns.consume(id, 'nobody' as OperationId, at(3))).toBeNull()
      await storage.dryRuns.release(id, winner)
      expect(await storage.dryRuns.reserve(id, 'again' as OperationId, at(3))).not.toBeNull()
      expect(await storage.dryRuns.consume(id, 'again' as OperationId, at(4))).toMatchObject({ consumedAtMs: at(4) })
      expect(await storage.dryRuns.reserve(id, 'more' as OperationId, at(5))).toBeNull()
      await storage.dryRuns.release(id, 'again' as OperationId)
      expect((await storage.dryRuns.find(id))!.reservedBy).toBe('again' as OperationId)
    })

    test('rules 3.1: an expired dry-run is neither approved nor held', async () => {
      const id = 'dr_late' as DryRunId
      await storage.dryRuns.insert(dryRunRow(id))
      const approval = { by: 'a' as Wallet, atMs: at(1_000) }
      expect(await storage.dryRuns.approve(dryRunRow(id), approval, { completes: true })).toBeNull()
      expect(await storage.dryRuns.reserve(id, 'o' as OperationId, at(1_000))).toBeNull()
      expect(await storage.dryRuns.find(id)).toEqual(dryRunRow(id))
    })

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

    test('rules 10.5: a signature is taken once', async () => {
      const taken = await Promise.all([1, 2, 3].map(() => storage.signatures.take('digest', at(5))))
      expect(taken.filter(Boolean)).toHaveLength(1)
      expect(await storage.signatures.prune(at(5), 100)).toBe(1)
      expect(await storage.signatures.take('digest', at(9))).toBe(true)
    })

    test('decision "Everything that is kept has an owner, a bound and an end": what is over is removed some at a time, so that no statement takes long', async () => {
      for (let number = 0; number < 5; number += 1) {
        await storage.signatures.take(`over ${number}`, at(-10))
        await storage.idempotency.claim({
          id: `over ${number}`,
          scope: 'over',
          key: String(number),
          fingerprint: 'f',
          nowMs: at(-100),
          leaseMs: 50,
        })
      }
      const removed = [
        await storage.signatures.prune(at(-9), 2),
        await storage.signatures.prune(at(-9), 2),
        await storage.signatures.prune(at(-9), 2),
      ]
      expect(removed).toEqual([2, 2, 1])
      expect(await storage.idempotency.prune(at(-40), 3)).toBe(3)
      expect(await storage.idempotency.prune(at(-40), 3)).toBe(2)
    })

    test('rules 10.32: the log of operators: as it was written, newest first, bounded by age and by number', async () => {
      const act = (id: string, atMs: UnixMs): OperatorAct => ({
        id,
        kind: 'key.minted',
        by: { way: 'key', address: '203.0.113.5' },
        subject: 'ak_1',
        detail: { label: 'ünïcode 🐸', launchesPerHour: 5, ops: false },
        atMs,
      })
      const acts = [1, 2, 3, 4, 5].map((number) => act(`act_${number}`, at(number)))
      for (const one of acts) await storage.operatorLog.insert(one)
      const list = async (limit = 100, cursor: string | null = null) => storage.operatorLog.list({ limit, cursor })
      expect((await list()).rows).toEqual(acts.toReversed())
      const first = await list(2)
      expect((await list(2, first.nextCursor)).rows.map(({ id }) => id)).toEqual(['act_3', 'act_2'])
      const prune = (beforeMs: UnixMs, most: number, limit = 100) => storage.operatorLog.prune({ beforeMs, most }, limit)
      expect([
        await prune(at(0), 100),
        await prune(at(2), 100),
        await prune(at(0), 3, 1),
        await prune(at(0), 2, 1),
        await prune(at(0), 2),
      ]).toEqual([0, 1, 1, 1, 0])
      expect((await list()).rows.map(({ id }) => id)).toEqual(['act_5', 'act_4'])
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

    test('rules 10.27: a coin is kept once and comes back as it was', async () => {
      expect(await storage.coins.insert(coinRow('c1'))).toBe(true)
      expect(await storage.coins.insert(coinRow('c1', { name: 'Other' }))).toBe(false)
      expect(await storage.coins.find('c1' as Mint)).toEqual(coinRow('c1'))
    })

    test('rules 10.16: of locks of a coin at once one is recorded and comes back, and a late one changes nothing', async () => {
      const coin = coinRow('raced', { feeShareLocked: false, lockHeight: null })
      await storage.coins.insert(coin)
      const { locked } = await storage.totals.read()
      const locks = ['s1', 's2', 's3'].map((signature, index) => coinLock(signature, { mode: 'split', holderKol: true, lockHeight: index }))
      const recorded = await Promise.all(locks.map((lock) => storage.coins.lock(coin.mint, lock)))
      const won = recorded.filter((one) => one !== null)
      expect(won).toHaveLength(1)
      const lock = locks[recorded.findIndex((one) => one !== null)]!
      expect(won[0]).toEqual({ ...coin, ...lock, feeShareLocked: true })
      expect(await storage.coins.lock(coin.mint, coinLock('late'))).toBeNull()
      expect(await storage.coins.lock('none' as Mint, coinLock('none'))).toBeNull()
      expect(await storage.coins.find(coin.mint)).toEqual(won[0]!)
      expect((await storage.totals.read()).locked).toBe(locked + 1)
    })

    test('rules 10.25: remits: a payment is kept once, and lamports past 2^53 stay exact', async () => {
      const huge = remitRow('r1', { amountAtomic: lamports(9_007_199_254_740_993n) })
      expect(await storage.remits.insert([huge, remitRow('r2')])).toBe(2)
      expect(await storage.remits.insert([{ ...huge, id: 'r3' }])).toBe(0)
      expect((await storage.remits.list({ limit: 5, cursor: null }, { wallet: huge.wallet })).rows).toEqual([huge])
      // One transaction may distribute two coins.
      const ofOther = { ...huge, id: 'r4', mint: `${huge.mint}2` as typeof huge.mint }
      expect(await storage.remits.insert([huge, ofOther])).toBe(1)
      expect((await storage.remits.list({ limit: 5, cursor: null }, { mint: ofOther.mint })).rows).toEqual([ofOther])
    })

    test('rules 10.26: pages: every row once, newest first, rows of one instant too; a foreign cursor is refused', async () => {
      for (let n = 0; n < 25; n += 1)
        await storage.coins.insert(
          coinRow(`page-${String(n).padStart(2, '0')}`, { keyId: 'ak_page' as KeyId, launchedAtMs: at(Math.floor(n / 10)) }),
        )
      const seen: string[] = []
      let page: PageRequest = { limit: 7, cursor: null }
      for (;;) {
        const { rows, nextCursor } = await storage.coins.list(page, { keyId: 'ak_page' as KeyId })
        seen.push(...rows.map(({ mint }) => mint as string))
        if (nextCursor === null) break
        page = { limit: 7, cursor: nextCursor }
      }
      expect(seen).toEqual(Array.from({ length: 25 }, (_, n) => `page-${String(24 - n).padStart(2, '0')}`))
      expect([await storage.coins.count('ak_page' as KeyId), await storage.coins.count('ak_none' as KeyId)]).toEqual([25, 0])
      expect(storage.coins.list({ limit: 7, cursor: 'nonsense' })).rejects.toMatchObject({ code: 'cursor_invalid' })
    })

    test('what is counted under a lock stays counted', async () => {
      const claimOnce = () =>
        storage.transaction(async (tx) => {
          await tx.lock('claim somewhere')
          const before = await tx.keys.claimTimes({ claimAddress: 'somewhere' }, at(-1))
          if (before.length >= 3) return false
          const id = `ak_lock_${before.length}`
          await tx.keys.insert(keyRow(id), { hash: id, claimAddress: 'somewhere', claimSite: null })
          return true
        })
      const claims = await Promise.all(Array.from({ length: 8 }, claimOnce))
      expect(claims.filter(Boolean)).toHaveLength(3)
    })
  })
}
