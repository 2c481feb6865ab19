import { afterEach, describe, expect, test } from 'bun:test'
import { openStorage } from '../../../src/adapters/storage/storage.ts'
import { unixMs } from '../../../src/domain/brands.ts'
import { HOUR_MS } from '../../../src/domain/limits.ts'
import { runBuyback } from '../../../src/features/buyback/run-buyback.ts'
import { resumeOperations } from '../../../src/features/operations/resume-operations.ts'
import type { Storage } from '../../../src/ports/storage/storage.ts'
import { burnEarnings } from '../../../src/features/buyback/burn-earnings.ts'
import { createBurnScene } from '../../support/burn-scene.ts'
import { createBuybackScene } from '../../support/buyback-scene.ts'
import { emptyDatabase } from '../../support/empty-database.ts'
import { Secret } from '../../../src/lib/secret.ts'

const base = process.env.TEST_DATABASE_URL
if (!base) console.warn('SKIPPED buybacks of two replicas on one PostgreSQL: TEST_DATABASE_URL is not set')

describe.skipIf(!base)('decision "A buyback": two replicas on one PostgreSQL', () => {
  let second: Storage | null = null
  afterEach(() => second?.close())

  test('when both think that they lead, each time of the clock is one run and one buy', async () => {
    const databaseUrl = await emptyDatabase(base!)
    const scene = await createBuybackScene({ databaseUrl })
    second = await openStorage(new Secret(databaseUrl))
    const replicas = [scene.deps(), { ...scene.deps(), storage: second }]
    const start = scene.app.clock.nowMs()
    for (let hour = 0; hour < 10; hour += 1) {
      const dueAtMs = unixMs(start + hour * HOUR_MS)
      const runs = await Promise.all([...replicas, ...replicas, ...replicas].map((deps) => runBuyback(deps, { dueAtMs })))
      expect(new Set(runs.flatMap((list) => list.map(({ id }) => id))).size).toBe(1)
      await Promise.all(replicas.map((deps) => resumeOperations(deps, { all: true })))
    }
    const listed = await scene.listed()
    expect(listed.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 'executed'))
    expect((await scene.app.deps.simulation!.inspect(scene.mint)).tradeCount).toBe(10)
    expect((await second.totals.read()).buybacks).toBe(10)
    const executed = (await second.events.list(scene.mint)).filter(({ type }) => type === 'buyback.executed')
    expect(executed).toHaveLength(10)
    await scene.app.close()
  })

  test('and of two coins each has one run and one buy each time of the clock', async () => {
    const databaseUrl = await emptyDatabase(base!)
    const scene = await createBuybackScene({ databaseUrl })
    const mints = [scene.mint, await scene.launch()].map((mint) => ({ mint, weight: 1 }))
    second = await openStorage(new Secret(databaseUrl))
    const replicas = [scene.deps({ mints }), { ...scene.deps({ mints }), storage: second }]
    const dueAtMs = scene.app.clock.nowMs()
    const runs = await Promise.all([...replicas, ...replicas, ...replicas].map((deps) => runBuyback(deps, { dueAtMs })))
    expect(new Set(runs.flatMap((list) => list.map(({ id }) => id))).size).toBe(2)
    expect((await scene.listed()).map(({ status }) => status)).toEqual(['executed', 'executed'])
    for (const { mint } of mints) expect((await scene.app.deps.simulation!.inspect(mint)).tradeCount).toBe(1)
    await scene.app.close()
  })

  test('rules 10.36: when both think that they lead, a coin buys itself once each time of the clock', async () => {
    const databaseUrl = await emptyDatabase(base!)
    const scene = await createBurnScene({ databaseUrl })
    second = await openStorage(new Secret(databaseUrl))
    const replicas = [scene.app.deps, { ...scene.app.deps, storage: second }]
    for (let hour = 1; hour <= 5; hour += 1) {
      await scene.app.clock.advance(HOUR_MS)
      const turn = { dueAtMs: scene.app.clock.nowMs(), position: null, keepPosition: async () => {}, mayContinue: async () => true }
      await Promise.all([...replicas, ...replicas].map((deps) => burnEarnings(deps, turn)))
      expect((await scene.app.deps.simulation!.inspect(scene.mint)).tradeCount).toBe(hour)
    }
    expect((await scene.listed()).map(({ status, by }) => [status, by])).toEqual(Array(5).fill(['executed', 'earnings']))
    await scene.app.close()
  })
})
