import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { DryRunId } from '../../../src/domain/brands.ts'
import { resumeOperations } from '../../../src/features/operations/resume-operations.ts'
import { launchCalls } from '../../support/launch-calls.ts'
import { expectNothingHappened, traces } from '../../support/nothing-happened.ts'
import { createTestApp, OPERATOR_KEY, pngBytes, type TestApp } from '../../support/test-app.ts'

const PATH = '/api/agent/launch'
let app: TestApp
let key: string

async function start(options: Parameters<typeof createTestApp>[0] = {}) {
  await app?.close()
  app = await createTestApp(options)
  key = await app.claim()
}
const { launch, dryRun, approve, view, needApproval } = launchCalls(() => ({ app, key }))

/** Moves the clock until the answer is there. */
async function whileTimePasses<Result>(work: Promise<Result>, stepMs = 1_000): Promise<Result> {
  let done = false
  const watched = work.finally(() => (done = true))
  while (!done) await app.clock.advance(stepMs)
  return watched
}

beforeEach(() => start())
afterEach(() => app.close())

describe('POST /api/agent/launch', () => {
  test('rules 1.5 and 2.7: creates and locks in one slot, and says all of it', async () => {
    const answer = await launch()
    expect(answer.status).toBe(201)
    const { body } = answer
    expect(body).toMatchObject({
      ok: true,
      cluster: 'simulated',
      lockPath: 'atomic-v1',
      feeShareLocked: true,
      feesLockedAtLaunch: true,
      hirePlan: null,
      launcher: app.launcher.wallet,
    })
    expect(body.createSlot).toBe(body.lockSlot)
    expect(body.crew.map(({ effectiveBps }: { effectiveBps: number }) => effectiveBps)).toEqual([3_000, 1_800, 1_200])
    const onChain = await app.pad.readCoin(body.mint)
    expect(onChain!.feeShare).toEqual({
      locked: true,
      shareholders: body.shareholders.map(({ wallet, bps }: { wallet: string; bps: number }) => ({ wallet, bps })),
    } as never)

    const coin = await app.call('GET', `/api/coins/${body.mint}`)
    expect(coin).toMatchObject({
      status: 200,
      body: { coin: { mint: body.mint, status: 'live', feeShareLocked: true, description: expect.stringContaining('Launched with') } },
    })
    expect((await app.call('GET', '/api/coins')).body.coins).toHaveLength(1)
    const events = await app.deps.storage.events.list(body.mint)
    expect(events.map(({ type }) => type).sort()).toEqual(['feeShare.locked', 'launch.created'])
  })

  test('rules 2.7: every answer that has a coin has the address of its page: locked, not locked, replayed, status, lists, coin', async () => {
    const once = { 'x-idempotency-key': 'once-and-again' }
    const locked = await launch(app.launchBody(), once)
    const replayed = await launch(app.launchBody(), once)
    const unlocked = await launch(app.launchBody({ ticker: 'XLOCKFAIL' }))
    expect([locked.status, replayed.status, unlocked.status]).toEqual([201, 201, 202])
    await launch(app.launchBody({ ticker: 'XCREATEFAIL' }))
    const pageOf = (mint: string) => `http://launch.test/coin/${mint}`
    for (const { body } of [locked, replayed, unlocked]) {
      expect(body.coinUrl).toBe(pageOf(body.mint))
      const page = await app.raw(new Request(body.coinUrl))
      expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html;charset=utf-8'])
      expect((await app.call('GET', `/api/agent/status/${body.mint}`, undefined, { key })).body.coin.coinUrl).toBe(pageOf(body.mint))
      expect((await app.call('GET', `/api/coins/${body.mint}`)).body.coin.coinUrl).toBe(pageOf(body.mint))
    }
    const { launches } = (await app.call('GET', '/api/agent/launches', undefined, { key })).body
    expect(launches.map(({ state, coinUrl }: { state: string; coinUrl: string | null }) => [state, coinUrl]).toSorted()).toEqual([
      ['failed', null],
      ['locked', pageOf(locked.body.mint)],
      ['unlocked', pageOf(unlocked.body.mint)],
    ])
    const wired = await app.call(
      'POST',
      '/api/agent/wire-fees',
      { mint: unlocked.body.mint },
      { key, headers: { 'x-launcher-key': app.launcher.secret } },
    )
    expect([wired.status, wired.body.coinUrl]).toEqual([201, pageOf(unlocked.body.mint)])
  })

  test('rules 10.11: the metadata that the coin points to, its picture and the logo are the plan’s', async () => {
    const { body } = await launch(app.launchBody({ twitter: '@frog', website: 'https://frog.test' }))
    const onChain = await app.deps.simulation!.inspect(body.mint)
    const metadata = await app.call('GET', new URL(onChain.metadataUri).pathname)
    expect(metadata).toMatchObject({
      status: 200,
      body: { name: 'Night Market Frog', symbol: 'NMFROG', twitter: '@frog', website: 'https://frog.test' },
    })
    for (const path of [new URL(metadata.body.image).pathname, `/api/coins/${body.mint}/logo`]) {
      const image = await app.raw(new Request(`http://launch.test${path}`))
      expect([...new Uint8Array(await image.arrayBuffer())]).toEqual([...pngBytes()])
      expect(Object.fromEntries(image.headers)).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' })
      const again = await app.raw(new Request(`http://launch.test${path}`, { headers: { 'if-none-match': image.headers.get('etag')! } }))
      expect(again.status).toBe(304)
    }
  })

  test('rules 3.2: a lock that fails after the creation is 202 with what to do', async () => {
    const answer = await launch(app.launchBody({ ticker: 'XLOCKFAIL' }))
    expect(answer).toMatchObject({
      status: 202,
      body: { feeShareLocked: false, feesLockedAtLaunch: false, lockPath: 'sequential', lockSlot: null },
    })
    expect(answer.body.nextSteps.join()).toContain('/api/agent/wire-fees')
    expect((await app.deps.storage.events.list(answer.body.mint)).map(({ type }) => type)).toEqual(['launch.created'])
  })

  test('rules 10.14: a slow chain is waited for', async () => {
    expect(await whileTimePasses(launch(app.launchBody({ ticker: 'XSLOW' })))).toMatchObject({
      status: 201,
      body: { feeShareLocked: true },
    })
  })

  test('rules 10.10: a launch that expires is failed with proof, and its approval lives on', async () => {
    await needApproval()
    const id = await dryRun({ ticker: 'XEXPIRE' })
    await approve(id)
    const body = { ...app.launchBody({ ticker: 'XEXPIRE' }), dryRunId: id }
    expect(await whileTimePasses(launch(body))).toMatchObject({ status: 400, body: { code: 'launch_expired' } })
    expect(await view(id)).toMatchObject({ approved: true, consumed: false })
    expect((await app.deps.storage.dryRuns.find(id as DryRunId))!.reservedBy).toBeNull()
    expect((await traces(app)).coins).toBe(0)
    // The same approval may try again.
    expect(await whileTimePasses(launch(body))).toMatchObject({ status: 400, body: { code: 'launch_expired' } })
  })

  test('rules 10.8: holderKol: 202, open, and the next step is lock-holder-kol', async () => {
    const answer = await launch(app.launchBody({ crew: undefined, holderKol: true }))
    expect(answer).toMatchObject({ status: 202, body: { holderKol: true, lockPath: 'holder-kol-open', feeShareLocked: false } })
    expect(answer.body.nextSteps.join()).toContain('/api/agent/lock-holder-kol')
  })

  test('rules 10.14: a chain that stays dark: 503 with the launch id, and the same idempotency key gets the truth later', async () => {
    let dark = true
    await start({
      pad: (pad) => ({
        ...pad,
        advance: (transactions) => (dark ? Promise.reject(new Error('no answer')) : pad.advance(transactions)),
      }),
    })
    const headers = { 'x-idempotency-key': 'dark-chain-1' }
    const body = app.launchBody()
    const first = await whileTimePasses(launch(body, headers), 5_000)
    expect(first).toMatchObject({ status: 503, body: { code: 'launch_unresolved', launchId: expect.anything(), mint: expect.anything() } })
    expect(first.headers.get('retry-after')).not.toBeNull()
    expect(await launch(body, headers)).toMatchObject({ status: 409, body: { code: 'idempotency_in_progress' } })
    dark = false
    await app.clock.advance(20_000)
    await resumeOperations(app.deps)
    // The chain was never reached within the life of the blockhash: it is proved that nothing was created.
    const later = await launch(body, headers)
    expect(later.headers.get('idempotency-replayed')).toBe('true')
    expect(later).toMatchObject({ status: 400, body: { code: 'launch_expired' } })
    expect((await traces(app)).coins).toBe(0)
  })

  test('decision "Who waits for another replica": a launch that another driver ends is answered at once, without a look of its own', async () => {
    let asked = 0
    let dark = true
    const refuse = () => {
      asked += 1
      return Promise.reject(new Error('no answer'))
    }
    await start({ pad: (pad) => ({ ...pad, advance: (transactions) => (dark ? refuse() : pad.advance(transactions)) }) })
    const beganMs = app.clock.nowMs()
    const waiting = launch()
    while (asked === 0) await app.clock.advance(0)
    dark = false
    await resumeOperations(app.deps, { all: true })
    expect((await waiting).status).toBe(201)
    expect(app.clock.nowMs()).toBe(beganMs)
  })

  test('rules 10.18: a claimed key makes 5 launches in a real hour; refused ones are free, the operator has no limit', async () => {
    for (let n = 0; n < 5; n += 1) {
      expect((await launch()).status).toBe(201)
      await app.clock.advance(60_000)
    }
    const refused = await expectNothingHappened(app, () => launch())
    expect(refused).toMatchObject({ status: 429, body: { code: 'launches_per_hour_exceeded', retryAfterSec: 3_300 } })
    const operator = await app.call('POST', PATH, app.launchBody(), {
      key: OPERATOR_KEY,
      headers: { 'x-launcher-key': app.launcher.secret },
    })
    expect(operator.status).toBe(201)
    await app.clock.advance(3_300_000)
    expect((await launch()).status).toBe(201)
  })

  test('rules 8: a key launches 5 times a minute, an address 10 times', async () => {
    for (let n = 0; n < 5; n += 1) await launch({})
    expect(await expectNothingHappened(app, () => launch())).toMatchObject({ status: 429, body: { code: 'rate_limit_exceeded' } })
    const other = await app.claim()
    for (let n = 0; n < 4; n += 1) await app.call('POST', PATH, {}, { key: other })
    expect((await expectNothingHappened(app, () => app.call('POST', PATH, {}, { key: other }))).status).toBe(429)
  })
})
