import { newKeyPair } from '../../support/new-key-pair.ts'
import { expectNothingHappened, timesSent } from '../../support/nothing-happened.ts'
import { describe, expect, test } from 'bun:test'
import { LIMITS } from '../../../src/domain/limits.ts'
import { signOffer } from '../../support/sign-offer.ts'
import { createTestApp, newPerson, OPERATOR_KEY, type TestApp } from '../../support/test-app.ts'

const PREPARE = '/api/agent/wire-fees/unsigned'
const SUBMIT = '/api/agent/wire-fees/submit'

/** A coin whose lock failed at its launch, and what asks for it again. */
async function unlockedCoin(app: TestApp, key: string) {
  const headers = { 'x-launcher-key': app.launcher.secret }
  const { status, body } = await app.call('POST', '/api/agent/launch', app.launchBody({ ticker: 'XLOCKFAIL' }), { key, headers })
  expect([status, body.feeShareLocked]).toEqual([202, false])
  return { mint: body.mint as string, launcherPubkey: app.launcher.wallet }
}

const isLocked = async (app: TestApp, mint: string, key: string) =>
  (await app.call('GET', `/api/agent/status/${mint}`, undefined, { key })).body.feeShareLocked as boolean

describe('a lock that the client signs', () => {
  test('rules 10.20: is made of the coin’s own crew, sent when it comes back, and answered like any other lock', async () => {
    const app = await createTestApp({ impatient: true })
    const key = await app.claim()
    const target = await unlockedCoin(app, key)
    const offer = await app.call('POST', PREPARE, target, { key })
    expect(offer).toMatchObject({ status: 200, body: { mint: target.mint, transactions: [{ signers: [app.launcher.wallet] }] } })
    expect(await isLocked(app, target.mint, key)).toBe(false)
    const signed = { lockId: offer.body.lockId, transactions: signOffer(offer.body, [app.launcher.pair]) }
    const [first, second] = await Promise.all([app.call('POST', SUBMIT, signed, { key }), app.call('POST', SUBMIT, signed, { key })])
    expect(first).toMatchObject({ status: 201, body: { feeShareLocked: true, operationId: offer.body.lockId } })
    expect(second.body).toEqual(first.body)
    expect(await isLocked(app, target.mint, key)).toBe(true)
    await app.close()
  })

  test('rules 10.24: to the holder-KOLs is refused where none of them holds the coin', async () => {
    const app = await createTestApp({ impatient: true })
    const key = await app.claim()
    const target = await unlockedCoin(app, key)
    const ask = () => app.call('POST', '/api/agent/lock-holder-kol/unsigned', target, { key })
    expect(await expectNothingHappened(app, ask)).toMatchObject({
      status: 400,
      body: { code: 'holder_kol_not_found' },
    })
    await app.close()
  })

  test('rules 10.20: counts in no limit of launches, and among the dry-runs that nothing has used', async () => {
    const app = await createTestApp({ impatient: true, policy: { rateLimits: false } })
    const key = await app.claim()
    const target = await unlockedCoin(app, key)
    const { id: keyId } = (await app.call('GET', '/api/agent/keys', undefined, { key })).body.keys[0]
    for (let count = 0; count < LIMITS.launchesPerHourDefault; count += 1) {
      expect((await app.call('POST', PREPARE, target, { key })).status).toBe(200)
    }
    expect((await app.deps.storage.dryRuns.waitingOf(keyId)).own).toBe(LIMITS.launchesPerHourDefault)
    const headers = { 'x-launcher-key': app.launcher.secret }
    expect((await app.call('POST', '/api/agent/launch', app.launchBody({ ticker: 'NEXT' }), { key, headers })).status).toBe(201)
    await app.close()
  })

  test('rules 10.20: is refused unsigned, signed by another, late, unknown, and of another key: nothing is sent', async () => {
    const app = await createTestApp({ impatient: true })
    const [key, otherKey] = [await app.claim(), await app.claim()]
    const target = await unlockedCoin(app, key)
    const { body: offer } = await app.call('POST', PREPARE, target, { key })
    const transactions = signOffer(offer, [app.launcher.pair])
    const sent = timesSent(app)
    const submit = (changes: object, as = key) =>
      expectNothingHappened(app, () => app.call('POST', SUBMIT, { lockId: offer.lockId, transactions, ...changes }, { key: as }))
    const unsigned = offer.transactions.map(({ transaction }: { transaction: string }) => transaction)
    expect((await submit({ transactions: unsigned })).body.code).toBe('signed_transaction_mismatch')
    const stranger = newKeyPair()
    const forged = signOffer({ transactions: offer.transactions }, [{ ...stranger, publicKey: app.launcher.pair.publicKey }])
    expect((await submit({ transactions: forged })).body.code).toBe('signed_transaction_mismatch')
    expect((await submit({ lockId: 'op_unknown' })).body.code).toBe('lock_offer_unknown')
    expect((await submit({}, otherKey)).body.code).toBe('lock_offer_unknown')
    // A launch that waits for signatures is no lock, and the other way round.
    const wrong = { launchId: offer.lockId, transactions }
    const asLaunch = await expectNothingHappened(app, () => app.call('POST', '/api/agent/launch/submit', wrong, { key }))
    expect(asLaunch.body.code).toBe('launch_offer_unknown')
    await app.clock.advance(LIMITS.launchOfferMs)
    expect((await submit({})).body.code).toBe('lock_offer_expired')
    expect(timesSent(app)).toBe(sent)
    expect(await isLocked(app, target.mint, key)).toBe(false)
    await app.close()
  })

  test('rules 10.20: of a wallet that did not launch the coin, without one, and of a coin that is locked is not handed out', async () => {
    const app = await createTestApp({ impatient: true })
    const key = await app.claim()
    const target = await unlockedCoin(app, key)
    const ask = async (body: object) => (await expectNothingHappened(app, () => app.call('POST', PREPARE, body, { key }))).body
    expect(await ask({ ...target, launcherPubkey: newPerson().wallet })).toMatchObject({ code: 'launcher_not_creator' })
    expect(await ask({ mint: target.mint })).toMatchObject({ code: 'validation_invalid', errors: [{ path: '/launcherPubkey' }] })
    expect(await ask({ ...target, launcherPubkey: 'nobody' })).toMatchObject({ code: 'wallet_invalid' })
    const { body: offer } = await app.call('POST', PREPARE, target, { key })
    await app.call('POST', SUBMIT, { lockId: offer.lockId, transactions: signOffer(offer, [app.launcher.pair]) }, { key })
    expect(await ask(target)).toMatchObject({ code: 'fee_share_already_locked' })
    await app.close()
  })

  test('rules 5.5: needs an approved dry-run where the key needs approval, and uses it up once', async () => {
    const app = await createTestApp({ impatient: true })
    const target = await unlockedCoin(app, OPERATOR_KEY)
    const { body: minted } = await app.call('POST', '/api/agent/keys', { label: 'agent', requireApproval: true }, { key: OPERATOR_KEY })
    const call = (path: string, body: object) => app.call('POST', path, body, { key: minted.key })
    const refused = async (order: object) => (await expectNothingHappened(app, () => call(PREPARE, order))).body.code
    expect(await refused(target)).toBe('dry_run_required')
    const { body: dryRun } = await call('/api/agent/launch/dry-run', { intent: 'wire-fees', ...target })
    const order = { ...target, dryRunId: dryRun.dryRunId }
    expect(await refused(order)).toBe('dry_run_not_approved')
    const approve = `/api/agent/launch/dry-run/${dryRun.dryRunId}/approve`
    const headers = app.signed(app.approver, (timestamp) => `svc-approve-dry-run:${dryRun.dryRunId}:${timestamp}`)
    expect((await app.call('POST', approve, undefined, { headers })).status).toBe(200)
    const { body: offer } = await call(PREPARE, order)
    const signed = { lockId: offer.lockId, transactions: signOffer(offer, [app.launcher.pair]) }
    expect((await call(SUBMIT, signed)).status).toBe(201)
    expect((await app.call('GET', `/api/agent/launch/dry-run/${dryRun.dryRunId}`)).body.consumed).toBe(true)
    await app.close()
  })
})
