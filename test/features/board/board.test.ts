import { afterEach, describe, expect, test } from 'bun:test'
import { lamports, type Mint, type Signature, unixMs } from '../../../src/domain/brands.ts'
import { coinRow, remitRow } from '../../support/storage-rows.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'
import type { PaidRole } from '../../../src/domain/crew/role.ts'

let app: TestApp
afterEach(() => app.close())

const HOUR_MS = 3_600_000

const inSol = (amount: string) => ({ amount, decimals: 9, currency: 'SOL' })

describe('what the board reads', () => {
  test('rules 10.27: a coin knows what it was paid, and a payment that is read twice counts once', async () => {
    app = await createTestApp()
    const { coins, remits } = app.deps.storage
    await coins.insert(coinRow('m1'))
    await coins.insert(coinRow('m2'))
    const paid = [remitRow('a', { amountAtomic: lamports(9_007_199_254_740_993n) }), remitRow('b', { amountAtomic: lamports(7) })]
    await remits.insert(paid)
    await remits.insert(paid)
    expect((await app.call('GET', '/api/coins/m1')).body.coin).toMatchObject({ paidLamports: '9007199254741000', paidSol: 9007199.254741 })
    expect((await app.call('GET', '/api/coins/m2')).body.coin).toMatchObject({ paidLamports: '0', paidSol: 0 })
  })

  test('decision "Sums of payments": fees are summed by time and role, in steps of an hour, six hours or a day', async () => {
    app = await createTestApp()
    const nowMs = app.clock.nowMs()
    const pay = (id: string, hoursAgo: number, role: PaidRole, amount: number) =>
      remitRow(id, { role, amountAtomic: lamports(amount), atMs: unixMs(nowMs - hoursAgo * HOUR_MS - 1), signature: id as Signature })
    await app.deps.storage.remits.insert([
      pay('a', 0, 'kol', 5),
      pay('b', 0, 'kol', 6),
      pay('c', 0, 'treasury', 7),
      pay('d', 3, 'kol', 8),
      pay('e', 50, 'kol', 9),
    ])
    const fees = async (days: number) => (await app.call('GET', `/api/board/fees?days=${days}`)).body
    const day = await fees(1)
    expect(day).toMatchObject({ stepHours: 1, until: new Date(nowMs + HOUR_MS).toISOString() })
    expect(day.points).toEqual([
      { at: new Date(nowMs - 4 * HOUR_MS).toISOString(), role: 'kol', amount: inSol('8'), lamports: '8', sol: 8e-9 },
      { at: new Date(nowMs - HOUR_MS).toISOString(), role: 'kol', amount: inSol('11'), lamports: '11', sol: 1.1e-8 },
      { at: new Date(nowMs - HOUR_MS).toISOString(), role: 'treasury', amount: inSol('7'), lamports: '7', sol: 7e-9 },
    ])
    const week = await fees(7)
    expect(week.stepHours).toBe(6)
    expect(week.points.map(({ lamports: paid }: { lamports: string }) => paid)).toEqual(['9', '19', '7'])
    expect((await fees(90)).stepHours).toBe(24)
    expect((await app.call('GET', '/api/board/fees?days=91')).status).toBe(400)
  })

  test('decision "GET /api/coins?q=": q finds coins by parts of name and ticker in any case, and by the whole mint; wildcards are plain characters', async () => {
    app = await createTestApp()
    const add = (mint: string, name: string, ticker: string, atMs: number) =>
      app.deps.storage.coins.insert(coinRow(mint, { name, ticker, launchedAtMs: unixMs(atMs) }))
    await add('m1', 'Night Frog', 'NF', 1)
    await add('m2', '100% Gull_', 'GULL', 2)
    await add('m3', 'Frogger', 'FRG', 3)
    const found = async (q: string) =>
      (await app.call('GET', `/api/coins?q=${encodeURIComponent(q)}`)).body.coins.map(({ mint }: { mint: Mint }) => mint as string)
    expect(await found('frog')).toEqual(['m3', 'm1'])
    expect(await found('gUl')).toEqual(['m2'])
    expect(await found('%')).toEqual(['m2'])
    expect(await found('l_')).toEqual(['m2'])
    expect(await found('\\')).toEqual([])
    expect(await found('m1')).toEqual(['m1'])
    const page = (await app.call('GET', '/api/coins?q=frog&limit=1')).body
    expect((await app.call('GET', `/api/coins?q=frog&limit=1&cursor=${page.nextCursor}`)).body.coins[0].mint).toBe('m1')
  })
})
