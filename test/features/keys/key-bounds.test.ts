import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { sha256Hex } from '../../../src/lib/bytes.ts'
import { DAY_MS } from '../../../src/domain/limits.ts'
import { newKeyPair } from '../../support/new-key-pair.ts'
import { connectModern } from '../../support/mcp-client.ts'
import { expectNothingHappened } from '../../support/nothing-happened.ts'
import { createTestApp, OPERATOR_KEY, type TestApp } from '../../support/test-app.ts'
import { unsignedCalls } from '../../support/unsigned-calls.ts'
import { createAgentClient } from '../a2a/agent-client.ts'

let app: TestApp
beforeEach(async () => {
  app = await createTestApp()
})
afterEach(() => app.close())

const claim = async (bounds: object) => (await app.call('POST', '/api/agent/keys/claim', bounds)).body
const launches = (key: string, address?: string) =>
  app.call('GET', '/api/agent/launches', undefined, { key, ...(address === undefined ? {} : { address }) })
const launch = (key: string, changes: object = {}) =>
  app.call('POST', '/api/agent/launch', app.launchBody({ ...changes }), { key, headers: { 'x-launcher-key': app.launcher.secret } })
const refused = (bound: string) => ({ status: 403, body: { ok: false, code: 'key_not_allowed', bound } })

