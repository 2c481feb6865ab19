import { expect, test } from 'bun:test'
import { createGasBudget } from '../../../src/features/budgets/gas-budget.ts'
import { crankAllCoins } from '../../../src/features/crank/crank-all-coins.ts'
import { unixMs, wei, atomicUnits } from '../../../src/domain/brands.ts'
import { PAYMENT_NETWORK } from '../../../src/domain/payments/payment.ts'
import { paymentRow } from '../../support/storage-rows.ts'
import { createCountedIds } from '../../support/counted-ids.ts'
import { emptyDatabase } from '../../support/empty-database.ts'
import { createTestApp, OPERATOR_KEY } from '../../support/test-app.ts'
import { createUpkeepScene } from '../../support/upkeep-scene.ts'

const url = process.env.TEST_DATABASE_URL
if (!url) console.log('Budgets under races skip PostgreSQL: set TEST_DATABASE_URL=postgres://… to a server it may make databases on.')

const databases: [string, () => Promise<string>][] = [['SQLite', async () => 'sqlite::memory:']]
if (url) databases.push(['PostgreSQL', () => emptyDatabase(url)])

test.each(databases)(
  'rules 10.29: %s: 20 cranks at once by many keys, with the clock’s beside them, stay within half and whole, to the lamport',
  async (_name, open) => {
    const databaseUrl = await open()
    const scene = await createUpkeepScene({ databaseUrl, env: { CRANK_DAILY_LAMPORTS: '75000' } })
    const mints = []
    while (mints.length < 20) mints.push(await scene.launch())
    const keys = await Promise.all(mints.map(() => scene.app.claim()))
    // Fees worth more than the clock ever asks for, so that it spends its part to the end whoever cranks first.
    for (const mint of mints) await scene.buy(mint, 8)
    const held = async () => (await scene.app.deps.simulation!.wallet(scene.payer.wallet)).lamports
    const before = await held()
    const [answers] = await Promise.all([
      Promise.all(mints.map((mint, index) => scene.call('POST', '/api/agent/crank', { mint }, { headers: {}, key: keys[index]! }))),
      scene.run(crankAllCoins),
    ])
    await scene.run(crankAllCoins)
    expect(answers.filter(({ status }) => status !== 200 && status !== 429)).toEqual([])
    const { storage } = scene.app.deps
    const of = (spendingClass: 'caller' | 'operator') => storage.spending.spent('crank', unixMs(0), { spendingClass, caller: '' })
    expect((await of('caller')).ofClassAtomic).toBeLessThanOrEqual(37_500n)
    // A crank costs 5,000, and a tenth of the day is the operator's own.
    expect((await of('caller')).allAtomic).toBe(atomicUnits(65_000n))
    expect(before - (await held())).toBe(65_000n)
    for (const mint of mints) await scene.call('POST', '/api/agent/crank', { mint }, { headers: {}, key: OPERATOR_KEY })
    expect((await of('caller')).allAtomic).toBe(atomicUnits(75_000n))
    expect(before - (await held())).toBe(75_000n)
    await scene.app.close()
  },
)

test.each(databases)(
  'rules 10.29: %s: 40 settlements at once on two replicas take no more gas than the day has, for a class and a payer',
  async (_name, open) => {
    const databaseUrl = await open()
    const policy = { facilitatorDailyWei: wei(1_000n), facilitatorGasMax: 150_000n }
    const first = await createTestApp({ databaseUrl, policy })
    const second = databaseUrl.startsWith('postgres') ? await createTestApp({ databaseUrl, policy }) : first
    const ids = createCountedIds()
    const gasBudgets = [first, second].map(({ deps }) => createGasBudget({ ...deps, ids }))
    // Payer 6 has never settled a payment; the others did so often enough for what they have under way.
    for (let number = 0; number < 60; number += 1) {
      const payer = `0x${number % 6}`
      const row = paymentRow(`settled${number}`, { network: PAYMENT_NETWORK.caip2, asset: PAYMENT_NETWORK.asset, payer })
      await first.deps.storage.payments.claim(row, 'l', unixMs(500))
      const held = { id: row.id, lease: 'l' }
      await first.deps.storage.payments.move(
        held,
        { state: 'settled', transaction: `0xa${number}` },
        { nowMs: unixMs(1), untilMs: unixMs(500) },
      )
    }
    // Whoever is new has a quarter of the day, however many they are.
    const newcomers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        gasBudgets[index % 2]!.take({ payer: `0xnew${index}`, contract: index % 2 === 0, weiMax: wei(5n) }),
      ),
    )
    expect(newcomers.filter((id) => id !== null)).toHaveLength(20)
    for (let index = 20; index < 80; index += 1) await gasBudgets[0]!.take({ payer: `0xnew${index}`, contract: false, weiMax: wei(5n) })
    const spentByNewcomers = await first.deps.storage.spending.spent('facilitator', unixMs(0))
    expect(spentByNewcomers.allAtomic).toBe(atomicUnits(250n))
    const orders = Array.from({ length: 40 }, (_, index) => ({ payer: `0x${index % 7}`, contract: index % 2 === 0, weiMax: wei(37n) }))
    const taken = await Promise.all(orders.map((order, index) => gasBudgets[index % 2]!.take(order)))
    const sum = (which: (order: (typeof orders)[number]) => boolean) =>
      orders.reduce((total, order, index) => (taken[index] !== null && which(order) ? total + 37 : total), 0)
    expect(sum(() => true)).toBeGreaterThan(650)
    expect(sum(() => true)).toBeLessThanOrEqual(750)
    expect(sum(({ contract }) => contract)).toBeLessThanOrEqual(500)
    for (let payer = 0; payer < 7; payer += 1)
      expect(sum((order) => order.payer === `0x${payer}` && order.contract)).toBeLessThanOrEqual(200)
    expect((await first.deps.storage.spending.spent('facilitator', unixMs(0))).allAtomic).toBe(atomicUnits(250n + BigInt(sum(() => true))))
    if (second !== first) await second.close()
    await first.close()
  },
)
