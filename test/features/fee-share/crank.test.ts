import { describe, expect, test } from 'bun:test'
import type { Mint } from '../../../src/domain/brands.ts'
import { AppError } from '../../../src/domain/errors.ts'
import { resumeOperations } from '../../../src/features/operations/resume-operations.ts'
import { crankAllCoins } from '../../../src/features/fee-share/crank-all-coins.ts'
import { readRemits } from '../../../src/features/remits/read-remits.ts'
import { expectNothingHappened } from '../../support/nothing-happened.ts'
import { type Answer, newPerson, OPERATOR_KEY } from '../../support/test-app.ts'
import { createUpkeepScene, type UpkeepScene } from '../../support/upkeep-scene.ts'

const path = '/api/agent/crank'
const withoutLauncher = { headers: {} }
const vaultOf = async ({ app }: UpkeepScene, mint: Mint) => (await app.deps.simulation!.inspect(mint)).vaultLamports
const sumOf = (remits: readonly { lamports: string }[]) => remits.reduce((sum, { lamports }) => sum + BigInt(lamports), 0n)

describe('POST /api/agent/crank', () => {
  test('rules 1.6 and 10.27: the remits are what left the vault, to the lamport, before and after the graduation', async () => {
    const scene = await createUpkeepScene()
    const mint = await scene.launch()
    for (const graduated of [false, true]) {
      if (graduated) {
        await scene.app.deps.simulation!.graduate(mint)
        await scene.app.clock.advance(5_000)
      }
      await scene.buy(mint, 2.123456789)
      const before = await vaultOf(scene, mint)
      const { status, body } = await scene.call('POST', path, { mint })
      expect(status).toBe(200)
      const left = before - (await vaultOf(scene, mint))
      expect(left).toBeGreaterThan(0n)
      expect([sumOf(body.remits), BigInt(body.distributedLamports)]).toEqual([left, left])
      expect(
        sumOf(
          (await scene.call('GET', `/api/remits?mint=${mint}`)).body.remits.filter(
            (remit: { signature: string }) => remit.signature === body.signature,
          ),
        ),
      ).toBe(left)
    }
    const { events, totals } = await scene.footprint(mint)
    expect(events).toEqual(['launch.created', 'feeShare.locked', 'remit.cranked', 'remit.cranked'])
    expect((totals as { remits: number }).remits).toBe(10)
  })

  test('decision "Cranks of one coin within 3 s": 20 parallel cranks are one distribution and 20 agreeing answers', async () => {
    const scene = await createUpkeepScene()
    const mint = await scene.launch()
    await scene.buy(mint)
    const answers = await Promise.all(Array.from({ length: 20 }, () => scene.call('POST', path, { mint })))
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1)
    expect(answers[0]!.status).toBe(200)
    expect((await scene.footprint(mint)).events).toEqual(['launch.created', 'feeShare.locked', 'remit.cranked'])
  })

  test('decision "Cranks of one coin within 3 s": a crank right after another gets its answer, and the header says that it was given before', async () => {
    const scene = await createUpkeepScene()
    const mint = await scene.launch()
    await scene.buy(mint)
    const [first, second] = [await scene.call('POST', path, { mint }), await scene.call('POST', path, { mint })]
    expect(second.body).toEqual(first.body)
    expect([first, second].map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, 'true'])
    await scene.app.clock.advance(5_000)
    const later = await scene.call('POST', path, { mint })
    expect([later.body.signature, later.headers.get('idempotency-replayed')]).toEqual([null, null])
  })

  test('rules 10.23: with nothing worth paying 200 without a signature, and nothing is written', async () => {
    const scene = await createUpkeepScene()
    const mint = await scene.launch()
    const { status, body } = await expectNothingHappened(scene.app, () => scene.call('POST', path, { mint }))
    expect(status).toBe(200)
    expect(body).toMatchObject({ signature: null, distributedLamports: '0', remits: [] })
    expect(BigInt(body.missingLamports)).toBeGreaterThan(0n)
    expect((await scene.footprint(mint)).underWay).toEqual([])
  })

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
    const unpaid = (await scene.app.deps.storage.coinPasses.listLocked(null, 100)).map(({ mint }) => mint)
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

  test('rules 10.27: a distribution whose time the chain does not say yet is of now, and not of 1970', async () => {
    const scene = await createUpkeepScene()
    const mint = await scene.launch()
    await scene.buy(mint)
    const { readDistribution } = scene.app.pad.feeShare!
    Object.assign(scene.app.pad.feeShare!, {
      readDistribution: async (...input: Parameters<typeof readDistribution>) => ({ ...(await readDistribution(...input))!, atMs: null }),
    })
    expect((await scene.call('POST', path, { mint })).status).toBe(200)
    const { remits } = (await scene.call('GET', `/api/remits?mint=${mint}`)).body
    expect(new Set(remits.map(({ at }: { at: string }) => at))).toEqual(new Set([new Date(scene.app.clock.nowMs()).toISOString()]))
  })

  describe('decision "What a crank costs": a node that gives a landed distribution late', () => {
    /** A crank whose transaction has landed and is not given; `heal` makes the node give it. */
    const begin = async () => {
      const scene = await createUpkeepScene()
      const mint = await scene.launch()
      await scene.buy(mint)
      const { readDistribution } = scene.app.pad.feeShare!
      const unreadable = () => Promise.reject(new AppError('upstream_unavailable', { upstream: 'the history' }))
      Object.assign(scene.app.pad.feeShare!, { readDistribution: unreadable })
      const heal = () => Object.assign(scene.app.pad.feeShare!, { readDistribution })
      const remitted = async () => ((await scene.footprint(mint)).events as string[]).slice(2)
      return { scene, clock: scene.app.clock, mint, heal, remitted, asked: scene.call('POST', path, { mint }) }
    }

    test('is asked again: the answer is what was paid, never that nobody was', async () => {
      const { scene, clock, mint, heal, remitted, asked } = await begin()
      await clock.advance(2_000)
      expect(((await scene.footprint(mint)).underWay as unknown[]).length).toBe(1)
      heal()
      await clock.advance(1_000)
      expect(await asked).toMatchObject({ status: 200, body: { remits: { length: 5 } } })
      expect(await remitted()).toEqual(['remit.cranked'])
    })

    test('or never: 503 without a figure; after ten minutes the coin is cranked again, and readRemits finds the payments', async () => {
      const { scene, clock, mint, heal, remitted, asked } = await begin()
      await clock.advance(120_000)
      expect(await asked).toMatchObject({ status: 503, body: { code: 'launch_unresolved' } })
      await clock.advance(540_000)
      expect(await resumeOperations(scene.app.deps)).toBe(1)
      expect(await scene.footprint(mint)).toMatchObject({ underWay: [], totals: { remits: 0 } })
      heal()
      await clock.advance(4_000)
      await scene.buy(mint)
      expect(await scene.call('POST', path, { mint })).toMatchObject({ status: 200, body: { remits: { length: 5 } } })
      expect((await scene.run(readRemits)).outcome).toContain(' 5 new remits')
      expect(await remitted()).toEqual(['remit.cranked', 'remit.cranked'])
    })
  })

  test('rules 10.23: refuses an unlocked coin, an unknown mint, nobody who pays, and a missing key; nothing happens', async () => {
    const scene = await createUpkeepScene({ env: { CRANK_PAYER_KEY: '' } })
    const [open, locked] = [await scene.launch({ ticker: 'XLOCKFAIL' }), await scene.launch()]
    await scene.buy(locked)
    const before = await scene.footprint(locked)
    const refused = async (work: () => Promise<Answer>) => {
      const { status, body } = await expectNothingHappened(scene.app, work)
      return [status, body.code]
    }
    expect(await refused(() => scene.call('POST', path, { mint: open }))).toEqual([400, 'fee_share_not_locked'])
    expect(await refused(() => scene.call('POST', path, { mint: newPerson().wallet }))).toEqual([400, 'mint_unknown'])
    expect(await refused(() => scene.call('POST', path, {}))).toEqual([400, 'validation_invalid'])
    expect(await refused(() => scene.call('POST', path, { mint: locked }, withoutLauncher))).toEqual([400, 'crank_payer_missing'])
    expect(await refused(() => scene.app.call('POST', path, { mint: locked }))).toEqual([401, 'api_key_invalid'])
    expect(await scene.footprint(locked)).toEqual(before)
  })
})
