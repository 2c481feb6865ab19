import { describe, expect, test } from 'bun:test'
import { partOf } from '../../../src/domain/buyback.ts'
import { HOUR_MS } from '../../../src/domain/limits.ts'
import { runBuyback } from '../../../src/features/buyback/run-buyback.ts'
import { resumeOperations } from '../../../src/features/operations/resume-operations.ts'
import type { Storage } from '../../../src/ports/storage/storage.ts'
import { type BuybackScene, createBuybackScene, sol } from '../../support/buyback-scene.ts'
import { emptyDatabase } from '../../support/empty-database.ts'

const server = process.env.TEST_DATABASE_URL
if (!server) console.warn('SKIPPED buybacks that break on PostgreSQL: TEST_DATABASE_URL is not set')

const RUN_MAX = sol(0.02)
const CALLS_MAX = 200

/** How the storage is gone: from a call on, as when the process was killed there, or for that call alone. */
const WAYS = { 'from a call on': (call: number, at: number) => call >= at, 'for one call': (call: number, at: number) => call === at }

/** How long after that the run is taken up: at once, while its transaction can land, or after it has expired. */
const PAUSES_MS = [0, 200_000]

const DATABASES = server ? ['SQLite', 'PostgreSQL'] : ['SQLite']
const CASES = DATABASES.flatMap((database) =>
  Object.keys(WAYS).flatMap((way) => PAUSES_MS.map((pauseMs) => [database, way as keyof typeof WAYS, pauseMs] as const)),
)

describe('rules 1.9: a run of several coins that breaks anywhere is taken up again', () => {
  test.each(CASES)(
    '%s, gone %s, taken up after %i ms: each coin has one run, one buy at most, and its part at most',
    async (database, way, pauseMs) => {
      const scene = await createBuybackScene(database === 'SQLite' ? {} : { databaseUrl: await emptyDatabase(server!) })
      const mints = [
        { mint: scene.mint, weight: 70 },
        { mint: await scene.launch(), weight: 30 },
      ]
      const outcomes = new Set<string>()
      for (let at = 1; await breaksAt(scene, { mints, at, way, pauseMs, outcomes }); at += 1) expect(at).toBeLessThan(CALLS_MAX)
      // Both a run that was not begun and one that was on its way were broken.
      expect([...outcomes].sort()).toEqual(pauseMs === 0 ? ['executed'] : ['executed', 'failed: transaction_expired'])
      await scene.app.close()
    },
    300_000,
  )
})

interface Break {
  readonly mints: readonly { readonly mint: BuybackScene['mint']; readonly weight: number }[]
  readonly at: number
  readonly way: keyof typeof WAYS
  readonly pauseMs: number
  readonly outcomes: Set<string>
}

/** Breaks the next hour's run at this call and has it taken up again; false when it ended before it came so far. */
async function breaksAt(scene: BuybackScene, { mints, at, way, pauseMs, outcomes }: Break): Promise<boolean> {
  const { clock, deps: appDeps } = scene.app
  await clock.advance(HOUR_MS)
  const deps = scene.deps({ mints, atomicMax: RUN_MAX, dailyAtomic: sol(1_000) })
  const dueAtMs = clock.nowMs()
  const [heldLamports, trades] = [await scene.buyerLamports(), await tradesOf(scene, mints)]
  const broken = breaking(deps.storage, (call) => WAYS[way](call, at))
  // A process that ends waits for nothing.
  const dying = { ...deps, storage: broken.storage, stopNotice: { answerByMs: dueAtMs } }
  await runBuyback(dying, { dueAtMs }).catch((error: unknown) => expect(String(error)).toMatch(/the buyback of [12] coins failed|gone/))
  await clock.advance(pauseMs)
  await resumeOperations(deps, { all: true })
  await runBuyback(deps, { dueAtMs })

  const traded = await tradesOf(scene, mints)
  for (const [index, { mint, weight }] of mints.entries()) {
    const runs = (await appDeps.storage.buybacks.listOf('treasury', 200)).filter((run) => run.mint === mint && run.dueAtMs === dueAtMs)
    expect(runs).toHaveLength(1)
    const { state, failure, quote } = runs[0]!
    outcomes.add(failure ? `${state}: ${failure.code}` : state)
    expect(traded[index]! - trades[index]!).toBe(state === 'executed' ? 1 : 0)
    expect(quote!.atomicMax + quote!.overheadAtomic).toBeLessThanOrEqual(partOf(RUN_MAX, { weight, totalWeight: 100 }))
  }
  expect(heldLamports - (await scene.buyerLamports())).toBeLessThanOrEqual(RUN_MAX)
  return broken.calls() >= at
}

const tradesOf = (scene: BuybackScene, mints: Break['mints']): Promise<number[]> =>
  Promise.all(mints.map(async ({ mint }) => (await scene.app.deps.simulation!.inspect(mint)).tradeCount))

/** The storage, of which the calls that are gone fail, those within transactions too. */
function breaking(storage: Storage, isGone: (call: number) => boolean): { readonly storage: Storage; calls(): number } {
  let calls = 0
  const wrap = (value: object): object =>
    new Proxy(value, {
      get(target, key) {
        const member: unknown = Reflect.get(target, key)
        // What is heard of ends is not asked of the database.
        if (key === 'ends') return member
        if (typeof member === 'object' && member !== null) return wrap(member)
        if (typeof member !== 'function') return member
        return (...given: unknown[]) => {
          calls += 1
          if (isGone(calls)) return Promise.reject(new Error('the storage is gone'))
          const [work, ...rest] = given
          const passed = key === 'transaction' && typeof work === 'function' ? [(tx: object) => work(wrap(tx)), ...rest] : given
          return member.apply(target, passed)
        }
      },
    })
  return { storage: wrap(storage) as Storage, calls: () => calls }
}
