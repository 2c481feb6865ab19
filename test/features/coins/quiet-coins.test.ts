import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { lamports, type Mint, type Wallet } from '../../../src/domain/brands.ts'
import { watchRedirects } from '../../../src/features/coins/watch-redirects.ts'
import { crankAllCoins } from '../../../src/features/crank/crank-all-coins.ts'
import { openStorage } from '../../../src/adapters/storage/storage.ts'
import { Secret } from '../../../src/lib/secret.ts'
import type { ScheduledJob } from '../../../src/ports/scheduled-job.ts'
import type { Launchpad } from '../../../src/ports/launchpad/launchpad.ts'
import { databasesUnderTest } from '../../support/databases-under-test.ts'
import { PROPERTY_INPUTS } from '../../support/property.ts'
import { temporaryDataDirs } from '../../support/server-process.ts'
import { coinRow } from '../../support/storage-rows.ts'
import { createUpkeepScene } from '../../support/upkeep-scene.ts'

setDefaultTimeout(600_000)

const dirs = temporaryDataDirs()
afterAll(dirs.removeAll)

const [MINUTE_MS, HOURS] = [60_000, 24]
/** Ten thousand where `check:full` asks for it. */
const COINS = PROPERTY_INPUTS > 1_000 ? 10_000 : 200
/** Coins that are traded every ten minutes: one in a hundred. */
const isTraded = (mint: string) => mint.endsWith('00')

/** A chain of coins whose fees are never worth their transaction, with what it was asked. */
function quietChain() {
  const asked = { calls: 0, coins: 0, of: new Map<string, number>(), splits: new Set<Mint>() }
  const accrued = new Map<Mint, number>()
  const redirected = new Set<Mint>()
  const count = (mints: readonly Mint[]) => {
    asked.calls += 1
    asked.coins += mints.length
    for (const mint of mints) asked.of.set(mint, (asked.of.get(mint) ?? 0) + 1)
  }
  const pad = (pad: Launchpad): Launchpad => ({
    ...pad,
    feeShare: {
      ...pad.feeShare!,
      async readAccrued(mints) {
        count(mints)
        return mints.map((mint) => ({ mint, stage: 'graduated', accruedAtomic: lamports(accrued.get(mint) ?? 0) }))
      },
      async readRedirects(splits) {
        count(splits.map(({ mint }) => mint))
        for (const { mint } of splits) asked.splits.add(mint)
        return splits.filter(({ mint }) => redirected.has(mint)).map(({ mint }) => ({ mint, to: 'its holders' as Wallet }))
      },
    },
  })
  return { asked, pad, redirected, trade: (mint: Mint) => void accrued.set(mint, (accrued.get(mint) ?? 0) + 1) }
}

/** Two replicas on one database, which take turns at the passes, and so many locked coins that were launched now. */
async function twoReplicas(databaseUrl: string) {
  const chain = quietChain()
  const { app, call } = await createUpkeepScene({ databaseUrl, pad: chain.pad })
  const { clock, deps } = app
  const replicas = [deps, { ...deps, storage: await openStorage(new Secret(databaseUrl)) }] as const
  let passes = 0
  const run = (job: ScheduledJob) =>
    job(replicas[(passes >> 1) % 2]!, {
      dueAtMs: clock.nowMs(),
      position: null,
      keepPosition: async () => {},
      mayContinue: async () => true,
    })
  const mints = Array.from({ length: COINS }, (_, index) => `coin${String(index).padStart(5, '0')}` as Mint)
  const row = (mint: Mint) => coinRow(mint, { feeShareLocked: true, lockHeight: 7, launchedAtMs: clock.nowMs() })
  await deps.storage.transaction(async (tx) => {
    for (const mint of mints) await tx.coins.insert(row(mint))
  })
  /** Lets so many minutes go by with their passes: splits every five, cranks every ten. */
  const pass = async (minutes: number) => {
    for (let spent = 0; spent < minutes; spent += 5) {
      await clock.advance(5 * MINUTE_MS)
      passes += 1
      await run(watchRedirects)
      if (passes % 2 > 0) continue
      for (const mint of mints) if (isTraded(mint)) chain.trade(mint)
      await run(crankAllCoins)
    }
  }
  const close = async () => void (await Promise.all([replicas[1].storage.close(), app.close()]))
  return { ...chain, call, storage: deps.storage, mints, pass, close }
}

describe.each(databasesUnderTest(dirs.next))('decision "Quiet coins": a day of passes, %s', (_name, make) => {
  test('a traded coin is read in each pass, a quiet one ever less, and no coin less than once an hour in each', async () => {
    const { asked, mints, pass, close } = await twoReplicas(await make())
    await pass(HOURS * 60)
    const each = HOURS * (12 + 6)
    const traded = mints.filter(isTraded)
    for (const mint of traded) expect(asked.of.get(mint)).toBe(each)
    const quiet = mints.filter((mint) => !isTraded(mint)).map((mint) => asked.of.get(mint)!)
    expect([Math.min(...quiet) >= HOURS * 2, Math.max(...quiet) < each / 3]).toEqual([true, true])
    console.log(
      `${COINS} coins, one day: ${asked.calls} calls for ${asked.coins} coins; ${Math.max(...quiet)} of a quiet one, ${each} of a traded one`,
    )
    await close()
  })

  test('a quiet coin’s split taken away is noticed within the hour, and in the next pass once somebody opens its page; so are its fees', async () => {
    const { asked, redirected, trade, call, storage, mints, pass, close } = await twoReplicas(await make())
    const [taken, seen, fees] = [mints[1]!, mints[2]!, mints[3]!]
    const isTaken = async (mint: Mint) => (await storage.coins.find(mint))!.feesRedirected !== null
    await pass(HOURS * 60)
    asked.splits.clear()
    while (!asked.splits.has(taken)) await pass(5)
    for (const mint of [taken, seen]) redirected.add(mint)
    await call('GET', `/api/coins/${seen}/market`)
    await pass(5)
    expect([await isTaken(seen), await isTaken(taken)]).toEqual([true, false])
    await pass(55)
    expect(await isTaken(taken)).toBe(true)
    // Once it is seen that something was paid in, both passes read it each time.
    trade(fees)
    await pass(60)
    asked.of.clear()
    await pass(20)
    expect(asked.of.get(fees)).toBe(4 + 2)
    await close()
  })
})
