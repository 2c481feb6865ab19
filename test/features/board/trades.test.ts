import { afterEach, describe, expect, test } from 'bun:test'
import { AppError } from '../../../src/domain/errors.ts'
import { type Mint, unixMs } from '../../../src/domain/brands.ts'
import { DAY_MS } from '../../../src/domain/limits.ts'
import { newPerson } from '../../support/test-app.ts'
import { createUpkeepScene, type UpkeepScene } from '../../support/upkeep-scene.ts'

let scene: UpkeepScene
afterEach(() => scene.app.close())

const list = async (mint: Mint, query = '') => (await scene.app.call('GET', `/api/coins/${mint}/trades${query}`)).body
/** Past the time that trades count as new. */
const later = (ms = 5_001) => scene.app.clock.advance(ms)

/** A scene whose launchpad counts how many trades its reads gave, and fails where told to. */
async function countedScene() {
  const reads = { given: [] as number[], fail: false }
  scene = await createUpkeepScene({
    pad: (pad) => ({
      ...pad,
      trades: {
        async listNewest(mint, range) {
          if (reads.fail) throw new AppError('upstream_unavailable', { upstream: 'the test' })
          const page = await pad.trades!.listNewest(mint, range)
          reads.given.push(page.trades.length)
          return page
        },
      },
    }),
  })
  return reads
}

describe('decision "Trades of a coin": its page', () => {
  test('says who bought and sold, for how much and at which price, newest first', async () => {
    scene = await createUpkeepScene()
    const mint = await scene.launch()
    expect(await list(mint)).toMatchObject({ trades: [], nextCursor: null, readable: true, complete: true, dayChangeBps: null })
    const { wallet } = newPerson()
    await scene.buy(mint, 2, wallet)
    await later(60_000)
    await scene.app.call('POST', `/api/simulated/${mint}/trades`, { wallet, side: 'sell', sol: 0.5 })
    const { trades, dayChangeBps, readAt } = await list(mint)
    expect(trades.map(({ side }: { side: string }) => side)).toEqual(['sell', 'buy'])
    expect(trades[1]).toMatchObject({
      signature: null,
      wallet,
      // 2 SOL without the 1.25% of fees.
      amount: { amount: '1975308641', decimals: 9, currency: 'SOL' },
      creatorFee: { amount: '5925926' },
      at: '2026-11-21T00:00:00.000Z',
    })
    expect(trades[0].amount.amount).toBe('506329114')
    const { market } = (await scene.app.call('GET', `/api/coins/${mint}/market`)).body
    expect(trades[0].price).toBe(market.price)
    // Younger than a day: against its first trade.
    expect(dayChangeBps).toBe(Math.floor((Number(trades[0].price) / Number(trades[1].price) - 1) * 10_000))
    expect(readAt).toBe('2026-11-21T00:01:00.000Z')
  })

  test('has the change of a day against the last trade before it', async () => {
    scene = await createUpkeepScene()
    const mint = await scene.launch()
    await scene.buy(mint, 1)
    await later(DAY_MS)
    await scene.buy(mint, 1)
    await later(DAY_MS / 2)
    await scene.buy(mint, 1)
    const { trades, dayChangeBps } = await list(mint)
    expect(dayChangeBps).toBe(Math.floor((Number(trades[0].price) / Number(trades[2].price) - 1) * 10_000))
    await later(DAY_MS)
    expect((await list(mint)).dayChangeBps).toBe(0)
  })

  test('asks the chain once in five seconds and for new ones alone, keeps 200, and says that older ones are missing', async () => {
    const reads = await countedScene()
    const mint = await scene.launch()
    const buy = async (count: number) => {
      for (let trade = 0; trade < count; trade += 1) await scene.buy(mint, 0.01)
    }
    await buy(3)
    await Promise.all([list(mint), list(mint)])
    await buy(90)
    expect((await list(mint)).trades).toHaveLength(3)
    await later()
    expect((await list(mint, '?limit=200')).trades).toHaveLength(93)
    await buy(95)
    await later()
    await list(mint)
    await buy(20)
    await later()
    const all = await list(mint, '?limit=200')
    expect([all.trades.length, all.complete]).toEqual([200, false])
    expect(reads.given).toEqual([3, 90, 95, 20])
    // More than are kept: what is in between is missing.
    await buy(201)
    await later()
    const gap = await list(mint, '?limit=200')
    expect([gap.trades.length, gap.complete]).toEqual([200, false])
    expect(new Set(gap.trades.map(({ id }: { id: string }) => id)).size).toBe(200)
  })

  test('is paged by a cursor that stays good when new trades come', async () => {
    scene = await createUpkeepScene()
    const mint = await scene.launch()
    for (let trade = 0; trade < 5; trade += 1) await scene.buy(mint, 0.1)
    const ids = (body: { trades: { id: string }[] }) => body.trades.map(({ id }) => Number(id))
    const first = await list(mint, '?limit=2')
    await scene.buy(mint, 0.1)
    await later()
    await list(mint)
    const second = await list(mint, `?limit=2&cursor=${first.nextCursor}`)
    const third = await list(mint, `?limit=2&cursor=${second.nextCursor}`)
    expect([...ids(first), ...ids(second), ...ids(third)]).toEqual([5, 4, 3, 2, 1])
    expect(third.nextCursor).toBeNull()
    expect(await list(mint, '?cursor=bm9uZQ')).toMatchObject({ code: 'cursor_invalid' })
  })

  test('says so where the chain does not answer, where a launchpad’s trades are not read, and for a mint that is no coin', async () => {
    const reads = await countedScene()
    const mint = await scene.launch()
    reads.fail = true
    expect(await list(mint)).toMatchObject({ trades: [], readable: true, readAt: null, complete: false })
    expect(await list(newPerson().wallet as string as Mint)).toMatchObject({ code: 'coin_not_found' })
    await scene.app.close()
    scene = await createUpkeepScene({
      pad: ({ trades, ...pad }) => {
        expect(trades).toBeDefined()
        return pad
      },
    })
    expect(await list(await scene.launch())).toMatchObject({ trades: [], readable: false, complete: false, dayChangeBps: null })
  })
})

describe('decision "Trades of a coin": what waits for its split', () => {
  const payout = async (mint: Mint) => (await scene.app.call('GET', `/api/coins/${mint}/market`)).body.payout

  test('is what accrued, and from how much on and when it is paid; null for a coin whose fees are not locked', async () => {
    scene = await createUpkeepScene()
    const mint = await scene.launch()
    await scene.buy(mint, 2)
    await later(10_001)
    const waiting = await payout(mint)
    expect(waiting).toMatchObject({ waiting: { amount: '5925926', currency: 'SOL' }, nextAt: null })
    const nextRunAtMs = unixMs(scene.app.clock.nowMs() + 600_000)
    const startedAtMs = scene.app.clock.nowMs()
    await scene.app.deps.storage.scheduledRuns.start('crank', startedAtMs)
    await scene.app.deps.storage.scheduledRuns.finish('crank', { startedAtMs, nowMs: startedAtMs, outcome: 'done', nextRunAtMs })
    expect(await payout(mint)).toMatchObject({ nextAt: new Date(nextRunAtMs).toISOString() })
    await later(600_001)
    // A time that has passed is told to nobody.
    expect(await payout(mint)).toMatchObject({ nextAt: null })
    expect(await payout(await scene.launch({ ticker: 'XLOCKFAIL' }))).toBeNull()
  })
})
