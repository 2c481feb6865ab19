import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { type DryRunId, lamports, type OperationId, tokenMicros, type Wallet } from '../../src/domain/brands.ts'
import type { KeptRehearsal } from '../../src/domain/plan/rehearsal.ts'
import type { Storage } from '../../src/ports/storage/storage.ts'
import { at, dryRunRow } from '../support/storage-rows.ts'

const price = { quoteAtomic: lamports(30_000_000_001n), tokenMicros: tokenMicros(2n ** 60n) }
const REHEARSALS: [string, KeptRehearsal][] = [
  ['why there is none', { atMs: at(3), reason: 'No node answers.' }],
  [
    'a rehearsal',
    {
      atMs: at(3),
      ranBy: 'a node',
      height: 7,
      payer: 'payer' as Wallet,
      standsIn: 'unnamed',
      transactions: 1,
      costAtomic: lamports(2n ** 60n),
      firstBuy: { spentAtomic: lamports(1), tokenMicros: tokenMicros(2) },
      supplyTokenMicros: tokenMicros(10n ** 15n),
      priceAfterLaunch: price,
      priceAfterMinute: price,
      sniper: { spentAtomic: lamports(1), tokenMicros: tokenMicros(2), soldForAtomic: lamports(3) },
      others: { buys: 10, eachAtomic: lamports(1) },
      feesAtomic: lamports(9),
      sharesAtomic: [lamports(4), lamports(5)],
    },
  ],
]

/** What every storage promises of how plans are rejected and go. */
export function dryRunContract(name: string, fresh: () => Promise<Storage>): void {
  describe(`dry-run storage: ${name}`, () => {
    let storage: Storage
    beforeEach(async () => void (storage = await fresh()))
    afterEach(() => storage.close())

    const rejection = (by: string, atMs = 1) => ({ by: by as Wallet, atMs: at(atMs), reason: `no, says ${by}` })
    const insert = async (id: string, expiresAtMs = 1_000) => {
      await storage.dryRuns.insert(dryRunRow(id, { expiresAtMs: at(expiresAtMs) }))
      return id as DryRunId
    }

    test.each(REHEARSALS)('decision "A rehearsal": %s is read as it was kept', async (what, rehearsal) => {
      const kept = dryRunRow(`dr_${what.length}`)
      const dryRun = { ...kept, quote: { ...kept.quote, rehearsal } }
      await storage.dryRuns.insert(dryRun)
      expect(await storage.dryRuns.find(dryRun.id)).toEqual(dryRun)
    })

    test('rules 3.1: of rejections of a plan at once one is kept, and it is neither approved nor held any more', async () => {
      const id = await insert('dr_rejected')
      const asked = ['a', 'b', 'c'].map((by) => rejection(by))
      const answers = await Promise.all(asked.map((each) => storage.dryRuns.reject(id, each)))
      const won = answers.findIndex((answer) => answer !== null)
      expect(answers.filter((answer) => answer !== null)).toEqual([dryRunRow(id, { rejection: asked[won]! })])
      expect(await storage.dryRuns.reject(id, rejection('late'))).toBeNull()
      expect(await storage.dryRuns.approve(dryRunRow(id), { by: 'd' as Wallet, atMs: at(2) }, { completes: true })).toBeNull()
      expect(await storage.dryRuns.reserve(id, 'op' as OperationId, at(2))).toBeNull()
      expect(await storage.dryRuns.find(id)).toEqual(answers[won]!)
    })

    test('rules 3.1: an approved plan is rejected until an operation has it or its time is over, and one that nobody knows never', async () => {
      const [approved, held, late] = [await insert('dr_approved'), await insert('dr_held'), await insert('dr_late')]
      await storage.dryRuns.approve(dryRunRow(approved), { by: 'd' as Wallet, atMs: at(1) }, { completes: true })
      expect(await storage.dryRuns.reject(approved, rejection('a', 2))).toMatchObject({ rejection: rejection('a', 2), approvedAtMs: at(1) })
      await storage.dryRuns.reserve(held, 'op' as OperationId, at(1))
      expect(await storage.dryRuns.reject(held, rejection('a', 2))).toBeNull()
      await storage.dryRuns.consume(held, 'op' as OperationId, at(2))
      expect(await storage.dryRuns.reject(held, rejection('a', 3))).toBeNull()
      expect(await storage.dryRuns.reject(late, rejection('a', 1_000))).toBeNull()
      expect(await storage.dryRuns.reject(late, rejection('a', 999))).not.toBeNull()
      expect(await storage.dryRuns.reject('dr_none' as DryRunId, rejection('a'))).toBeNull()
    })

    test('decision "Everything that is kept has an owner, a bound and an end": those that expired before then go, some at a time, and one that an operation had stays', async () => {
      const ids = [await insert('dr_1', 10), await insert('dr_2', 11), await insert('dr_3', 12), await insert('dr_4', 12)]
      const used = await insert('dr_used', 5)
      await storage.dryRuns.reserve(used, 'op' as OperationId, at(1))
      const rejected = await insert('dr_no', 9)
      await storage.dryRuns.reject(rejected, rejection('a'))
      expect([
        await storage.dryRuns.prune(at(12), 2),
        await storage.dryRuns.prune(at(12), 2),
        await storage.dryRuns.prune(at(12), 2),
      ]).toEqual([2, 1, 0])
      const kept = await Promise.all([...ids, used, rejected].map((id) => storage.dryRuns.find(id)))
      expect(kept.flatMap((dryRun) => (dryRun ? [dryRun.id as string] : []))).toEqual(['dr_3', 'dr_4', 'dr_used'])
      await storage.dryRuns.release(used, 'op' as OperationId)
      expect(await storage.dryRuns.prune(at(12), 2)).toBe(1)
    })
  })
}
