import { describe, expect, test } from 'bun:test'
import type { Fault } from './nemesis.ts'
import { PLANTED_FAULTS } from './planted-faults.ts'
import { runCampaign } from './run-campaign.ts'

const skipped = !process.env.TEST_DATABASE_URL
if (skipped)
  console.log('SKIPPED a campaign against replicas: set TEST_DATABASE_URL where PostgreSQL is installed; it starts one of its own')

const SECONDS = 45
const SEED = 40
const LIMIT_MS = 15 * 60_000

const campaign = async (database: 'postgres' | 'sqlite', faults: readonly Fault[]) => {
  const {
    history,
    faults: done,
    text,
  } = await runCampaign({ database, replicas: 3, clients: 12, seconds: SECONDS, faults, seed: SEED, until: [] })
  console.info(text)
  expect(done.get('kill') ?? 0).toBeGreaterThan(0)
  expect(history.orders.some(({ launched }) => launched)).toBe(true)
  expect(history.findings).toEqual([])
}

describe('processes that are killed again and again', () => {
  test.skipIf(skipped)(
    'rules 10.13: three replicas double nothing, lose nothing and say nothing wrong',
    () =>
      campaign('postgres', [
        'kill',
        'freeze',
        'cut-clients',
        'slow-clients',
        'cut-database',
        'silent-database',
        'slow-database',
        'break-facilitator',
      ]),
    LIMIT_MS,
  )

  test(
    'rules 10.13: one process on SQLite doubles nothing, loses nothing and says nothing wrong',
    () => campaign('sqlite', ['kill', 'cut-clients', 'slow-clients', 'break-facilitator', 'full-disk']),
    LIMIT_MS,
  )

  test('the source has a place for each planted fault', async () => {
    for (const { name, edits } of PLANTED_FAULTS)
      for (const { path, from } of edits)
        expect({ name, places: (await Bun.file(path).text()).split(from).length - 1 }).toEqual({ name, places: 1 })
  })
})
