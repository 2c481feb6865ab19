import { afterEach, describe, expect, test } from 'bun:test'
import { lamports } from '../../../src/domain/brands.ts'
import { AppError } from '../../../src/domain/errors.ts'
import type { LaunchCost } from '../../../src/ports/launchpad/launching.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'
import { toyLaunchpad } from '../../support/toy-launchpad.ts'

type Toy = {
  readonly id: string
  readonly wallets?: number
  readonly currency?: 'SOL' | 'ETH'
  readonly quoted?: Partial<LaunchCost> | AppError
}

const apps: TestApp[] = []
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close()
})

/** A service whose default launchpad is the simulated one, with these toys behind it. */
async function withToys(...toys: readonly Toy[]): Promise<TestApp> {
  const app = await createTestApp({
    entries: (simulated) =>
      toys.map(({ id, wallets = 20, currency = 'SOL', quoted = {} }) => {
        const toy = toyLaunchpad(simulated, { id, title: `The ${id}`, shareholdersMax: wallets, currency })
        const load = async () => {
          const pad = await toy.load()
          const estimateLaunch: typeof pad.estimateLaunch = async (...of) => {
            if (quoted instanceof AppError) throw quoted
            return { ...(await pad.estimateLaunch(...of)), ...quoted }
          }
          return { ...pad, estimateLaunch }
        }
        return { facts: toy.facts, load }
      }),
  })
  apps.push(app)
  return app
}

const dear = { totalAtomic: lamports(900_000_000_000) }
const cheap = { totalAtomic: lamports(1) }
const choose = async (app: TestApp, changes: Record<string, unknown> = {}) => {
  const key = await app.claim()
  return { key, ...(await app.call('POST', '/api/agent/launch/dry-run', app.launchBody({ platform: 'auto', ...changes }), { key })) }
}

describe('rules 2.4: platform auto compares the enabled launchpads for the given crew and says why it chose', () => {
  test('the cheapest of those whose create and lock land together; what was compared is told, in the order of the service', async () => {
    const app = await withToys(
      { id: 'cheap', quoted: cheap },
      { id: 'loose', quoted: { totalAtomic: lamports(0), lockPath: 'sequential', transactions: 2 } },
    )
    const { status, body } = await choose(app)
    expect(status).toBe(200)
    const { platform, reason, compared } = body.platformChoice
    expect(platform).toBe('cheap')
    expect(reason).toContain('nobody can trade before the fees are locked')
    expect(reason).toContain('costs least of those paid in SOL: 0.000000001 SOL')
    expect(compared.map((one: any) => [one.platform, one.launch.atomic, one.launch.transactions, one.problem])).toEqual([
      ['simulated', true, 1, null],
      ['cheap', true, 1, null],
      ['loose', false, 2, null],
    ])
    expect((await app.call('GET', `/api/agent/launch/dry-run/${body.dryRunId}`)).body.plan.platform).toBe('cheap')
  })

  test('one that does not take so many wallets, or refuses, or does not answer, is told with its reason and not chosen', async () => {
    const app = await withToys(
      { id: 'small', wallets: 2, quoted: cheap },
      { id: 'closed', quoted: new AppError('launch_refused', { reason: 'the factory is closed' }) },
    )
    const { body } = await choose(app)
    expect(body.platformChoice).toMatchObject({ platform: 'simulated', reason: expect.stringMatching(/^Only .+ takes this plan\.$/) })
    const [, small, closed] = body.platformChoice.compared
    expect(small).toMatchObject({ platform: 'small', maxShareholders: 2, launch: null, problem: expect.stringContaining('2') })
    expect(closed.problem).toContain('the factory is closed')
  })

  test('costs in another currency are not compared, and that is said', async () => {
    const app = await withToys({ id: 'dear', quoted: dear }, { id: 'foreign', currency: 'ETH', quoted: cheap })
    const { platform, reason } = (await choose(app)).body.platformChoice
    expect(platform).toBe('simulated')
    expect(reason).toContain('Costs in other currencies were not compared')
  })

  test('where none takes the plan it is refused as on the first, and nothing is stored', async () => {
    const app = await withToys({ id: 'small', wallets: 1 })
    const { status, body } = await choose(app, { name: '🐸'.repeat(9) })
    expect([status, body.code]).toEqual([400, 'validation_invalid'])
    expect(body.errors[0].path).toBe('/name')
  })

  test('the plan is of the chosen one: the tip names it, and a launch that leaves it open is refused', async () => {
    const app = await withToys({ id: 'cheap', quoted: cheap })
    const { key, body } = await choose(app)
    expect(body.tip).toContain('platform "cheap"')
    const launched = await app.call('POST', '/api/agent/launch', app.launchBody({ platform: 'auto', dryRunId: body.dryRunId }), {
      key,
      headers: { 'x-launcher-key': app.launcher.secret },
    })
    expect([launched.status, launched.body.code]).toEqual([400, 'platform_not_available'])
    expect((await choose(app, { platform: 'cheap' })).body.platformChoice).toBeNull()
  })
})
