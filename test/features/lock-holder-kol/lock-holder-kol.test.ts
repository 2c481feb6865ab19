import { expectNothingHappened } from '../../support/nothing-happened.ts'
import { describe, expect, test } from 'bun:test'
import type { Mint, Wallet } from '../../../src/domain/brands.ts'
import { makeKol } from '../../support/make-kol.ts'
import { newPerson, OPERATOR_KEY } from '../../support/test-app.ts'
import { createUpkeepScene, type UpkeepScene } from '../../support/upkeep-scene.ts'

const path = '/api/agent/lock-holder-kol'

/** Puts wallets into the directory, in this order of rank. */
const directory = ({ app }: UpkeepScene, kols: readonly { handle: string; wallet: Wallet }[]) =>
  app.deps.storage.kols.upsert(kols.map((kol, index) => ({ ...makeKol({ ...kol, rank: index + 1 }), optedOut: false })))

/** A holder-KOL coin, held by a stranger and, the larger the earlier, by these wallets. */
async function heldCoin(scene: UpkeepScene, holders: readonly Wallet[]): Promise<Mint> {
  const mint = await scene.launch({ holderKol: true, crew: undefined })
  await scene.buy(mint, 3)
  for (const [index, wallet] of holders.entries()) await scene.buy(mint, (16 - index) / 8, wallet)
  return mint
}

