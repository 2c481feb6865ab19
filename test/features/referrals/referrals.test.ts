import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { KolImport } from '../../../src/domain/kols/kol.ts'
import { BY_COMMAND } from '../../../src/domain/operator/operator-act.ts'
import { referralsMessage } from '../../../src/features/referrals/read-referral-stats.ts'
import { setReferralCode } from '../../../src/features/referrals/set-referral-code.ts'
import { expectRefusal } from '../../support/app-error.ts'
import { expectNothingHappened } from '../../support/nothing-happened.ts'
import { sampleDirectory } from '../../support/sample-kols.ts'
import { type Answer, createTestApp, CREW_WALLETS, newPerson, OPERATOR_KEY, type Person, type TestApp } from '../../support/test-app.ts'

const PATH = '/api/kol/referrals'
const CLAIM = '/api/agent/keys/claim'
let app: TestApp
let referrer: Person
let kol: KolImport
let claims = 0
beforeEach(async () => {
  referrer = newPerson()
  kol = { ...sampleDirectory[50]!, handle: 'Referrer_of_the_tests', wallet: referrer.wallet }
  app = await createTestApp({ kols: [...sampleDirectory, kol] })
  await app.deps.storage.kols.setReferralCode(kol.handle, 'Frog-1')
})
afterEach(() => app.close())

const claim = (referralCode: unknown) => {
  claims += 1
  return app.call('POST', CLAIM, { referralCode }, { address: `203.0.113.${claims % 250}` })
}
const keyCount = async () => (await app.deps.storage.keys.list({ limit: 100, cursor: null })).rows.length
const dryRun = (key: string, changes: Record<string, unknown> = {}) =>
  app.call('POST', '/api/agent/launch/dry-run', app.launchBody(changes), { key })
const launch = (key: string, changes: Record<string, unknown> = {}) =>
  app.call('POST', '/api/agent/launch', app.launchBody(changes), { key, headers: { 'x-launcher-key': app.launcher.secret } })
const stats = (person: Person, headers?: Record<string, string>): Promise<Answer> =>
  app.call('GET', PATH, undefined, { headers: headers ?? app.signed(person, (at) => referralsMessage('launch.test', person.wallet, at)) })
const explicitCrew = (wallets: readonly string[]) =>
  wallets.map((wallet, at) => ({
    handle: `@crew${at}`,
    wallet,
    share: Math.floor(100 / wallets.length) + Number(at < 100 % wallets.length),
  }))

describe('a referral code at claim', () => {
  test.each(['Frog-1', 'frog-1', 'FROG-1'])('rules 2.6: %s binds the KOL to the key; the split is 60/15/5/20', async (code) => {
    const { status, body } = await claim(code)
    expect([status, body.keyRow.referralCode]).toEqual([201, 'Frog-1'])
    const answer = await dryRun(body.key)
    expect(answer).toMatchObject({
      status: 200,
      body: {
        feeMap: { crewPoolBps: 6_000, deskBps: 1_500, referrerBps: 500, platformBuybackBps: 2_000 },
        referral: { code: 'Frog-1', wallet: referrer.wallet, handle: kol.handle, bps: 500 },
      },
    })
    expect(answer.body.shareholders).toContainEqual({
      wallet: referrer.wallet,
      role: 'referrer',
      handle: kol.handle,
      bps: 500,
      unused: false,
    })
    expect(answer.body.shareholders.reduce((sum: number, { bps }: { bps: number }) => sum + bps, 0)).toBe(10_000)
  })

  test.each([
    ['unknown', 'TOAD'],
    ['with a sign in it', 'frog 1'],
    ['with a quote in it', "frog'1"],
    ['hostile', "' OR '1'='1"],
    ['of one character', 'f'],
    ['of 25 characters', 'f'.repeat(25)],
    ['not a text', 7],
    ['null as text', 'null'],
    ['empty', ''],
  ])('rules 2.6: a code that is %s is a 400 and makes no key', async (_case, code) => {
    expect(await expectNothingHappened(app, () => claim(code))).toMatchObject({
      status: 400,
      body: { errors: [{ path: '/referralCode' }] },
    })
    expect(await keyCount()).toBe(0)
  })

  test('decision "Other spellings": a code that is null is none: a key without a referrer', async () => {
    const { status, body } = await claim(null)
    expect([status, body.keyRow.referralCode]).toEqual([201, null])
  })

  test('rules 2.6: a code that another KOL has is not given twice, in any case', async () => {
    await expectRefusal('referral_code_taken', setReferralCode(app.deps, BY_COMMAND, sampleDirectory[0]!.handle, 'FROG-1'))
  })

  test('decision "An opt-out": the code of a KOL who opted out refuses, and makes no key', async () => {
    await app.deps.storage.kols.setOptedOut(kol.handle, true)
    expect(await expectNothingHappened(app, () => claim('Frog-1'))).toMatchObject({ status: 400, body: { code: 'referral_code_invalid' } })
    expect(await keyCount()).toBe(0)
  })

  test('rules 2.6: a look-up that fails refuses, rather than dropping the referrer', async () => {
    const { kols } = app.deps.storage
    const findReferral = kols.findReferral
    Object.assign(kols, { findReferral: () => Promise.reject(new Error('the database is gone')) })
    expect(await expectNothingHappened(app, () => claim('Frog-1'))).toMatchObject({ status: 500, body: { code: 'internal_error' } })
    expect(await keyCount()).toBe(0)
    Object.assign(kols, { findReferral })
  })

  test('rules 2.6: bound for good: no later code, opt-out or change of the key takes the referrer away', async () => {
    const { key, id } = (await claim('Frog-1')).body
    const change = () => app.call('PATCH', `/api/agent/keys/${id}`, { referralCode: 'TOAD' }, { key: OPERATOR_KEY })
    const changed = await expectNothingHappened(app, change)
    expect(changed.status).toBe(400)
    await app.deps.storage.kols.setReferralCode(kol.handle, 'TOAD')
    await app.deps.storage.kols.setOptedOut(kol.handle, true)
    expect((await dryRun(key)).body.referral).toMatchObject({ code: 'Frog-1', wallet: referrer.wallet })
  })
})

