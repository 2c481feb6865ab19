import { describe, expect, test } from 'bun:test'
import { watchGraduations } from '../../../src/features/coins/watch-graduations.ts'
import { createUpkeepScene } from '../../support/upkeep-scene.ts'

describe('decision "Graduated": the graduation watch tells what has migrated', () => {
  test('a complete curve is not graduated, a migrated one is; told exactly once', async () => {
    const { app, launch, run, call, footprint } = await createUpkeepScene()
    const [mint] = [await launch(), await launch()]
    const eventsBefore = ['launch.created', 'feeShare.locked']
    expect((await run(watchGraduations)).outcome).toBe('2 coins read, 0 graduated')
    await app.deps.simulation!.graduate(mint)
    expect((await run(watchGraduations)).outcome).toBe('2 coins read, 0 graduated')
    expect((await footprint(mint)).events).toEqual(eventsBefore)
    await app.clock.advance(1_000)
    const runs = await Promise.all([run(watchGraduations), run(watchGraduations), run(watchGraduations)])
    expect(runs.map(({ outcome }) => Number(/(\d) graduated/.exec(outcome)![1])).reduce((a, b) => a + b)).toBe(1)
    expect((await run(watchGraduations)).outcome).toBe('1 coins read, 0 graduated')
    expect((await footprint(mint)).events).toEqual([...eventsBefore, 'coin.graduated'])
    const { coin } = (await call('GET', `/api/coins/${mint}`)).body
    expect(coin).toMatchObject({ status: 'graduated', graduatedAt: '2026-11-21T00:00:01.000Z' })
    expect(coin.timeline).toEqual([
      { state: 'Launched', at: '2026-11-21T00:00:00.000Z', reached: true },
      { state: 'Graduated', at: '2026-11-21T00:00:01.000Z', reached: true },
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
})