describe('POST /api/agent/lock-holder-kol', () => {
  test('rules 1.6 and 10.24: pays the KOLs among the holders in proportion to what they hold, once', async () => {
    const scene = await createUpkeepScene()
    const [whale, minnow, absent] = [newPerson().wallet, newPerson().wallet, newPerson().wallet]
    await directory(scene, [
      { handle: 'minnow', wallet: minnow },
      { handle: 'whale', wallet: whale },
      { handle: 'absent', wallet: absent },
      { handle: 'self', wallet: scene.app.launcher.wallet },
    ])
    const mint = await heldCoin(scene, [whale, minnow])
    const { status, body } = await scene.call('POST', path, { mint })
    expect(status).toBe(200)
    expect(body).toMatchObject({ holderKol: true, feeShareLocked: true, mode: 'agent' })
    expect(body.crew.map(({ handle }: { handle: string }) => handle)).toEqual(['whale', 'minnow'])
    const parts: number[] = body.crew.map(({ effectiveBps }: { effectiveBps: number }) => effectiveBps)
    expect(parts[0]! + parts[1]!).toBe(6_000)
    expect(parts[0]).toBeGreaterThan(parts[1]!)
    expect(body.shareholders.reduce((sum: number, { bps }: { bps: number }) => sum + bps, 0)).toBe(10_000)
    const { events } = await scene.footprint(mint)
    expect((events as string[]).toSorted()).toEqual(['feeShare.locked', 'holderKol.locked', 'launch.created'])
    expect((await scene.call('GET', `/api/agent/status/${mint}`)).body).toMatchObject({ feeShareLocked: true, holderKol: true })
    expect(await expectNothingHappened(scene.app, () => scene.call('POST', path, { mint }))).toMatchObject({
      status: 400,
      body: { code: 'fee_share_already_locked' },
    })
  })

  test('rules 10.24: takes the largest that fit beside agent and treasury', async () => {
    const scene = await createUpkeepScene()
    const holders = Array.from({ length: 12 }, () => newPerson().wallet)
    await directory(
      scene,
      holders.map((wallet, index) => ({ handle: `kol${index}`, wallet })),
    )
    const mint = await heldCoin(scene, holders)
    const { body } = await scene.call('POST', path, { mint, mode: 'split' })
    // Mode split leaves the agent nothing, so nine places are free beside the treasury.
    expect(body.crew.map(({ wallet }: { wallet: string }) => wallet)).toEqual(holders.slice(0, 9))
    expect(body.shareholders).toHaveLength(10)
  })

  test('rules 10.11: a dry-run of it is spent by this call only; wire-fees names it and changes nothing', async () => {
    const scene = await createUpkeepScene()
    const holder = newPerson().wallet
    await directory(scene, [{ handle: 'holder', wallet: holder }])
    const mint = await heldCoin(scene, [holder])
    const dryRunId = await scene.dryRun({ intent: 'wire-fees', mint, holderKol: true, launcherPubkey: scene.app.launcher.wallet })
    const before = await scene.footprint(mint)
    const answer = await expectNothingHappened(scene.app, () => scene.call('POST', '/api/agent/wire-fees', { mint, dryRunId }))
    expect(answer).toMatchObject({ status: 400, body: { code: 'plan_mismatch', errors: [{ path: '/dryRunId' }] } })
    expect(answer.body.errors[0].message).toContain(path)
    expect(await scene.footprint(mint)).toEqual(before)
    expect((await scene.call('POST', path, { mint, dryRunId })).status).toBe(200)
  })

  test('rules 10.11: a dry-run shows the proposal, and what was approved is locked though holders change', async () => {
    const scene = await createUpkeepScene()
    const [first, second] = [newPerson().wallet, newPerson().wallet]
    await directory(scene, [
      { handle: 'first', wallet: first },
      { handle: 'second', wallet: second },
    ])
    const mint = await heldCoin(scene, [first])
    const minted = await scene.app.call('POST', '/api/agent/keys', { label: 'careful', requireApproval: true }, { key: OPERATOR_KEY })
    const key = minted.body.key as string
    expect(await expectNothingHappened(scene.app, () => scene.call('POST', path, { mint }, { key }))).toMatchObject({
      status: 400,
      body: { code: 'dry_run_required' },
    })
    const dryRunId = await scene.dryRun(
      { intent: 'wire-fees', holderKol: true, mint, launcherPubkey: scene.app.launcher.wallet },
      { key, approve: true },
    )
    const shown = (await scene.app.call('GET', `/api/agent/launch/dry-run/${dryRunId}`)).body.plan
    expect(shown).toMatchObject({ mint, name: 'Night Market Frog', crew: [{ handle: 'first', effectiveBps: 6_000 }] })
    await scene.buy(mint, 5, second)
    const { status, body } = await scene.call('POST', path, { mint, dryRunId }, { key })
    expect(status).toBe(200)
    expect(body.crew).toEqual(shown.crew)
    expect(shown.shareholders).toMatchObject(body.shareholders)
  })

  test('rules 10.24: refuses with 400 when no holder is a KOL, in the dry-run too, and nothing happens', async () => {
    const scene = await createUpkeepScene()
    const mint = await heldCoin(scene, [])
    const before = await scene.footprint(mint)
    expect(await expectNothingHappened(scene.app, () => scene.call('POST', path, { mint }))).toMatchObject({
      status: 400,
      body: { code: 'holder_kol_not_found' },
    })
    const dryRun = await expectNothingHappened(scene.app, () =>
      scene.call('POST', '/api/agent/launch/dry-run', { intent: 'wire-fees', holderKol: true, mint }),
    )
    expect(dryRun).toMatchObject({ status: 400, body: { code: 'holder_kol_not_found' } })
    expect(await scene.footprint(mint)).toEqual(before)
  })

  test('rules 10.2 and 10.8: refuses a crew, an unknown mint, a stranger, a missing secret and a missing key', async () => {
    const scene = await createUpkeepScene()
    const whale = newPerson().wallet
    await directory(scene, [{ handle: 'whale', wallet: whale }])
    const mint = await heldCoin(scene, [whale])
    const before = await scene.footprint(mint)
    expect(await expectNothingHappened(scene.app, () => scene.call('POST', path, { mint, crew: [] }))).toMatchObject({
      status: 400,
      body: { code: 'validation_invalid' },
    })
    expect(await expectNothingHappened(scene.app, () => scene.call('POST', path, { mint: whale }))).toMatchObject({
      status: 400,
      body: { code: 'mint_unknown' },
    })
    const stranger = { headers: { 'x-launcher-key': newPerson().secret } }
    expect(await expectNothingHappened(scene.app, () => scene.call('POST', path, { mint }, stranger))).toMatchObject({
      status: 400,
      body: { code: 'launcher_not_creator' },
    })
    expect(await expectNothingHappened(scene.app, () => scene.call('POST', path, { mint }, { headers: {} }))).toMatchObject({
      status: 401,
      body: { code: 'launcher_secret_required' },
    })
    expect(await expectNothingHappened(scene.app, () => scene.app.call('POST', path, { mint }))).toMatchObject({
      status: 401,
      body: { code: 'api_key_invalid' },
    })
    expect(await scene.footprint(mint)).toEqual(before)
    expect((await scene.app.pad.readCoin(mint))!.feeShare).toBeNull()
  })
})
