import { afterEach, describe, expect, test } from 'bun:test'
import { AppError } from '../../../src/domain/errors.ts'
import type { Mint } from '../../../src/domain/brands.ts'
import { watchGraduations } from '../../../src/features/coins/watch-graduations.ts'
import { coinRow } from '../../support/storage-rows.ts'
import { newPerson } from '../../support/test-app.ts'
import { createUpkeepScene, type UpkeepScene } from '../../support/upkeep-scene.ts'

let scene: UpkeepScene
afterEach(() => scene.app.close())

const get = (path: string) => scene.app.call('GET', path)
const market = async (mint: Mint) => (await get(`/api/coins/${mint}/market`)).body
const markets = async (...mints: string[]) => (await get(`/api/markets?mints=${mints.join(',')}`)).body.markets

/** A scene whose launchpad counts its reads of markets, and fails where told to. */
async function countedScene() {
  const reads = { markets: [] as (readonly Mint[])[], holders: 0, fail: false }
  scene = await createUpkeepScene({
    pad: (pad) => ({
      ...pad,
      markets: {
        async read(mints) {
          reads.markets.push(mints)
          if (reads.fail) throw new AppError('upstream_unavailable', { upstream: 'the test' })
          return pad.markets!.read(mints)
        },
      },
      holders: {
        async listLargest(mint) {
          reads.holders += 1
          return pad.holders!.listLargest(mint)
        },
      },
      // As on a chain that somebody else runs.
      trades: { listNewest: pad.trades!.listNewest },
    }),
  })
  return reads
}

