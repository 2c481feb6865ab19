import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { lamports, type Mint, unixMs as at } from '../../src/domain/brands.ts'
import type { CoinPass } from '../../src/ports/storage/scheduling/coin-passes.ts'
import type { Storage } from '../../src/ports/storage/storage.ts'
import { coinRow } from '../support/storage-rows.ts'
import { insertCoins } from './coin-pass-storage.ts'

/** When coins are due in the passes over them: every database must pass it. */
export function quietCoinContract(name: string, open: () => Promise<Storage>): void {
  describe(`storage contract, quiet coins: ${name}`, () => {
    let storage: Storage
    beforeEach(async () => {
      storage = await open()
    })
    afterEach(() => storage.close())

    test('decision "Quiet coins": coins are looked at when they are due in a pass, on their curve longest due first', async () => {
      await insertCoins(storage)
      await storage.coins.graduate('coin00' as Mint, at(100))
      const { coinPasses } = storage
      const due = await coinPasses.listCurvesDue({ nowMs: at(0), limit: 100 })
      expect([due.length, due.some(({ mint }) => mint === 'coin00')]).toEqual([29, false])
      expect(due[0]).toMatchObject({ platform: 'simulated', accruedAtomic: null })
      const accruedAtomic = lamports(40n * 10n ** 18n + 1n)
      await coinPasses.keepLooks('curve', [], at(7))
      await coinPasses.keepLooks(
        'curve',
        due.map(({ mint }, index) => ({
          mint,
          changedToAtomic: index === 0 ? null : accruedAtomic,
          dueAtMs: at(1_795_000_000_000 - index),
        })),
        at(7),
      )
      const listCurves = (nowMs: number, limit: number) => coinPasses.listCurvesDue({ nowMs: at(nowMs), limit })
      expect(await listCurves(1_795_000_000_000 - 29, 100)).toEqual([])
      expect(await listCurves(1_795_000_000_000 - 27, 2)).toEqual([
        { ...due[28]!, accruedAtomic, sinceMs: at(7) },
        { ...due[27]!, accruedAtomic, sinceMs: at(7) },
      ])
      await coinPasses.lookNow(['coin00', due[0]!.mint, 'none'] as Mint[], at(50))
      expect(await listCurves(50, 100)).toEqual([due[0]!])
    })

    test('decision "Quiet coins": a coin that accrued something else is due at once in the other passes, and so is one that somebody looks at', async () => {
      const { coinPasses } = storage
      const mint = 'locked' as Mint
      await storage.coins.insert(coinRow(mint, { feeShareLocked: true, launchedAtMs: at(3) }))
      const dueAt = async (nowMs: number) => {
        const due = { nowMs: at(nowMs), limit: 9 }
        const [curves, splits, cranks] = [coinPasses.listCurvesDue(due), coinPasses.listSplits(null, due), coinPasses.listLocked(null, due)]
        return (await Promise.all([curves, splits, cranks])).map(([coin]) => coin && [coin.accruedAtomic, coin.sinceMs])
      }
      const look = (pass: CoinPass, nowMs: number, changedTo: number | null = null) =>
        coinPasses.keepLooks(
          pass,
          [{ mint, dueAtMs: at(1_000), changedToAtomic: changedTo === null ? null : lamports(changedTo) }],
          at(nowMs),
        )
      const unseen = [null, at(3)]
      expect(await dueAt(0)).toEqual([unseen, unseen, unseen])
      await look('crank', 10)
      expect(await dueAt(999)).toEqual([unseen, unseen, undefined])
      for (const pass of ['curve', 'split'] as const) await look(pass, 11)
      expect([await dueAt(999), await dueAt(1_000)]).toEqual([
        [undefined, undefined, undefined],
        [unseen, unseen, unseen],
      ])
      await look('curve', 12, 5)
      expect([await dueAt(11), await dueAt(12)]).toEqual([
        [undefined, undefined, undefined],
        [undefined, [lamports(5), at(12)], [lamports(5), at(12)]],
      ])
      for (const pass of ['split', 'crank'] as const) await look(pass, 13)
      await coinPasses.lookNow([mint], at(20))
      const seen = [lamports(5), at(12)]
      expect([await dueAt(19), await dueAt(20)]).toEqual([
        [undefined, undefined, undefined],
        [seen, seen, seen],
      ])
    })
  })
}
