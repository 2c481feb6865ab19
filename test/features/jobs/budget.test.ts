import { describe, expect, test } from 'bun:test'
import { emptyDatabase } from '../../support/empty-database.ts'
import { createJobsScene } from '../../support/jobs-scene.ts'

const server = process.env.TEST_DATABASE_URL
const storages: [name: string, url: () => Promise<string>][] = [
  ['SQLite', async () => 'sqlite::memory:'],
  ...(server ? [['PostgreSQL', () => emptyDatabase(server)] as [string, () => Promise<string>]] : []),
]

describe.each(storages)('rules 3.3: reserved budget never passes what accrued: %s', (_name, url) => {
  test('50 parallel requests, while fees are distributed', async () => {
    const scene = await createJobsScene({ databaseUrl: await url() })
    const { storage } = scene.app.deps
    // 45 SOL of trades: 0.135 SOL of fees, of which a quarter is 0.03375 SOL; each job takes 0.002 SOL.
    const requests = Array.from({ length: 50 }, (_, index) =>
      index % 10 === 5 ? scene.call('POST', '/api/agent/crank', { mint: scene.mint }) : scene.create({ budget: 200 }),
    )
    const answers = await Promise.all(requests)
    const made = answers.filter(({ status }) => status === 201).length
    const refused = answers.filter(({ body }) => body.code === 'kit_budget_exceeded').length
    expect({ made: made <= 16, all: made + refused }).toEqual({ made: true, all: 45 })
    // What a distribution in between hid from a request is there for the next.
    while ((await scene.create({ budget: 200 })).status === 201);
    const { reservedAtomic: reserved } = await storage.jobs.budget(scene.mint)
    const { body } = await scene.app.call('GET', `/api/coins/${scene.mint}/kit`)
    expect(reserved).toBe(32_000_000n as typeof reserved)
    expect(BigInt(body.budget.accrued.lamports)).toBeGreaterThanOrEqual(32_000_000n)
    expect(BigInt(body.budget.accrued.lamports)).toBeLessThan(34_000_000n)
    expect(body.budget.reserved.lamports).toBe('32000000')
    await scene.close()
  })
})
