import { describe, expect, test } from 'bun:test'
import type { Mint } from '../../../src/domain/brands.ts'
import { AppError } from '../../../src/domain/errors.ts'
import { crankAllCoins } from '../../../src/features/crank/crank-all-coins.ts'
import { OPERATOR_KEY } from '../../support/test-app.ts'
import { dayStartMs } from '../../../src/domain/limits/utc-day.ts'
import { createUpkeepScene, type UpkeepScene } from '../../support/upkeep-scene.ts'
import { PROPERTY_INPUTS } from '../../support/property.ts'

const remitsOf = async ({ app }: UpkeepScene, mint: Mint) =>
  (await app.deps.storage.remits.list({ limit: 200, cursor: null }, { mint })).rows

/** A thousand where `check:full` asks for it. */
const COINS = PROPERTY_INPUTS > 1_000 ? 1_000 : 120

describe('decision "The crank pass": of all coins it pays those that are worth it, and no other', () => {
  test(`pays ${COINS} coins with fees in one pass, each once, and reads them 100 at a time`, async () => {
    let reads = 0
    const scene = await createUpkeepScene({
      pad: (pad) => ({
        ...pad,
        feeShare: { ...pad.feeShare!, readAccrued: (mints) => ((reads += mints.length > 1 ? 1 : 0), pad.feeShare!.readAccrued(mints)) },
      }),
    })
    const mints: Mint[] = []
    for (let coin = 0; coin < COINS; coin += 1) {
      mints.push(await scene.launch())
      await scene.buy(mints.at(-1)!, 0.05)
    }
    expect(await scene.run(crankAllCoins)).toEqual({ outcome: `${COINS} coins read, ${COINS} paid out, 0 failed`, position: null })
    expect(reads).toBe(Math.ceil(COINS / 100))
    for (const mint of mints) {
      const remits = await remitsOf(scene, mint)
      expect(remits).toHaveLength(5)
      expect(new Set(remits.map(({ signature }) => signature)).size).toBe(1)
    }
    expect((await scene.run(crankAllCoins)).outcome).toBe(`${COINS} coins read, 0 paid out, 0 failed`)
    expect((await scene.app.deps.storage.totals.read()).remits).toBe(5 * COINS)
  }, 180_000)

  test('a coin that is refused in a block costs one transaction in six hours, however much it accrues; others are paid', async () => {
    const scene = await createUpkeepScene()
    const [hostile, honest] = [await scene.launch(), await scene.launch()]
    const { advance } = scene.app.pad
    const sentOf = new Map<string, string>()
    const { prepareDistribution } = scene.app.pad.feeShare!
    Object.assign(scene.app.pad.feeShare!, {
      prepareDistribution: async (...input: Parameters<typeof prepareDistribution>) => {
        const offer = await prepareDistribution(...input)
        if (offer.prepared) sentOf.set(offer.prepared.transactions[0]!.signature, input[0])
        return offer
      },
    })
    Object.assign(scene.app.pad, {
      advance: async (transactions: Parameters<typeof advance>[0]) =>
        sentOf.get(transactions[0]!.signature) === hostile ? [{ status: 'failed', height: 1, error: 'reverted' }] : advance(transactions),
    })
    const pass = async () => {
      for (const mint of [hostile, honest]) await scene.buy(mint, 0.2)
      await scene.app.clock.advance(600_000)
      return (await scene.run(crankAllCoins)).outcome
    }
    expect(await pass()).toBe('2 coins read, 1 paid out, 1 failed')
    for (let passes = 0; passes < 35; passes += 1) expect(await pass()).toBe('2 coins read, 1 paid out, 0 failed')
    expect(await pass()).toBe('2 coins read, 1 paid out, 1 failed')
    const attempts = [...sentOf.values()].filter((mint) => mint === hostile)
    expect(attempts).toHaveLength(2)
  })

  test('leaves out coins without fees, unlocked ones, and those that are not worth their transaction', async () => {
    const scene = await createUpkeepScene()
    const [rich, dust] = [await scene.launch(), await scene.launch()]
    const open = await scene.launch({ ticker: 'XLOCKFAIL' })
    await scene.launch()
    await scene.buy(rich)
    await scene.buy(open)
    await scene.buy(dust, 0.0015)
    expect((await scene.run(crankAllCoins)).outcome).toBe('3 coins read, 1 paid out, 0 failed')
    expect([await remitsOf(scene, rich), await remitsOf(scene, dust)].map(({ length }) => length)).toEqual([5, 0])
  })

  test('pays the largest first: many small coins of one owner keep no larger one from its turn', async () => {
    const scene = await createUpkeepScene({ env: { CRANK_DAILY_LAMPORTS: '25000' } })
    const small = await Promise.all(Array.from({ length: 20 }, () => scene.launch()))
    for (const mint of small) await scene.buy(mint, 0.02)
    const large = await Promise.all(Array.from({ length: 4 }, () => scene.launch()))
    for (const mint of large) await scene.buy(mint, 1)
    expect((await scene.run(crankAllCoins)).outcome).toContain('4 paid out, 0 failed, 20 too small for what is left of the budget')
    expect((await Promise.all(large.map((mint) => remitsOf(scene, mint)))).map(({ length }) => length)).toEqual([5, 5, 5, 5])
  })

  test('rules 10.29: small coins topped up again and again leave the day’s budget to a large one, its key and the operator', async () => {
    const scene = await createUpkeepScene({ env: { CRANK_DAILY_LAMPORTS: '500000' } })
    const { app } = scene
    await app.clock.advance(24 * 3_600_000 - (app.clock.nowMs() % (24 * 3_600_000)))
    const small = await Promise.all(Array.from({ length: 20 }, () => scene.launch()))
    const victim = await scene.launch()
    for (let pass = 0; pass < 30; pass += 1) {
      for (const mint of small) await scene.buy(mint, 0.0085)
      await app.clock.advance(600_000)
      await scene.run(crankAllCoins)
    }
    // Twice as much is then wanted, and twice again: what is used grows ever slower.
    const { allAtomic } = await app.deps.storage.spending.spent('crank', dayStartMs(app.clock.nowMs()))
    expect(allAtomic).toBeGreaterThanOrEqual(250_000n)
    expect(allAtomic).toBeLessThan(400_000n)
    await scene.buy(victim, 5)
    await scene.call('GET', `/api/coins/${victim}/market`)
    expect((await scene.run(crankAllCoins)).outcome).toContain('1 paid out, 0 failed')
    expect(await remitsOf(scene, victim)).toHaveLength(5)
    await scene.buy(victim, 5)
    await app.clock.advance(10_000)
    const crank = (mint: Mint, key?: string) => app.call('POST', '/api/agent/crank', { mint }, { key: key ?? scene.key })
    expect((await crank(victim)).body.signature).toBeString()
    await scene.buy(victim, 5)
    await app.clock.advance(10_000)
    expect((await crank(victim, OPERATOR_KEY)).body.signature).toBeString()
  })

  test('rules 10.29: whatever keys and the clock use of the day, a tenth of it is the operator’s key’s', async () => {
    const scene = await createUpkeepScene({ env: { CRANK_DAILY_LAMPORTS: '50000' } })
    const mints = await Promise.all(Array.from({ length: 10 }, () => scene.launch()))
    for (const mint of mints) await scene.buy(mint, 5)
    expect((await scene.run(crankAllCoins)).outcome).toBe('10 coins read, 9 paid out, 0 failed; stopped: crank_budget_exceeded')
    const open = (await Promise.all(mints.map(async (mint) => ((await remitsOf(scene, mint)).length === 0 ? [mint] : [])))).flat()
    const crank = (key: string) => scene.app.call('POST', '/api/agent/crank', { mint: open[0] }, { key })
    expect((await crank(scene.key)).body.code).toBe('crank_budget_exceeded')
    expect((await crank(OPERATOR_KEY)).body.signature).toBeString()
  })

  test('decision "Every wallet that spends by itself has a budget": gives the treasury back what it spends, whatever coins accrue: small ones wait', async () => {
    const scene = await createUpkeepScene()
    const mints = await Promise.all(Array.from({ length: 6 }, () => scene.launch()))
    const treasury = scene.app.deps.policy.chains[scene.app.pad.facts.chainId]!.treasury!
    const held = async (wallet: string) => (await scene.app.deps.simulation!.wallet(wallet)).lamports
    const before = (await held(scene.payer.wallet)) + (await held(treasury))
    for (let pass = 0; pass < 12; pass += 1) {
      for (const mint of mints) await scene.buy(mint, (2 * (1 + pass)) / 1_000)
      await scene.app.clock.advance(600_000)
      await scene.run(crankAllCoins)
    }
    expect((await scene.app.deps.storage.totals.read()).remits).toBeGreaterThan(0)
    expect((await held(scene.payer.wallet)) + (await held(treasury))).toBeGreaterThanOrEqual(before)
  })

  test('goes on behind the batch where it broke off, and says so', async () => {
    const scene = await createUpkeepScene()
    const mints = (await Promise.all([scene.launch(), scene.launch(), scene.launch()])).toSorted()
    for (const mint of mints) await scene.buy(mint)
    expect((await scene.run(crankAllCoins, mints[0])).outcome).toBe('2 coins read, 2 paid out, 0 failed')
    expect(await remitsOf(scene, mints[0]!)).toEqual([])
    const { app } = scene
    const brokenOff = await crankAllCoins(app.deps, {
      dueAtMs: app.clock.nowMs(),
      position: null,
      keepPosition: async () => {},
      mayContinue: async () => false,
    })
    expect(brokenOff).toBe('3 coins read, 1 paid out, 0 failed; broken off')
  })

  test('rules 10.29: stops at the daily budget, keeps its place, and goes on there the next day', async () => {
    const scene = await createUpkeepScene({ env: { CRANK_DAILY_LAMPORTS: '12000' } })
    for (let coin = 0; coin < 3; coin += 1) await scene.buy(await scene.launch(), 5)
    expect((await scene.run(crankAllCoins)).outcome).toBe('3 coins read, 2 paid out, 0 failed; stopped: crank_budget_exceeded')
    await scene.app.clock.advance(24 * 3_600_000)
    expect((await scene.run(crankAllCoins)).outcome).toBe('3 coins read, 1 paid out, 0 failed')
  })

  test('one coin that the chain refuses keeps no other from its turn', async () => {
    let bad: Mint | null = null
    const scene = await createUpkeepScene({
      pad: (pad) => ({
        ...pad,
        feeShare: {
          ...pad.feeShare!,
          prepareDistribution: (mint, payer) =>
            mint === bad ? Promise.reject(new Error('refused')) : pad.feeShare!.prepareDistribution(mint, payer),
        },
      }),
    })
    const mints = await Promise.all([scene.launch(), scene.launch(), scene.launch()])
    for (const mint of mints) await scene.buy(mint)
    bad = mints[1]!
    expect((await scene.run(crankAllCoins)).outcome).toBe('3 coins read, 2 paid out, 1 failed')
    expect(scene.app.logLines.some((line) => line.includes('crank failed') && line.includes(bad!))).toBe(true)
  })

  test('a launchpad that cannot be read holds back no other’s coins; when none can be, the pass says that it failed', async () => {
    const scene = await createUpkeepScene()
    const { app } = scene
    await scene.buy(await scene.launch())
    const other = await scene.launch()
    await app.deps.storage.transaction(async (tx) => {
      const coin = (await tx.coins.find(other))!
      await tx.coins.insert({ ...coin, mint: `${other}2` as Mint, platform: 'elsewhere' })
    })
    const dark = {
      ...app.pad,
      facts: { ...app.pad.facts, id: 'elsewhere' },
      feeShare: { ...app.pad.feeShare!, readAccrued: () => Promise.reject(new AppError('upstream_unavailable', { upstream: 'x' })) },
    }
    const of = (id: string) => (id === 'elsewhere' ? dark : app.pad)
    const launchpads = {
      ids: [...app.deps.launchpads.ids, 'elsewhere'],
      facts: (id: string) => of(id).facts,
      get: async (id: string) => of(id),
    }
    const deps = { ...app.deps, launchpads: { ...app.deps.launchpads, ...launchpads } }
    const turn = { dueAtMs: app.clock.nowMs(), position: null, keepPosition: async () => {}, mayContinue: async () => true }
    expect(await crankAllCoins(deps, turn)).toBe('3 coins read, 1 paid out, 0 failed')
    const allDark = { ...deps, launchpads: { ...deps.launchpads, get: async () => dark } }
    expect(await crankAllCoins(allDark, turn).catch((error: AppError) => error.code)).toBe('upstream_unavailable')
  })

  test('a coin whose distribution would pay nobody is not tried again until its fees have come, or for six hours', async () => {
    let tries = 0
    const scene = await createUpkeepScene({
      pad: (pad) => ({
        ...pad,
        feeShare: {
          ...pad.feeShare!,
          prepareDistribution: async () => ((tries += 1), { prepared: null, missingAtomic: 1_000_000n as never }),
        },
      }),
    })
    const mint = await scene.launch()
    await scene.buy(mint, 0.1)
    for (const more of [0, 0, 1, 0]) {
      if (more > 0) await scene.buy(mint, more)
      await scene.run(crankAllCoins)
    }
    expect(tries).toBe(2)
    await scene.app.clock.advance(7 * 3_600_000)
    await scene.run(crankAllCoins)
    expect(tries).toBe(3)
  })

  test('without a wallet that pays it does nothing', async () => {
    const scene = await createUpkeepScene({ env: { CRANK_PAYER_KEY: '' } })
    await scene.buy(await scene.launch())
    expect((await scene.run(crankAllCoins)).outcome).toStartWith('nothing done')
    expect((await scene.app.deps.storage.totals.read()).remits).toBe(0)
  })
})
