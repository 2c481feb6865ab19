import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createRandomIds } from '../../src/adapters/random-ids.ts'
import { creatorVaultPda, feeSharingConfigPda } from '@pump-fun/pump-sdk'
import { PublicKey } from '@solana/web3.js'
import { createPumpLaunchpad } from '../../src/adapters/launchpads/pump/launchpad.ts'
import { lamports, type Mint } from '../../src/domain/brands.ts'
import { Secret } from '../../src/lib/secret.ts'
import type { Person } from '../support/test-app.ts'
import { describeChain } from './support/describe-chain.ts'
import { lamportsOf, launch, planFor, SOL } from './support/pump-scene.ts'
import { createTraders } from './support/pump-trades.ts'
import { createServiceScene, crewOf, sendsTo, type ServiceScene } from './support/service-scene.ts'
import { machineTime } from '../support/machine-time.ts'

const WIRE = '/api/agent/wire-fees'

describeChain('rules 3.2: wire-fees through HTTP on the real programs', () => {
  let scene: ServiceScene

  beforeAll(async () => {
    scene = await createServiceScene()
  })
  afterAll(() => scene.close())

  const onChain = async (mint: string) => (await (await scene.deps.launchpads.get('pump')).readCoin(mint as Mint))!

  /** A coin that this service knows nothing of: made by the adapter alone, its fees open. */
  async function foreignCoin(creator: Person, trades: boolean): Promise<string> {
    const launchpad = createPumpLaunchpad({
      time: machineTime,
      rpcUrls: [new Secret(scene.server.url)],
      lookupTable: null,
      jitoUrls: [],
      jitoTipLamports: lamports(0),
      randomBytes: createRandomIds().bytes,
    })
    const launcher = launchpad.parseLauncher(new Secret(creator.secret))
    const { mint } = await launch({ launchpad, launcher }, planFor(launcher.wallet, { crew: 0 }))
    if (trades) await createTraders(scene).buy(mint, 'v3', 2n * SOL)
    return mint
  }

  test.each([
    ['nobody traded', false],
    ['strangers traded, and the sweep goes first', true],
  ])('a mint that was created elsewhere, %s: dry-run, lock, and from then on the fees go to the split', async (_what, trades) => {
    const creator = scene.fundedPerson()
    const mint = await foreignCoin(creator, trades)
    const order = { mint, mode: 'agent', crew: crewOf(4), launcherPubkey: creator.wallet }
    const dryRun = await scene.post('/api/agent/launch/dry-run', { ...order, intent: 'wire-fees' })
    expect(dryRun).toMatchObject({ status: 200, body: { imageSha256: null } })
    const wired = await scene.post(WIRE, { ...order, dryRunId: dryRun.body.dryRunId }, { launcher: creator })
    expect(wired).toMatchObject({ status: 201, body: { feeShareLocked: true, mint, ticker: 'MEASUR' } })
    const planned = dryRun.body.shareholders.map(({ wallet, bps }: { wallet: string; bps: number }) => ({ wallet, bps }))
    const coin = await onChain(mint)
    expect(coin.feeShare as unknown).toEqual({ locked: true, shareholders: planned })
    expect(await scene.call('GET', `/api/agent/launch/dry-run/${dryRun.body.dryRunId}`)).toMatchObject({ body: { consumed: true } })

    const vault = creatorVaultPda(feeSharingConfigPda(new PublicKey(mint))).toBase58()
    expect(lamportsOf(scene.server, vault)).toBe(0n)
    // What came before the lock is the creator's.
    expect(lamportsOf(scene.server, creatorVaultPda(new PublicKey(creator.wallet)).toBase58()) > 0n).toBe(trades)
    await createTraders(scene).buy(mint, 'v3', 2n * SOL)
    expect((await onChain(mint)).accruedAtomic).toBeGreaterThan(0n)
    expect(await scene.post(WIRE, order, { launcher: creator })).toMatchObject({ status: 400, body: { code: 'fee_share_already_locked' } })
  })

  test('a coin of ours whose fees are open is repaired, and its status says so', async () => {
    const launcher = scene.fundedPerson()
    const launched = await scene.post('/api/agent/launch', scene.launchBody(1, launcher, { crew: undefined, holderKol: true }), {
      launcher,
    })
    expect(launched).toMatchObject({ status: 202, body: { feeShareLocked: false, lockPath: 'holder-kol-open' } })
    const { mint } = launched.body
    await createTraders(scene).buy(mint, 'v3', 2n * SOL)
    const wired = await scene.post(WIRE, { mint, crew: crewOf(3) }, { launcher })
    expect(wired).toMatchObject({ status: 201, body: { feeShareLocked: true } })
    expect(await scene.call('GET', `/api/agent/status/${mint}`)).toMatchObject({ status: 200, body: { feeShareLocked: true } })
    const coin = await onChain(mint)
    expect(coin.feeShare!.shareholders as unknown).toEqual(
      wired.body.shareholders.map(({ wallet, bps }: { wallet: string; bps: number }) => ({ wallet, bps })),
    )
  })

  test('not the creator, a mint that is none, and a launcher without money are refused with nothing sent', async () => {
    const creator = scene.fundedPerson()
    const mint = await foreignCoin(creator, false)
    const before = sendsTo(scene)
    const other = scene.fundedPerson()
    expect(await scene.post(WIRE, { mint, crew: crewOf(3) }, { launcher: other })).toMatchObject({
      status: 400,
      body: { code: 'launcher_not_creator' },
    })
    const dryRun = { intent: 'wire-fees', mint, crew: crewOf(3), launcherPubkey: other.wallet }
    expect(await scene.post('/api/agent/launch/dry-run', dryRun)).toMatchObject({ status: 400, body: { code: 'launcher_not_creator' } })
    expect(await scene.post(WIRE, { mint: other.wallet, crew: crewOf(3) }, { launcher: creator })).toMatchObject({
      status: 400,
      body: { code: 'mint_unknown' },
    })
    const { svm } = scene.server.chain
    const account = svm.getAccount(creator.wallet as never)
    if (account.exists) svm.setAccount({ ...account, lamports: 1_000_000n as never })
    expect(await scene.post(WIRE, { mint, crew: crewOf(3) }, { launcher: creator })).toMatchObject({
      status: 400,
      body: { code: 'balance_too_low' },
    })
    expect(sendsTo(scene)).toBe(before)
    expect((await onChain(mint)).feeShare).toBeNull()
  })

  test('the nodes go dark after the broadcast of a lock: launch_unresolved, never "Nothing was spent"; later the truth', async () => {
    const dark = await createServiceScene({ sleepFactor: 120 })
    const launcher = dark.fundedPerson()
    const { mint } = (
      await dark.post('/api/agent/launch', dark.launchBody(1, launcher, { crew: undefined, holderKol: true }), { launcher })
    ).body
    dark.proxy.script('getSignatureStatuses', [null, ...Array(400).fill({ kind: 'status', status: 503 })])
    const order = { mint, crew: crewOf(3) }
    const refused = await dark.post(WIRE, order, { launcher })
    expect(refused).toMatchObject({ status: 503, body: { code: 'launch_unresolved' } })
    expect(refused.text).not.toContain('Nothing was spent')
    dark.proxy.heal()
    // The same request joins its own lock, which has landed meanwhile; once that is told there is nothing left to lock.
    expect(await dark.post(WIRE, order, { launcher })).toMatchObject({ status: 201, body: { mint, feeShareLocked: true } })
    expect(await dark.post(WIRE, order, { launcher })).toMatchObject({ status: 400, body: { code: 'fee_share_already_locked' } })
    await dark.close()
  })
})
