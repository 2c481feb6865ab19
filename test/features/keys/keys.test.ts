import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { unixMs } from '../../../src/domain/brands.ts'
import { DAY_MS } from '../../../src/domain/limits.ts'
import { expectNothingHappened } from '../../support/nothing-happened.ts'
import { createTestApp, OPERATOR_KEY, type TestApp } from '../../support/test-app.ts'

let app: TestApp
const keyCount = async () => (await app.deps.storage.keys.list({ limit: 100, cursor: null })).rows.length

beforeEach(async () => {
  app = await createTestApp()
})
afterEach(() => app.close())

describe('POST /api/agent/keys/claim', () => {
  test('rules 4.2: a key is shown once, works, and no answer or table shows it again', async () => {
    const claimed = await app.call('POST', '/api/agent/keys/claim', { label: 'my agent', agentName: 'A', model: 'm' })
    // The matchers of toMatchObject stand in the place of what they matched.
    expect(structuredClone({ status: claimed.status, body: claimed.body })).toMatchObject({
      status: 201,
      body: { ok: true, key: expect.stringMatching(/^svc_ak_[0-9A-Za-z]{49}$/), keyRow: { label: 'my agent', launchesPerHour: 5 } },
    })
    const listed = await app.call('GET', '/api/agent/keys', undefined, { key: claimed.body.key })
    expect(listed).toMatchObject({ status: 200, body: { keys: [{ id: claimed.body.id, fingerprint: claimed.body.keyRow.fingerprint }] } })
    expect(JSON.stringify(listed.body)).not.toContain(claimed.body.key)
    expect(JSON.stringify((await app.deps.storage.keys.list({ limit: 9, cursor: null })).rows)).not.toContain(claimed.body.key)
  })

  test('rules 2.6: every field is optional, the body too', async () => {
    expect(await app.call('POST', '/api/agent/keys/claim')).toMatchObject({ status: 201, body: { keyRow: { label: 'agent' } } })
  })

  test.each([
    [{ label: 'x' }, '/label'],
    [{ label: 'x'.repeat(65) }, '/label'],
    [{ agentName: 'x'.repeat(49) }, '/agentName'],
    [{ model: 'x'.repeat(49) }, '/model'],
    [{ referralCode: 'x' }, '/referralCode'],
    [{ referralCode: 'UNKNOWN' }, '/referralCode'],
    [{ owner: 'me' }, '/owner'],
  ])('rules 2.6: refuses %j and makes no key', async (body, path) => {
    const answer = await expectNothingHappened(app, () => app.call('POST', '/api/agent/keys/claim', body))
    expect(answer).toMatchObject({ status: 400, body: { ok: false, errors: [{ path }] } })
    expect(await keyCount()).toBe(0)
  })

  test('rules 8: the 6th claim within an hour from one address is 429, from an IPv6 /64 too; the next hour begins anew', async () => {
    for (const address of ['192.0.2.1', '2001:db8:1:2::1']) {
      for (let n = 0; n < 5; n += 1) {
        const from = address.includes(':') ? `2001:db8:1:2::${n + 1}` : address
        expect((await app.call('POST', '/api/agent/keys/claim', {}, { address: from })).status).toBe(201)
      }
      const refused = await expectNothingHappened(app, () => app.call('POST', '/api/agent/keys/claim', {}, { address }))
      expect(refused).toMatchObject({ status: 429, body: { code: 'claims_exceeded', retryAfterSec: 3_600 } })
      expect(refused.headers.get('retry-after')).toBe('3600')
    }
    expect(await keyCount()).toBe(10)
    await app.clock.advance(3_600_000)
    expect((await app.call('POST', '/api/agent/keys/claim', {}, { address: '192.0.2.1' })).status).toBe(201)
  })
})

test('rules 10.19: from a site of IPv6 (/48) 50 keys an hour are claimed, however many of its 65,536 addresses (/64) ask', async () => {
  const claim = (network: number, site = 1) =>
    app.call('POST', '/api/agent/keys/claim', {}, { address: `2001:db8:${site}:${network.toString(16)}::1` })
  for (let network = 0; network < 50; network += 1) expect((await claim(network)).status).toBe(201)
  expect(await expectNothingHappened(app, () => claim(50))).toMatchObject({
    status: 429,
    body: { code: 'claims_exceeded', retryAfterSec: 3_600 },
  })
  expect(await keyCount()).toBe(50)
  expect((await claim(0, 2)).status).toBe(201)
})