describe('the split of a referred key', () => {
  test('rules 10.7: 8 crew wallets are a 400 that says 7 fit, 7 are taken', async () => {
    const { key } = (await claim('Frog-1')).body
    const refused = await expectNothingHappened(app, () => dryRun(key, { crew: explicitCrew(CREW_WALLETS.slice(0, 8)) }))
    expect(refused).toMatchObject({
      status: 400,
      body: { code: 'crew_too_large', detail: 'The split has 11 wallets; the launchpad takes 10, so 7 crew wallets fit.' },
    })
    expect((await dryRun(key, { crew: explicitCrew(CREW_WALLETS.slice(0, 7)) })).status).toBe(200)
  })

  test('rules 10.7: of 8 crew wallets one may be the referrer’s, whose parts are merged', async () => {
    const { key } = (await claim('Frog-1')).body
    const { status, body } = await dryRun(key, { crew: explicitCrew([referrer.wallet, ...CREW_WALLETS.slice(0, 7)]) })
    expect(status).toBe(200)
    expect(body.shareholders).toHaveLength(10)
    expect(body.shareholders[0]).toMatchObject({ wallet: referrer.wallet, role: 'kol+referrer', bps: 1_280 })
  })

  test('rules 10.7: a KOL who refers and is hired is one shareholder of both parts', async () => {
    const alone = await createTestApp({ kols: [kol] })
    await alone.deps.storage.kols.setReferralCode(kol.handle, 'Frog-1')
    const { key } = (await alone.call('POST', CLAIM, { referralCode: 'Frog-1' })).body
    const body = alone.launchBody({ crew: undefined, autoHire: { seats: 1, fallback: 'rank' } })
    const answer = await alone.call('POST', '/api/agent/launch/dry-run', body, { key })
    expect(answer.body.shareholders.map(({ role, bps }: any) => [role, bps])).toEqual([
      ['kol+referrer', 6_500],
      ['agent', 1_500],
      ['treasury', 2_000],
    ])
    await alone.close()
  })

  test('rules 1.2: on chain the referred split is locked as it was planned', async () => {
    const { key } = (await claim('Frog-1')).body
    const { status, body } = await launch(key)
    expect([status, body.feeShareLocked]).toEqual([201, true])
    const coin = await app.pad.readCoin(body.mint)
    expect(coin!.feeShare!.shareholders).toContainEqual({ wallet: referrer.wallet, bps: 500 as never })
  })
})

