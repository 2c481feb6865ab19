import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { fromBase64, toBase58, toBase64 } from '../../../src/lib/bytes.ts'
import { type KeyPair, signDetached } from '../../../src/lib/ed25519.ts'
import { newKeyPair } from '../../support/new-key-pair.ts'
import { expectNothingBut, expectNothingHappened, traces, watchSending } from '../../support/nothing-happened.ts'
import { type Answer, createTestApp, newPerson, OPERATOR_KEY, type TestApp, type TestAppOptions } from '../../support/test-app.ts'

const PATH = '/api/agent/launch'

let app: TestApp
let key: string
let mintPair: KeyPair

async function start(options: TestAppOptions = {}): Promise<void> {
  app = await createTestApp(options)
  key = await app.claim()
}

beforeEach(async () => {
  mintPair = newKeyPair()
  await start()
})
afterEach(() => app.close())

const body = (changes: Record<string, unknown> = {}) => app.launchBody({ mintPubkey: toBase58(mintPair.publicKey), ...changes })
const offer = (changes: Record<string, unknown> = {}, by = key) => app.call('POST', `${PATH}/unsigned`, body(changes), { key: by })
const submit = (launchId: string, transactions: unknown, by = key) =>
  app.call('POST', `${PATH}/submit`, { launchId, transactions }, { key: by })

/** Signs as any client would: a count, the signatures in the order of `signers`, and the message. */
function sign({ transaction, signers }: { transaction: string; signers: string[] }, pairs: readonly KeyPair[]): string {
  const bytes = fromBase64(transaction)!.slice()
  const message = bytes.slice(1 + 64 * signers.length)
  signers.forEach((signer, index) => {
    const pair = pairs.find(({ publicKey }) => toBase58(publicKey) === signer)
    if (pair) bytes.set(signDetached(message, pair), 1 + 64 * index)
  })
  return toBase64(bytes)
}

const signed = ({ body: { transactions } }: Answer, pairs = [app.launcher.pair, mintPair]): string[] =>
  transactions.map((entry: { transaction: string; signers: string[] }) => sign(entry, pairs))

async function approved(changes: Record<string, unknown> = {}): Promise<string> {
  const { dryRunId } = (await app.call('POST', `${PATH}/dry-run`, app.launchBody(changes), { key })).body
  const headers = app.signed(app.approver, (timestamp) => `svc-approve-dry-run:${dryRunId}:${timestamp}`)
  expect((await app.call('POST', `${PATH}/dry-run/${dryRunId}/approve`, undefined, { headers })).status).toBe(200)
  return dryRunId
}

const needApproval = async () => {
  const [{ id }] = (await app.call('GET', '/api/agent/keys', undefined, { key })).body.keys
  await app.call('PATCH', `/api/agent/keys/${id}`, { requireApproval: true }, { key: OPERATOR_KEY })
}

const dryRunView = async (id: string) => (await app.call('GET', `${PATH}/dry-run/${id}`)).body