describe('operator keys', () => {
  test('rules 1.7 and 5.4: only the operator mints; another key and a bad one get 401 and make nothing', async () => {
    const key = await app.claim()
    for (const other of [key, 'svc_ak_nonsense', undefined]) {
      const mint = () => app.call('POST', '/api/agent/keys', { label: 'minted' }, { key: other })
      expect((await expectNothingHappened(app, mint)).status).toBe(401)
    }
    expect(await keyCount()).toBe(1)
    const minted = await app.call(
      'POST',
      '/api/agent/keys',
      { label: 'minted', launchesPerHour: 9, requireApproval: true, ops: true },
      { key: OPERATOR_KEY },
    )
    expect(minted).toMatchObject({ status: 201, body: { keyRow: { launchesPerHour: 9, requireApproval: true, ops: true } } })
    const all = await app.call('GET', '/api/agent/keys', undefined, { key: OPERATOR_KEY })
    expect(all.body.keys).toHaveLength(2)
    expect((await app.call('GET', '/api/agent/keys', undefined, { key })).body.keys).toHaveLength(1)
  })

  test('rules 1.7: PATCH changes a key for the operator alone', async () => {
    const key = await app.claim()
    const { id } = (await app.call('GET', '/api/agent/keys', undefined, { key })).body.keys[0]
    const change = (by: string, body: object, of = id) => app.call('PATCH', `/api/agent/keys/${of}`, body, { key: by })
    const refused = (...how: Parameters<typeof change>) => expectNothingHappened(app, () => change(...how))
    expect((await refused(key, { requireApproval: true })).status).toBe(401)
    expect(await change(OPERATOR_KEY, { requireApproval: true })).toMatchObject({
      status: 200,
      body: { keyRow: { requireApproval: true } },
    })
    expect(await refused(OPERATOR_KEY, { ops: true }, 'ak_none')).toMatchObject({ status: 404, body: { code: 'key_not_found' } })
    expect((await refused(OPERATOR_KEY, {})).status).toBe(400)
  })

  test('rules 1.7: a key revokes itself, nobody else’s, and is 401 from then on', async () => {
    const [mine, other] = [await app.claim(), await app.claim()]
    const idOf = async (key: string) => (await app.call('GET', '/api/agent/keys', undefined, { key })).body.keys[0].id as string
    const [myId, otherId] = [await idOf(mine), await idOf(other)]
    const revokeOther = () => app.call('DELETE', `/api/agent/keys/${otherId}`, undefined, { key: mine })
    expect(await expectNothingHappened(app, revokeOther)).toMatchObject({ status: 404, body: { code: 'key_not_found' } })
    expect((await app.call('DELETE', `/api/agent/keys/${myId}`, undefined, { key: mine })).status).toBe(200)
    expect((await app.call('GET', '/api/agent/keys', undefined, { key: mine })).status).toBe(401)
    expect((await app.call('GET', '/api/agent/keys', undefined, { key: other })).status).toBe(200)
    expect((await app.call('DELETE', `/api/agent/keys/${otherId}`, undefined, { key: OPERATOR_KEY })).status).toBe(200)
    const again = () => app.call('DELETE', `/api/agent/keys/${otherId}`, undefined, { key: OPERATOR_KEY })
    expect((await expectNothingHappened(app, again)).status).toBe(404)
  })

  test('rules 5.4: the browser key counts only while no operator key is set', async () => {
    const BROWSER_API_KEY = 'browser-key-of-the-tests'
    expect((await app.call('GET', '/api/agent/launches', undefined, { key: BROWSER_API_KEY })).status).toBe(401)
    const both = await createTestApp({ env: { BROWSER_API_KEY } })
    expect((await both.call('GET', '/api/agent/launches', undefined, { key: BROWSER_API_KEY })).status).toBe(401)
    const alone = await createTestApp({ env: { BROWSER_API_KEY, OPERATOR_API_KEY: '' } })
    expect((await alone.call('GET', '/api/agent/launches', undefined, { key: BROWSER_API_KEY })).status).toBe(200)
    const mint = () => alone.call('POST', '/api/agent/keys', { label: 'minted' }, { key: BROWSER_API_KEY })
    expect((await expectNothingHappened(alone, mint)).status).toBe(401)
    await Promise.all([both.close(), alone.close()])
  })
})

describe('decision "Everything that is kept has an owner, a bound and an end": claimed keys have an end', () => {
  const prune = () => {
    const nowMs = app.clock.nowMs()
    return app.deps.storage.keys.prune({
      unusedBeforeMs: unixMs(nowMs - 30 * DAY_MS),
      idleBeforeMs: unixMs(nowMs - 90 * DAY_MS),
      limit: 100,
    })
  }
  const works = async (key: string) => (await app.call('GET', '/api/agent/launches', undefined, { key })).status === 200

  test('one that nobody used goes after 30 days, one that nobody used any more after 90, with its webhooks', async () => {
    const [unused, used] = [await app.claim(), await app.claim()]
    const hook = { url: 'https://public.test/hook', events: ['launch.created'] }
    expect((await app.call('POST', '/api/webhooks', hook, { key: used })).status).toBe(201)
    await app.clock.advance(31 * DAY_MS)
    expect(await prune()).toBe(1)
    expect([await works(unused), await works(used)]).toEqual([false, true])
    await app.clock.advance(89 * DAY_MS)
    expect(await prune()).toBe(0)
    await app.clock.advance(2 * DAY_MS)
    expect(await prune()).toBe(1)
    expect(await works(used)).toBe(false)
    const { webhooks } = (await app.call('GET', '/api/webhooks', undefined, { key: OPERATOR_KEY })).body
    expect(webhooks).toEqual([])
  })

  test('one that launched, and one that the operator minted, stay', async () => {
    const launcher = await app.claim()
    const headers = { 'x-launcher-key': app.launcher.secret }
    expect((await app.call('POST', '/api/agent/launch', app.launchBody(), { key: launcher, headers })).status).toBe(201)
    const minted = (await app.call('POST', '/api/agent/keys', { label: 'for a friend' }, { key: OPERATOR_KEY })).body.key as string
    await app.clock.advance(400 * DAY_MS)
    expect(await prune()).toBe(0)
    expect([await works(launcher), await works(minted)]).toEqual([true, true])
  })
})
