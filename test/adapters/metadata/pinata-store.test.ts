import { machineTime } from '../../support/machine-time.ts'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createPinataStore } from '../../../src/adapters/metadata/pinata-store.ts'
import { Secret } from '../../../src/lib/secret.ts'
import { cidOf, type PinataServer, startPinata } from '../../support/pinata-server.ts'
import { expectNothingHappened } from '../../support/nothing-happened.ts'
import { createTestApp, CREW_WALLETS, newPerson, pngBytes, type TestApp } from '../../support/test-app.ts'
import type { TestAppOptions } from '../../support/test-deps.ts'

const LAUNCH = '/api/agent/launch'
const JWT = 'jwt-of-the-pinata-tests'

let pinata: PinataServer
let app: TestApp
let key: string

/** An app that pins, and gives up an upload after so long. */
async function open(options: TestAppOptions = {}, timeoutMs = 30_000): Promise<void> {
  app = await createTestApp({
    metadata: ({ pins }) => createPinataStore({ timers: machineTime.timers, jwt: new Secret(JWT), pins, uploadUrl: pinata.url, timeoutMs }),
    ...options,
  })
  key = await app.claim()
}

beforeEach(async () => {
  pinata = startPinata()
  await open()
})
afterEach(async () => {
  await app.close()
  await pinata.stop()
})

const launch = (changes: Record<string, unknown> = {}, headers = {}) =>
  app.call('POST', LAUNCH, app.launchBody(changes), { key, headers: { 'x-launcher-key': app.launcher.secret, ...headers } })

const uriOf = async (mint: string): Promise<string> => (await app.call('GET', `/api/simulated/${mint}`)).body.coin.metadataUri

test('decision "With METADATA_STORE=pinata the upload comes last": picture and JSON are pinned with the token, and the coin points to the JSON, which names the picture', async () => {
  const { body } = await launch()
  const [picture, json] = pinata.uploads
  expect(pinata.uploads).toHaveLength(2)
  expect(picture).toMatchObject({ authorization: `Bearer ${JWT}`, network: 'public', contentType: 'image/png', name: 'picture.png' })
  expect(Buffer.from(picture!.bytes)).toEqual(Buffer.from(pngBytes()))
  expect(json).toMatchObject({ authorization: `Bearer ${JWT}`, network: 'public', contentType: 'application/json' })
  const metadata = JSON.parse(new TextDecoder().decode(json!.bytes)) as Record<string, unknown>
  expect(metadata).toMatchObject({
    name: 'Night Market Frog',
    symbol: 'NMFROG',
    image: `https://ipfs.io/ipfs/${cidOf(pngBytes())}`,
    createdOn: 'http://launch.test',
  })
  expect(await uriOf(body.mint)).toBe(`https://ipfs.io/ipfs/${cidOf(json!.bytes)}`)
  expect(JSON.stringify(body) + app.logLines.join('\n')).not.toContain(JWT)
})

test('decision "With METADATA_STORE=pinata the upload comes last": a dry-run pins nothing, and measures the launch with an address as long as a pinned one', async () => {
  expect((await app.call('POST', `${LAUNCH}/dry-run`, app.launchBody(), { key })).status).toBe(200)
  expect(pinata.uploads).toEqual([])
})

test('decision "With METADATA_STORE=pinata the upload comes last": the same picture and texts are uploaded once, however often they are launched', async () => {
  const mints = [(await launch()).body.mint, (await launch()).body.mint, (await launch({ name: 'Day Market Frog' })).body.mint]
  // One picture and two texts.
  expect(pinata.uploads.map(({ contentType }) => contentType)).toEqual(['image/png', 'application/json', 'application/json'])
  const uris = await Promise.all(mints.map(uriOf))
  expect(uris[0]).toBe(uris[1]!)
  expect(uris[2]).not.toBe(uris[0]!)
})

test.each<[string, () => Response | Promise<Response>]>([
  ['refuses the token', () => Response.json({ error: 'no' }, { status: 401 })],
  ['is rate-limited', () => new Response(null, { status: 429 })],
  ['fails', () => new Response('<html>', { status: 502 })],
  ['answers nonsense', () => new Response('not json')],
  ['answers another shape', () => Response.json({ data: { cid: '../../etc' } })],
  ['redirects', () => Response.redirect('http://127.0.0.1:9/')],
  ['never answers', () => new Promise<Response>(() => {})],
])(
  'decision "With METADATA_STORE=pinata the upload comes last": Pinata %s: 503 upstream_unavailable, nothing spent, nothing left; the retry with the same key launches',
  async (what, answer) => {
    if (what === 'never answers') {
      await app.close()
      await open({}, 1_000)
    }
    const headers = { 'x-idempotency-key': 'pin-then-launch' }
    pinata.state.answer = answer
    const refused = await expectNothingHappened(app, () => launch({}, headers))
    expect(refused).toMatchObject({ status: 503, body: { code: 'upstream_unavailable' } })
    expect(JSON.stringify(refused.body)).not.toContain(pinata.url)
    pinata.state.answer = null
    expect((await launch({}, headers)).status).toBe(201)
  },
)

test('decision "With METADATA_STORE=pinata the upload comes last": a picture that was pinned before the JSON failed is not uploaded again', async () => {
  let calls = 0
  pinata.state.answer = (cid) => ((calls += 1) === 1 ? Response.json({ data: { cid } }) : new Response(null, { status: 500 }))
  expect((await launch()).status).toBe(503)
  pinata.state.answer = null
  expect((await launch()).status).toBe(201)
  expect(pinata.uploads.map(({ contentType }) => contentType)).toEqual(['image/png', 'application/json', 'application/json'])
})

