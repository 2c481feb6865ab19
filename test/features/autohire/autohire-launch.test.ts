import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { type DryRunId, unixMs } from '../../../src/domain/brands.ts'
import { expectNothingBut, expectNothingHappened } from '../../support/nothing-happened.ts'
import { sampleDirectory } from '../../support/sample-kols.ts'
import { createTestApp, CREW_WALLETS, type TestApp } from '../../support/test-app.ts'

const frogs = sampleDirectory.filter(({ narratives }) => narratives.includes('frogs'))
let app: TestApp
let key: string
beforeEach(async () => {
  app = await createTestApp({ kols: sampleDirectory })
  key = await app.claim()
})
afterEach(() => app.close())

const body = (changes: Record<string, unknown> = {}) => app.launchBody({ crew: undefined, autoHire: { seats: 5 }, ...changes })
const dryRun = (changes?: Record<string, unknown>, by = key) => app.call('POST', '/api/agent/launch/dry-run', body(changes), { key: by })
const launch = (changes?: Record<string, unknown>) =>
  app.call('POST', '/api/agent/launch', body(changes), { key, headers: { 'x-launcher-key': app.launcher.secret } })
const handlesOf = (crew: { handle: string }[]) => crew.map(({ handle }) => handle)

describe('autoHire in a dry-run', () => {
  test('rules 1.3: the resolved crew and why it was hired stand in the plan; shares add to 100 and bps to 10,000', async () => {
    const answer = await expectNothingBut(['dryRunsAndOffers', 'pictureBytes', 'events'], app, () => dryRun())
    expect(answer.status).toBe(200)
    const { crew, hirePlan, shareholders } = answer.body
    expect(Object.keys(hirePlan).toSorted()).toEqual(['disclaimer', 'hires', 'match', 'seats', 'warnings'])
    expect(handlesOf(hirePlan.hires)).toEqual(handlesOf(crew))
    expect(hirePlan.hires[0].reasons.length).toBeGreaterThanOrEqual(2)
    expect(crew.map(({ effectiveBps }: any) => effectiveBps)).toEqual([1_200, 1_200, 1_200, 1_200, 1_200])
    expect(shareholders.reduce((sum: number, { bps }: { bps: number }) => sum + bps, 0)).toBe(10_000)
    const view = await app.call('GET', `/api/agent/launch/dry-run/${answer.body.dryRunId}`)
    expect(view.body.plan).toMatchObject({ crew, hirePlan })
  })

  test('rules 2.1: an explicit crew wins; nobody is hired beside it', async () => {
    const answer = await dryRun({ crew: app.launchBody().crew })
    expect(answer.body.hirePlan).toBeNull()
    expect(handlesOf(answer.body.crew)).toEqual(['@one', '@two', '@three'])
  })

  test('rules 2.1: 5 seats when the request does not say', async () => {
    expect((await dryRun({ autoHire: {} })).body.crew).toHaveLength(5)
  })

  test('rules 10.11: another directory is another plan', async () => {
    const first = await dryRun()
    expect((await dryRun()).body.planHash).toBe(first.body.planHash)
    await app.deps.storage.kols.setOptedOut(first.body.crew[0].handle, true)
    const second = await dryRun()
    expect(handlesOf(second.body.crew)).not.toContain(first.body.crew[0].handle)
    expect(second.body.planHash).not.toBe(first.body.planHash)
  })

  test('rules 10.7: a referred key with 8 seats hires 7 and says so; without an agent’s part 8 fit', async () => {
    await app.deps.storage.kols.setReferralCode(sampleDirectory[100]!.handle, 'FROG')
    const claimed = await app.call('POST', '/api/agent/keys/claim', { referralCode: 'FROG' }, { address: '192.0.2.9' })
    const seven = await dryRun({ autoHire: { seats: 8 } }, claimed.body.key)
    expect(seven.body.crew).toHaveLength(7)
    expect(seven.body.warnings[0]).toStartWith('8 seats were asked for and 7 fit')
    expect(seven.body.hirePlan).toMatchObject({ seats: 8, warnings: [seven.body.warnings[0]] })
    expect((await dryRun({ autoHire: { seats: 8 }, mode: 'split' }, claimed.body.key)).body.crew).toHaveLength(8)
    expect((await dryRun({ autoHire: { seats: 8 } })).body.crew).toHaveLength(8)
  })

  test('rules 1.3: fewer fitting profiles than seats hires fewer, and the warning is in the dry-run', async () => {
    const small = await createTestApp({ kols: frogs.slice(0, 2) })
    const answer = await small.call('POST', '/api/agent/launch/dry-run', small.launchBody({ crew: undefined, autoHire: {} }), {
      key: await small.claim(),
    })
    expect(answer.body.crew.map(({ effectiveBps }: any) => effectiveBps)).toEqual([3_000, 3_000])
    expect(answer.body.warnings).toEqual(['Only 2 of 5 seats are filled: no more profiles fit this coin.'])
    await small.close()
  })

  test('rules 1.3: a coin that nobody in the directory speaks of hires nobody, and no dry-run is kept', async () => {
    for (const send of [dryRun, launch]) {
      const refused = await expectNothingHappened(app, () => send({ name: 'Zorblax', ticker: 'ZBX', description: 'Qwxyz' }))
      expect(refused).toMatchObject({ status: 400, body: { code: 'autohire_no_match' } })
      for (const part of ['crew[]', '"fallback": "rank"']) expect(refused.body.fix).toContain(part)
    }
    expect(await app.deps.storage.dryRuns.prune(unixMs(app.clock.nowMs() + 86_400_000), 100)).toBe(0)
  })

  test('rules 1.3: whoever asks for the fallback gets generalists, and the plan says so; without it the launch is another request', async () => {
    const zorblax = { name: 'Zorblax', ticker: 'ZBX', description: 'Qwxyz' }
    const { status, body: planned } = await dryRun({ ...zorblax, autoHire: { seats: 3, fallback: 'rank' } })
    expect(status).toBe(200)
    expect(planned.crew).toHaveLength(3)
    expect(planned.warnings[0]).toStartWith('No profile speaks of the words of this coin')
    const refused = await launch({ ...zorblax, autoHire: { seats: 2 }, dryRunId: planned.dryRunId })
    expect(refused).toMatchObject({ status: 400, body: { code: 'plan_mismatch', errors: [{ path: '/autoHire' }] } })
    const launched = await launch({ ...zorblax, autoHire: { seats: 3, fallback: 'rank' }, dryRunId: planned.dryRunId })
    expect(launched.status).toBe(201)
  })

  test.each([
    ['nobody', []],
    ['only the launcher', 'launcher'],
    ['only who opted out', 'out'],
  ] as const)('rules 10.8: a directory of %s is a 400, and no dry-run is kept', async (_case, who) => {
    const own = await createTestApp()
    if (who === 'launcher') await own.deps.storage.kols.upsert([{ ...frogs[0]!, wallet: own.launcher.wallet }])
    if (who === 'out') await own.deps.storage.kols.upsert([{ ...frogs[0]!, optedOut: true }])
    const ownKey = await own.claim()
    const refused = await expectNothingHappened(own, () =>
      own.call('POST', '/api/agent/launch/dry-run', own.launchBody({ crew: undefined, autoHire: {} }), { key: ownKey }),
    )
    expect(refused).toMatchObject({ status: 400, body: { code: 'autohire_unavailable' } })
    expect(await own.deps.storage.dryRuns.prune(unixMs(own.clock.nowMs() + 86_400_000), 100)).toBe(0)
    await own.close()
  })
})

