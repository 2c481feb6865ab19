import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type KeyId, lamports, type Mint, type Signature, unixMs } from '../../src/domain/brands.ts'
import type { Coin } from '../../src/domain/coin.ts'
import type { CoinEvent } from '../../src/domain/events.ts'
import type { Page } from '../../src/ports/storage/page.ts'
import type { CoinFilter, CoinOrder, Storage } from '../../src/ports/storage/storage.ts'
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

    test('rules 10.26: lists events of some types, newest first, by cursor', async () => {
      const types = ['launch.created', 'coin.graduated', 'remit.cranked'] as const
      for (let index = 0; index < 9; index += 1) {
        const event: CoinEvent = {
          id: `evt_${index}`,
          type: types[index % 3]!,
          mint: null,
          keyId: 'ak_1' as KeyId,
          atMs: unixMs(Math.floor(index / 2)),
          data: { index } as never,
        }
        await storage.events.insert(event)
      }
      const seen: unknown[] = []
      let cursor: string | null = null
      for (;;) {
        const page: Page<CoinEvent> = await storage.events.listNewest({ limit: 2, cursor }, ['launch.created', 'remit.cranked'])
        seen.push(...page.rows.map(({ data }) => (data as unknown as { index: number }).index))
        if (page.nextCursor === null) break
        cursor = page.nextCursor
      }
      expect(seen).toEqual([8, 6, 5, 3, 2, 0])
    })

    test('decision "Sums of payments": parallel payments all count, once each: in the coin, and in their hour by role', async () => {
      await storage.coins.insert(coinRow('paid'))
      const hour = unixMs(Math.floor(at(0) / HOUR_MS) * HOUR_MS)
      const payment = (index: number) =>
        remitRow(`p${index}`, {
          mint: 'paid' as Mint,
          signature: `s${index}` as Signature,
          role: index % 2 === 0 ? 'kol' : 'kol+referrer',
          amountAtomic: lamports(9_007_199_254_740_993n),
          atMs: unixMs(hour + index * 600_000),
        })
      // Whoever reads a payment gives it an id of its own.
      const read = (by: number, index: number) => ({ ...payment(index), id: `p${index} read by ${by}` })
      await Promise.all(Array.from({ length: 8 }, (_, by) => storage.remits.insert([read(by, by), read(by, (by + 1) % 8)])))
      expect((await storage.coins.find('paid' as Mint))!.paidAtomic).toBe(lamports(8n * 9_007_199_254_740_993n))
      expect(await storage.remits.feesByHour(hour)).toEqual([
        { hourMs: hour, role: 'kol', amountAtomic: lamports(3n * 9_007_199_254_740_993n) },
        { hourMs: hour, role: 'kol+referrer', amountAtomic: lamports(3n * 9_007_199_254_740_993n) },
        { hourMs: unixMs(hour + HOUR_MS), role: 'kol', amountAtomic: lamports(9_007_199_254_740_993n) },
        { hourMs: unixMs(hour + HOUR_MS), role: 'kol+referrer', amountAtomic: lamports(9_007_199_254_740_993n) },
      ])
      expect(await storage.remits.feesByHour(unixMs(hour + HOUR_MS))).toHaveLength(2)
      expect(await storage.remits.feesOfCoin('paid' as Mint, hour)).toEqual(await storage.remits.feesByHour(hour))
      expect(await storage.remits.feesOfCoin('paid' as Mint, unixMs(hour + HOUR_MS))).toHaveLength(2)
      expect(await storage.remits.feesOfCoin('other' as Mint, hour)).toEqual([])
      expect(await storage.coins.platformsOf(['paid' as Mint, 'other' as Mint])).toEqual([{ mint: 'paid' as Mint, platform: 'simulated' }])
      expect(await storage.coins.platformsOf([])).toEqual([])
    })

    test('decision "GET /api/coins?q=": a text is found in names and tickers in any case, its wildcards are plain, and a mint is found whole', async () => {
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

    test('rules 10.26: coins are listed by launch, by graduation and by what was paid, each page going on where the last one ended', async () => {
      const other = await fresh()
      const add = (mint: string, changes: Parameters<typeof coinRow>[1]) => other.coins.insert(coinRow(mint, changes))
      // 99 and 100: as texts the first would be the larger.
      const paid = ['5', '99', '100', '9007199254740993', '0']
      for (const [index, amount] of paid.entries()) {
        const mint = `o${index}` as Mint
        await add(mint, { launchedAtMs: at(index), graduatedAtMs: index % 2 === 0 ? at(100 - index) : null, feeShareLocked: index > 1 })
        if (amount !== '0')
          await other.remits.insert([
            remitRow(`o${index}`, { mint, signature: mint as string as Signature, amountAtomic: lamports(BigInt(amount)) }),
          ])
      }
      await add('e1', { currency: 'ETH', platform: 'zora', launchedAtMs: at(50) })
      const mints = async (filter: CoinFilter, order: CoinOrder) => {
        const found: string[] = []
        let cursor: string | null = null
        do {
          const page: Page<Coin> = await other.coins.list({ limit: 2, cursor }, filter, order)
          found.push(...page.rows.map(({ mint }) => mint))
          cursor = page.nextCursor
        } while (cursor !== null)
        return found.join(' ')
      }
      expect(await mints({}, 'newest')).toBe('e1 o4 o3 o2 o1 o0')
      expect(await mints({}, 'graduated')).toBe('o0 o2 o4')
      expect(await mints({}, { mostPaidIn: 'SOL' })).toBe('o3 o2 o1 o0 o4')
      expect(await mints({}, { mostPaidIn: 'ETH' })).toBe('e1')
      expect(await mints({ platform: 'zora' }, 'newest')).toBe('e1')
      expect(await mints({ locked: false }, 'newest')).toBe('o1 o0')
      expect(await mints({ locked: true, graduated: true }, { mostPaidIn: 'SOL' })).toBe('o2 o4')
      expect(await mints({ text: 'frog', locked: true }, { mostPaidIn: 'SOL' })).toBe('o3 o2 o4')
      expect(await mints({ text: 'frog', graduated: false }, 'graduated')).toBe('')
      await other.close()
    })
  })
}
