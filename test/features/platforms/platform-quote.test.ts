import { describe, expect, test } from 'bun:test'
import type { LaunchCost } from '../../../src/ports/launchpad/launching.ts'
import type { Programs } from '../../../src/ports/launchpad/programs.ts'
import { createTestApp } from '../../support/test-app.ts'
import { toyLaunchpad } from '../../support/toy-launchpad.ts'

const PATH = '/api/platforms/toy'

/** A service with a toy that quotes what it is given, and counts how often it is asked. */
async function withToy(quoted: Partial<LaunchCost> = {}, programs?: Programs) {
  const asked: number[] = []
  const app = await createTestApp({
    entries: (simulated) => {
      const toy = toyLaunchpad(simulated)
      const load = async () => {
        const pad = await toy.load()
        return {
          ...pad,
          ...(programs && { programs }),
          estimateLaunch: async (...args: Parameters<typeof pad.estimateLaunch>) => {
            asked.push(args[0].shareholders.length)
            return { ...(await pad.estimateLaunch(...args)), ...quoted }
          },
        }
      }
      return [{ facts: toy.facts, load }]
    },
    disabled: [{ facts: toyLaunchpad(null as never, { id: 'elsewhere' }).facts, reason: 'it needs ELSEWHERE_URL' }],
  })
  return { app, asked }
}

describe('rules 4.1: GET /api/platforms/{id}: a launch there as it would be now', () => {
  test('it says the price by its items, the currency of cost and payout, the path, and what can happen', async () => {
    const { app, asked } = await withToy()
    const { status, body } = await app.call('GET', PATH)
    expect(status).toBe(200)
    expect(body.platform).toMatchObject({ id: 'toy', enabled: true, currency: 'SOL', payoutCurrency: 'SOL' })
    const { cost, ...launch } = body.launch
    expect(launch).toMatchObject({ wallets: 5, lockPath: 'atomic-v1', atomic: true, transactions: 1 })
    expect(launch.risks[0]).toContain('nobody can trade before the fees are locked')
    expect(launch.risks).toContain('Toys are sold without batteries.')
    const sum = cost.items.reduce((total: bigint, { amount }: { amount: { amount: string } }) => total + BigInt(amount.amount), 0n)
    expect(cost.total).toEqual({ amount: sum.toString(), decimals: 9, currency: 'SOL' })
    expect(asked).toEqual([5])
    await app.close()
  })

  test('a path of several transactions says what others can do between them, and a warning of today comes with it', async () => {
    const read = async () => [{ name: 'toy', address: 'Toy1', seen: { build: 'ab', control: 'upgraded by nobody' }, known: false }]
    const { app } = await withToy({ lockPath: 'sequential', transactions: 2 }, { read })
    const { launch } = (await app.call('GET', `${PATH}?wallets=2`)).body
    expect(launch).toMatchObject({ wallets: 2, lockPath: 'sequential', atomic: false, transactions: 2 })
    expect(launch.risks.join()).toContain('Others can trade between create and lock')
    expect(launch.risks.at(-1)).toContain('the program toy is a build that this release was not tried on (ab)')
    await app.close()
  })

  test('the chain is asked once a minute for each number of wallets, however many ask', async () => {
    const { app, asked } = await withToy()
    await Promise.all(Array.from({ length: 20 }, (_, index) => app.call('GET', `${PATH}?wallets=${1 + (index % 2)}`)))
    expect(asked.toSorted()).toEqual([1, 2])
    await app.clock.advance(60_000)
    await app.call('GET', `${PATH}?wallets=2`)
    expect(asked.toSorted()).toEqual([1, 2, 2])
    await app.close()
  })

  test('one that is switched off says why and has no price; one that is not there is refused, as is a number that is none', async () => {
    const { app, asked } = await withToy()
    const off = await app.call('GET', '/api/platforms/elsewhere')
    expect(off).toMatchObject({ status: 200, body: { platform: { enabled: false, reason: 'it needs ELSEWHERE_URL' }, launch: null } })
    expect(await app.call('GET', '/api/platforms/moon')).toMatchObject({ status: 400, body: { code: 'platform_not_available' } })
    for (const wallets of ['0', '21', 'many']) {
      expect(await app.call('GET', `${PATH}?wallets=${wallets}`)).toMatchObject({ status: 400, body: { code: 'validation_invalid' } })
    }
    expect(asked).toEqual([])
    await app.close()
  })
})
