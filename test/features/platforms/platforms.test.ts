import { describe, expect, test } from 'bun:test'
import { lamports } from '../../../src/domain/brands.ts'
import { expectNothingHappened } from '../../support/nothing-happened.ts'
import { createTestApp, CREW_WALLETS, mintOf, newPerson, OPERATOR_KEY, type TestApp } from '../../support/test-app.ts'
import { toyLaunchpad } from '../../support/toy-launchpad.ts'

const ELSEWHERE = toyLaunchpad(null as never, { id: 'elsewhere', title: 'Elsewhere' }).facts

const withToy = (changes = {}) =>
  createTestApp({ entries: (pad) => [toyLaunchpad(pad, changes)], disabled: [{ facts: ELSEWHERE, reason: 'it needs ELSEWHERE_URL' }] })

const launch = (app: TestApp, changes: Record<string, unknown>, path = '') =>
  app.call('POST', `/api/agent/launch${path}`, app.launchBody({ platform: 'toy', ...changes }), {
    key: OPERATOR_KEY,
    headers: { 'x-launcher-key': app.launcher.secret },
  })

describe('rules 1.10: launchpads are plug-ins that the operator enables', () => {
  test('/api/platforms tells of each launchpad what it is, and why one is not enabled', async () => {
    const app = await withToy()
    const { status, body } = await app.call('GET', '/api/platforms')
    expect(status).toBe(200)
    expect(body.acp).toEqual({ enabled: false, reason: expect.any(String) })
    expect(body.platforms.map(({ id, enabled, reason }: any) => ({ id, enabled, reason }))).toEqual([
      { id: 'simulated', enabled: true, reason: null },
      { id: 'toy', enabled: true, reason: null },
      { id: 'elsewhere', enabled: false, reason: 'it needs ELSEWHERE_URL' },
    ])
    expect(body.platforms[1]).toEqual({
      id: 'toy',
      title: 'Toy',
      enabled: true,
      reason: null,
      chain: 'toy:1',
      currency: 'SOL',
      payoutCurrency: 'SOL',
      walletField: 'wallet',
      maxShareholders: 5,
      operations: ['wire-fees', 'crank'],
      feeModel: 'Half a percent of every toy.',
      afterLock: 'Nobody can change who is paid by a toy.',
      notices: ['Toys are sold without batteries.'],
    })
    await app.close()
  })

  test('neither /api/platforms nor a list with its coins loads a launchpad', async () => {
    const app = await createTestApp({ entries: (pad) => [toyLaunchpad(pad)] })
    const { body } = await launch(app, { crew: [{ handle: 'a', wallet: CREW_WALLETS[0], share: 100 }] })
    const unloaded = await createTestApp({
      entries: (pad) => [{ ...toyLaunchpad(pad), load: () => Promise.reject(new Error('loaded')) }],
    })
    await unloaded.deps.storage.coins.insert((await app.deps.storage.coins.find(body.mint))!)
    expect((await unloaded.call('GET', '/api/platforms')).body.platforms).toHaveLength(2)
    const { coins } = (await unloaded.call('GET', '/api/coins?fields=all')).body
    expect(coins[0]).toMatchObject({ mint: body.mint, launchpadUrl: `https://toys.example/${body.mint}` })
    for (const opened of [app, unloaded]) await opened.close()
  })

  test('one file and one line add a launchpad: dry-run, launch, status, crank and lists know it', async () => {
    const app = await withToy()
    const dryRun = await app.call('POST', '/api/agent/launch/dry-run', app.launchBody({ platform: 'toy' }), { key: OPERATOR_KEY })
    expect(dryRun.status).toBe(200)
    expect(dryRun.body.warnings).toContain('Toys are sold without batteries.')
    const launched = await launch(app, { dryRunId: dryRun.body.dryRunId })
    expect(launched).toMatchObject({ status: 201, body: { platform: 'toy', feeShareLocked: true } })
    const mint = mintOf(launched)
    expect(launched.body.launchpadUrl).toBe(`https://toys.example/${mint}`)

    const { wallet } = newPerson()
    await app.deps.simulation!.airdrop(wallet, lamports(10n ** 12n))
    await app.deps.simulation!.trade({ mint, wallet, side: 'buy', lamports: lamports(10n ** 10n) })
    const headers = { 'x-launcher-key': app.launcher.secret }
    expect(await app.call('POST', '/api/agent/crank', { mint }, { key: OPERATOR_KEY, headers })).toMatchObject({ status: 200 })
    const status = await app.call('GET', `/api/agent/status/${mint}`, undefined, { key: OPERATOR_KEY })
    expect(status.body).toMatchObject({ feeShareLocked: true, coin: { platform: 'toy' } })
    expect((await app.call('GET', '/api/coins')).body.coins[0]).toMatchObject({ mint, platform: 'toy' })
    expect((await launch(app, {})).body.platform).toBe('toy')
    await app.close()
  })

  test('the limits of the launchpad that was asked for count, not those of the default', async () => {
    const app = await withToy()
    const crew = CREW_WALLETS.slice(0, 4).map((wallet, index) => ({ handle: `k${index}`, wallet, share: 25 }))
    const refused = await expectNothingHappened(app, () => launch(app, { crew }))
    expect(refused).toMatchObject({ status: 400, body: { code: 'crew_too_large' } })
    expect((await launch(app, { crew, platform: 'simulated' })).status).toBe(201)
    await app.close()
  })

  test('a launchpad without launches for other hands to sign says so', async () => {
    const app = await createTestApp({
      entries: (pad) => [toyLaunchpad({ ...pad, prepareUnsignedLaunch: undefined } as never)],
    })
    const refused = await expectNothingHappened(app, () => launch(app, { mintPubkey: newPerson().wallet }, '/unsigned'))
    expect(refused).toMatchObject({ status: 400, body: { code: 'unsigned_not_available' } })
    await app.close()
  })

  test.each([
    ['one that is not there', 'moon', 'platform_not_available', /simulated, toy/],
    ['one that is switched off, with the reason', 'elsewhere', 'platform_disabled', /ELSEWHERE_URL|simulated, toy/],
  ])('a launchpad is refused: %s', async (_case, platform, code, naming) => {
    const app = await withToy()
    for (const path of ['', '/dry-run', '/unsigned']) {
      const changes = { platform, ...(path === '/unsigned' ? { mintPubkey: newPerson().wallet } : {}) }
      const { status, body } = await expectNothingHappened(app, () => launch(app, changes, path))
      expect({ status, code: body.code, field: body.errors[0].path }).toEqual({ status: 400, code, field: '/platform' })
      expect(JSON.stringify(body)).toMatch(naming)
    }
    await app.close()
  })

  test.each([
    ['a first buy', '', { initialBuySol: 1 }, '/initialBuySol'],
    ['holder-KOL', '', { holderKol: true, crew: undefined }, '/holderKol'],
    ['a first buy in a dry-run', '/dry-run', { initialBuySol: 1 }, '/initialBuySol'],
  ])('what the launchpad does not offer is refused: %s', async (_case, path, changes, field) => {
    const app = await withToy()
    const { status, body } = await expectNothingHappened(app, () => launch(app, changes, path))
    expect({ status, code: body.code, field: body.errors[0].path }).toEqual({ status: 400, code: 'operation_not_offered', field })
    await app.close()
  })

  test.each([
    ['creatorFeeBps', 0, /every toy has the same/],
    ['creatorFeeBps', 300, /every toy has the same/],
    ['holderReward', true, /crew would get nothing/],
    ['cashback', true, /crew would get nothing/],
  ])('decision "A fee of its own": %s (%p) is refused with the reason, wherever it is sent', async (field, value, reason) => {
    const app = await withToy()
    for (const path of ['', '/dry-run']) {
      const { status, body } = await expectNothingHappened(app, () => launch(app, { [field]: value }, path))
      expect({ status, code: body.code, field: body.errors[0].path }).toEqual({
        status: 400,
        code: 'fee_option_not_offered',
        field: `/${field}`,
      })
      expect(body.detail).toMatch(reason)
    }
    await app.close()
  })

  test('decision "A fee of its own": a switch that is off asks for nothing, and the plan is the same', async () => {
    const app = await withToy()
    const { body: plan } = await launch(app, { holderReward: false, cashback: false }, '/dry-run')
    expect(await launch(app, { dryRunId: plan.dryRunId })).toMatchObject({ status: 201 })
    await app.close()
  })

  test('a launch that is signed elsewhere is refused where the launchpad has none', async () => {
    const app = await withToy()
    const keys = { launcherPubkey: newPerson().wallet, mintPubkey: newPerson().wallet }
    const { status, body } = await expectNothingHappened(app, () => launch(app, keys, '/unsigned'))
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'unsigned_not_available' })
    await app.close()
  })

  test('cranks, fee wirings and holder-KOL of a coin are refused where its launchpad has none', async () => {
    const app = await withToy({ operations: [] })
    const mint = mintOf(await launch(app, {}))
    const headers = { 'x-launcher-key': app.launcher.secret }
    const crew = [{ handle: 'a', wallet: CREW_WALLETS[0], share: 100 }]
    const asked = [
      ['crank', { mint }],
      ['wire-fees', { mint, crew }],
      ['lock-holder-kol', { mint }],
      ['launch/dry-run', { intent: 'wire-fees', mint, crew }],
    ] as const
    for (const [route, body] of asked) {
      const ask = () => app.call('POST', `/api/agent/${route}`, body, { key: OPERATOR_KEY, headers })
      const answer = await expectNothingHappened(app, ask)
      expect({ route, status: answer.status, code: answer.body.code }).toEqual({ route, status: 400, code: 'operation_not_offered' })
    }
    await app.close()
  })
})