describe('rules 10.20: what comes back signed is launched, once', () => {
  test('rules 1.5 and 10.20: what is handed out lands signed, with the mint and the shares of the plan', async () => {
    const sending = watchSending(app)
    const handed = await expectNothingBut(['dryRunsAndOffers', 'pictureBytes'], app, () => offer({ initialBuySol: 0.1 }))
    expect(sending).not.toHaveBeenCalled()
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

describe('rules 10.20: what is refused is neither handed out nor sent', () => {
  test('rules 5.1: without a key or with a wrong one it is 401, whatever the body is', async () => {
    for (const path of ['unsigned', 'submit']) {
      const refused = (body: unknown, by?: string) =>
        expectNothingHappened(app, () => app.call('POST', `${PATH}/${path}`, body, { key: by }))
      expect((await refused({})).status).toBe(401)
      expect((await refused('no json', 'svc_ak_nope')).status).toBe(401)
    }
  })

  test('a missing or malformed mint or launcher is 400 that names it', async () => {
    for (const [changes, path] of [
      [{ mintPubkey: undefined }, '/mintPubkey'],
      [{ launcherPubkey: undefined }, '/launcherPubkey'],
      [{ mintPubkey: 'nope' }, '/mintPubkey'],
    ] as const) {
      const refused = await expectNothingHappened(app, () => offer(changes))
      expect(refused.status).toBe(400)
      expect(refused.body.errors.map((error: { path: string }) => error.path)).toContain(path)
    }
  })

  test('a mint that is the launcher’s own key is refused as that', async () => {
    const refused = await expectNothingHappened(app, () => offer({ mintPubkey: app.launcher.wallet }))
    expect(refused).toMatchObject({
      status: 400,
      body: { errors: [{ path: '/mintPubkey', message: expect.stringContaining('launcher') }] },
    })
  })

  test('rules 5.2 and 10.4: a secret in the body is refused by its own code', async () => {
    const refused = await expectNothingHappened(app, () => offer({ launcherKey: app.launcher.secret }))
    expect(refused).toMatchObject({ status: 400 })
    expect(JSON.stringify(refused.body)).not.toContain(app.launcher.secret)
    expect(app.logLines.join('\n')).not.toContain(app.launcher.secret)
  })

  test('rules 10.20: messages that differ by one bit, missing and foreign signatures, and another count are refused; then the right ones pass', async () => {
    const handed = await offer()
    const { launchId } = handed.body
    const [good] = signed(handed)
    const flipped = (index: number) => {
      const bytes = fromBase64(good!)!.slice()
      bytes[index < 0 ? bytes.length + index : index]! ^= 1
      return toBase64(bytes)
    }
    const stranger = { ...newKeyPair() }
    for (const transactions of [
      [flipped(-2)],
      [flipped(200)],
      [flipped(5)],
      [flipped(0)],
      [handed.body.transactions[0].transaction],
      signed(handed, [app.launcher.pair]),
      signed(handed, [app.launcher.pair, stranger]),
      [good, good],
      ['%%%'],
      ['AAAA'],
    ]) {
      expect(await expectNothingHappened(app, () => submit(launchId, transactions))).toMatchObject({
        status: 400,
        body: { code: 'signed_transaction_mismatch', errors: [{ path: expect.stringMatching(/^\/transactions\/\d$/) }] },
      })
    }
    expect((await expectNothingHappened(app, () => submit(launchId, []))).status).toBe(400)
    expect((await submit(launchId, [good])).status).toBe(201)
  })

  test('rules 7: another key’s launch is unknown, the operator’s view included; so is a made-up one', async () => {
    const handed = await offer()
    const other = await app.claim()
    for (const [id, by] of [
      [handed.body.launchId, other],
      [handed.body.launchId, OPERATOR_KEY],
      ['op_none', key],
    ])
      expect(await expectNothingHappened(app, () => submit(id, signed(handed), by))).toMatchObject({
        status: 400,
        body: { code: 'launch_offer_unknown' },
      })
    expect((await submit(handed.body.launchId, signed(handed))).status).toBe(201)
    const late = await expectNothingHappened(app, () => submit(handed.body.launchId, signed(handed), other))
    expect(late).toMatchObject({ body: { code: 'launch_offer_unknown' } })
  })

  test('after a minute it is not taken any more, and a new one is', async () => {
    const handed = await offer()
    await app.clock.advance(60_000)
    expect(await expectNothingHappened(app, () => submit(handed.body.launchId, signed(handed)))).toMatchObject({
      status: 400,
      body: { code: 'launch_offer_expired' },
    })
    const anew = await offer()
    expect((await submit(anew.body.launchId, signed(anew))).status).toBe(201)
  })

  test('a mint that exists is refused, at the offer and at the submission', async () => {
    const [first, second] = [await offer(), await offer({ name: 'Another Frog' })]
    expect((await submit(first.body.launchId, signed(first))).status).toBe(201)
    expect(await expectNothingHappened(app, () => offer())).toMatchObject({ status: 400, body: { code: 'mint_exists' } })
    expect(await expectNothingHappened(app, () => submit(second.body.launchId, signed(second)))).toMatchObject({
      status: 400,
      body: { code: 'mint_exists' },
    })
  })

  test('a launcher without money is refused before anything is handed out', async () => {
    const poor = newPerson()
    await app.deps.simulation!.wallet(poor.wallet)
    expect(await expectNothingHappened(app, () => offer({ launcherPubkey: poor.wallet, initialBuySol: 10 }))).toMatchObject({
      status: 400,
      body: { code: 'balance_too_low' },
    })
  })

  test('a first buy that the launchpad refuses is a documented 400, and nothing is kept', async () => {
    const refused = await expectNothingHappened(app, () => offer({ initialBuySol: 0.000000001 }))
    expect(refused).toMatchObject({ status: 400, body: { code: 'launch_refused' } })
  })

  test('rules 10.18: the hourly limit counts what is submitted, not what is handed out', async () => {
    await app.close()
    await start({ policy: { rateLimits: false } })
    const handed: { launchId: string; transactions: string[] }[] = []
    for (let n = 0; n < 6; n += 1) {
      mintPair = newKeyPair()
      const answer = await offer()
      handed.push({ launchId: answer.body.launchId, transactions: signed(answer) })
    }
    const sixth = handed.pop()!
    for (const { launchId, transactions } of handed) expect((await submit(launchId, transactions)).status).toBe(201)
    expect(await expectNothingHappened(app, () => submit(sixth.launchId, sixth.transactions))).toMatchObject({
      status: 429,
      body: { code: 'launches_per_hour_exceeded' },
    })
  })
})

describe('rules 10.10: an unsigned launch uses an approval up once', () => {
  test('rules 5.5: an offer holds no dry-run; the submission consumes it', async () => {
    await needApproval()
    const plan = { mintPubkey: undefined }
    const dryRunId = await approved(plan)
    const [one, two] = [await offer({ dryRunId }), await offer({ dryRunId })]
    expect([one.status, two.status]).toEqual([200, 200])
    expect(await dryRunView(dryRunId)).toMatchObject({ approved: true, consumed: false })
    expect((await submit(one.body.launchId, signed(one))).status).toBe(201)
    expect(await dryRunView(dryRunId)).toMatchObject({ consumed: true })
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
    expect(await dryRunView(dryRunId)).toMatchObject({ approved: true, consumed: false })
  })
})
