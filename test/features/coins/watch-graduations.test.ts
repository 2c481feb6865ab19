import { describe, expect, test } from 'bun:test'
import { watchGraduations } from '../../../src/features/coins/watch-graduations.ts'
import { createUpkeepScene } from '../../support/upkeep-scene.ts'

describe('decision "Graduated": the graduation watch tells what has migrated', () => {
  test('a complete curve is not graduated, a migrated one is; told exactly once', async () => {
    const { app, launch, run, call, footprint } = await createUpkeepScene()
    const [mint] = [await launch(), await launch()]
    const eventsBefore = ['launch.created', 'feeShare.locked']
    expect((await run(watchGraduations)).outcome).toBe('2 coins read, 0 graduated')
    await app.clock.advance(20_000)
    await app.deps.simulation!.graduate(mint)
    expect((await run(watchGraduations)).outcome).toBe('2 coins read, 0 graduated')
    expect((await footprint(mint)).events).toEqual(eventsBefore)
    await app.clock.advance(20_000)
    const runs = await Promise.all([run(watchGraduations), run(watchGraduations), run(watchGraduations)])
    expect(runs.map(({ outcome }) => Number(/(\d) graduated/.exec(outcome)![1])).reduce((a, b) => a + b)).toBe(1)
    await app.clock.advance(20_000)
    expect((await run(watchGraduations)).outcome).toBe('1 coins read, 0 graduated')
    expect((await footprint(mint)).events).toEqual([...eventsBefore, 'coin.graduated'])
    const { coin } = (await call('GET', `/api/coins/${mint}`)).body
    expect(coin).toMatchObject({ status: 'graduated', graduatedAt: '2026-11-21T00:00:40.000Z' })
    expect(coin.timeline).toEqual([
      { state: 'Launched', at: '2026-11-21T00:00:00.000Z', reached: true },
      { state: 'Graduated', at: '2026-11-21T00:00:40.000Z', reached: true },
      { state: 'Featured', at: null, reached: false },
    ])
    expect((await app.deps.storage.events.list(mint)).at(-1)!.data).toMatchObject({ mint, ticker: 'NMFROG', graduatedAt: coin.graduatedAt })
  })

  test('moves the coin from the live list to the graduated-unfeatured one', async () => {
    const { app, launch, run, call } = await createUpkeepScene()
    const [gone, stays] = [await launch(), await launch()]
    await app.deps.simulation!.graduate(gone)
    await app.clock.advance(1_000)
    await run(watchGraduations)
    const mints = async (path: string) => (await call('GET', path)).body.coins.map(({ mint }: { mint: string }) => mint)
    expect(await mints('/api/coins/live')).toEqual([stays])
    expect(await mints('/api/coins/graduated-unfeatured')).toEqual([gone])
  })

  test('a coin that nobody trades is read less and less, every ten minutes at last; one that is traded again, often at once', async () => {
    const { app, launch, buy, run } = await createUpkeepScene()
    const mint = await launch()
    const readsIn = async (hours: number) => {
      let reads = 0
      for (let pass = 0; pass < hours * 180; pass += 1) {
        await app.clock.advance(20_000)
        reads += Number.parseInt((await run(watchGraduations)).outcome)
      }
      return reads
    }
    expect([await readsIn(1), await readsIn(4), await readsIn(1)]).toEqual([51, 29, 6])
    await buy(mint)
    expect(await readsIn(0.25)).toBe(28)
  })

  test('a quiet coin is read in the next pass when somebody saw that its curve is complete', async () => {
    const { app, launch, run, call } = await createUpkeepScene()
    const mint = await launch()
    for (const waitMs of [20_000, 86_400_000]) {
      await app.clock.advance(waitMs)
      await run(watchGraduations)
    }
    await app.deps.simulation!.graduate(mint)
    await app.clock.advance(20_000)
    expect((await run(watchGraduations)).outcome).toBe('0 coins read, 0 graduated')
    await call('GET', `/api/coins/${mint}/market`)
    expect((await run(watchGraduations)).outcome).toBe('1 coins read, 1 graduated')
  })
})
