import { describe, expect, test } from 'bun:test'
import { crankAllCoins } from '../../../src/features/crank/crank-all-coins.ts'
import { expectNothingHappened } from '../../support/nothing-happened.ts'
import { OPERATOR_KEY } from '../../support/test-app.ts'
import { createUpkeepScene } from '../../support/upkeep-scene.ts'

const path = '/api/agent/crank'
const withoutLauncher = { headers: {} }

describe('POST /api/agent/crank: who pays, and how much a day', () => {
  test('rules 5.3 and 10.23: the operator pays without a launcher key, and only where the treasury’s share brings back what it costs', async () => {
    const scene = await createUpkeepScene()
    const mint = await scene.launch()
    await scene.buy(mint, 0.001)
    const { body } = await expectNothingHappened(scene.app, () => scene.call('POST', path, { mint }, withoutLauncher))
    expect(body).toMatchObject({ signature: null, missingLamports: '22037' })
    await scene.buy(mint, 1)
    const before = (await scene.app.deps.simulation!.wallet(scene.payer.wallet)).lamports
    expect((await scene.call('POST', path, { mint }, withoutLauncher)).body.signature).toBeString()
    expect(before - (await scene.app.deps.simulation!.wallet(scene.payer.wallet)).lamports).toBe(5_000n)
  })

  test('rules 10.23 and 10.29: a key spends a fifth of the day’s budget, all keys half of it, and the next UTC day begins anew', async () => {
    const scene = await createUpkeepScene({ env: { CRANK_DAILY_LAMPORTS: '50000' } })
    const mint = await scene.launch()
    const crank = async (key: string) => {
      await scene.buy(mint, 0.1)
      await scene.app.clock.advance(10_000)
      const { status, body, headers } = await scene.call('POST', path, { mint }, { ...withoutLauncher, key })
      return status === 200 ? 'paid' : `${status} ${body.code} ${headers.get('retry-after')! > '60'}`
    }
    const over = '429 crank_budget_exceeded true'
    expect([await crank(scene.key), await crank(scene.key), await crank(scene.key)]).toEqual(['paid', 'paid', over])
    const [second, third] = [await scene.app.claim(), await scene.app.claim()]
    expect([await crank(second), await crank(second), await crank(third), await crank(third)]).toEqual(['paid', 'paid', 'paid', over])
    const operator = ['paid', 'paid', 'paid', 'paid', 'paid', over]
    for (const end of operator) expect(await crank(OPERATOR_KEY)).toBe(end)
    expect(await crank(await scene.app.claim())).toBe(over)
    expect((await scene.call('POST', path, { mint })).status).toBe(200)
    await scene.app.clock.advance(24 * 3_600_000)
    expect(await crank(scene.key)).toBe('paid')
  })

  test('rules 10.29: 20 parallel cranks of 20 coins never exceed the budget', async () => {
    const scene = await createUpkeepScene({ env: { CRANK_DAILY_LAMPORTS: '35000' } })
    const mints = await Promise.all(Array.from({ length: 20 }, () => scene.launch()))
    for (const mint of mints) await scene.buy(mint, 0.1)
    const answers = await Promise.all(mints.map((mint) => scene.call('POST', path, { mint }, { ...withoutLauncher, key: OPERATOR_KEY })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(7)
  })

  test('rules 10.29: five claimed keys use up their half: a stranger’s key is refused, and the clock still pays every coin', async () => {
    const scene = await createUpkeepScene({ env: { CRANK_DAILY_LAMPORTS: '100000' } })
    const [own, victims] = [await scene.launch(), [await scene.launch(), await scene.launch()]]
    let paid = 0
    for (let keys = 0; keys < 5; keys += 1) {
      const key = await scene.app.claim()
      for (let cranks = 0; cranks < 4; cranks += 1) {
        await scene.buy(own, 0.1)
        await scene.app.clock.advance(10_000)
        paid += Number((await scene.call('POST', path, { mint: own }, { ...withoutLauncher, key })).status === 200)
      }
    }
    expect(paid).toBe(10)
    for (const mint of victims) await scene.buy(mint)
    const late = await expectNothingHappened(scene.app, () => scene.call('POST', path, { mint: victims[0] }, withoutLauncher))
    expect(late).toMatchObject({ status: 429, body: { code: 'crank_budget_exceeded' } })
    expect((await scene.run(crankAllCoins)).outcome).toBe('3 coins read, 3 paid out, 0 failed')
    expect((await scene.call('POST', path, { mint: victims[0] }, { ...withoutLauncher, key: OPERATOR_KEY })).status).toBe(200)
  })

  test('rules 10.29: 20 parallel cranks of 20 coins by 20 keys stay within their half, and with the clock’s within the whole, to the lamport', async () => {
    const scene = await createUpkeepScene({ env: { CRANK_DAILY_LAMPORTS: '55000' } })
    const mints = await Promise.all(Array.from({ length: 20 }, () => scene.launch()))
    const keys = await Promise.all(mints.map(() => scene.app.claim()))
    for (const mint of mints) await scene.buy(mint, 5)
    const held = async () => (await scene.app.deps.simulation!.wallet(scene.payer.wallet)).lamports
    const before = await held()
    const answers = await Promise.all(
      mints.map((mint, index) => scene.call('POST', path, { mint }, { ...withoutLauncher, key: keys[index]! })),
    )
    // Half of it is five transactions and half a one.
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(before - (await held())).toBe(25_000n)
    expect((await scene.run(crankAllCoins)).outcome).toContain('stopped: crank_budget_exceeded')
    // A tenth is the operator's key's.
    expect(before - (await held())).toBe(45_000n)
    const due = { nowMs: scene.app.clock.nowMs(), limit: 100 }
    const unpaid = (await scene.app.deps.storage.coinPasses.listLocked(null, due)).map(({ mint }) => mint)
    const asked = await Promise.all(unpaid.map((mint) => scene.call('POST', path, { mint }, { ...withoutLauncher, key: OPERATOR_KEY })))
    expect(asked.some(({ body }) => body.code === 'crank_budget_exceeded')).toBe(true)
    expect(before - (await held())).toBe(55_000n)
  })

  test('rules 10.29: the operator pays for no distribution that costs more than one may; the launcher may', async () => {
    const scene = await createUpkeepScene({ env: { CRANK_MAX_LAMPORTS: '4999' } })
    const mint = await scene.launch()
    await scene.buy(mint)
    const refused = await expectNothingHappened(scene.app, () => scene.call('POST', path, { mint }, withoutLauncher))
    expect(refused).toMatchObject({ status: 400, body: { code: 'crank_cost_exceeded' } })
    expect(refused.body.detail).toBe(
      'The operator does not pay for this distribution: it costs 0.000005 SOL, and 0.000004999 SOL are allowed.',
    )
    expect((await scene.footprint(mint)).underWay).toEqual([])
    expect((await scene.call('POST', path, { mint })).status).toBe(200)
  })

  test('rules 10.29: the operator pays for a distribution that costs exactly what one may', async () => {
    const scene = await createUpkeepScene({ env: { CRANK_MAX_LAMPORTS: '5000' } })
    const mint = await scene.launch()
    await scene.buy(mint)
    expect((await scene.call('POST', path, { mint }, withoutLauncher)).body.signature).toBeString()
  })

  test('rules 10.29: a coin that was paid for in vain is not paid for again for a key for six hours; its launcher and the operator may', async () => {
    const scene = await createUpkeepScene()
    const mint = await scene.launch()
    const { advance } = scene.app.pad
    Object.assign(scene.app.pad, { advance: async () => [{ status: 'failed', height: 1, error: 'InsufficientFunds' }] })
    const crank = async (with_: Parameters<typeof scene.call>[3]) => {
      await scene.buy(mint, 0.1)
      await scene.app.clock.advance(10_000)
      return (await scene.call('POST', path, { mint }, with_)).body.code as string | undefined
    }
    expect(await crank(withoutLauncher)).toBe('chain_refused')
    Object.assign(scene.app.pad, { advance })
    expect(await crank(withoutLauncher)).toBe('crank_cost_exceeded')
    expect(await crank({ ...withoutLauncher, key: await scene.app.claim() })).toBe('crank_cost_exceeded')
    expect(await crank({ ...withoutLauncher, key: OPERATOR_KEY })).toBeUndefined()
    expect(await crank({})).toBeUndefined()
    await scene.app.clock.advance(6 * 3_600_000)
    expect(await crank(withoutLauncher)).toBeUndefined()
  })

  test('decision "Every wallet that spends by itself has a budget": a crank that failed on chain was paid for all the same, and stays in the day’s sum', async () => {
    const scene = await createUpkeepScene({ env: { CRANK_DAILY_LAMPORTS: '10000' } })
    const mint = await scene.launch()
    await scene.buy(mint)
    const { advance } = scene.app.pad
    Object.assign(scene.app.pad, { advance: async () => [{ status: 'failed', height: 1, error: 'InsufficientFunds' }] })
    const operator = { ...withoutLauncher, key: OPERATOR_KEY }
    for (let times = 0; times < 2; times += 1)
      expect(await scene.call('POST', path, { mint }, operator)).toMatchObject({ status: 400, body: { code: 'chain_refused' } })
    Object.assign(scene.app.pad, { advance })
    const third = await expectNothingHappened(scene.app, () => scene.call('POST', path, { mint }, operator))
    expect(third).toMatchObject({ status: 429, body: { code: 'crank_budget_exceeded' } })
  })
})
