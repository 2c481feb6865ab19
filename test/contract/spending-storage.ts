import { atomicUnits } from '../../src/domain/brands.ts'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Budget, BudgetName, Spending, SpendingClass } from '../../src/domain/money/spending.ts'
import { correctSpending } from '../../src/features/budgets/correct-spending.ts'
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
      amountAtomic: atomicUnits(5000n),
      atMs: at(10),
      ...changes,
    })
    const spent = async (budgetName: BudgetName, since: number, by?: { spendingClass: SpendingClass; caller: string }) =>
      Object.values(await storage.spending.spent(budgetName, at(since), by))

    test('rules 10.29: sums since a time, of all, of a class and of a caller; wei to the last one', async () => {
      const wei = 900_000_000_000_000_001n
      expect(await storage.spending.insert(entry('a'))).toBe(true)
      expect(await storage.spending.insert(entry('a', { amountAtomic: atomicUnits(1n) }))).toBe(false)
      await storage.spending.insert(entry('b', { caller: 'ak_2', amountAtomic: atomicUnits(7_000n), atMs: at(20) }))
      await storage.spending.insert(
        entry('c', { spendingClass: 'operator', caller: 'cron', amountAtomic: atomicUnits(11_000n), atMs: at(30) }),
      )
      await storage.spending.insert(entry('a', { budgetName: 'facilitator', amountAtomic: atomicUnits(wei) }))
      await storage.spending.insert(entry('b', { budgetName: 'facilitator', amountAtomic: atomicUnits(wei) }))
      expect(await spent('escrow', 0)).toEqual([23_000n, 0n, 0n])
      expect(await spent('escrow', 0, { spendingClass: 'caller', caller: 'ak_2' })).toEqual([23_000n, 12_000n, 7_000n])
      expect(await spent('escrow', 20, { spendingClass: 'caller', caller: 'ak_1' })).toEqual([18_000n, 7_000n, 0n])
      expect(await spent('escrow', 31)).toEqual([0n, 0n, 0n])
      expect((await spent('facilitator', 0))[0]).toBe(2n * wei)
    })

    test('rules 10.29: a sum is exact whatever the length of its amounts, from one digit to thirty', async () => {
      const amounts = Array.from({ length: 30 }, (_, digits) => 10n ** BigInt(digits) + BigInt(digits)).concat(
        0n,
        10n ** 12n - 1n,
        10n ** 30n - 1n,
      )
      for (const [index, amount] of amounts.entries()) {
        await storage.spending.insert(
          entry(`long_${index}`, { budgetName: 'evm-crank', caller: 'long', amountAtomic: atomicUnits(amount), atMs: at(-1_000) }),
        )
      }
      expect((await spent('evm-crank', -1_000))[0]).toBe(amounts.reduce((sum, amount) => sum + amount, 0n))
      expect(await storage.spending.prune(at(-999), 1_000)).toBe(amounts.length)
    })

    test('rules 10.29: what a thing did cost takes the place of what it could, of its own wallet alone', async () => {
      await storage.spending.insert(entry('d', { budgetName: 'buyback', amountAtomic: atomicUnits(100n) }))
      await storage.spending.insert(entry('d', { budgetName: 'crank', amountAtomic: atomicUnits(100n) }))
      const seen = (await storage.spending.find('buyback', 'd'))!
      expect(seen).toEqual(entry('d', { budgetName: 'buyback', amountAtomic: atomicUnits(100n) }))
      expect(await storage.spending.correct(seen, atomicUnits(40n))).toEqual({ ...seen, amountAtomic: atomicUnits(40) })
      expect(await storage.spending.find('buyback', 'd')).toEqual({ ...seen, amountAtomic: atomicUnits(40) })
      expect([(await spent('buyback', 0))[0], (await spent('crank', 0))[0]]).toEqual([40n, 100n])
    })

    test('rules 10.29: of corrections at once of what was seen one is written, and a late one changes nothing', async () => {
      const seen = entry('raced', { budgetName: 'buyback', caller: 'raced', amountAtomic: atomicUnits(10n ** 30n - 1n), atMs: at(-500) })
      await storage.spending.insert(seen)
      const amounts = [3, 2, 1].map(atomicUnits)
      const corrected = await Promise.all(amounts.map((amount) => storage.spending.correct(seen, amount)))
      const won = corrected.filter((one) => one !== null)
      expect(won).toHaveLength(1)
      expect(won[0]).toEqual({ ...seen, amountAtomic: amounts[corrected.findIndex((one) => one !== null)]! })
      expect(await storage.spending.correct(seen, atomicUnits(0n))).toBeNull()
      expect(await storage.spending.find('buyback', 'raced')).toEqual(won[0]!)
      expect(await storage.spending.correct({ ...seen, id: 'none' }, atomicUnits(0n))).toBeNull()
      expect(await storage.spending.find('buyback', 'none')).toBeNull()
      expect(await storage.spending.prune(at(-499), 1_000)).toBe(1)
    })

    test('rules 10.29: a driver that comes second to the correction of a thing, or has nothing to correct, changes nothing', async () => {
      await storage.spending.insert(entry('twice', { budgetName: 'buyback', caller: 'twice', atMs: at(-500) }))
      const drive = (amount: bigint) =>
        storage.transaction((tx) => correctSpending(tx, { budgetName: 'buyback', id: 'twice' }, atomicUnits(amount)))
      expect(await Promise.all([drive(7n), drive(7n)])).toContainEqual(expect.objectContaining({ amountAtomic: 7n }))
      expect((await storage.spending.find('buyback', 'twice'))!.amountAtomic).toBe(atomicUnits(7n))
      expect(await correctSpending(storage, { budgetName: 'escrow', id: 'twice' }, atomicUnits(7n))).toBeNull()
      expect(await storage.spending.prune(at(-499), 1_000)).toBe(1)
    })

    test('rules 10.29: of 40 that spend at once no more than the budget, the class and the caller have is written, to the last unit', async () => {
      const budget: Budget = {
        budgetName: 'evm-crank',
        currency: 'ETH',
        raisedBy: 'EVM_CRANK_DAILY_GWEI',
        dailyAtomic: atomicUnits(1000n),
        transactionAtomic: atomicUnits(70n),
        dailyOfClassAtomic: { caller: atomicUnits(500n) },
        dailyOfCallerAtomic: { caller: atomicUnits(200n) },
      }
      const order = (index: number) => {
        const operator = index % 2 === 0
        const caller = operator ? 'cron' : `ak_${index % 8}`
        return {
          id: `e${index}`,
          caller,
          spendingClass: operator ? ('operator' as const) : ('caller' as const),
          amountAtomic: atomicUnits(61n),
        }
      }
      const took = await Promise.all(
        Array.from({ length: 40 }, (_, index) => storage.transaction((tx) => spend(tx, budget, order(index), at(50)))),
      )
      const of = (operator: boolean) => took.filter((one, index) => one && (index % 2 === 0) === operator).length * 61
      expect(of(false)).toBeLessThanOrEqual(500)
      expect(of(true) + of(false)).toBe(976)
      expect((await spent('evm-crank', 0))[0]).toBe(976n)
      for (const caller of ['ak_1', 'ak_3', 'ak_5', 'ak_7'])
        expect(Number((await spent('evm-crank', 0, { spendingClass: 'caller', caller }))[2])).toBeLessThanOrEqual(200)
      const big = { ...order(99), amountAtomic: atomicUnits(71n), spendingClass: 'operator' as const }
      expect(await storage.transaction((tx) => spend(tx, { ...budget, dailyAtomic: atomicUnits(10_000n) }, big, at(50)))).toBe(false)
      expect(await storage.transaction((tx) => spend(tx, budget, { ...order(98), amountAtomic: atomicUnits(24n) }, unixDayLater()))).toBe(
        true,
      )
    })

    test('rules 10.29: a spending whose transaction is rolled back never was', async () => {
      const budget: Budget = {
        budgetName: 'crank',
        currency: 'SOL',
        raisedBy: 'CRANK_DAILY_LAMPORTS',
        dailyAtomic: atomicUnits(1_000n),
        transactionAtomic: atomicUnits(1_000n),
        dailyOfClassAtomic: {},
        dailyOfCallerAtomic: {},
      }
      const order = { id: 'f', caller: 'cron', spendingClass: 'operator' as const, amountAtomic: atomicUnits(900n) }
      const broken = storage.transaction(async (tx) => {
        await spend(tx, budget, order, at(60))
        throw new Error('broken off')
      })
      expect(await broken.catch((error: Error) => error.message)).toBe('broken off')
      expect(await storage.transaction((tx) => spend(tx, budget, order, at(60)))).toBe(true)
    })

    test('rules 10.29: what became of a settlement is told apart, of its payer and of the day; what newcomers let fail counts for itself', async () => {
      const gas = (id: string, changes: Partial<Spending> = {}) =>
        entry(id, {
          budgetName: 'facilitator',
          spendingClass: 'wallet',
          caller: '0xp',
          amountAtomic: atomicUnits(100n),
          atMs: at(70),
          ...changes,
        })
      for (const id of ['good', 'bad', 'open']) await storage.spending.insert(gas(id))
      await storage.spending.insert(gas('new', { spendingClass: 'newcomer', caller: '0xn', atMs: at(71) }))
      await storage.spending.correct(gas('good'), atomicUnits(40n), 'settled')
      await storage.spending.correct(gas('bad'), atomicUnits(41n), 'failed')
      await storage.spending.correct(gas('new'), atomicUnits(42n), 'failed')
      const unsettled = await storage.spending.listUnsettled('facilitator', '0xp', at(70))
      expect(unsettled.map(({ outcome }) => outcome).toSorted()).toEqual(['failed', 'open'])
      expect(await storage.spending.listUnsettled('facilitator', '0xp', at(71))).toEqual([])
      expect(await storage.spending.listUnsettled('facilitator', '0xn', at(0))).toEqual([{ outcome: 'failed', atMs: at(71) }])
      expect([await storage.spending.failed('facilitator', at(70)), await storage.spending.failed('facilitator', at(71))]).toEqual([
        atomicUnits(41n),
        atomicUnits(0n),
      ])
      expect(await storage.spending.failed('crank', at(0))).toBe(atomicUnits(0n))
    })

    test('rules 10.29: entries from before a time are removed, and counted', async () => {
      expect(await storage.spending.prune(at(20), 1_000)).toBeGreaterThan(0)
      expect((await spent('escrow', 0))[0]).toBe(18_000n)
    })
  })
}

const unixDayLater = () => at(24 * 3_600_000)
