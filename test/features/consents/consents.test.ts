import { afterAll, afterEach, describe, expect, test } from 'bun:test'
import { type ConsentChoice, consentMessage } from '../../../src/domain/consent/signed-consent.ts'
import { OWN_LIMITS } from '../../../src/domain/limits/own-limits.ts'
import { keyName } from '../../../src/domain/keys/key-name.ts'
import { importKols } from '../../../src/features/kols/import-kols.ts'
import { setOptedOut } from '../../../src/features/kols/set-opted-out.ts'
import { BY_COMMAND } from '../../../src/domain/operator/operator-act.ts'
import { proveText } from '../../../src/lib/signatures/prove-text.ts'
import { fromBase64 } from '../../../src/lib/bytes.ts'
import { databasesUnderTest, rowsOf } from '../../support/databases-under-test.ts'
import { makeKol } from '../../support/make-kol.ts'
import { temporaryDataDir } from '../../support/server-process.ts'
import { signOffer } from '../../support/sign-offer.ts'
import { createTestApp, newPerson, OPERATOR_KEY, type Person, type TestApp } from '../../support/test-app.ts'

const HOST = 'launch.test'
const people = [newPerson(), newPerson(), newPerson()]
const [one, two] = people as [Person, Person]
const newcomer = newPerson()
const folders: ReturnType<typeof temporaryDataDir>[] = []
const newFolder = (): string => {
  folders.push(temporaryDataDir())
  return folders.at(-1)!.dataDir
}
let app: TestApp
let key: string
let keyId: string
afterEach(() => app.close())
afterAll(() => folders.forEach(({ remove }) => remove()))

async function start(databaseUrl: string, env: Record<string, string> = {}) {
  app = await createTestApp({ policy: { rateLimits: false }, databaseUrl, env })
  ;({ key, id: keyId } = (await app.call('POST', '/api/agent/keys', { label: 'desk', launchesPerHour: 100 }, { key: OPERATOR_KEY })).body)
}
const say = (person: Person, choice: ConsentChoice, agents: string[] = [], host = HOST) => {
  const body = choice === 'only' ? { choice, agents } : { choice }
  return app.call('POST', '/api/consents', body, {
    headers: app.signed(person, (at) => consentMessage(host, person.wallet, { choice, agents }, at)),
  })
}
const saidOf = async ({ wallet }: Person) => (await app.call('GET', `/api/consents/${wallet}`)).body
const body = (changes = {}) =>
  app.launchBody({
    crew: people.map(({ wallet }, index) => ({ handle: `@p${index}`, wallet, share: [50, 30, 20][index] })),
    ...changes,
  })
const dryRun = (of: object = body()) => app.call('POST', '/api/agent/launch/dry-run', of, { key })
const launch = (of: object) => app.call('POST', '/api/agent/launch', of, { key, headers: { 'x-launcher-key': app.launcher.secret } })
const coins = async () => (await app.deps.storage.coins.list({ limit: 5, cursor: null })).rows
const acts = async () =>
  (await app.deps.storage.operatorLog.list({ limit: 50, cursor: null })).rows
    .map(({ kind }) => kind)
    .filter((kind) => kind !== 'key.minted')