describe('GET /api/kol/referrals', () => {
  test('rules 4.2: a KOL sees its code, keys, launches and what was paid, by month', async () => {
    const first = (await claim('Frog-1')).body.key
    await claim('Frog-1')
    await app.claim()
    const launched = await launch(first)
    await app.call('POST', `/api/simulated/${launched.body.mint}/trades`, { wallet: newPerson().wallet, side: 'buy', sol: 5 })
    const cranked = await app.call(
      'POST',
      '/api/agent/crank',
      { mint: launched.body.mint },
      { key: first, headers: { 'x-launcher-key': app.launcher.secret } },
    )
    const paid = cranked.body.remits.find(({ wallet }: { wallet: string }) => wallet === referrer.wallet).lamports as string
    expect(BigInt(paid)).toBeGreaterThan(0n)

    const answer = await expectNothingHappened(app, () => stats(referrer))
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer).toMatchObject({ status: 200 })
    const sol = Number(paid) / 1e9
    expect(answer.body).toEqual({
      ok: true,
      wallet: referrer.wallet,
      handle: kol.handle,
      code: 'Frog-1',
      keysReferred: 2,
      launches: 1,
      earned: { amount: paid, decimals: 9, currency: 'SOL' },
      lamportsEarned: paid,
      solEarned: sol,
      months: [{ month: '2026-11', keys: 2, launches: 1, earned: { amount: paid, decimals: 9, currency: 'SOL' }, lamports: paid, sol }],
    })
  })

  test('decision "A referral": of a wallet that was hired too only the part of the referrer counts', async () => {
    const { key } = (await claim('Frog-1')).body
    const launched = await launch(key, { crew: explicitCrew([referrer.wallet, CREW_WALLETS[0]!]) })
    await app.call('POST', `/api/simulated/${launched.body.mint}/trades`, { wallet: newPerson().wallet, side: 'buy', sol: 5 })
    const cranked = await app.call(
      'POST',
      '/api/agent/crank',
      { mint: launched.body.mint },
      { key, headers: { 'x-launcher-key': app.launcher.secret } },
    )
    const remit = cranked.body.remits.find(({ wallet }: { wallet: string }) => wallet === referrer.wallet)
    expect(remit.role).toBe('kol+referrer')
    expect((await stats(referrer)).body.lamportsEarned).toBe(((BigInt(remit.lamports) * 500n) / 3_500n).toString())
  })

  test('rules 4.2: a KOL without a code has nothing yet', async () => {
    const person = newPerson()
    await app.deps.storage.kols.upsert([{ ...kol, handle: 'codeless', wallet: person.wallet }])
    const zeros = { code: null, keysReferred: 0, launches: 0, lamportsEarned: '0', solEarned: 0, months: [] }
    expect(await stats(person)).toMatchObject({ status: 200, body: zeros })
  })

  test('rules 4.2: 404 for a wallet that is no registered KOL’s, and for one who opted out', async () => {
    expect(await stats(newPerson())).toMatchObject({ status: 404, body: { code: 'kol_not_found' } })
    await app.deps.storage.kols.setOptedOut(kol.handle, true)
    expect((await stats(referrer)).status).toBe(404)
  })

  test('rules 5.7: a signature that is missing, another’s, of another message, too old or used is answered with 401', async () => {
    const good = app.signed(referrer, (at) => referralsMessage('launch.test', referrer.wallet, at))
    const other = newPerson()
    const bad: Record<string, string>[] = [
      {},
      { ...good, 'x-svc-signature': '' },
      { ...good, 'x-svc-signature': 'nonsense' },
      { ...good, 'x-svc-wallet': other.wallet },
      { ...good, 'x-svc-timestamp': String(app.clock.nowMs() + 1) },
      app.signed(other, (at) => referralsMessage('launch.test', referrer.wallet, at)),
      { ...app.signed(other, (at) => referralsMessage('launch.test', referrer.wallet, at)), 'x-svc-wallet': referrer.wallet },
      app.signed(referrer, (at) => `svc-approve-dry-run:${referrer.wallet}:${at}`),
    ]
    for (const headers of bad) expect(await stats(referrer, headers)).toMatchObject({ status: 401, body: { ok: false } })
    expect((await app.call('GET', PATH, undefined, { key: OPERATOR_KEY })).status).toBe(401)
    expect((await stats(referrer, good)).status).toBe(200)
    expect(await stats(referrer, good)).toMatchObject({ status: 401, body: { code: 'wallet_signature_used' } })
    const old = app.signed(referrer, (at) => referralsMessage('launch.test', referrer.wallet, at))
    await app.clock.advance(5 * 60_000 + 1)
    expect((await stats(referrer, old)).status).toBe(401)
  })
})