describe('autoHire in a launch', () => {
  test('rules 10.13: with a dryRunId the stored crew is launched, whatever became of the directory', async () => {
    const planned = (await dryRun()).body
    for (const { handle } of planned.crew) await app.deps.storage.kols.setOptedOut(handle, true)
    await app.deps.storage.kols.upsert(frogs.map((kol, at) => ({ ...kol, wallet: CREW_WALLETS[at % 10]! })))
    const { status, body: launched } = await launch({ dryRunId: planned.dryRunId })
    expect(status).toBe(201)
    expect(launched.crew).toEqual(planned.crew)
    expect(launched.hirePlan).toEqual(planned.hirePlan)
    expect(launched.shareholders.map(({ wallet, bps }: any) => [wallet, bps])).toEqual(
      planned.shareholders.map(({ wallet, bps }: any) => [wallet, bps]),
    )
    const onChain = (await app.pad.readCoin(launched.mint))!.feeShare!
    expect(onChain.shareholders.map(({ wallet }) => wallet as string).toSorted()).toEqual(
      launched.shareholders.map(({ wallet }: { wallet: string }) => wallet).toSorted(),
    )
    expect((await app.deps.storage.dryRuns.find(planned.dryRunId as DryRunId))!.consumedAtMs).not.toBeNull()
  })

  test('rules 2.7: without a dry-run the crew is hired at launch, and the answer says why', async () => {
    const { status, body: launched } = await launch()
    expect(status).toBe(201)
    expect(launched.crew).toEqual((await dryRun()).body.crew)
    expect(launched.hirePlan.hires).toHaveLength(5)
    const { body: coin } = await app.call('GET', `/api/coins/${launched.mint}`)
    expect(coin.coin.crew).toEqual(launched.crew)
  })

  test('rules 1.2: the launcher never hires itself, also where only its secret names it', async () => {
    const first = (await dryRun()).body.crew[0].handle as string
    const kol = sampleDirectory.find(({ handle }) => handle === first)!
    await app.deps.storage.kols.upsert([{ ...kol, wallet: app.launcher.wallet }])
    const { status, body: launched } = await launch({ launcherPubkey: undefined })
    expect(status).toBe(201)
    expect(launched.crew).toHaveLength(5)
    expect(handlesOf(launched.crew)).not.toContain(first)
  })

  test('rules 5.5: other seats than the dry-run’s are a 400 that names autoHire; nothing is sent', async () => {
    const { dryRunId } = (await dryRun()).body
    const refused = await expectNothingHappened(app, () => launch({ dryRunId, autoHire: { seats: 4 } }))
    expect(refused).toMatchObject({ status: 400, body: { code: 'plan_mismatch', errors: [{ path: '/autoHire' }] } })
  })

  test('rules 10.8: a launch that can hire nobody sends nothing', async () => {
    for (const { handle } of sampleDirectory) await app.deps.storage.kols.setOptedOut(handle, true)
    expect(await expectNothingHappened(app, () => launch())).toMatchObject({ status: 400, body: { code: 'autohire_unavailable' } })
  })
})
