import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { changesBetween } from '../../../src/features/plan/compare-dry-runs.ts'
import { consentMessage } from '../../../src/domain/consent/signed-consent.ts'
import { checkReceipt } from '../../../src/domain/receipt/check-receipt.ts'
import { receiptCrypto } from '../../../src/lib/signatures/receipt-crypto.ts'
import { expectNothingHappened } from '../../support/nothing-happened.ts'
import { createTestApp, newPerson, OPERATOR_KEY, type TestApp } from '../../support/test-app.ts'

const PATH = '/api/agent/launch/dry-run'
const [safe, bank, ...others] = Array.from({ length: 10 }, () => newPerson().wallet)
const EVM = '0x52908400098527886E0F7030069857D2E4169EE7'
const part = (wallet: unknown, bps: number) => ({ wallet, bps })
const earnings = { parts: [part(safe, 6_000)], reserve: part(bank, 4_000) }
let app: TestApp
let key: string
const dryRun = (changes: Record<string, unknown> = {}) => app.call('POST', PATH, app.launchBody({ earnings, ...changes }), { key })
const launch = (body: object) => app.call('POST', '/api/agent/launch', body, { key, headers: { 'x-launcher-key': app.launcher.secret } })

async function start(env: Record<string, string> = {}) {
  app = await createTestApp({ policy: { rateLimits: false }, env })
  key = (await app.call('POST', '/api/agent/keys', { label: 'desk', launchesPerHour: 100 }, { key: OPERATOR_KEY })).body.key
}
beforeEach(() => start())
afterEach(() => app.close())

