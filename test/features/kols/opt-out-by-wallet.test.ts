import { afterEach, beforeEach, expect, test } from 'bun:test'
import { LIMITS } from '../../../src/domain/limits.ts'
import { BY_COMMAND } from '../../../src/domain/operator/operator-act.ts'
import { importKols } from '../../../src/features/kols/import-kols.ts'
import { optOutMessage } from '../../../src/features/kols/opt-out-by-wallet.ts'
import { setOptedOut } from '../../../src/features/kols/set-opted-out.ts'
import { isEvmAddress } from '../../../src/lib/evm-address.ts'
import { makeKol } from '../../support/make-kol.ts'
import { expectNothingHappened } from '../../support/nothing-happened.ts'
import { type Answer, createTestApp, newPerson, OPERATOR_KEY, type Person, type TestApp } from '../../support/test-app.ts'

const PATH = '/api/kol/opt-out'
const HOST = 'launch.test'
let app: TestApp
let person: Person
beforeEach(async () => {
  person = newPerson()
  const kol = (handle: string, rank: number, wallet = person.wallet) => ({ ...makeKol({ handle, wallet }), rank, optedOut: false })
  app = await createTestApp({
    kols: [kol('moonboy', 1), kol('moonboy_alt', 2), kol('other', 3, newPerson().wallet)],
    policy: { rateLimits: false },
  })
})
afterEach(() => app.close())

const signed = (by: Person, message = (at: string) => optOutMessage(HOST, by.wallet, at)) => app.signed(by, message)
const optOut = (headers = signed(person)): Promise<Answer> => app.call('POST', PATH, undefined, { headers })
const statusOf = async (handle: string) => (await app.call('GET', `/api/kols/${handle}`)).status
const log = async () => (await app.call('GET', '/api/audit', undefined, { key: OPERATOR_KEY })).body.acts
/** What a plan warns of that pays this wallet under this name. */
const warnings = async (handle: string): Promise<string[]> => {
  const crew = [{ handle, wallet: person.wallet, share: 100 }]
  return (await app.call('POST', '/api/agent/launch/dry-run', app.launchBody({ crew }), { key: await app.claim() })).body.warnings
}

test('decision "An opt-out": one signature takes every profile of the wallet out, as the operator’s command does, and the log says whose it was', async () => {
  const { status, body, headers } = await optOut()
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(body).toEqual({ ok: true, wallet: person.wallet, handles: ['moonboy', 'moonboy_alt'] })
  expect(await Promise.all(['moonboy', 'moonboy_alt', 'other'].map(statusOf))).toEqual([404, 404, 200])
  const acts = (await log()).map(({ kind, by, subject, detail, address }: any) => ({ kind, by, subject, detail, address }))
  const act = { kind: 'kol.optedOut', by: 'wallet', detail: { wallet: person.wallet }, address: '198.51.100.7' }
  expect(acts).toHaveLength(2)
  expect(acts).toContainEqual({ ...act, subject: 'moonboy' })
  expect(acts).toContainEqual({ ...act, subject: 'moonboy_alt' })
})

test('decision "An opt-out": a plan that names the wallet is warned of in the words of an opt-out by the operator', async () => {
  const before = await warnings('@moonboy')
  await optOut()
  const byWallet = await warnings('@moonboy')
  expect(byWallet.length).toBeGreaterThan(before.length)
  for (const handle of ['moonboy', 'moonboy_alt']) {
    await setOptedOut(app.deps, BY_COMMAND, handle, false)
    await setOptedOut(app.deps, BY_COMMAND, handle, true)
  }
  expect(await warnings('@moonboy')).toEqual(byWallet)
})

test('decision "An opt-out": neither an import nor a call brings anybody back; the operator’s command does', async () => {
  await optOut()
  const text = `rank,handle,wallet\n1,moonboy,${person.wallet}\n`
  await importKols(app.deps, BY_COMMAND, { text, isEvmAddress, dryRun: false })
  for (const method of ['DELETE', 'PUT', 'PATCH', 'GET'])
    expect((await app.call(method, PATH, undefined, { headers: signed(person) })).status).toBe(405)
  expect((await app.call('POST', '/api/kol/opt-in', undefined, { headers: signed(person) })).status).toBe(404)
  expect(await statusOf('moonboy')).toBe(404)
  await setOptedOut(app.deps, BY_COMMAND, 'moonboy', false)
  expect(await statusOf('moonboy')).toBe(200)
})

test('decision "An opt-out": signed again it says the same and is logged no second time; a replay after an opt-in takes nobody out', async () => {
  const headers = signed(person)
  await optOut(headers)
  await app.clock.advance(1)
  expect((await optOut()).body.handles).toEqual(['moonboy', 'moonboy_alt'])
  expect(await log()).toHaveLength(2)
  await setOptedOut(app.deps, BY_COMMAND, 'moonboy', false)
  expect(await optOut(headers)).toMatchObject({ status: 401, body: { code: 'wallet_signature_used' } })
  expect(await statusOf('moonboy')).toBe(200)
})

test('rules 5.7: another service’s text, one without a host, for another purpose, of another wallet or too old takes nobody out', async () => {
  const old = signed(person)
  await app.clock.advance(LIMITS.walletTimestampToleranceMs + 1)
  const stranger = newPerson()
  const bad = [
    {},
    old,
    signed(person, (at) => optOutMessage('other.test', person.wallet, at)),
    signed(person, (at) => `svc-kol-opt-out:${person.wallet}:${at}`),
    signed(person, (at) => `svc-kol-referrals:${HOST}:${person.wallet}:${at}`),
    { ...signed(stranger, (at) => optOutMessage(HOST, person.wallet, at)), 'x-svc-wallet': person.wallet },
  ]
  for (const headers of bad)
    expect(await expectNothingHappened(app, () => optOut(headers))).toMatchObject({
      status: 401,
      body: { code: 'wallet_signature_invalid' },
    })
  expect((await app.call('POST', PATH, undefined, { key: OPERATOR_KEY })).status).toBe(401)
  expect(await optOut(signed(stranger))).toMatchObject({ status: 404, body: { code: 'kol_not_found' } })
  expect([await statusOf('moonboy'), await log()]).toEqual([200, []])
})
