import { expect, test } from 'bun:test'
import { unixMs, wei } from '../../../src/domain/brands.ts'
import { createGasBudget } from '../../../src/features/budgets/gas-budget.ts'
import { PAYMENT_NETWORK } from '../../../src/domain/payments/payment.ts'
import { paymentRow } from '../../support/storage-rows.ts'
import { createTestApp } from '../../support/test-app.ts'

/** A budget of a hundred settlements of one wei each, and payers that have paid so often. */
async function scene() {
  const app = await createTestApp({ policy: { facilitatorDailyWei: wei(100n) } })
  const { storage } = app.deps
  const budget = createGasBudget(app.deps)
  let payments = 0
  const payerWith = async (settled: number) => {
    const payer = `0x${String((payments += 1)).padStart(40, 'a')}`
    for (let count = 0; count < settled; count += 1) {
      payments += 1
      const id = `p${payments}`
      const row = paymentRow(id, { network: PAYMENT_NETWORK.caip2, asset: PAYMENT_NETWORK.asset, payer, nonce: `0x${payments}` })
      const times = { nowMs: unixMs(1), untilMs: unixMs(500) }
      await storage.payments.claim(row, 'l', times.untilMs)
      await storage.payments.move({ id, lease: 'l' }, { state: 'settled', transaction: `0x${id}` }, times)
    }
    return payer
  }
  const order = (payer: string) => ({ payer, contract: false, weiMax: wei(1) })
  /** Takes one settlement for the payer, which ends so; false when there is nothing for it. */
  const settle = async (payer: string, outcome: 'settled' | 'failed') => {
    const taken = await budget.take(order(payer))
    if (taken) await budget.correct(taken, wei(1n), outcome)
    return taken !== null
  }
  const classOf = async (payer: string) => {
    const before = await storage.spending.spent('facilitator', unixMs(0), { spendingClass: 'newcomer', caller: payer })
    expect(await settle(payer, 'settled')).toBe(true)
    const after = await storage.spending.spent('facilitator', unixMs(0), { spendingClass: 'newcomer', caller: payer })
    return after.ofCallerAtomic > before.ofCallerAtomic ? 'newcomer' : 'known'
  }
  return { app, budget, payerWith, settle, classOf, order }
}

test('rules 10.29: two settlements that failed in a block end a payer’s day, however often it has paid', async () => {
  const { app, budget, payerWith, settle, order } = await scene()
  const [thief, other] = [await payerWith(30), await payerWith(1)]
  expect([await settle(thief, 'failed'), await settle(thief, 'failed'), await settle(thief, 'failed')]).toEqual([true, true, false])
  expect(await budget.check(order(thief)).catch(({ code }) => code)).toBe('payment_budget_exceeded')
  expect(await budget.check(order(other))).toBeUndefined()
  await app.close()
})

test('rules 10.29: a failed settlement, and one under way, are taken out of what a payer has paid', async () => {
  const { app, budget, payerWith, settle, classOf, order } = await scene()
  const [once, twice, busy] = [await payerWith(1), await payerWith(2), await payerWith(1)]
  for (const payer of [once, twice]) await settle(payer, 'failed')
  expect([await classOf(once), await classOf(twice)]).toEqual(['newcomer', 'known'])
  await budget.take(order(busy))
  expect(await classOf(busy)).toBe('newcomer')
  await app.close()
})

test('rules 10.29: once a quarter of the day failed, ten payments stand for one failure, and who has them still pays', async () => {
  const { app, payerWith, settle, classOf } = await scene()
  const [nine, ten] = [await payerWith(9), await payerWith(10)]
  expect(await classOf(nine)).toBe('known')
  for (let count = 0; count < 25; count += 1) expect(await settle(await payerWith(1), 'failed')).toBe(true)
  expect([await classOf(nine), await classOf(ten)]).toEqual(['newcomer', 'known'])
  await app.close()
})