describe('what a coin trades at', () => {
  test('is what its curve says: the price of a new coin, higher after a buy, and how far it is on the way to its pool', async () => {
    scene = await createUpkeepScene()
    const mint = await scene.launch()
    expect(await market(mint)).toMatchObject({
      market: {
        mint,
        stage: 'curve',
        // 30 SOL for 1,073,000,000 coins.
        price: '0.000000027958993476',
        marketCap: { amount: '27958993476', decimals: 9, currency: 'SOL' },
        progressBps: 0,
        readAt: '2026-11-21T00:00:00.000Z',
      },
      holders: { count: 0, orMore: false, largest: [] },
      payout: { waiting: { amount: '0' }, least: { amount: '25000' }, nextAt: null },
    })
    const buyers = [newPerson().wallet, newPerson().wallet]
    await scene.buy(mint, 2, buyers[0]!)
    await scene.buy(mint, 1, buyers[1]!)
    await scene.app.clock.advance(60_000)
    const { market: bought, holders } = await market(mint)
    expect(Number(bought.price)).toBeGreaterThan(0.00000003)
    expect(bought.progressBps).toBeGreaterThan(1_000)
    expect(holders.count).toBe(2)
    expect(holders.largest.map(({ wallet }: { wallet: string }) => wallet)).toEqual(buyers)
    // What the two hold is what the curve has sold: four fifths of the supply are for sale.
    const held = holders.largest.reduce((sum: number, { bps }: { bps: number }) => sum + bps, 0)
    expect(Math.abs(held - bought.progressBps * 0.7931)).toBeLessThan(3)
  })

  test('is read again as soon as the coin was traded where trades are at hand: price, holders, trades and what is to be paid', async () => {
    scene = await createUpkeepScene()
    const mint = await scene.launch()
    const read = async () => ({ ...(await market(mint)), ...(await get(`/api/coins/${mint}/trades`)).body })
    const before = await read()
    const { wallet } = newPerson()
    await scene.buy(mint, 2, wallet)
    const after = await read()
    expect(after.trades[0]).toMatchObject({ wallet, price: after.market.price })
    expect(Number(after.market.price)).toBeGreaterThan(Number(before.market.price))
    expect(after.holders.largest).toMatchObject([{ wallet }])
    expect(Number(after.payout.waiting.amount)).toBeGreaterThan(Number(before.payout.waiting.amount))
  })

  test('of a graduated coin is what its pool says', async () => {
    scene = await createUpkeepScene()
    const mint = await scene.launch()
    await scene.buy(mint, 100, await richWallet())
    await scene.app.clock.advance(60_000)
    await scene.run(watchGraduations)
    const { market: pool } = await market(mint)
    expect(pool).toMatchObject({ stage: 'graduated', progressBps: 10_000 })
    // About 85 SOL for the fifth of the supply that was not sold.
    expect(Number(pool.marketCap.amount) / 1e9).toBeGreaterThan(380)
  })

  test('is not known of a mint that was not launched here, and such a mint is not asked for', async () => {
    const reads = await countedScene()
    expect(await markets('none', newPerson().wallet)).toEqual([])
    expect(reads.markets).toEqual([])
    expect((await get('/api/coins/none/market')).body.code).toBe('coin_not_found')
  })

  test('is not known where the launchpad does not tell', async () => {
    scene = await createUpkeepScene({ pad: ({ markets: _markets, holders: _holders, ...pad }) => pad })
    const mint = await scene.launch()
    expect(await markets(mint)).toEqual([])
    expect(await market(mint)).toMatchObject({ market: null, holders: null })
  })

  test('is asked of the chain once in ten seconds for all who ask, in one read', async () => {
    const reads = await countedScene()
    const mints = [await scene.launch(), await scene.launch()]
    await Promise.all(Array.from({ length: 20 }, () => markets(...mints)))
    await markets(mints[1]!)
    expect(reads.markets).toEqual([mints])
    await scene.app.clock.advance(10_000)
    await markets(mints[1]!, mints[1]!)
    expect(reads.markets).toEqual([mints, [mints[1]!]])
    await Promise.all(Array.from({ length: 5 }, () => market(mints[0]!)))
    expect(reads.holders).toBe(2)
  })

  test('of a list says the day’s change once the trades were read, and holders of five more coins in ten seconds', async () => {
    const reads = await countedScene()
    const mint = await scene.launch()
    await scene.buy(mint, 1)
    for (let index = 0; index < 12; index += 1) await scene.app.deps.storage.coins.insert(coinRow(`c${index}`))
    const coins = [mint, ...Array.from({ length: 12 }, (_, index) => `c${index}`)]
    expect((await markets(...coins))[0]).toMatchObject({ mint, dayChangeBps: null, holders: { count: 1, orMore: false } })
    expect(reads.holders).toBe(5)
    await markets(...coins.toReversed())
    expect(reads.holders).toBe(5)
    await get(`/api/coins/${mint}/trades`)
    await scene.app.clock.advance(10_000)
    expect((await markets(...coins))[0]).toMatchObject({ mint, dayChangeBps: 0, holders: { count: 1 } })
    expect(reads.holders).toBe(10)
  })

  test('of a list says the day’s change at once where trades are at hand, and none of a coin that was never traded', async () => {
    scene = await createUpkeepScene()
    const [traded, untraded] = [await scene.launch(), await scene.launch()]
    await scene.buy(traded, 1)
    await scene.buy(traded, 1)
    const changes = (await markets(traded, untraded)).map(({ dayChangeBps }: { dayChangeBps: number | null }) => dayChangeBps)
    expect(changes[0]).toBeGreaterThan(0)
    expect(changes[1]).toBeNull()
  })

  test('is never read more often than twenty times in ten seconds, whatever is asked for', async () => {
    const reads = await countedScene()
    const coins = Array.from({ length: 40 }, (_, index) => `c${index}`)
    for (const mint of coins) await scene.app.deps.storage.coins.insert(coinRow(mint))
    for (const mint of coins) await markets(mint)
    expect(reads.markets).toHaveLength(20)
    await scene.app.clock.advance(10_000)
    await markets('c39')
    expect(reads.markets).toHaveLength(21)
  })

  test('stays as it was read last while the chain does not answer, for ten minutes', async () => {
    const reads = await countedScene()
    const mint = await scene.launch()
    const [known] = await markets(mint)
    reads.fail = true
    await scene.app.clock.advance(20_000)
    expect(await markets(mint)).toEqual([known])
    expect(reads.markets).toHaveLength(2)
    await scene.app.clock.advance(10 * 60_000)
    expect(await markets(mint)).toEqual([])
    expect(await market(mint)).toMatchObject({ market: null })
  })

  test('is asked for fifty coins at most at once', async () => {
    scene = await createUpkeepScene()
    const mints = Array.from({ length: 51 }, (_, index) => `m${index}`)
    expect(await get(`/api/markets?mints=${mints.join(',')}`)).toMatchObject({
      status: 400,
      body: { errors: [{ path: '/mints', message: 'must be at most 50 mints of at most 64 characters' }] },
    })
    expect((await get(`/api/markets?mints=${mints.slice(1).join(',')}`)).status).toBe(200)
    expect((await get('/api/markets')).status).toBe(400)
  })
})

async function richWallet() {
  const { wallet } = newPerson()
  await scene.app.deps.simulation!.airdrop(wallet, 200_000_000_000n as never)
  return wallet
}
