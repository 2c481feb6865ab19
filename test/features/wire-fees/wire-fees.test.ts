import { expectNothingHappened } from '../../support/nothing-happened.ts'
import { describe, expect, test } from 'bun:test'
import { type Mint, lamports } from '../../../src/domain/brands.ts'
import { Secret } from '../../../src/lib/secret.ts'
import { CREW_WALLETS, newPerson, OPERATOR_KEY, type TestApp } from '../../support/test-app.ts'
import { createUpkeepScene } from '../../support/upkeep-scene.ts'

const crew = [
  { handle: '@one', wallet: CREW_WALLETS[0]!, share: 60 },
  { handle: '@two', wallet: CREW_WALLETS[1]!, share: 40 },
]

/** A coin that the launcher created past this service. */
async function foreignCoin({ pad, launcher }: TestApp, texts = { name: 'Elsewhere', ticker: 'ELSE' }): Promise<Mint> {
  const { mint, transactions } = await pad.prepareLaunch(
    {
      ...texts,
      metadataUri: 'https://x.test/m',
      initialBuyAtomic: lamports(0),
      shareholders: [],
      atomicRequired: false,
    },
    pad.parseLauncher(new Secret(launcher.secret)),
  )
  await pad.advance(transactions)
  return mint
}

describe('POST /api/agent/wire-fees', () => {
  test('rules 1.6 and 3.2: repairs a launch whose lock failed, to the split it was launched with', async () => {
    const { app, call, launch, footprint } = await createUpkeepScene()
    const mint = await launch({ ticker: 'XLOCKFAIL', mode: 'raid' })
    const planned = (await app.deps.storage.coins.find(mint))!.shareholders
    const { status, body } = await call('POST', '/api/agent/wire-fees', { mint })
    expect(status).toBe(201)
    expect(body).toMatchObject({ ok: true, mint, mode: 'raid', feeShareLocked: true, holderKol: false })
    expect(body.shareholders).toEqual(planned.map((shareholder) => ({ ...shareholder })))
    const coin = (await app.deps.storage.coins.find(mint))!
    expect(coin).toMatchObject({ feeShareLocked: true, feeShareSignature: body.feeShareSignature, lockHeight: body.lockSlot })
    expect(coin.feesLockedAtLaunch).toBe(false)
    expect((await app.pad.readCoin(mint))!.feeShare!.locked).toBe(true)
    expect(await footprint(mint)).toMatchObject({
      totals: { coins: 1, locked: 1 },
      events: ['launch.created', 'feeShare.locked'],
      underWay: [],
    })
  })

  test('rules 10.12: locks to another crew and mode when the request names them', async () => {
    const { call, launch } = await createUpkeepScene()
    const mint = await launch({ ticker: 'XLOCKFAIL' })
    const { body } = await call('POST', '/api/agent/wire-fees', { mint, mode: 'split', crew })
    expect(body.shareholders.map(({ bps, role }: { bps: number; role: string }) => [role, bps])).toEqual([
      ['kol', 4_500],
      ['kol', 3_000],
      ['treasury', 2_500],
    ])
  })

  test('decision "wire-fees needs no more than the mint": wires a coin that is not ours when the launcher is its creator, and lists it from then on', async () => {
    const { app, call } = await createUpkeepScene()
    const mint = await foreignCoin(app)
    const { status, body } = await call('POST', '/api/agent/wire-fees', { mint, crew })
    expect(status).toBe(201)
    expect(body.shareholders).toHaveLength(4)
    expect((await call('GET', `/api/coins/${mint}`)).body.coin).toMatchObject({ name: 'Elsewhere', ticker: 'ELSE', feeShareLocked: true })
    expect(await app.deps.storage.totals.read()).toMatchObject({ coins: 1, locked: 1 })
  })

  test('decision "Every text of a request": the texts of its maker are cleaned of what nobody sees when it is taken in', async () => {
    const { app, call } = await createUpkeepScene()
    const mint = await foreignCoin(app, { name: 'Fr\u202eog\u3164\n Coin', ticker: '\u200b.*.*.*!' })
    expect((await call('POST', '/api/agent/wire-fees', { mint, crew })).status).toBe(201)
    expect((await call('GET', `/api/coins/${mint}`)).body.coin).toMatchObject({ name: 'Frog Coin', ticker: '.*.*.*!' })
  })

  test('rules 10.12: without a crew it says that one is missing, and first of all that a mint is unknown', async () => {
    const { app, call } = await createUpkeepScene()
    const unknown = await expectNothingHappened(app, () => call('POST', '/api/agent/wire-fees', { mint: app.approver.wallet }))
    expect(unknown).toMatchObject({ status: 400, body: { code: 'mint_unknown' } })
    const foreign = await call('POST', '/api/agent/wire-fees', { mint: await foreignCoin(app) })
    expect(foreign).toMatchObject({ status: 400, body: { code: 'crew_required', errors: [{ path: '/crew' }] } })
  })

  test('rules 5.5: a key that needs approval spends an approved dry-run, once, and nothing without one', async () => {
    const { app, call, launch, dryRun } = await createUpkeepScene()
    const mint = await launch({ ticker: 'XLOCKFAIL' })
    const minted = await app.call('POST', '/api/agent/keys', { label: 'careful', requireApproval: true }, { key: OPERATOR_KEY })
    const key = minted.body.key as string
    const plan = { intent: 'wire-fees', mint, crew, launcherPubkey: app.launcher.wallet }
    expect(await expectNothingHappened(app, () => call('POST', '/api/agent/wire-fees', { mint, crew }, { key }))).toMatchObject({
      status: 400,
      body: { code: 'dry_run_required' },
    })
    const open = await dryRun(plan, { key })
    expect(
      await expectNothingHappened(app, () => call('POST', '/api/agent/wire-fees', { mint, crew, dryRunId: open }, { key })),
    ).toMatchObject({
      status: 400,
      body: { code: 'dry_run_not_approved' },
    })
    expect((await app.pad.readCoin(mint))!.feeShare).toBeNull()

    const approved = await dryRun(plan, { key, approve: true })
    const other = await expectNothingHappened(app, () =>
      call('POST', '/api/agent/wire-fees', { mint, crew: [{ ...crew[0]!, share: 100 }], dryRunId: approved }, { key }),
    )
    expect(other).toMatchObject({ status: 400, body: { code: 'plan_mismatch' } })
    expect((await call('POST', '/api/agent/wire-fees', { mint, dryRunId: approved }, { key })).status).toBe(201)
    expect((await app.call('GET', `/api/agent/launch/dry-run/${approved}`)).body).toMatchObject({ intent: 'wire-fees', consumed: true })
  })

  test('rules 10.13: a lock that the chain refuses gives the approval back', async () => {
    const { app, call, dryRun, footprint } = await createUpkeepScene()
    const mint = await foreignCoin(app)
    const id = await dryRun({ intent: 'wire-fees', mint, crew, launcherPubkey: app.launcher.wallet }, { approve: true })
    const { advance } = app.pad
    // Somebody else's lock lands between the signing and the sending of ours.
    Object.assign(app.pad, {
      advance: async (transactions: never) => {
        Object.assign(app.pad, { advance })
        const other = await app.pad.feeShare!.prepareLock(
          mint,
          [{ wallet: app.approver.wallet, bps: 10_000 as never }],
          app.pad.parseLauncher(new Secret(app.launcher.secret)),
        )
        await advance(other.transactions)
        return advance(transactions)
      },
    })
    expect(await call('POST', '/api/agent/wire-fees', { mint, crew, dryRunId: id })).toMatchObject({
      status: 400,
      body: { code: 'chain_refused' },
    })
    expect((await app.call('GET', `/api/agent/launch/dry-run/${id}`)).body).toMatchObject({ approved: true, consumed: false })
    expect((await app.deps.storage.dryRuns.find(id as never))!.reservedBy).toBeNull()
    expect(await footprint(mint)).toMatchObject({ totals: { coins: 0, locked: 0 }, events: [], underWay: [] })
  })

  test('decision "Cranks of one coin within 3 s": 20 parallel equal requests are one lock with one answer; another split at the same time is a 409 or a 400', async () => {
    const { app, call, launch, footprint } = await createUpkeepScene()
    const mint = await launch({ ticker: 'XLOCKFAIL' })
    const answers = await Promise.all(Array.from({ length: 20 }, () => call('POST', '/api/agent/wire-fees', { mint, crew })))
    const good = answers.filter(({ status }) => status === 201)
    expect(good.length).toBeGreaterThan(0)
    expect(new Set(good.map(({ body }) => body.feeShareSignature)).size).toBe(1)
    for (const { status, body } of answers) if (status !== 201) expect(body.code).toBe('fee_share_already_locked')
    expect((await footprint(mint)).events).toEqual(['launch.created', 'feeShare.locked'])
    expect((await app.deps.storage.totals.read()).locked).toBe(1)
  })

  test.each([
    ['an unknown mint', () => ({ mint: newPerson().wallet, crew }), 'mint_unknown'],
    ['no mint', () => ({ crew }), 'validation_invalid'],
    ['shares that do not total 100', (mint: Mint) => ({ mint, crew: [{ ...crew[0]!, share: 99 }] }), 'crew_shares_not_100'],
    [
      'the launcher in the crew',
      (mint: Mint, launcher: string) => ({ mint, crew: [{ handle: '@me', wallet: launcher, share: 100 }] }),
      'validation_invalid',
    ],
    [
      'a program in the crew',
      (mint: Mint) => ({ mint, crew: [{ handle: '@p', wallet: '11111111111111111111111111111111', share: 100 }] }),
      'crew_wallet_invalid',
    ],
    ['an unknown field', (mint: Mint) => ({ mint, crew, name: 'x' }), 'validation_invalid'],
    ['a secret in the body', (mint: Mint) => ({ mint, crew, launcherKey: 'x' }), 'secret_in_body'],
    ['another platform', (mint: Mint) => ({ mint, crew, platform: 'elsewhere' }), 'platform_not_available'],
    ['an unknown dry-run', (mint: Mint) => ({ mint, crew, dryRunId: 'f'.repeat(32) }), 'dry_run_not_spendable'],
  ])('rules 10.12: refuses %s with 400, and nothing happens', async (_case, bodyOf, code) => {
    const { app, call, launch, footprint } = await createUpkeepScene()
    const mint = await launch({ ticker: 'XLOCKFAIL' })
    const before = await footprint(mint)
    expect(await expectNothingHappened(app, () => call('POST', '/api/agent/wire-fees', bodyOf(mint, app.launcher.wallet)))).toMatchObject({
      status: 400,
      body: { code },
    })
    expect(await footprint(mint)).toEqual(before)
    expect((await app.pad.readCoin(mint))!.feeShare).toBeNull()
  })

  test('rules 10.2: refuses a locked coin, a stranger, a missing and a malformed secret, and a missing key', async () => {
    const { app, call, launch, footprint } = await createUpkeepScene()
    const [locked, open] = [await launch(), await launch({ ticker: 'XLOCKFAIL' })]
    const before = await footprint(open)
    const secret = (text: string) => ({ headers: { 'x-launcher-key': text } })
    const path = '/api/agent/wire-fees'
    expect(await expectNothingHappened(app, () => call('POST', path, { mint: locked, crew }))).toMatchObject({
      status: 400,
      body: { code: 'fee_share_already_locked' },
    })
    expect(await call('POST', path, { mint: open, crew }, secret(newPerson().secret))).toMatchObject({
      status: 400,
      body: { code: 'launcher_not_creator' },
    })
    expect(await expectNothingHappened(app, () => call('POST', path, { mint: open, crew }, { headers: {} }))).toMatchObject({
      status: 401,
      body: { code: 'launcher_secret_required' },
    })
    expect(await expectNothingHappened(app, () => call('POST', path, { mint: open, crew }, secret('nonsense')))).toMatchObject({
      status: 400,
      body: { code: 'launcher_secret_invalid' },
    })
    expect(await expectNothingHappened(app, () => app.call('POST', path, { bad: true }))).toMatchObject({
      status: 401,
      body: { code: 'api_key_invalid' },
    })
    expect(await footprint(open)).toEqual(before)
  })
})
