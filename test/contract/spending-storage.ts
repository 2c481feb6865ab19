import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Budget, BudgetName, Spending, SpendingClass } from '../../src/domain/money/spending.ts'
import { spend } from '../../src/features/budgets/spend.ts'
import type { Storage } from '../../src/ports/storage/storage.ts'
import { at } from '../support/storage-rows.ts'

/** The journal of what wallets spend, and the budgets over it: the same on every storage. */
export function spendingContract(name: string, open: () => Promise<Storage>): void {
  describe(`storage contract, spending: ${name}`, () => {
    let storage: Storage
    beforeAll(async () => {
      storage = await open()
    })
    afterAll(() => storage.close())
    const entry = (id: string, changes: Partial<Spending> = {}): Spending => ({
      id,
      budgetName: 'escrow',
      spendingClass: 'caller',
      caller: 'ak_1',
      amountAtomic: 5000n,
      atMs: at(10),
      ...changes,
    })
    const spent = async (budgetName: BudgetName, since: number, by?: { spendingClass: SpendingClass; caller: string }) =>
      Object.values(await storage.spending.spent(budgetName, at(since), by))

    test('sums since a time, of all, of a class and of a caller; wei to the last one', async () => {
      const wei = 900_000_000_000_000_001n
      expect(await storage.spending.insert(entry('a'))).toBe(true)
      expect(await storage.spending.insert(entry('a', { amountAtomic: 1n }))).toBe(false)
      await storage.spending.insert(entry('b', { caller: 'ak_2', amountAtomic: 7_000n, atMs: at(20) }))
      await storage.spending.insert(entry('c', { spendingClass: 'operator', caller: 'cron', amountAtomic: 11_000n, atMs: at(30) }))
      await storage.spending.insert(entry('a', { budgetName: 'facilitator', amountAtomic: wei }))
      await storage.spending.insert(entry('b', { budgetName: 'facilitator', amountAtomic: wei }))
      expect(await spent('escrow', 0)).toEqual([23_000n, 0n, 0n])
      expect(await spent('escrow', 0, { spendingClass: 'caller', caller: 'ak_2' })).toEqual([23_000n, 12_000n, 7_000n])
      expect(await spent('escrow', 20, { spendingClass: 'caller', caller: 'ak_1' })).toEqual([18_000n, 7_000n, 0n])
      expect(await spent('escrow', 31)).toEqual([0n, 0n, 0n])
      expect((await spent('facilitator', 0))[0]).toBe(2n * wei)
    })

    test('a sum is exact whatever the length of its amounts, from one digit to thirty', async () => {
      const amounts = Array.from({ length: 30 }, (_, digits) => 10n ** BigInt(digits) + BigInt(digits)).concat(
        0n,
        10n ** 12n - 1n,
        10n ** 30n - 1n,
      )
      for (const [place, amount] of amounts.entries()) {
        await storage.spending.insert(
          entry(`long_${place}`, { budgetName: 'evm-crank', caller: 'long', amountAtomic: amount, atMs: at(-1_000) }),
        )
      }
      expect((await spent('evm-crank', -1_000))[0]).toBe(amounts.reduce((sum, amount) => sum + amount, 0n))
      expect(await storage.spending.prune(at(-999))).toBe(amounts.length)
    })

    test('what a thing did cost takes the place of what it could, of its own wallet alone', async () => {
      await storage.spending.insert(entry('d', { budgetName: 'buyback', amountAtomic: 100n }))
      await storage.spending.insert(entry('d', { budgetName: 'crank', amountAtomic: 100n }))
      await storage.spending.correct('buyback', 'd', 40n)
      expect([(await spent('buyback', 0))[0], (await spent('crank', 0))[0]]).toEqual([40n, 100n])
    })

    test('of 40 that spend at once no more than the budget, the class and the caller have is written, to the last unit', async () => {
      const budget: Budget = {
        budgetName: 'evm-crank',
        currency: 'ETH',
        dailyAtomic: 1000n,
        transactionAtomic: 70n,
        dailyOfClassAtomic: { caller: 500n },
        dailyOfCallerAtomic: { caller: 200n },
      }
      const order = (place: number) => {
        const operator = place % 2 === 0
        const caller = operator ? 'cron' : `ak_${place % 8}`
        return { id: `e${place}`, caller, spendingClass: operator ? ('operator' as const) : ('caller' as const), amountAtomic: 61n }
      }
      const took = await Promise.all(
        Array.from({ length: 40 }, (_, place) => storage.transaction((tx) => spend(tx, budget, order(place), at(50)))),
      )
      const of = (operator: boolean) => took.filter((one, place) => one && (place % 2 === 0) === operator).length * 61
      expect(of(false)).toBeLessThanOrEqual(500)
      expect(of(true) + of(false)).toBe(976)
      expect((await spent('evm-crank', 0))[0]).toBe(976n)
      for (const caller of ['ak_1', 'ak_3', 'ak_5', 'ak_7'])
        expect(Number((await spent('evm-crank', 0, { spendingClass: 'caller', caller }))[2])).toBeLessThanOrEqual(200)
      const big = { ...order(99), amountAtomic: 71n, spendingClass: 'operator' as const }
      expect(await storage.transaction((tx) => spend(tx, { ...budget, dailyAtomic: 10_000n }, big, at(50)))).toBe(false)
      expect(await storage.transaction((tx) => spend(tx, budget, { ...order(98), amountAtomic: 24n }, unixDayLater()))).toBe(true)
    })

    test('a spending whose transaction is rolled back never was', async () => {
      const budget: Budget = {
        budgetName: 'crank',
        currency: 'SOL',
        dailyAtomic: 1_000n,
        transactionAtomic: 1_000n,
        dailyOfClassAtomic: {},
        dailyOfCallerAtomic: {},
      }
      const order = { id: 'f', caller: 'cron', spendingClass: 'operator' as const, amountAtomic: 900n }
      const broken = storage.transaction(async (tx) => {
        await spend(tx, budget, order, at(60))
        throw new Error('broken off')
      })
      expect(await broken.catch((error: Error) => error.message)).toBe('broken off')
      expect(await storage.transaction((tx) => spend(tx, budget, order, at(60)))).toBe(true)
    })

    test('entries from before a time are removed, and counted', async () => {
      expect(await storage.spending.prune(at(20))).toBeGreaterThan(0)
      expect((await spent('escrow', 0))[0]).toBe(18_000n)
    })
  })
}

const unixDayLater = () => at(24 * 3_600_000)