describe('rules 2.6: what a key is kept to', () => {
  test('a claim narrows its own key, and each bound is shown; a key without any has none', async () => {
    const bounds = {
      scopes: ['read', 'launch'],
      addresses: ['198.51.100.0/24', '2001:db8::/32'],
      expiresAt: new Date(app.clock.nowMs() + DAY_MS).toISOString(),
      launchesPerDay: 3,
      solPerDay: 1.5,
    }
    expect((await claim(bounds)).keyRow).toMatchObject(bounds)
    const none = { scopes: null, addresses: null, expiresAt: null, launchesPerDay: null, solPerDay: null }
    expect((await claim({})).keyRow).toMatchObject(none)
  })

  test.each([
    [{ scopes: ['operate'] }, '/scopes/0'],
    [{ scopes: [] }, '/scopes'],
    [{ addresses: ['198.51.100.0/33'] }, '/addresses/0'],
    [{ addresses: ['198.51.100.7', 'host.example'] }, '/addresses/1'],
    [{ addresses: ['::ffff:198.51.100.7'] }, '/addresses/0'],
    [{ expiresAt: '2001-01-01T00:00:00.000Z' }, '/expiresAt'],
    [{ expiresAt: 'soon' }, '/expiresAt'],
    [{ launchesPerDay: -1 }, '/launchesPerDay'],
    [{ solPerDay: 0.0000000001 }, '/solPerDay'],
  ])('refuses %j and makes no key', async (bounds, path) => {
    const answer = await expectNothingHappened(app, () => app.call('POST', '/api/agent/keys/claim', bounds))
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path }] } })
  })

  test('it is taken from its addresses alone, of IPv4 and IPv6', async () => {
    const { key } = await claim({ addresses: ['198.51.100.0/24', '2001:db8:1::/48', '203.0.113.9'] })
    for (const address of ['198.51.100.7', '::ffff:198.51.100.8', '2001:db8:1:2::3', '203.0.113.9'])
      expect((await launches(key, address)).status).toBe(200)
    for (const address of ['198.51.101.7', '2001:db8:2::3', '203.0.113.8'])
      expect(await expectNothingHappened(app, () => launches(key, address))).toMatchObject(refused('address'))
  })

  test('it is good until it expires; the operator gives it longer', async () => {
    const { key, id } = await claim({ expiresAt: new Date(app.clock.nowMs() + 60_000).toISOString() })
    expect((await launches(key)).status).toBe(200)
    await app.clock.advance(60_000)
    expect(await expectNothingHappened(app, () => launches(key))).toMatchObject(refused('expiry'))
    const change = { expiresAt: null, launchesPerDay: 2 }
    expect(await app.call('PATCH', `/api/agent/keys/${id}`, change, { key: OPERATOR_KEY })).toMatchObject({
      status: 200,
      body: { keyRow: change },
    })
    expect((await launches(key)).status).toBe(200)
    const { acts } = (await app.call('GET', '/api/audit', undefined, { key: OPERATOR_KEY })).body
    expect(acts[0]).toMatchObject({ kind: 'key.changed', subject: id, detail: change })
  })

  test('the operator changes one bound and leaves the others', async () => {
    const { id } = await claim({ scopes: ['read'], solPerDay: 1 })
    const { body } = await app.call('PATCH', `/api/agent/keys/${id}`, { label: 'renamed', solPerDay: 2 }, { key: OPERATOR_KEY })
    expect(body.keyRow).toMatchObject({ label: 'renamed', scopes: ['read'], solPerDay: 2, expiresAt: null })
  })

  test('so many launches a day (UTC), and the next day begins anew', async () => {
    const { key } = await claim({ launchesPerDay: 1 })
    expect((await launch(key)).status).toBe(201)
    expect(await expectNothingHappened(app, () => launch(key, { name: 'Second Frog' }))).toMatchObject(refused('launchesPerDay'))
    await app.clock.advance(DAY_MS)
    expect((await launch(key, { name: 'Second Frog' })).status).toBe(201)
  })

  test('so much SOL a day in initial buys: one that fits goes, one that does not is told what is left', async () => {
    const { key } = await claim({ solPerDay: 0.300000001 })
    expect((await launch(key, { initialBuySol: 0.2 })).status).toBe(201)
    const answer = await expectNothingHappened(app, () => launch(key, { name: 'Second Frog', initialBuySol: 0.2 }))
    expect(answer).toMatchObject(refused('solPerDay'))
    expect(answer.body.detail).toContain('0.100000001 are left')
    expect((await launch(key, { name: 'Second Frog', initialBuySol: 0.1 })).status).toBe(201)
    expect((await launch(key, { name: 'Third Frog', initialBuySol: 0.1 })).body.detail).toContain(' 0.000000001 are left')
  })

  test('of two launches at once that fit one by one and not together, one wins', async () => {
    const { key } = await claim({ solPerDay: 0.3 })
    const statuses = (await Promise.all(['First', 'Second'].map((name) => launch(key, { name: `${name} Frog`, initialBuySol: 0.2 })))).map(
      ({ status }) => status,
    )
    expect(statuses.sort()).toEqual([201, 403])
  })

  test('a launch that is written after midnight belongs to the day it is counted in', async () => {
    const { key } = await claim({ launchesPerDay: 1 })
    await app.clock.advance(DAY_MS - (app.clock.nowMs() % DAY_MS) - 1)
    expect((await launch(key)).status).toBe(201)
    let prepared = false
    app.between.pad.stepIn('prepareLaunch', (prepare) => async (...plan) => {
      prepared = true
      return prepare(...plan)
    })
    app.between.storage.stepIn('transaction', (transaction) => async (work) => {
      if (prepared) await app.clock.advance(1)
      prepared = false
      return transaction(work)
    })
    expect(await expectNothingHappened(app, () => launch(key, { name: 'Second Frog' }))).toMatchObject(refused('launchesPerDay'))
    expect((await launch(key, { name: 'Second Frog' })).status).toBe(201)
  })

  test('unsigned launches too: where they are handed out, and again where they come back', async () => {
    const { key } = await claim({ launchesPerDay: 1 })
    const frogs = ['First', 'Second'].map((name) => ({
      name: `${name} Frog`,
      ...unsignedCalls(((mintPair) => () => ({ app, key, mintPair }))(newKeyPair())),
    }))
    const offers = await Promise.all(frogs.map(({ name, offer }) => offer({ name })))
    expect(offers.map(({ status }) => status)).toEqual([200, 200])
    const submit = (at: number) => frogs[at]!.submit(offers[at]!.body.launchId, frogs[at]!.signed(offers[at]!))
    expect((await submit(0)).status).toBe(201)
    expect(await expectNothingHappened(app, () => submit(1))).toMatchObject(refused('launchesPerDay'))
    expect(await expectNothingHappened(app, () => frogs[1]!.offer({ name: 'Third Frog' }))).toMatchObject(refused('launchesPerDay'))
  })

  test('the same through the doors of MCP and A2A', async () => {
    const { key } = await claim({ scopes: ['read'] })
    const client = await connectModern(app, { key })
    expect(await client.call('dry_run', app.launchBody())).toMatchObject({
      isError: true,
      body: { code: 'key_not_allowed', bound: 'scope' },
    })
    expect(await client.call('list_launches')).toMatchObject({ isError: false })
    await client.close()
    const { ask } = await createAgentClient(app, { 'x-svc-api-key': key })
    expect((await ask('dryRun', app.launchBody())).data).toMatchObject({ code: 'key_not_allowed', bound: 'scope' })
    expect((await ask('listLaunches')).data).toMatchObject({ ok: true })
    const elsewhere = (await claim({ addresses: ['192.0.2.1'] })).key
    const far = await createAgentClient(app, { 'x-svc-api-key': elsewhere })
    expect((await far.ask('listLaunches')).data).toMatchObject({ code: 'key_not_allowed', bound: 'address' })
  })
})

describe('rules 5.4: several operators with names and scopes', () => {
  test('each acts under its name, within its scopes; and the browser’s key ends with the first of them', async () => {
    await app.close()
    const [minter, browser] = ['a key that mints for agents', 'a key for everybody']
    app = await createTestApp({
      env: { OPERATOR_API_KEY: '', BROWSER_API_KEY: browser, OPERATOR_KEYS: `alice:keys:${sha256Hex(minter)}` },
    })
    const mint = (key: string) => app.call('POST', '/api/agent/keys', { label: 'partner', scopes: ['launch'] }, { key })
    const minted = await mint(minter)
    expect(minted).toMatchObject({ status: 201, body: { keyRow: { scopes: ['launch'] } } })
    const { rows } = await app.deps.storage.operatorLog.list({ limit: 9, cursor: null })
    expect(rows).toMatchObject([{ kind: 'key.minted', by: { way: 'key', name: 'alice' }, detail: { scopes: ['launch'] } }])
    expect(await app.call('GET', '/api/audit', undefined, { key: minter })).toMatchObject(refused('scope'))
    expect(await expectNothingHappened(app, () => mint(browser))).toMatchObject({ status: 401, body: { code: 'api_key_invalid' } })
  })
})
