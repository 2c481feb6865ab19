import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { openStorage } from '../../src/adapters/storage/storage.ts'
import { seedCoins } from '../support/seed-coins.ts'
import { temporaryDataDir } from '../support/server-process.ts'
import { newPerson } from '../support/test-app.ts'
import { runAgentLaunch } from '../support/run-command.ts'
import { Secret } from '../../src/lib/secret.ts'

const { dataDir, remove } = temporaryDataDir()
const buyer = newPerson()
let mint: string
beforeAll(async () => {
  mint = (await seedCoins({ DATA_DIR: dataDir }, 1))[0]!
})
afterAll(remove)

/** Runs `agent-launch …` in a process of its own, as an operator does. */
const command = (args: readonly string[], env: Record<string, string> = {}) => runAgentLaunch(args, { DATA_DIR: dataDir, ...env })

async function runs() {
  const storage = await openStorage(new Secret(`sqlite:${dataDir}/service.db`))
  const { rows } = await storage.buybacks.list({ limit: 10, cursor: null })
  await storage.close()
  return rows.map(({ state }) => state)
}

describe('decision "A buyback": buyback run', () => {
  test('a dry run says what would be done and keeps nothing; a run buys; without configuration it says what is missing', async () => {
    const env = { BUYBACK_MINTS: mint, BUYBACK_KEY: buyer.secret, BUYBACK_BURN: '1', BUYBACK_PRICE_RISE_BPS: '0' }
    const dry = await command(['buyback', 'run', '--dry-run'], env)
    expect(dry).toMatchObject({ code: 0, err: '' })
    expect(dry.out).toMatch(/at least \d+\.\d{6} \w+, and burns them/)
    expect(dry.out).toContain('BUYBACK_EXECUTE=1')
    expect(await runs()).toEqual([])

    const recorded = await command(['buyback', 'run'], env)
    expect(recorded).toMatchObject({ code: 0, out: expect.stringContaining('skipped') })
    const bought = await command(['buyback', 'run'], { ...env, BUYBACK_EXECUTE: '1' })
    expect(bought).toMatchObject({ code: 0, out: expect.stringMatching(/^bought \w+ for 0\.04\d+ SOL\nsignature \w+\n$/) })
    expect(await runs()).toEqual(['executed', 'skipped'])

    expect(await command(['buyback', 'run'])).toMatchObject({ code: 1, err: expect.stringContaining('Set BUYBACK_MINTS and BUYBACK_KEY') })
    expect(await command(['buyback', 'run', '--dry-run'], { BUYBACK_MINTS: mint })).toMatchObject({
      code: 1,
      out: expect.stringContaining('BUYBACK_KEY'),
    })
    expect((await command(['buyback'])).code).toBe(2)
    expect(await runs()).toHaveLength(2)
  }, 180_000)

  test('doctor shows what is bought, by whom and on which terms, and never the secret', async () => {
    const { code, out } = await command(['doctor'], { BUYBACK_MINTS: mint, BUYBACK_KEY: buyer.secret })
    expect(code).toBe(0)
    expect(out).toContain(`buyback of ${mint}:1 at "0 * * * *" (UTC): at most 0.05 SOL a run, 0.01 SOL kept, 100 bps slippage`)
    expect(out).toContain('runs are only recorded')
    expect(out).toContain(`BUYBACK_KEY is ${buyer.wallet}`)
    expect(out).not.toContain(buyer.secret)
    expect(await command(['doctor'], { BUYBACK_MINTS: mint, BUYBACK_KEY: 'no key' })).toMatchObject({
      code: 1,
      out: expect.stringContaining('BUYBACK_KEY is not a secret key'),
    })
  }, 180_000)
})
