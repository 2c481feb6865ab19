import { describe, expect, test } from 'bun:test'
import { startSchedule } from '../../src/scheduler/schedule.ts'
import { Secret } from '../../src/lib/secret.ts'
import { createKeyedRandom } from '../../src/lib/keyed-random.ts'
import { createBuybackScene } from '../support/buyback-scene.ts'
import { createUpkeepScene } from '../support/upkeep-scene.ts'

describe('decision "One replica leads": the schedule', () => {
  test('decision "The crank pass": cranks when CRANK_CRON says so, watches graduations within a minute, and keeps when each job ran', async () => {
    const { app, launch, buy } = await createUpkeepScene({ env: { CRANK_CRON: '*/10 * * * *' } })
    const [paid, grown] = [await launch(), await launch()]
    await buy(paid)
    const schedule = startSchedule(app.deps)
    await app.clock.advance(30_000)
    await app.deps.simulation!.graduate(grown)
    await app.clock.advance(60_000)
    expect((await app.deps.storage.coins.find(grown))!.graduatedAtMs).not.toBeNull()
    expect((await app.deps.storage.totals.read()).remits).toBe(0)
    await app.clock.advance(9 * 60_000)
    expect((await app.deps.storage.totals.read()).remits).toBe(5)
    await schedule.stop()

    const runs = await app.deps.storage.scheduledRuns.list()
    expect(runs.map(({ name }) => name)).toEqual(['crank', 'graduations', 'jobs', 'ledger', 'programs', 'redirects', 'remits'])
    const tenPast = Date.UTC(2026, 10, 21, 0, 10)
    expect(runs[0]).toEqual({
      name: 'crank',
      lastStartedAtMs: tenPast as never,
      lastFinishedAtMs: tenPast as never,
      lastOutcome: '2 coins read, 1 paid out, 0 failed',
      nextRunAtMs: (tenPast + 600_000) as never,
      position: null,
    })
    expect(runs[1]!.lastOutcome).toBe('1 coins read, 0 graduated')
  })

  test('a job of many coins lets others by after every few of them', async () => {
    const { app, launch, buy } = await createUpkeepScene({ env: { CRANK_CRON: '*/10 * * * *', CRANK_DAILY_LAMPORTS: '10000000000' } })
    const { clock, storage } = app.deps
    const coins = 50
    for (let count = 0; count < coins; count += 1) await buy(await launch())
    let [turns, over] = [0, false]
    const turn = () => {
      turns += 1
      if (!over) setImmediate(turn)
    }
    turn()
    const at = { start: 0, finish: 0 }
    const jobs: typeof storage.scheduledRuns = {
      ...storage.scheduledRuns,
      start: (name, nowMs) => (name === 'crank' && (at.start = turns), storage.scheduledRuns.start(name, nowMs)),
      finish: (name, run) => (name === 'crank' && (at.finish = turns), storage.scheduledRuns.finish(name, run)),
    }
    const schedule = startSchedule({ ...app.deps, clock, storage: { ...storage, scheduledRuns: jobs } })
    await app.clock.advance(10 * 60_000)
    await schedule.stop()
    over = true
    expect((await storage.scheduledRuns.find('crank'))!.lastOutcome).toBe(`${coins} coins read, ${coins} paid out, 0 failed`)
    // Eight are cranked at once.
    expect(at.finish - at.start).toBeGreaterThanOrEqual(Math.floor(coins / 8))
  })

  test('rules 1.9: buys back when BUYBACK_CRON says so, once for each time of the clock', async () => {
    const { app, deps, listed } = await createBuybackScene({ env: { BUYBACK_CRON: '*/15 * * * *' } })
    const schedule = startSchedule(deps())
    await app.clock.advance(14 * 60_000)
    expect(await listed()).toEqual([])
    await app.clock.advance(17 * 60_000)
    await schedule.stop()
    expect((await listed()).map(({ at, status }) => [at, status])).toEqual([
      ['2026-11-21T00:30:00.000Z', 'executed'],
      ['2026-11-21T00:15:00.000Z', 'executed'],
    ])
    expect(await app.deps.storage.scheduledRuns.find('buyback')).toMatchObject({
      lastOutcome: expect.stringMatching(/^bought NMFROG for 0\.04\d+ SOL$/),
    })
  })

  test('decision "A buyback begins at a moment within its interval": a buyback begins at a moment within its interval that follows from a secret, also after a restart in between', async () => {
    const draws: string[] = []
    const keyedRandom = (name: string) => (draws.push(name), name.endsWith(String(Date.UTC(2026, 10, 21, 0, 20))) ? 0.75 : 0.5)
    const { app, deps, listed } = await createBuybackScene({ env: { BUYBACK_CRON: '*/20 * * * *' } })
    const begin = () => startSchedule({ ...deps(), keyedRandom })
    let schedule = begin()
    // The run of midnight is due at 00:09, half of nine tenths of twenty minutes later; that of 00:20 at 00:33:30.
    await app.clock.advance(8 * 60_000)
    expect(await listed()).toEqual([])
    await app.clock.advance(2 * 60_000)
    expect(await listed()).toHaveLength(1)
    await app.clock.advance(16 * 60_000)
    await schedule.stop()
    expect(await listed()).toHaveLength(1)
    schedule = begin()
    await app.clock.advance(7 * 60_000)
    expect(await listed()).toHaveLength(1)
    await app.clock.advance(60_000)
    await schedule.stop()
    expect((await listed()).map(({ at }) => at)).toEqual(['2026-11-21T00:20:00.000Z', '2026-11-21T00:00:00.000Z'])
    expect(new Set(draws.map((name) => name.split(' ')[0]))).toEqual(new Set(['buyback', 'burn']))
  })

  test('decision "A buyback begins at a moment within its interval": what is drawn by the secret is even, the same again, and another with another secret', () => {
    const [one, other] = [createKeyedRandom(new Secret('a'.repeat(32))), createKeyedRandom(new Secret('b'.repeat(32)))]
    const drawn = Array.from({ length: 2_000 }, (_, index) => one(`buyback ${index}`))
    expect(drawn.every((value) => value >= 0 && value < 1)).toBe(true)
    for (let part = 0; part < 10; part += 1) {
      const inPart = drawn.filter((value) => Math.floor(value * 10) === part).length
      expect(inPart).toBeGreaterThan(150)
      expect(inPart).toBeLessThan(250)
    }
    expect([one('x'), one('x') === other('x')]).toEqual([one('x'), false])
  })

  test('decision "The crank pass": a pass that broke off goes on as soon as there is a leader, behind its last batch', async () => {
    const { app, launch, buy } = await createUpkeepScene({ env: { CRANK_CRON: '0 0 1 1 *' } })
    const mints = (await Promise.all([launch(), launch()])).toSorted()
    for (const mint of mints) await buy(mint)
    const startedAtMs = app.clock.nowMs()
    await app.deps.storage.scheduledRuns.start('crank', startedAtMs)
    await app.deps.storage.scheduledRuns.keepPosition('crank', { startedAtMs, position: mints[0]! })
    const schedule = startSchedule(app.deps)
    await app.clock.advance(1_000)
    await schedule.stop()
    expect(await app.deps.storage.scheduledRuns.find('crank')).toMatchObject({
      lastOutcome: '1 coins read, 1 paid out, 0 failed',
      position: null,
    })
  })

  test('a job that fails says so, and runs again', async () => {
    const { app, launch } = await createUpkeepScene()
    await launch()
    const { readAccrued } = app.pad.feeShare!
    Object.assign(app.pad.feeShare!, { readAccrued: () => Promise.reject(new Error('down')) })
    const schedule = startSchedule(app.deps)
    await app.clock.advance(21_000)
    expect((await app.deps.storage.scheduledRuns.find('graduations'))!.lastOutcome).toBe('failed: internal_error')
    Object.assign(app.pad.feeShare!, { readAccrued })
    await app.clock.advance(20_000)
    expect((await app.deps.storage.scheduledRuns.find('graduations'))!.lastOutcome).toBe('1 coins read, 0 graduated')
    await schedule.stop()
  })

  test('decision "One replica leads": a process that does not lead runs no led job, but settles what is under way', async () => {
    const { app, launch, buy } = await createUpkeepScene({ env: { CRANK_CRON: '* * * * *' } })
    await buy(await launch())
    const storage = { ...app.deps.storage, exclusive: false }
    await storage.leases.take('upkeep', 'another process', { nowMs: app.clock.nowMs(), untilMs: (app.clock.nowMs() + 90_000) as never })
    const schedule = startSchedule({ ...app.deps, storage })
    await app.clock.advance(80_000)
    expect(await storage.scheduledRuns.list()).toEqual([])
    await app.clock.advance(60_000)
    expect((await storage.scheduledRuns.find('crank'))!.lastOutcome).toBe('1 coins read, 1 paid out, 0 failed')
    await schedule.stop()
  })
})
