import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { LIMITS } from '../../../src/domain/limits.ts'
import { sweepJobs } from '../../../src/features/jobs/sweep-jobs.ts'
import { createJobsScene, type JobsScene, SOL_USD } from '../../support/jobs-scene.ts'
import { createTestApp, newPerson, OPERATOR_KEY } from '../../support/test-app.ts'

let scene: JobsScene

beforeAll(async () => {
  scene = await createJobsScene()
})
afterAll(() => scene.close())

describe('rules 3.3: a refusal of any step leaves everything as it was', () => {
  const refused = async (id: string | undefined, work: () => Promise<unknown>, expected: Record<string, unknown>) => {
    const before = await scene.traces(id)
    expect(await work()).toMatchObject(expected)
    expect(await scene.traces(id)).toEqual(before)
  }
  const body = (code: string, status = 400) => ({ status, body: { code } })

  test.each([
    ['a mainnet by its name', { chainId: 'solana:mainnet-beta' }, 'mainnet_rail_not_allowed'],
    ['a mainnet by its CAIP-2 id', { chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }, 'mainnet_rail_not_allowed'],
    ['an EVM mainnet', { chainId: 'eip155:8453' }, 'mainnet_rail_not_allowed'],
    ['an unknown rail', { chainId: 'toString' }, 'escrow_rail_not_available'],
    ['a rail that is not set up', { chainId: 'solana:devnet' }, 'escrow_rail_not_available'],
    ['another asset', { asset: 'USDC' }, 'validation_invalid'],
    ['an unknown template', { template: 'rug' }, 'validation_invalid'],
    ['posts a week for memes', { postsPerWeek: 3 }, 'validation_invalid'],
    ['half a post', { template: 'x-upkeep', postsPerWeek: 0.5 }, 'validation_invalid'],
    ['a budget below the least', { budget: 0.5 }, 'validation_invalid'],
    ['a budget in tenths of cents', { budget: 10.005 }, 'validation_invalid'],
    ['a budget in words', { budget: 'ten' }, 'validation_invalid'],
    ['a budget above what is free', { budget: 9_999 }, 'kit_budget_exceeded'],
    ['a cent less than the price of its item', { budget: 39.99 }, 'job_budget_too_low'],
    ['an unknown coin', { mint: 'nobody' }, 'mint_unknown'],
    ['a field too many', { tip: 1 }, 'validation_invalid'],
  ])('rules 2.8: refuses a job of %s, and reserves nothing', async (_case, changes, code) => {
    await refused(undefined, () => scene.create(changes), body(code))
  })

  test('without a fresh price nothing is reserved', async () => {
    for (const price of [null, { usd: SOL_USD, stale: true }]) {
      scene.price = price
      await refused(undefined, () => scene.create(), body('price_not_available', 503))
    }
    scene.price = { usd: SOL_USD, stale: false }
  })

  test('whoever does not own the coin can make, decide and call off no job of it; the operator can decide', async () => {
    const stranger = { key: await scene.app.claim() }
    await refused(undefined, () => scene.create({}, stranger), body('coin_owner_required', 403))
    const id = await scene.open()
    await refused(id, () => scene.cancel(id, {}, stranger), body('coin_owner_required', 403))
    await scene.claim(id)
    await scene.submit(id)
    await refused(id, () => scene.verify(id, { approve: true }, stranger), body('coin_owner_required', 403))
    expect((await scene.verify(id, { approve: false }, { key: OPERATOR_KEY })).status).toBe(200)
  })

  test('a call without key or signature, or with the signature of another job, is refused', async () => {
    const [id, other] = [await scene.open(), await scene.open()]
    const { app } = scene
    await refused(id, () => app.call('POST', '/api/jobs/coin', {}), body('api_key_invalid', 401))
    await refused(id, () => app.call('POST', `/api/jobs/${id}/verify`, {}), body('api_key_invalid', 401))
    await refused(id, () => app.call('POST', `/api/jobs/${id}/claim`), body('wallet_signature_invalid', 401))
    const headers = app.signed(scene.worker, (timestamp) => `svc-claim-job:${other}:${timestamp}`)
    await refused(id, () => app.call('POST', `/api/jobs/${id}/claim`, undefined, { headers }), body('wallet_signature_invalid', 401))
    for (const made of [id, other]) await scene.cancel(made)
  })

  test('the coin’s launcher cannot claim its job, and of many claims one wins', async () => {
    const id = await scene.open()
    await refused(id, () => scene.claim(id, scene.app.launcher), body('job_claim_own_not_allowed', 403))
    const claims = await Promise.all(Array.from({ length: 8 }, () => scene.claim(id, newPerson())))
    expect(claims.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(7).fill(409)])
    await refused(id, () => scene.claim(id), body('job_state_not_allowed', 409))
    await scene.cancel(id)
  })

  test('a submit by another wallet, before the claim or after the deadline is refused, and so is a claim after it', async () => {
    const [id, untaken] = [await scene.open(), await scene.open()]
    await refused(id, () => scene.submit(id), body('job_state_not_allowed', 409))
    await scene.claim(id)
    await refused(id, () => scene.submit(id, undefined, newPerson()), body('job_worker_required', 403))
    await scene.app.clock.advance(LIMITS.jobWorkMs)
    await refused(id, () => scene.submit(id), body('job_deadline_expired'))
    await scene.app.clock.advance(LIMITS.jobOpenMs)
    await refused(untaken, () => scene.claim(untaken), body('job_deadline_expired'))
    await scene.run(sweepJobs)
  })

  test.each([
    [['http://10.0.0.1/page'], '/urls/0', 'it has no public address'],
    [['http://localhost/page'], '/urls/0', 'it has no public address'],
    [['https://public.test/page', 'https://nowhere.invalid/x'], '/urls/1', 'it has no public address'],
    [['https://public.test/gone'], '/urls/0', 'it answers with status 404'],
    [['ftp://work.test/page'], '/urls/0', 'it is not an http(s) address'],
    [['http://0x7f000001/page'], '/urls/0', 'it writes its host as a number that is not four plain decimals'],
  ])('work at a private or dead address is refused: %p', async (urls, at, message) => {
    const id = await scene.open()
    await scene.claim(id)
    await refused(id, () => scene.submit(id, urls), { status: 400, body: { code: 'job_content_invalid', errors: [{ path: at, message }] } })
    await scene.release(id)
    await scene.cancel(id)
  })

  test('work with no address, with one twice or with too many is refused', async () => {
    const id = await scene.open()
    await scene.claim(id)
    const many = Array.from({ length: 11 }, (_, index) => `https://public.test/page${index}`)
    for (const urls of [[], ['https://public.test/page', 'https://public.test/page'], many])
      await refused(id, () => scene.submit(id, urls), body('validation_invalid'))
    await scene.release(id)
    await scene.cancel(id)
  })

  test('what is over stays over, and unknown jobs are 404', async () => {
    const id = await scene.open()
    await scene.claim(id)
    await scene.submit(id)
    await refused(id, () => scene.cancel(id), body('job_state_not_allowed', 409))
    await scene.verify(id, { approve: true })
    await refused(id, () => scene.cancel(id), body('job_state_not_allowed', 409))
    await refused(id, () => scene.verify(id, { approve: false }), body('job_state_not_allowed', 409))
    await refused(id, () => scene.submit(id, ['https://public.test/page2']), body('job_state_not_allowed', 409))
    await refused(undefined, () => scene.verify('job_none', {}), body('job_not_found', 404))
    expect((await scene.app.call('GET', '/api/jobs/job_none')).body.code).toBe('job_not_found')
  })
})

test('rules 1.8: switched off, every route of jobs is 404 and says why, with a key and without', async () => {
  const app = await createTestApp()
  const key = await app.claim()
  for (const [method, target] of [
    ['GET', '/api/jobs/templates'],
    ['GET', '/api/jobs'],
    ['GET', '/api/jobs/job_1'],
    ['POST', '/api/jobs/coin'],
    ['POST', '/api/jobs/job_1/claim'],
    ['POST', '/api/jobs/job_1/release'],
    ['POST', '/api/jobs/job_1/submit'],
    ['POST', '/api/jobs/job_1/verify'],
    ['POST', '/api/jobs/job_1/cancel'],
  ] as const) {
    for (const options of [{}, { key }])
      expect(await app.call(method, target, undefined, options)).toMatchObject({ status: 404, body: { code: 'jobs_disabled' } })
  }
  await app.close()
})
