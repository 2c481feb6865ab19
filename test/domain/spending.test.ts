import { expect, test } from 'bun:test'
import { atomicUnits } from '../../src/domain/brands.ts'
import { type Budget, fitsBudget } from '../../src/domain/money/spending.ts'

const budget: Budget = {
  budgetName: 'crank',
  currency: 'SOL',
  raisedBy: 'CRANK_DAILY_LAMPORTS',
  dailyAtomic: atomicUnits(1_000),
  dailyOfClassAtomic: { caller: atomicUnits(500) },
  dailyOfCallerAtomic: { caller: atomicUnits(200) },
  transactionAtomic: atomicUnits(150),
  reservedAtomic: atomicUnits(100),
}

test.each([
  ['one transaction', 'operator', [0, 0, 0], 150],
  ['the day', 'operator', [900, 0, 0], 100],
  ['the day without the operator’s part', 'clock', [850, 0, 0], 50],
  ['a class of callers', 'caller', [500, 400, 0], 100],
  ['one caller', 'caller', [190, 190, 190], 10],
] as const)(
  'rules 10.29: the bound of %s may be reached, and not passed by a unit',
  (_of, spendingClass, [all, ofClass, ofCaller], most) => {
    const spent = { allAtomic: atomicUnits(all), ofClassAtomic: atomicUnits(ofClass), ofCallerAtomic: atomicUnits(ofCaller) }
    const fits = (amount: number) => fitsBudget(budget, spent, { spendingClass, amountAtomic: atomicUnits(amount) })
    expect([fits(most), fits(most + 1)]).toEqual([true, false])
  },
)
