import { Database } from 'bun:sqlite'
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { KEEPERS } from '../support/key-keepers.ts'
import { newPerson } from '../support/test-app.ts'
import { eventually } from '../support/eventually.ts'
import { startServerProcess, temporaryDataDir } from '../support/server-process.ts'
import { seedCoins } from '../support/seed-coins.ts'

/** The whole thousand takes half a minute. */
const COINS = process.env.CRASH_TEST === 'full' ? 1_000 : 120

describe.each([...KEEPERS])('a crank pass in a process that is killed, by a key $name', (kind) => {
  test('rules 10.22 and 10.27: kill -9 in the middle, twice, and a restart pay each of so many coins exactly once', async () => {
    const { dataDir, remove } = temporaryDataDir()
    const keeper = await kind.start()
    const env = { DATA_DIR: dataDir, CRANK_CRON: '* * * * * *', ...keeper.env, CRANK_PAYER_KEY: await keeper.keep(newPerson()) }
    const mints = await seedCoins(env, COINS)
    const service = new Database(join(dataDir, 'service.db'), { readonly: true })
    const paid = () => service.query<{ paid: number }, []>('SELECT count(DISTINCT signature) AS paid FROM remit').get()!.paid
    for (const killAt of [COINS / 20, COINS / 4]) {
      const server = await startServerProcess(env)
      await eventually(() => paid() >= killAt)
      await server.kill()
      expect(paid()).toBeLessThan(COINS)
    }
    const server = await startServerProcess(env)
    await eventually(() => paid() === COINS)
    const unfinished = () => service.query<{ left: number }, []>('SELECT count(*) AS left FROM operation WHERE unfinished = 1').get()!.left
    await eventually(() => unfinished() === 0)
    // One more pass, from beginning to end, finds nothing to pay.
    const lastPass = () =>
      service
        .query<{ began: number; ended: number | null }, []>(
          "SELECT last_started_at_ms AS began, last_finished_at_ms AS ended FROM job_run WHERE name = 'crank'",
        )
        .get()!
    const { began: lastBegan } = lastPass()
    await eventually(() => lastPass().began > lastBegan && (lastPass().ended ?? 0) >= lastPass().began)
    expect(await server.stop()).toBe(0)

    const chain = new Database(join(dataDir, 'simulated.db'), { readonly: true })
    const onChain = chain.query<{ mint: string; times: number; lamports: number }, []>(
      `SELECT e.mint, count(DISTINCT e.signature) AS times, sum(p.lamports) AS lamports
       FROM executed e JOIN payment p ON p.signature = e.signature WHERE e.error IS NULL GROUP BY e.mint ORDER BY e.mint`,
    )
    const recorded = service.query<{ mint: string; times: number; lamports: number }, []>(
      'SELECT mint, count(DISTINCT signature) AS times, sum(CAST(amount AS INTEGER)) AS lamports FROM remit GROUP BY mint ORDER BY mint',
    )
    expect(onChain.all().map(({ mint, times }) => [mint, times] as const)).toEqual(mints.toSorted().map((mint) => [mint, 1]))
    expect(recorded.all()).toEqual(onChain.all())
    const recordedEvents = service
      .query<{ recordedEvents: number }, []>("SELECT count(*) AS recordedEvents FROM event WHERE type = 'remit.cranked'")
      .get()!.recordedEvents
    expect(recordedEvents).toBe(COINS)
    service.close()
    chain.close()
    await keeper.stop()
    remove()
  }, 180_000)
})
