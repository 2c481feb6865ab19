import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { lamports, type Mint, type Signature, unixMs } from '../../src/domain/brands.ts'
import type { Storage } from '../../src/ports/storage/storage.ts'
import { at, coinRow, remitRow } from '../support/storage-rows.ts'

const HOUR_MS = 3_600_000

/** What the board reads without counting, over every storage. */
export function boardContract(name: string, fresh: () => Promise<Storage>): void {
  describe(`storage contract, board: ${name}`, () => {
    let storage: Storage
    beforeAll(async () => {
      storage = await fresh()
    })
    afterAll(() => storage.close())

    test('parallel payments all count, once each: in the coin, and in their hour by role', async () => {
      await storage.coins.insert(coinRow('paid'))
      const hour = unixMs(Math.floor(at(0) / HOUR_MS) * HOUR_MS)
      const payment = (index: number) =>
        remitRow(`p${index}`, {
          mint: 'paid' as Mint,
          signature: `s${index}` as Signature,
          role: index % 2 === 0 ? 'kol' : 'kol+referrer',
          amount: lamports(9_007_199_254_740_993n),
          atMs: unixMs(hour + index * 600_000),
        })
      await Promise.all(Array.from({ length: 8 }, (_, index) => storage.remits.insert([payment(index), payment((index + 1) % 8)])))
      expect((await storage.coins.find('paid' as Mint))!.paid).toBe(lamports(8n * 9_007_199_254_740_993n))
      expect(await storage.remits.feesByHour(hour)).toEqual([
        { hourMs: hour, role: 'kol', amount: lamports(3n * 9_007_199_254_740_993n) },
        { hourMs: hour, role: 'kol+referrer', amount: lamports(3n * 9_007_199_254_740_993n) },
        { hourMs: unixMs(hour + HOUR_MS), role: 'kol', amount: lamports(9_007_199_254_740_993n) },
        { hourMs: unixMs(hour + HOUR_MS), role: 'kol+referrer', amount: lamports(9_007_199_254_740_993n) },
      ])
      expect(await storage.remits.feesByHour(unixMs(hour + HOUR_MS))).toHaveLength(2)
    })

    test('a text is found in names and tickers in any case, its wildcards are plain, and a mint is found whole', async () => {
      await storage.coins.insert(coinRow('f1', { name: 'Night Frog', ticker: 'NF', launchedAtMs: at(1) }))
      await storage.coins.insert(coinRow('f2', { name: '100% Gull_\\', ticker: 'GULL', launchedAtMs: at(2) }))
      await storage.coins.insert(coinRow('f3', { name: 'Frogger', ticker: 'FRG', launchedAtMs: at(3) }))
      const found = async (text: string) =>
        (await storage.coins.list({ limit: 9, cursor: null }, { text })).rows.map(({ mint }) => mint as string)
      expect(await found('night fROG')).toEqual(['f1'])
      expect(await found('gul')).toEqual(['f2'])
      for (const wildcard of ['%', 'l_', '\\']) expect(await found(wildcard)).toEqual(['f2'])
      expect(await found('f3')).toEqual(['f3'])
      expect(await found("' OR 1=1 --")).toEqual([])
    })
  })
}
