import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { atomicUnits, type JobId, type Mint, unixMs } from '../../../src/domain/brands.ts'
import { LIMITS } from '../../../src/domain/limits.ts'
import { watchGraduations } from '../../../src/features/coins/watch-graduations.ts'
import { charged } from '../../support/charged.ts'
import { createJobsScene, type JobsScene } from '../../support/jobs-scene.ts'
import { sampleDirectory } from '../../support/sample-kols.ts'
import { newPerson, OPERATOR_KEY } from '../../support/test-app.ts'
import { AppError } from '../../../src/domain/errors.ts'

let scene: JobsScene
beforeAll(async () => {
  scene = await createJobsScene()
  scene.price = { usd: 10_000, stale: false }
})
afterAll(() => scene.close())

const kit = async (mint: string = scene.mint) => (await scene.app.call('GET', `/api/coins/${mint}/kit`)).body
const states = ({ items }: { items: { id: string; state: string }[] }) => Object.fromEntries(items.map(({ id, state }) => [id, state]))

describe('rules 3.3: a kit offers what the kickoff budget of its coin covers', () => {
  test('the budget is the treasury’s quarter of all that accrued, and a distribution does not change it but for dust', async () => {
    const before = await kit()
    // 45 SOL of trades, 30 bps of them to the creator's side, a quarter of that to the treasury.
    expect(before).toMatchObject({
      treasuryBps: 2_500,
      price: { solUsd: 10_000, source: 'fixed', stale: false },
      indicative: true,
      jobsEnabled: true,
      warnings: [],
    })
    const accrued = BigInt(before.budget.accrued.lamports)
    expect(accrued).toBeGreaterThan(33_000_000n)
    expect(accrued).toBeLessThan(34_000_000n)
    expect(before.budget.accrued.usd).toBeCloseTo(Number(accrued) / 100_000, 2)
    await scene.call('POST', '/api/agent/crank', { mint: scene.mint })
    const paid = (await scene.app.deps.storage.coins.find(scene.mint))!.paidAtomic
    expect(paid).toBeGreaterThan(0n)
    const after = BigInt((await kit()).budget.accrued.lamports)
    expect(after <= accrued && accrued - after < 5n).toBe(true)
  })

  test('items unlock when the free budget covers all of their price, are reserved with a job, and done when it is paid', async () => {
    expect(states(await kit())).toEqual({
      'meme-pack': 'unlocked',
      'banner-logo': 'unlocked',
      'x-upkeep': 'unlocked',
      'website-polish': 'unlocked',
      featured: 'locked',
    })
    const id = await scene.open({ template: 'x-upkeep', budget: 200 })
    const held = await kit()
    expect(states(held)).toEqual({
      'meme-pack': 'unlocked',
      'banner-logo': 'unlocked',
      'x-upkeep': 'reserved',
      'website-polish': 'locked',
      featured: 'locked',
    })
    const [, , upkeep, website] = held.items
    expect(upkeep.jobId).toBe(id)
    expect(website.missing.reasons).toEqual(['the free budget does not cover its price'])
    expect(BigInt(website.missing.lamports)).toBe(15_000_000n - BigInt(held.budget.free.lamports))
    expect(held.budget).toMatchObject({ reserved: { lamports: '20000000', sol: 0.02, usd: 200 }, spent: { lamports: '0' } })
    await scene.claim(id)
    for (const part of [1, 2, 3, 4]) {
      expect(states(await kit())['x-upkeep']).toBe('reserved')
      await scene.submit(id, ['https://public.test/page'], scene.worker, part)
      await scene.verify(id, { part, approve: true })
    }
    const spent = await kit()
    expect(spent.budget).toMatchObject({ reserved: { lamports: '0' }, spent: { lamports: '20000000' } })
    expect(spent.budget.free).toEqual(held.budget.free)
    expect(states(spent)['x-upkeep']).toBe('done')
  })

  test('a job below the price of its item is refused with what it lacks, whatever the item’s state, and nothing is reserved', async () => {
    const prices = { 'meme-pack': 40, 'banner-logo': 60, 'website-polish': 150 }
    for (const [template, price] of Object.entries(prices)) {
      const before = [await kit(), await scene.traces()]
      const lacking = { path: '/budget', message: `lacks ${price - 1} US dollars` }
      const refused = await scene.create({ template, budget: 1 })
      expect(refused).toMatchObject({ status: 400, body: { code: 'job_budget_too_low', errors: [lacking] } })
      expect(refused.body.fix).toContain(`${price} or more, which is ${price - 1} more`)
      expect([await kit(), await scene.traces()]).toEqual(before)
    }
  })

  test('a job that pays for more than is free is refused with what the coin lacks', async () => {
    const { budget } = await kit()
    const missing = 150_000_000n - BigInt(budget.free.lamports)
    const refused = await scene.create({ template: 'website-polish', budget: 1_500 })
    expect(refused).toMatchObject({ status: 400, body: { code: 'kit_budget_exceeded' } })
    const sol = String(Number(missing) / 1e9)
    expect([refused.body.detail.includes(`${sol} SOL are missing`), refused.body.fix.includes(`${sol} SOL more`)]).toEqual([true, true])
  })

  test('a part of the upkeep is paid, and the item stays as far from done as it is', async () => {
    const own = await createJobsScene()
    const upkeep = async () => (await own.app.call('GET', `/api/coins/${own.mint}/kit`)).body.items[2]
    const before = await upkeep()
    const { body } = await own.create({ template: 'x-upkeep', budget: 1 })
    expect(body.job.part).toBe('Posts until the budget is used.')
    expect(await upkeep()).toEqual(before)
    await own.claim(body.job.id)
    await own.submit(body.job.id)
    expect(await own.verify(body.job.id, { approve: true })).toMatchObject({ body: { job: { state: 'paid' } } })
    expect(await upkeep()).toEqual(before)
    const whole = await own.open({ template: 'x-upkeep', budget: 120 })
    await own.create({ template: 'x-upkeep', budget: 1 })
    expect(await upkeep()).toMatchObject({ state: 'reserved', jobId: whole })
    await own.close()
  })

  test('a paid item stays done, however many jobs came after it and were called off', async () => {
    const { jobs } = scene.app.deps.storage
    const done = (await kit()).items[2]
    const paid = (await jobs.find(done.jobId))!
    for (let index = 0; index <= LIMITS.pageMax; index += 1) {
      const createdAtMs = unixMs(paid.createdAtMs + 1 + index)
      const job = { ...paid, id: `job_after_${index}` as JobId, part: 1, state: 'open', createdAtMs } as const
      expect(await jobs.insert(charged(job), atomicUnits(10n ** 18n))).not.toBeNull()
      const cancelled = await jobs.move(job.id, { from: ['open'], to: 'cancelled', actor: 'owner', atMs: createdAtMs })
      expect(cancelled).not.toBeNull()
      await jobs.move(job.id, { from: ['cancelled'], to: 'refunded', actor: 'clock', atMs: createdAtMs })
    }
    const newest = await jobs.list({ limit: LIMITS.pageMax, cursor: null }, { mint: scene.mint })
    expect(newest.rows.some(({ id }) => id === paid.id)).toBe(false)
    expect((await kit()).items[2]).toEqual(done)
    expect(done.state).toBe('done')
  })

  test('a stale price, or none, unlocks nothing that costs anything, and says so', async () => {
    scene.price = { usd: 10_000, stale: true }
    await scene.app.clock.advance(1_000)
    const stale = await kit()
    expect(stale.warnings).toEqual(['The price of SOL is stale: nothing that costs anything unlocks.'])
    expect(stale.price.stale).toBe(true)
    expect(states(stale)).toMatchObject({ 'meme-pack': 'locked', 'x-upkeep': 'done' })
    expect(stale.items[0].missing.reasons).toEqual(['there is no fresh price of SOL'])
    scene.price = null
    await scene.app.clock.advance(1_000)
    expect(await kit()).toMatchObject({
      price: null,
      budget: { free: { usd: null } },
      warnings: ['There is no price of SOL here: nothing that costs anything unlocks.'],
    })
    scene.price = { usd: 10_000, stale: false }
    await scene.app.clock.advance(1_000)
  })

  test('Featured waits for the graduation, and is done with the post', async () => {
    const featured = async () => (await kit()).items[4]
    expect(await featured()).toMatchObject({ state: 'locked', priceUsd: null, missing: { reasons: ['the coin has not graduated'] } })
    await scene.app.deps.simulation!.graduate(scene.mint)
    await scene.app.clock.advance(60_000)
    await scene.run(watchGraduations)
    expect(await featured()).toMatchObject({ state: 'unlocked' })
    const statusUrl = 'https://x.com/frog/status/1234567890'
    await scene.app.call('POST', `/api/coins/${scene.mint}/featured`, { statusUrl }, { key: OPERATOR_KEY })
    expect(await featured()).toMatchObject({ state: 'done' })
  })

  test('a coin of a referred key has a fifth', async () => {
    const referrer = { ...sampleDirectory[50]!, handle: 'Referrer_of_the_kit', wallet: newPerson().wallet }
    const referred = await createJobsScene({ kols: [referrer] })
    await referred.app.deps.storage.kols.setReferralCode(referrer.handle, 'FROG-1')
    const { body } = await referred.app.call('POST', '/api/agent/keys/claim', { referralCode: 'FROG-1' })
    const launched = await referred.call('POST', '/api/agent/launch', referred.app.launchBody({ name: 'Second' }), { key: body.key })
    for (let buys = 0; buys < 5; buys += 1) await referred.buy(launched.body.mint, 9)
    const budgetOf = async (mint: string) =>
      (await referred.app.call('GET', `/api/coins/${mint}/kit`)).body as { treasuryBps: number; budget: { accrued: { sol: number } } }
    const [own, plain] = [await budgetOf(launched.body.mint), await budgetOf(referred.mint)]
    expect([own.treasuryBps, plain.treasuryBps]).toEqual([2_000, 2_500])
    expect(own.budget.accrued.sol / plain.budget.accrued.sol).toBeCloseTo(0.8, 3)
    await referred.close()
  })

  test('a coin whose fees nothing locks has nothing, and says why; an unknown one is 404', async () => {
    const mint = await scene.launch({ ticker: 'XLOCKFAIL', name: 'Unlocked' })
    await scene.buy(mint, 9)
    expect(await kit(mint)).toMatchObject({
      budget: { accrued: { lamports: '0' } },
      warnings: ['The fees of this coin are not locked, so nothing accrues to the treasury yet.'],
    })
    expect(await scene.app.call('GET', '/api/coins/nobody/kit')).toMatchObject({ status: 404, body: { code: 'coin_not_found' } })
  })
})

describe('decision "A coin’s kit": when the chain does not answer', () => {
  test('what waits counts for nothing, and the kit says so; a job is not made on a guess', async () => {
    let dark = false
    const down = await createJobsScene({
      pad: (pad) => ({
        ...pad,
        feeShare: {
          ...pad.feeShare!,
          readAccrued: (mints) =>
            dark ? Promise.reject(new AppError('upstream_unavailable', { upstream: 'the chain' })) : pad.feeShare!.readAccrued(mints),
        },
      }),
    })
    dark = true
    const { body } = await down.app.call('GET', `/api/coins/${down.mint}/kit`)
    expect(body).toMatchObject({
      budget: { accrued: { lamports: '0' }, free: { lamports: '0' } },
      warnings: ['The chain does not answer: fees that wait to be distributed are not counted.'],
    })
    expect(await down.create()).toMatchObject({ status: 503, body: { code: 'upstream_unavailable' } })
    expect((await down.app.deps.storage.jobs.list({ limit: 9, cursor: null }, { mint: down.mint as Mint })).rows).toEqual([])
    await down.close()
  })
})