describe.each(databasesUnderTest(newFolder))('rules 5.10: wallets say whether they take part, on %s', (_name, make) => {
  test('a wallet says it once, anybody can check the proof, and what it signed last counts', async () => {
    await start(await make())
    expect(await saidOf(one)).toMatchObject({ consent: null, named: [] })
    expect(await say(one, 'all')).toMatchObject({ status: 200, body: { consent: { choice: 'all', agents: [] } } })
    await app.clock.advance(1)
    await say(one, 'only', ['b'.repeat(32), 'a'.repeat(32)].toSorted())
    const { consent } = await saidOf(one)
    expect(consent).toMatchObject({ choice: 'only', agents: ['a'.repeat(32), 'b'.repeat(32)] })
    const text = Buffer.from(consent.proof.message, 'base64').toString()
    expect(text).toBe(`svc-consent:${HOST}:${one.wallet}:only:${consent.agents.join('+')}:${Date.parse(consent.signedAt)}`)
    expect(proveText({ wallet: one.wallet, text, host: HOST }, [fromBase64(consent.proof.signature)!])).not.toBeNull()
    expect(await acts()).toEqual(['consent.signed', 'consent.signed'])
  })

  test('another host, another wallet, other words, an older time and a second use are refused, and nothing has changed', async () => {
    await start(await make())
    const older = app.signed(one, (at) => consentMessage(HOST, one.wallet, { choice: 'never', agents: [] }, at))
    await app.clock.advance(1_000)
    const latest = app.signed(one, (at) => consentMessage(HOST, one.wallet, { choice: 'all', agents: [] }, at))
    const send = (choice: string, headers: Record<string, string>) => app.call('POST', '/api/consents', { choice }, { headers })
    expect((await send('all', latest)).status).toBe(200)
    const before = await saidOf(one)
    expect(await send('never', older)).toMatchObject({ status: 409, body: { code: 'consent_superseded' } })
    expect((await send('all', latest)).body.code).toBe('wallet_signature_used')
    await app.clock.advance(1_000)
    expect((await say(one, 'never', [], 'other.test')).body.code).toBe('wallet_signature_invalid')
    const ofTwo = app.signed(two, (at) => consentMessage(HOST, one.wallet, { choice: 'never', agents: [] }, at))
    expect((await send('never', { ...ofTwo, 'x-svc-wallet': one.wallet })).body.code).toBe('wallet_signature_invalid')
    const fresh = app.signed(one, (at) => consentMessage(HOST, one.wallet, { choice: 'all', agents: [] }, at))
    expect((await send('never', fresh)).body.code).toBe('wallet_signature_invalid')
    expect((await say(one, 'only', [])).status).toBe(400)
    expect(await saidOf(one)).toEqual(before)
    expect(await acts()).toEqual(['consent.signed'])
  })

  test('a plan shows what each of those it names said; they see that it names them, and endpoints are told', async () => {
    await start(await make())
    const hook = { url: 'https://hooks.test/x', events: ['dryRun.named'] }
    expect((await app.call('POST', '/api/webhooks', hook, { key })).status).toBe(201)
    await say(one, 'never')
    await say(two, 'only', ['a'.repeat(32)])
    const made = (await dryRun()).body
    const warned = made.warnings.filter((warning: string) => warning.includes('signed that'))
    expect(warned).toHaveLength(2)
    const view = (await app.call('GET', `/api/agent/launch/dry-run/${made.dryRunId}`)).body
    expect(view.directory.map(({ stance }: { stance: string }) => stance)).toEqual(['never', 'others', 'nothing'])
    const { named } = await saidOf(one)
    const { bps } = made.shareholders.find(({ wallet }: Person) => wallet === one.wallet)
    expect(named).toMatchObject([{ agent: keyName(keyId as never), bps, role: 'kol', stance: 'never', expiresAt: made.expiresAt }])
    expect(JSON.stringify(named)).not.toContain('Frog')
    const [event] = (await app.deps.storage.events.listNewest({ limit: 5, cursor: null }, ['dryRun.named'])).rows
    expect(event!.data.named.map(({ wallet, stance }) => [wallet, stance])).toContainEqual([two.wallet, 'others'])
    await app.clock.advance(31 * 60_000)
    expect((await saidOf(one)).named).toEqual([])
  })

  test('once very many have signed, a wallet is heard that a plan or the directory names, and what was signed stays', async () => {
    const url = await make()
    await start(url)
    await say(one, 'never')
    const others = OWN_LIMITS.consentsMax - 1
    await rowsOf(
      url,
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${others})
       INSERT INTO consent (wallet, choice, agents_json, signed_at_ms, proof_json) SELECT 'w' || i, 'never', '[]', 1, '{}' FROM n`,
    )
    const before = await acts()
    expect(await say(two, 'never')).toMatchObject({ status: 503, body: { code: 'consents_full' } })
    expect(await acts()).toEqual(before)
    expect((await saidOf(two)).consent).toBeNull()
    await app.clock.advance(1)
    expect((await say(one, 'all')).status).toBe(200)
    await dryRun()
    expect((await say(two, 'never')).status).toBe(200)
    const profile = { ...makeKol({ handle: 'late', wallet: newcomer.wallet }), optedOut: false }
    await app.deps.storage.kols.upsert([profile])
    expect((await say(newcomer, 'never')).status).toBe(200)
    expect((await saidOf(two)).consent.choice).toBe('never')
  })

  test('REQUIRE_CONSENT refuses a plan, and a launch without one, that names anybody who did not agree', async () => {
    await start(await make(), { REQUIRE_CONSENT: '1' })
    await say(one, 'all')
    await say(two, 'only', [keyName(keyId as never)])
    const refused = await dryRun()
    expect(refused).toMatchObject({ status: 400, body: { code: 'consent_required', errors: [{ path: '/crew/2/wallet' }] } })
    expect(refused.body.detail).toContain(keyName(keyId as never))
    expect((await launch(body())).body.code).toBe('consent_required')
    await say(people[2]!, 'all')
    expect((await dryRun()).status).toBe(200)
    key = await app.claim()
    expect((await dryRun()).body).toMatchObject({ code: 'consent_required', errors: [{ path: '/crew/1/wallet' }] })
    expect(await coins()).toEqual([])
  })

  test('a consent that is withdrawn between plan and launch, or while the client signs, stops the launch', async () => {
    await start(await make(), { REQUIRE_CONSENT: '1' })
    for (const person of people) await say(person, 'all')
    const [first, second] = [body(), body({ name: 'Second Frog', ticker: 'SECOND', mintPubkey: newPerson().wallet })]
    const mint = newPerson()
    Object.assign(second, { mintPubkey: mint.wallet })
    const firstId = (await dryRun(first)).body.dryRunId
    const secondId = (await dryRun(second)).body.dryRunId
    const prepared = (await app.call('POST', '/api/agent/launch/unsigned', { ...second, dryRunId: secondId }, { key })).body
    const transactions = signOffer(prepared, [app.launcher.pair, mint.pair])
    await app.clock.advance(1)
    await say(one, 'never')
    expect((await launch({ ...first, dryRunId: firstId })).body.code).toBe('consent_required')
    const submitted = await app.call('POST', '/api/agent/launch/submit', { launchId: prepared.launchId, transactions }, { key })
    expect(submitted.body.code).toBe('consent_required')
    expect(await coins()).toEqual([])
    await app.clock.advance(1)
    await say(one, 'all')
    const racing = await Promise.all([launch({ ...first, dryRunId: firstId }), app.clock.advance(1).then(() => say(one, 'never'))])
    expect(racing[1].status).toBe(200)
    expect(await coins()).toHaveLength(racing[0].status === 201 ? 1 : 0)
  })

  test('who never takes part is out of the directory by their own word, and neither a command nor an import takes them in', async () => {
    await start(await make())
    const profile = { ...makeKol({ handle: 'moonboy', wallet: one.wallet }), optedOut: false }
    await app.deps.storage.kols.upsert([profile])
    await say(one, 'never')
    expect((await app.call('GET', '/api/kols/moonboy')).status).toBe(404)
    await expect(setOptedOut(app.deps, BY_COMMAND, 'moonboy', false)).rejects.toMatchObject({ code: 'opt_in_not_allowed' })
    const text = JSON.stringify([{ handle: 'another', displayName: 'Another', wallet: one.wallet, rank: 1, followers: 1 }])
    const report = await importKols(app.deps, BY_COMMAND, { text, isEvmAddress: () => true, dryRun: false })
    expect(report.problems).toEqual([])
    expect((await app.call('GET', '/api/kols/another')).status).toBe(404)
    await app.clock.advance(1)
    await say(one, 'all')
    await setOptedOut(app.deps, BY_COMMAND, 'moonboy', false)
    expect((await app.call('GET', '/api/kols/moonboy')).status).toBe(200)
  })
})
