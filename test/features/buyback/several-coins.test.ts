import { describe, expect, test } from 'bun:test'
import { atomicUnits, bps, lamports, type Mint, type UnixMs, unixMs, type Wallet } from '../../../src/domain/brands.ts'
import { afterOthers, treasuryBuyings } from '../../../src/features/buyback/buying.ts'
import { buybackBudget, type BuybackReceipt, partOf } from '../../../src/domain/buyback.ts'
import { amountView } from '../../../src/domain/money/amount-json.ts'
import { readConfig } from '../../../src/config/read-config.ts'
import { HOUR_MS } from '../../../src/domain/limits.ts'
import { type BuybackScene, createBuybackScene, sol } from '../../support/buyback-scene.ts'
import { newPerson } from '../../support/test-app.ts'

/** A scene with two coins, bought 70 to 30. */
async function twoCoins() {
  const scene = await createBuybackScene()
  const other = await scene.launch()
  const mints = [
    { mint: scene.mint, weight: 70 },
    { mint: other, weight: 30 },
  ]
  return { scene, other, mints }
}

const runsOf = async (scene: BuybackScene, mint: Mint) => (await scene.listed()).filter((run) => run['mint'] === mint)

describe('rules 1.9: the treasury buys several coins, each for its part by weight', () => {
  test('the parts of any sum are within a unit of the weights, and never more than the sum', () => {
    for (let input = 1; input <= 1_000; input += 1) {
      const weights = Array.from({ length: 1 + (input % 8) }, (_, index) => 1 + ((input * 7_919 + index * 104_729) % 99_999))
      const totalWeight = weights.reduce((sum, weight) => sum + weight, 0)
      const totalAtomic = atomicUnits(BigInt(input) * 9_007_199_254_740_993n + BigInt(input % 13))
      const parts = weights.map((weight) => partOf(totalAtomic, { weight, totalWeight }))
      parts.forEach((partAtomic, index) => {
        const exact = totalAtomic * BigInt(weights[index]!)
        const short = exact - partAtomic * BigInt(totalWeight)
        expect(short >= 0n && short < BigInt(totalWeight)).toBe(true)
      })
      const left = totalAtomic - parts.reduce((sum, partAtomic) => sum + partAtomic, 0n)
      expect(left >= 0n && left < BigInt(weights.length)).toBe(true)
    }
  })

  test('a wallet that holds less than a run is divided by weight too, whoever bought first', () => {
    const order = { mint: 'mint' as Mint, atomicMax: sol(1), reserveAtomic: sol(1), slippageBps: bps(0), burn: true }
    const budget = (weight: number, freeSol: number, spentSol: number) =>
      buybackBudget(
        { ...order, shared: { weight, totalWeight: 10, spentAtomic: sol(spentSol) } },
        { wallet: 'wallet' as Wallet, balanceAtomic: sol(1 + freeSol), overheadAtomic: lamports(0) },
      )
    expect([budget(7, 0.5, 0), budget(3, 0.15, 0.35), budget(3, 0.5, 0)]).toEqual([sol(0.35), sol(0.15), sol(0.15)])
  })

  test('after ten runs each coin was allowed its part of ten budgets, and nothing more left the wallet', async () => {
    const { scene, other, mints } = await twoCoins()
    const before = await scene.buyerLamports()
    for (let hour = 0; hour < 10; hour += 1) {
      await scene.runAt(undefined, { mints })
      await scene.app.clock.advance(HOUR_MS)
    }
    const runs = await scene.app.deps.storage.buybacks.listOf('treasury', 100)
    expect(runs.map(({ state }) => state)).toEqual(Array(20).fill('executed'))
    for (const [mint, partSol] of [[scene.mint, 0.035] as const, [other, 0.015] as const]) {
      const quotes = runs.flatMap((run) => (run.mint === mint && run.quote ? [run.quote.atomicMax + run.quote.overheadAtomic] : []))
      expect(quotes).toEqual(Array(10).fill(sol(partSol)))
    }
    expect(before - (await scene.buyerLamports())).toBeLessThanOrEqual(sol(0.5))
    const answer = (await scene.app.call('GET', '/api/buybacks?by=treasury')).body
    expect(answer.treasury).toEqual({
      wallet: scene.buyer.wallet,
      balance: amountView(atomicUnits(await scene.buyerLamports()), 'SOL'),
      spent: amountView(atomicUnits(before - (await scene.buyerLamports())), 'SOL'),
      coins: [scene.mint, other].map((mint) => {
        const receipts = runs.flatMap((run) => (run.mint === mint && run.receipt ? [run.receipt] : []))
        const sum = (of: (receipt: BuybackReceipt) => bigint) => receipts.reduce((total, receipt) => total + of(receipt), 0n)
        return {
          mint,
          ticker: 'NMFROG',
          runs: 10,
          spent: amountView(atomicUnits(sum(({ spentAtomic }) => spentAtomic)), 'SOL'),
          tokens: String(sum(({ tokenMicros }) => tokenMicros)),
          burnedTokens: String(sum(({ burnedTokenMicros }) => burnedTokenMicros)),
        }
      }),
    })
    expect((await scene.app.call('GET', '/api/buybacks?by=earnings')).body.buybacks).toEqual([])
  })

  test('a day’s cap is divided as well: each coin stops at its own part of it', async () => {
    const { scene, other, mints } = await twoCoins()
    for (let hour = 0; hour < 3; hour += 1) {
      await scene.runAt(undefined, { mints, dailyAtomic: sol(0.1) })
      await scene.app.clock.advance(HOUR_MS)
    }
    for (const mint of [scene.mint, other])
      expect((await runsOf(scene, mint)).map(({ status, reason }) => [status, reason])).toEqual([
        ['skipped', 'buyback_budget_exceeded'],
        ['executed', null],
        ['executed', null],
      ])
  })

  test('what another coin took at this time of the clock is shared out as if still there, and what it took earlier is gone', async () => {
    const { scene, mints } = await twoCoins()
    const deps = scene.deps({ mints })
    const dueAtMs = scene.app.clock.nowMs()
    await scene.runAt(dueAtMs, { mints })
    const [run] = await deps.storage.buybacks.listOf('treasury', 1, scene.mint)
    const [, other] = treasuryBuyings(deps)
    const spentAt = async (atMs: UnixMs) => (await afterOthers(deps, other!, atMs)).terms.shared!.spentAtomic
    expect([await spentAt(dueAtMs), await spentAt(unixMs(dueAtMs + HOUR_MS))]).toEqual([run!.receipt!.spentAtomic, atomicUnits(0n)])
  })

  test('rules 10.29: fee and rent count in a coin’s day before it is bought: a part that lacks a lamport of all of it buys nothing', async () => {
    const { scene, other } = await twoCoins()
    const mints = [scene.mint, other].map((mint) => ({ mint, weight: 1 }))
    await scene.runAt(undefined, { mints, execute: false })
    const [run] = await scene.app.deps.storage.buybacks.listOf('treasury', 1, scene.mint)
    const { atomicMax, overheadAtomic } = run!.quote!
    for (const lacking of [1n, 0n]) {
      await scene.app.clock.advance(HOUR_MS)
      await scene.runAt(undefined, { mints, dailyAtomic: atomicUnits(2n * (atomicMax + overheadAtomic - lacking)) })
    }
    expect((await runsOf(scene, scene.mint)).map(({ status, reason }) => [status, reason])).toEqual([
      ['executed', null],
      ['skipped', 'buyback_budget_exceeded'],
      ['skipped', 'buyback_execute_off'],
    ])
  })

  test.each([
    ['is complete and has not migrated', 'coin_not_tradable', (scene: BuybackScene) => scene.app.deps.simulation!.graduate(scene.mint)],
    ['has a price that rose', 'buyback_price_risen', (scene: BuybackScene) => scene.buy(scene.mint, 5)],
  ])('a coin that %s is left out: its part is spent on nothing, and the other is bought for its own', async (_case, reason, happen) => {
    const { scene, other, mints } = await twoCoins()
    for (let hour = 0; hour < 2; hour += 1) {
      await scene.runAt(undefined, { mints, execute: false })
      await scene.app.clock.advance(HOUR_MS)
    }
    await happen(scene)
    await scene.runAt(undefined, { mints, priceRiseBpsMax: 1_000 })
    const [[left], [bought]] = [await runsOf(scene, scene.mint), await runsOf(scene, other)]
    expect([left!.status, left!.reason, bought!.status]).toEqual(['skipped', reason, 'executed'])
    expect(BigInt(bought!.quote.maxLamports)).toBeLessThanOrEqual(sol(0.015))
  })

  test('a coin whose fees were redirected is left out, and the other is bought for its own part', async () => {
    const { scene, mints } = await twoCoins()
    const redirected = await scene.launch({ ticker: 'XREDIRECT' })
    await scene.app.clock.advance(60_000)
    const before = await scene.buyerLamports()
    await scene.runAt(undefined, { mints: [{ mint: redirected, weight: 70 }, mints[1]!] })
    const [[left], [bought]] = [await runsOf(scene, redirected), await runsOf(scene, mints[1]!.mint)]
    expect([left!.status, left!.reason, bought!.status]).toEqual(['skipped', 'buyback_fees_redirected', 'executed'])
    expect((await scene.app.deps.simulation!.inspect(redirected)).tradeCount).toBe(0)
    expect(before - (await scene.buyerLamports())).toBeLessThanOrEqual(sol(0.015))
  })

  test('rules 1.9: coins of the treasury have their weights, 1 where none is said; none is there twice', () => {
    const [one, two] = [newPerson().wallet, newPerson().wallet]
    expect(readConfig({ BUYBACK_MINTS: `${one}:70, ${two}` }).buyback.mints as unknown).toEqual([
      { mint: one, weight: 70 },
      { mint: two, weight: 1 },
    ])
    for (const bad of [
      `${one},${one}:2`,
      `${one}:0`,
      `${one}:1.5`,
      `${one}:1:2`,
      'nope:1',
      Array.from({ length: 9 }, () => newPerson().wallet).join(','),
    ])
      expect(() => readConfig({ BUYBACK_MINTS: bad })).toThrow('BUYBACK_MINTS')
  })
})
