import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { toBase58 } from '../../../src/lib/bytes.ts'
import type { KeyPair } from '../../../src/lib/ed25519.ts'
import { launchCalls } from '../../support/launch-calls.ts'
import { newKeyPair } from '../../support/new-key-pair.ts'
import { expectNothingBut, expectNothingHappened, timesSent, traces } from '../../support/nothing-happened.ts'
import { unsignedCalls } from '../../support/unsigned-calls.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'
import type { TestAppOptions } from '../../support/test-deps.ts'

const PATH = '/api/agent/launch'
let app: TestApp
let key: string
let mintPair: KeyPair

async function start(options: TestAppOptions = {}): Promise<void> {
  app = await createTestApp(options)
  key = await app.claim()
}
const { offer, submit, signed } = unsignedCalls(() => ({ app, key, mintPair }))
const { approved, needApproval, view } = launchCalls(() => ({ app, key }))

beforeEach(async () => {
  mintPair = newKeyPair()
  await start()
})
afterEach(() => app.close())

describe('rules 10.20: what comes back signed is launched, once', () => {
  test('rules 1.5 and 10.20: what is handed out lands signed, with the mint and the shares of the plan', async () => {
    const handed = await expectNothingBut(['dryRunsAndOffers', 'pictureBytes'], app, () => offer({ initialBuySol: 0.1 }))
    expect(timesSent(app)).toBe(0)
    expect(handed).toMatchObject({
      status: 200,
      body: { ok: true, mint: toBase58(mintPair.publicKey), lockPath: 'atomic-v1', submit: `http://launch.test${PATH}/submit` },
    })
    expect(handed.body.transactions).toMatchObject([
      {
        signers: [app.launcher.wallet, toBase58(mintPair.publicKey)],
        purpose: 'create the coin, lock the fee split, buy for the launcher',
      },
    ])
    expect(Date.parse(handed.body.expiresAt) - app.clock.nowMs()).toBe(60_000)
    expect(handed.body.lastValidBlockHeight).toBeGreaterThan(0)

    const launched = await submit(handed.body.launchId, signed(handed))
    expect(launched).toMatchObject({
      status: 201,
      body: {
        launchId: handed.body.launchId,
        mint: handed.body.mint,
        coinUrl: `http://launch.test/coin/${handed.body.mint}`,
        feeShareLocked: true,
        feesLockedAtLaunch: true,
      },
    })
    const coin = await app.pad.readCoin(launched.body.mint)
    expect(coin!.feeShare!.shareholders as unknown).toEqual(
      launched.body.shareholders.map(({ wallet, bps }: { wallet: string; bps: number }) => ({ wallet, bps })),
    )
    expect((await app.call('GET', `/api/coins/${launched.body.mint}`)).body.coin.ticker).toBe('NMFROG')
    expect((await app.call('GET', '/api/agent/launches', undefined, { key })).body.launches).toMatchObject([{ state: 'locked' }])
  })

  test('submit twice is one coin and the same answer', async () => {
    const handed = await offer()
    const transactions = signed(handed)
    const first = await submit(handed.body.launchId, transactions)
    const again = await submit(handed.body.launchId, transactions)
    expect(again).toMatchObject({ status: 201, body: first.body })
    expect(await traces(app)).toMatchObject({ coins: 1, launches: 1 })
  })

  test('parallel submissions of one launch agree', async () => {
    await app.close()
    await start({ policy: { rateLimits: false } })
    const handed = await offer()
    const answers = await Promise.all(Array.from({ length: 50 }, () => submit(handed.body.launchId, signed(handed))))
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.mint}`))).toEqual(new Set([`201 ${handed.body.mint}`]))
    expect(await traces(app)).toMatchObject({ coins: 1, launches: 1 })
  })

  test('a lock that fails after the create is 202, as in a custodial launch', async () => {
    const handed = await offer({ ticker: 'XLOCKFAIL' })
    expect(handed.body.transactions).toHaveLength(2)
    expect(await submit(handed.body.launchId, signed(handed))).toMatchObject({ status: 202, body: { feeShareLocked: false } })
  })

  test('a launch that the chain refuses is 400, and the same answer again', async () => {
    const handed = await offer({ ticker: 'XCREATEFAIL' })
    for (let n = 0; n < 2; n += 1)
      expect(await submit(handed.body.launchId, signed(handed))).toMatchObject({ status: 400, body: { code: 'launch_refused' } })
    expect(await traces(app)).toMatchObject({ coins: 0, launches: 1 })
  })
})

describe('rules 10.10: an unsigned launch uses an approval up once', () => {
  test('rules 5.5: an offer holds no dry-run; the submission consumes it', async () => {
    await needApproval()
    const plan = { mintPubkey: undefined }
    const dryRunId = await approved(plan)
    const [one, two] = [await offer({ dryRunId }), await offer({ dryRunId })]
    expect([one.status, two.status]).toEqual([200, 200])
    expect(await view(dryRunId)).toMatchObject({ approved: true, consumed: false })
    expect((await submit(one.body.launchId, signed(one))).status).toBe(201)
    expect(await view(dryRunId)).toMatchObject({ consumed: true })
    mintPair = newKeyPair()
    const late = await expectNothingHappened(app, () => offer({ dryRunId }))
    expect(late).toMatchObject({ status: 400, body: { code: 'dry_run_not_spendable' } })
  })

  test('rules 10.10: of two offers of one approval, submitted at once, one coin comes', async () => {
    await needApproval()
    const dryRunId = await approved()
    const one = await offer({ dryRunId })
    const oneSigned = signed(one)
    mintPair = newKeyPair()
    const two = await offer({ dryRunId })
    const answers = await Promise.all([submit(one.body.launchId, oneSigned), submit(two.body.launchId, signed(two))])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400])
    expect(answers.find(({ status }) => status === 400)!.body.code).toBe('dry_run_not_spendable')
    expect(await traces(app)).toMatchObject({ coins: 1, launches: 1 })
  })

  test('rules 5.5: a key that needs approval gets no offer without an approved dry-run of the same plan', async () => {
    await needApproval()
    expect(await expectNothingHappened(app, () => offer())).toMatchObject({ status: 400, body: { code: 'dry_run_required' } })
    const { dryRunId } = (await app.call('POST', `${PATH}/dry-run`, app.launchBody(), { key })).body
    const unapproved = await expectNothingHappened(app, () => offer({ dryRunId }))
    expect(unapproved).toMatchObject({ status: 400, body: { code: 'dry_run_not_approved' } })
    const other = await approved()
    const another = await expectNothingHappened(app, () => offer({ dryRunId: other, name: 'Another Frog' }))
    expect(another).toMatchObject({ status: 400, body: { code: 'plan_mismatch' } })
  })

  test('an approval asked for between offer and submission is asked for', async () => {
    const handed = await offer()
    await needApproval()
    expect(await expectNothingHappened(app, () => submit(handed.body.launchId, signed(handed)))).toMatchObject({
      status: 400,
      body: { code: 'dry_run_required' },
    })
  })

  test('rules 10.10: a launch that expires frees its approval', async () => {
    await needApproval()
    const dryRunId = await approved({ ticker: 'XEXPIRE' })
    const handed = await offer({ dryRunId, ticker: 'XEXPIRE' })
    const answer = submit(handed.body.launchId, signed(handed))
    for (let n = 0; n < 60; n += 1) await app.clock.advance(1_000)
    expect(await answer).toMatchObject({ status: 400, body: { code: 'launch_expired' } })
    expect(await view(dryRunId)).toMatchObject({ approved: true, consumed: false })
  })
})