test('decision "With METADATA_STORE=pinata the upload comes last": the picture of a dry-run is pinned from what the dry-run stored', async () => {
  const { dryRunId } = (await app.call('POST', `${LAUNCH}/dry-run`, app.launchBody(), { key })).body
  expect((await launch({ dryRunId, imageBase64: undefined })).status).toBe(201)
  expect(Buffer.from(pinata.uploads[0]!.bytes)).toEqual(Buffer.from(pngBytes()))
})

const offer = (changes: Record<string, unknown>) =>
  app.call('POST', `${LAUNCH}/unsigned`, app.launchBody({ mintPubkey: newPerson().wallet, ...changes }), { key })

test('decision "With METADATA_STORE=pinata the upload comes last": launches by a wallet that cannot pay hand nothing out, signed here or elsewhere', async () => {
  // It holds 10 SOL, as every new wallet here.
  const poor = newPerson()
  for (let coin = 0; coin < 4; coin += 1) {
    await app.clock.advance(60_000)
    const changes = { name: `Frog ${coin}`, launcherPubkey: poor.wallet, initialBuySol: 10 }
    const refused = await launch(changes, { 'x-launcher-key': poor.secret })
    expect(refused).toMatchObject({ status: 400, body: { code: 'balance_too_low' } })
    expect(await offer(changes)).toMatchObject({ status: 400, body: { code: 'balance_too_low' } })
  }
  expect(pinata.uploads).toEqual([])
})

test('decision "With METADATA_STORE=pinata the upload comes last": past the hourly limit nothing is handed out; offers that nobody submits count, whoever holds the wallet they name', async () => {
  for (let coin = 0; coin < 3; coin += 1) expect((await launch({ name: `Launched ${coin}` })).status).toBe(201)
  await app.clock.advance(60_000)
  for (let coin = 0; coin < 2; coin += 1) expect((await offer({ name: `Offered ${coin}` })).status).toBe(200)
  const before = pinata.uploads.length
  const refused = await expectNothingHappened(app, () => offer({ name: 'One too many' }))
  expect(refused).toMatchObject({ status: 429, body: { code: 'launches_per_hour_exceeded', retryAfterSec: 3_540 } })
  // A launch is counted by what was launched: it costs its launcher.
  expect((await launch({ name: 'Launched 3' })).status).toBe(201)
  expect((await launch({ name: 'Launched 4' })).status).toBe(201)
  await app.clock.advance(60_000)
  expect((await launch({ name: 'Launched 5' })).body.code).toBe('launches_per_hour_exceeded')
  expect(pinata.uploads.length - before).toBe(2)
  await app.clock.advance(3_600_000)
  expect((await offer({ name: 'An hour later' })).status).toBe(200)
})

test('decision "With METADATA_STORE=pinata the upload comes last": an offer that there is no room for hands nothing out', async () => {
  await app.close()
  await open({ policy: { pictureQuota: { ownBytes: 1, allBytes: 1 } } })
  const refused = await expectNothingHappened(app, () => offer({ name: 'No room' }))
  expect(refused).toMatchObject({ status: 429, body: { code: 'picture_quota_exceeded' } })
  expect(pinata.uploads).toEqual([])
})

test('decision "With METADATA_STORE=pinata the upload comes last": what fails after it was handed out counts: a key uploads twice as often in an hour as it may launch', async () => {
  pinata.state.answer = () => new Response('{}', { status: 500 })
  // The clock’s hour begins.
  await app.clock.advance(3_600_000 - (app.clock.nowMs() % 3_600_000))
  const codes: string[] = []
  for (let coin = 0; coin < 12; coin += 1) {
    await app.clock.advance(60_000)
    codes.push((await offer({ name: `Failing ${coin}` })).body.code)
  }
  expect(codes.filter((code) => code === 'upstream_unavailable')).toHaveLength(10)
  expect(codes.slice(10)).toEqual(['launches_per_hour_exceeded', 'launches_per_hour_exceeded'])
})

test.each([
  ['a crew that does not add up', { crew: [{ handle: '@one', wallet: CREW_WALLETS[0], share: 50 }] }],
  ['a program as recipient', { crew: [{ handle: '@one', wallet: 'ComputeBudget111111111111111111111111111111', share: 100 }] }],
  ['another launcher', { launcherPubkey: newPerson().wallet }],
  ['a lock that cannot be atomic', { ticker: 'XLOCKFAIL', atomicRequired: true }],
])('decision "With METADATA_STORE=pinata the upload comes last": %s: nothing is handed out', async (_what, changes) => {
  expect((await expectNothingHappened(app, () => launch(changes))).status).toBe(400)
  expect(pinata.uploads).toEqual([])
})

test('decision "With METADATA_STORE=pinata the upload comes last": nothing is fetched for a plan that is refused in any case', async () => {
  const picture = { imageBase64: undefined, imageUrl: 'https://pictures.test/frog.png' }
  const broken = { ...picture, crew: [{ handle: '@one', wallet: CREW_WALLETS[0], share: 50 }] }
  // The web of these tests throws at every fetch.
  for (const path of ['', '/dry-run', '/unsigned']) {
    const body = app.launchBody({ ...broken, ...(path === '/unsigned' ? { mintPubkey: newPerson().wallet } : {}) })
    const refused = await app.call('POST', LAUNCH + path, body, { key, headers: { 'x-launcher-key': app.launcher.secret } })
    expect(refused).toMatchObject({ status: 400, body: { code: 'crew_shares_not_100' } })
  }
})