describe('rules 10.36: earnings in the body of a launch', () => {
  test('are in the plan that is approved, in the coin that is launched and in its receipt', async () => {
    const planned = await dryRun()
    expect(planned.status).toBe(200)
    const wallets = [
      { wallet: safe, role: 'earnings', handle: 'earnings', bps: 900 },
      { wallet: bank, role: 'earnings', handle: 'reserve', bps: 600 },
    ]
    expect(planned.body.shareholders.slice(3, 5)).toMatchObject(wallets)
    const { plan } = (await app.call('GET', `${PATH}/${planned.body.dryRunId}`)).body
    expect(plan.earnings).toEqual(earnings)

    const { status, body } = await launch(app.launchBody({ earnings, dryRunId: planned.body.dryRunId }))
    expect(status).toBe(201)
    const { coin } = (await app.call('GET', `/api/coins/${body.mint}`)).body
    expect(coin.shareholders.slice(3, 5)).toEqual(wallets)
    expect(coin.shareholders.reduce((sum: number, { bps }: { bps: number }) => sum + bps, 0)).toBe(10_000)

    const receipt = await (await app.raw(new Request(`http://launch.test/api/coins/${body.mint}/receipt`))).text()
    const checks = await checkReceipt(receiptCrypto, new TextEncoder().encode(receipt), app.deps.a2a.keys())
    expect(checks.filter(({ ok }) => !ok)).toEqual([])
    const { entries } = JSON.parse(receipt)
    const approved = entries.find(({ kind }: { kind: string }) => kind === 'plan')
    expect(Object.values(approved.body.hashed)).toContainEqual(expect.objectContaining({ earnings }))
  })

  test('rules 10.11: another rule, and none, is another plan: the launch is refused by that name', async () => {
    const { dryRunId } = (await dryRun()).body
    const plain = (await dryRun({ earnings: undefined })).body.dryRunId
    const other = { parts: [part(safe, 6_001)], reserve: part(bank, 3_999) }
    for (const body of [
      app.launchBody({ dryRunId }),
      app.launchBody({ dryRunId, earnings: other }),
      app.launchBody({ dryRunId: plain, earnings }),
    ]) {
      const answer = await expectNothingHappened(app, () => launch(body))
      expect(answer.body).toMatchObject({ code: 'plan_mismatch', errors: [{ path: '/earnings' }] })
    }
  })

  const refused: [string, Record<string, unknown>, string, string][] = [
    ['parts that total less', { earnings: { parts: [part(safe, 9_999)] } }, '/earnings', 'its parts total 9999'],
    ['parts that total more', { earnings: { parts: [part(safe, 6_001)], reserve: part(bank, 4_000) } }, '/earnings', 'total 10001'],
    ['no wallet', { earnings: {} }, '/earnings', 'total 0'],
    ['a mode without a share for the agent', { mode: 'split' }, '/earnings', 'has nothing to divide: mode split'],
    ['a crew that is chosen later', { crew: undefined, holderKol: true }, '/earnings', 'excludes holderKol'],
    ['a wallet twice', { earnings: { parts: [part(safe, 1)], reserve: part(safe, 9_999) } }, '/earnings/reserve/wallet', 'a second time'],
    ['a part that comes to nothing', { earnings: { parts: [part(safe, 1), part(bank, 9_999)] } }, '/earnings/parts/0/bps', 'is too small'],
    ['a wallet of another chain', { earnings: { reserve: part(EVM, 10_000) } }, '/earnings/reserve/wallet', 'is not a wallet of'],
    ['a text that is no wallet', { earnings: { reserve: part('me', 10_000) } }, '/earnings/reserve/wallet', 'must be an address'],
    [
      'a part that buys and burns, without EARNINGS_KEY',
      { earnings: { buyAndBurnBps: 10_000 } },
      '/earnings/buyAndBurnBps',
      'EARNINGS_KEY',
    ],
    ['a member that is not known', { earnings: { ...earnings, buy: 1 } }, '/earnings/buy', 'is not'],
  ]
  test.each(refused)('with %s are refused before anything happens', async (_what, changes, path, message) => {
    const answer = await expectNothingHappened(app, () => dryRun(changes))
    expect(answer.status).toBe(400)
    const { errors } = answer.body
    expect(errors.map((error: { path: string }) => error.path)).toContain(path)
    expect(errors.find((error: { path: string }) => error.path === path).message).toContain(message)
  })

  test('rules 10.7: more wallets than the lock takes are refused, whoever names the crew', async () => {
    const parts = [safe, ...others.slice(0, 7)].map((wallet) => part(wallet, 1_250))
    const named = await expectNothingHappened(app, () => dryRun({ earnings: { parts } }))
    expect(named.body).toMatchObject({ code: 'crew_too_large', detail: expect.stringContaining('so 1 crew wallets fit') })
    const full = { parts: parts.map(({ wallet }) => part(wallet, 1_125)), reserve: part(bank, 1_000) }
    const hired = await expectNothingHappened(app, () => dryRun({ earnings: full, crew: undefined, autoHire: {} }))
    expect(hired.body).toMatchObject({ code: 'crew_too_large', errors: [{ path: '/earnings', message: 'leaves no wallet for a crew' }] })
  })

  test('rules 5.10: where consent is required, their owners are asked like a crew', async () => {
    await app.close()
    await start({ REQUIRE_CONSENT: '1' })
    const one = newPerson()
    const headers = app.signed(one, (at) => consentMessage('launch.test', one.wallet, { choice: 'all', agents: [] }, at))
    await app.call('POST', '/api/consents', { choice: 'all' }, { headers })
    const crew = [{ handle: '@one', wallet: one.wallet, share: 100 }]
    expect((await dryRun({ crew, earnings: undefined })).status).toBe(200)
    const answer = await expectNothingHappened(app, () => dryRun({ crew }))
    expect(answer.body).toMatchObject({ code: 'consent_required', errors: [{ path: '/earnings' }], detail: expect.stringContaining(safe!) })
  })

  describe('a part that buys the coin and burns it', () => {
    const earnings = { parts: [part(safe, 4_000)], buyAndBurnBps: 6_000 }
    const burnOf = (shareholders: { handle: string; wallet: string }[]) => shareholders.find(({ handle }) => handle === 'buy and burn')!
    const withKey = async (env: Record<string, string> = {}) => {
      await app.close()
      await start({ EARNINGS_KEY: newPerson().secret, ...env })
    }

    test('is a wallet of its own in each plan, which the launch by that plan pays; the receipt agrees', async () => {
      await withKey()
      const [planned, again] = [await dryRun({ earnings }), await dryRun({ earnings })]
      const wallet = burnOf(planned.body.shareholders)
      expect(wallet).toMatchObject({ role: 'earnings', bps: 900 })
      expect(burnOf(again.body.shareholders).wallet).not.toBe(wallet.wallet)
      const { plan } = (await app.call('GET', `${PATH}/${planned.body.dryRunId}`)).body
      expect(plan.earnings).toEqual(earnings)
      const { status, body } = await launch(app.launchBody({ earnings, dryRunId: planned.body.dryRunId }))
      expect(status).toBe(201)
      expect(burnOf((await app.call('GET', `/api/coins/${body.mint}`)).body.coin.shareholders)).toMatchObject({
        wallet: wallet.wallet,
        bps: 900,
      })
      const [kept] = await app.deps.storage.burnWallets.listUnbooked(9)
      expect(kept).toMatchObject({ mint: body.mint, wallet: wallet.wallet as never })
      expect(app.deps.burnWallets!(kept!.nonce).wallet).toBe(wallet.wallet as never)
      const receipt = await (await app.raw(new Request(`http://launch.test/api/coins/${body.mint}/receipt`))).text()
      const checks = await checkReceipt(receiptCrypto, new TextEncoder().encode(receipt), app.deps.a2a.keys())
      expect(checks.filter(({ ok }) => !ok)).toEqual([])
    })

    test('another part of it is another plan', async () => {
      await withKey()
      const { dryRunId } = (await dryRun({ earnings })).body
      const other = { parts: [part(safe, 3_999)], buyAndBurnBps: 6_001 }
      const answer = await expectNothingHappened(app, () => launch(app.launchBody({ dryRunId, earnings: other })))
      expect(answer.body).toMatchObject({ code: 'plan_mismatch', errors: [{ path: '/earnings' }] })
    })

    test('two plans of one rule differ in nothing that an approver is shown', async () => {
      await withKey()
      const [one, two] = [await dryRun({ earnings }), await dryRun({ earnings })].map(({ body }) => body.dryRunId)
      const [before, after] = await Promise.all([one, two].map(async (id) => (await app.deps.storage.dryRuns.find(id))!))
      expect(changesBetween(before!, after!)).toEqual([])
    })

    test('rules 5.10: has an owner whom nobody asks: consent is that of the others', async () => {
      await withKey({ REQUIRE_CONSENT: '1' })
      const one = newPerson()
      const headers = app.signed(one, (at) => consentMessage('launch.test', one.wallet, { choice: 'all', agents: [] }, at))
      await app.call('POST', '/api/consents', { choice: 'all' }, { headers })
      const crew = [{ handle: 'buy and burn', wallet: one.wallet, share: 100 }]
      expect((await dryRun({ crew, earnings: { buyAndBurnBps: 10_000 } })).status).toBe(200)
      const stranger = [{ handle: 'buy and burn', wallet: newPerson().wallet, share: 100 }]
      const answer = await dryRun({ crew: stranger, earnings: { buyAndBurnBps: 10_000 } })
      expect(answer.body).toMatchObject({ code: 'consent_required' })
    })

    test('is refused on a launchpad that buys no coin, and the reason is said', async () => {
      await app.close()
      app = await createTestApp({
        policy: { rateLimits: false },
        env: { EARNINGS_KEY: newPerson().secret },
        pad: ({ buyback: _none, ...pad }) => pad,
      })
      key = (await app.call('POST', '/api/agent/keys', { label: 'desk' }, { key: OPERATOR_KEY })).body.key
      const answer = await expectNothingHappened(app, () => dryRun({ earnings }))
      expect(answer.body).toMatchObject({
        code: 'operation_not_offered',
        errors: [{ path: '/earnings/buyAndBurnBps', message: expect.stringContaining('cannot buy a coin') }],
      })
    })
  })
})
