import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { lamports, type DryRunId, type KeyId, type Mint, type OperationId, type UnixMs, type Wallet } from '../../src/domain/brands.ts'
import type { OperatorAct } from '../../src/domain/operator/operator-act.ts'
import type { ChainedAct } from '../../src/domain/operator/chained-act.ts'
import type { Image } from '../../src/domain/plan/image.ts'
import { planHash } from '../../src/domain/plan/plan.ts'
import type { Storage } from '../../src/ports/storage/storage.ts'
import type { PageRequest } from '../../src/ports/storage/page.ts'
import { at, coinLock, coinRow, dryRunRow, keyRow, remitRow, T0 } from '../support/storage-rows.ts'

const KEEPER = { keyId: 'ak_1' as KeyId, atMs: T0 }

/** What every storage promises, run over each. `fresh` opens an empty one. */
export function storageContract(name: string, fresh: () => Promise<Storage>): void {
  describe(`rules 10.13: storage contract: ${name}`, () => {
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
        detail: { label: 'ünïcode 🐸', launchesPerHour: 5, requireApproval: false, ops: false },
        atMs,
      })
      const acts = [1, 2, 3, 4, 5].map((number) => act(`act_${number}`, at(number)))
      for (const one of acts) await storage.operatorLog.insert(one)
      const list = async (limit = 100, cursor: string | null = null) => storage.operatorLog.list({ limit, cursor })
      expect((await list()).rows).toMatchObject(acts.toReversed())
      const [{ number, hash }] = (await list()).rows as [ChainedAct]
      expect(await storage.operatorLog.readChain(4, 100)).toMatchObject([{ number, hash }])
      expect(await storage.operatorLog.chainEnds()).toEqual({ kept: expect.objectContaining({ number: 0 }), last: { number, hash } })
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
        const facts = await storage.coins.listFacts(page, { keyId: 'ak_page' as KeyId })
        expect({ rows, nextCursor }).toMatchObject(facts)
        seen.push(...rows.map(({ mint }) => mint as string))
        if (nextCursor === null) break
        page = { limit: 7, cursor: nextCursor }
      }
      expect(seen).toEqual(Array.from({ length: 25 }, (_, n) => `page-${String(24 - n).padStart(2, '0')}`))
      expect([await storage.coins.count('ak_page' as KeyId), await storage.coins.count('ak_none' as KeyId)]).toEqual([25, 0])
      expect(storage.coins.list({ limit: 7, cursor: 'nonsense' })).rejects.toMatchObject({ code: 'cursor_invalid' })
    })

    test('rules 4.3: the count of changes, by which answers to public reads are kept, moves with a write and with one that is rolled back, and is null where others write too', async () => {
      const write = (name: string) => storage.pins.insert(name, 'ipfs://x')
      const rolledBack = async () => {
        const work = storage.transaction(async (tx) => {
          await tx.pins.insert('rolled back', 'ipfs://x')
          throw new Error('no')
        })
        await work.catch(() => {})
      }
      const counts = [storage.changes()]
      for (const work of [() => write('changed'), rolledBack, () => write('changed again')]) {
        await work()
        counts.push(storage.changes())
        await storage.pins.find('changed')
        expect(storage.changes()).toBe(counts.at(-1)!)
      }
      expect([await storage.pins.find('changed again'), await storage.pins.find('rolled back')]).toEqual(['ipfs://x', null])
      if (!storage.exclusive) return expect(counts).toEqual([null, null, null, null])
      expect(counts.map(Number)).toEqual(counts.map(Number).toSorted((one, other) => one - other))
      expect(new Set(counts).size).toBe(4)
    })

    test('decision "Everything that is kept has an owner, a bound and an end": freed space is given back some at a time, others write in between, and nothing that is kept is lost', async () => {
      const picture = (sha256: string): Image => ({ sha256, contentType: 'image/png', bytes: new Uint8Array(250_000).fill(7) })
      for (let number = 0; number < 40; number += 1) await storage.images.insert(picture(`freed ${number}`), KEEPER)
      await storage.images.insert(picture('stays'), { ...KEEPER, atMs: at(9) })
      const bytes = await storage.bytes()
      expect(await storage.images.prune({ storedBeforeMs: at(9), neededAfterMs: at(9), limit: 100 })).toBeGreaterThanOrEqual(40)
      const written: string[] = []
      await storage.giveBack(async () => {
        written.push(`between ${written.length}`)
        await storage.pins.insert(written.at(-1)!, 'ipfs://between')
      })
      const pins = await Promise.all(written.map((name) => storage.pins.find(name)))
      expect(pins).toEqual(written.map(() => 'ipfs://between'))
      expect([...(await storage.images.find('stays'))!.bytes]).toEqual([...picture('stays').bytes])
      // PostgreSQL keeps what is freed for later writes.
      if (!storage.exclusive) return expect(written).toEqual([])
      expect(written.length).toBeGreaterThan(3)
      expect(await storage.bytes()).toBeLessThan(bytes - 6_000_000)
    })

    test('decision "Without room nothing new is begun": what was written, or was refused for another reason, leaves no storage full', async () => {
      const insert = () => storage.keys.insert(keyRow('ak_room'), { hash: 'room', claimAddress: null, claimSite: null })
      await insert()
      expect(storage.isFull()).toBe(false)
      await expect(insert()).rejects.toThrow()
      expect(storage.isFull()).toBe(false)
      await storage.ping()
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
