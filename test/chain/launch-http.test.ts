import { lookAtPrograms } from '../../src/features/programs/look-at-programs.ts'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { bondingCurvePda, creatorVaultPda, feeSharingConfigPda, PUMP_SDK } from '@pump-fun/pump-sdk'
import { Connection, PublicKey } from '@solana/web3.js'
import type { Mint } from '../../src/domain/brands.ts'
import { newPerson } from '../support/test-app.ts'
import { describeChain } from './support/describe-chain.ts'
import { lamportsOf, SOL } from './support/pump-scene.ts'
import { createTraders } from './support/pump-trades.ts'
import { countSequentialRoundTrips } from './support/request-log.ts'
import { createServiceScene, landedBy, sendsTo, type ServiceScene } from './support/service-scene.ts'

/** 30 basis points of what remains of 0.1 SOL after fees of 125, rounded up by the program. */
const CREATOR_FEE = 296_297n

const CLUSTERS: [string, { v1Active: boolean; withTable: boolean }, string][] = [
  ['v1, no table', { v1Active: true, withTable: false }, 'atomic-v1'],
  ['no v1, with the operator’s table', { v1Active: false, withTable: true }, 'atomic-v0'],
  ['no v1, no table', { v1Active: false, withTable: false }, 'atomic-v0'],
]

const CASES = [3, 5, 8, 9].flatMap((crew) => [0, 0.1].flatMap((buy) => [false, true].map((referred) => [crew, buy, referred] as const)))

for (const [title, cluster, path] of CLUSTERS) {
  describeChain(`rules 10.13: launches through HTTP on the real programs: ${title}`, () => {
    let scene: ServiceScene
    let key: string
    const referrer = newPerson()

    beforeAll(async () => {
      scene = await createServiceScene(cluster)
      key = await scene.referredKey(referrer)
    })
    afterAll(() => scene.close())

    test.each(CASES)('%d crew wallets, first buy of %d SOL, referred: %p', async (crew, initialBuySol, referred) => {
      const { server, deps, treasury, logLines } = scene
      const launcher = scene.fundedPerson()
      // Eight crew wallets with agent, referrer and treasury, or nine with agent and treasury, are eleven.
      const mode = crew + Number(referred) > 8 ? 'split' : 'agent'
      const body = scene.launchBody(crew, launcher, { initialBuySol, mode })
      const by = { launcher, ...(referred ? { key } : {}) }
      const dryRun = await scene.post('/api/agent/launch/dry-run', body, by)
      if (crew === 9 && referred) {
        expect(dryRun).toMatchObject({
          status: 400,
          body: { code: 'crew_too_large', detail: expect.stringContaining('so 8 crew wallets fit') },
        })
        return
      }
      expect(dryRun).toMatchObject({ status: 200, body: { lockPath: path } })
      const before = lamportsOf(server, launcher.wallet)
      const launched = await scene.post('/api/agent/launch', { ...body, dryRunId: dryRun.body.dryRunId }, by)
      expect(launched).toMatchObject({
        status: 201,
        body: { ok: true, feeShareLocked: true, feesLockedAtLaunch: true, lockPath: path },
      })
      expect(launched.body.createSlot).toBe(launched.body.lockSlot)
      expect(String(before - lamportsOf(server, launcher.wallet))).toBe(dryRun.body.cost.lamports)

      const planned = dryRun.body.shareholders.map(({ wallet, bps }: { wallet: string; bps: number }) => ({ wallet, bps }))
      expect(planned).toHaveLength(crew + (mode === 'agent' ? 1 : 0) + Number(referred) + 1)
      expect(planned.at(-1)).toEqual({ wallet: treasury, bps: referred ? 2_000 : 2_500 })
      if (referred) expect(planned).toContainEqual({ wallet: referrer.wallet, bps: 500 })
      const mint = new PublicKey(launched.body.mint)
      const connection = new Connection(server.url, 'confirmed')
      const [config, curve] = await connection.getMultipleAccountsInfo([feeSharingConfigPda(mint), bondingCurvePda(mint)])
      const sharing = PUMP_SDK.decodeSharingConfig(config!)
      expect(sharing).toMatchObject({ version: 2, adminRevoked: true })
      expect(sharing.shareholders.map(({ address, shareBps }) => ({ wallet: address.toBase58(), bps: shareBps }))).toEqual(planned)
      expect(PUMP_SDK.decodeBondingCurve(curve!).creator.equals(feeSharingConfigPda(mint))).toBe(true)
      const rent = BigInt(await connection.getMinimumBalanceForRentExemption(0))
      const vault = creatorVaultPda(feeSharingConfigPda(mint)).toBase58()
      expect(lamportsOf(server, vault)).toBe(initialBuySol > 0 ? rent + CREATOR_FEE : 0n)
      expect(lamportsOf(server, creatorVaultPda(new PublicKey(launcher.wallet)).toBase58())).toBe(0n)
      // One transaction has it all; a version 0 one may need a table of its own first.
      expect(landedBy(scene, launcher).length).toBeLessThanOrEqual(cluster.v1Active ? 1 : 2)
      expect((await deps.launchpads.get('pump').then((pad) => pad.readCoin(launched.body.mint as Mint)))!).toMatchObject({
        name: body.name,
        ticker: body.ticker,
      })
      for (const text of [dryRun.text, launched.text, ...logLines]) expect(text).not.toContain(launcher.secret)
    })

    test('at most three sequential round trips bring a launch to the network: to read, to simulate, to send', async () => {
      const slow = await createServiceScene({ ...cluster, latencyMs: 25 })
      const launcher = slow.fundedPerson()
      const body = slow.launchBody(8, launcher, { initialBuySol: 0.1 })
      // The node proves its cluster once before all else; after that beside what it is asked.
      await (await slow.deps.launchpads.get(slow.deps.launchpads.defaultId)).ping()
      // The clock looks at the programs each minute, so that a launch reads what it found.
      await lookAtPrograms(slow.deps, slow.deps.launchpads.defaultId)
      slow.server.requests.length = 0
      expect((await slow.post('/api/agent/launch', body, { launcher })).status).toBe(201)
      const firstSend = slow.server.requests.findIndex(({ method }) => method === 'sendTransaction')
      expect(countSequentialRoundTrips(slow.server.requests.slice(0, firstSend + 1))).toBeLessThanOrEqual(3)
      await slow.close()
    })
  })
}

describeChain('rules 10.27: what follows a launch, through HTTP', () => {
  let scene: ServiceScene

  beforeAll(async () => {
    scene = await createServiceScene()
  })
  afterAll(() => scene.close())

  test('the warning names the lamports that the program asks for, and at just so many it pays floor(bps × vault)', async () => {
    const { server } = scene
    const launcher = scene.fundedPerson()
    // In wallets that nobody used; the treasury and the agent too.
    const body = scene.launchBody(5, launcher)
    const dryRun = await scene.post('/api/agent/launch/dry-run', body)
    const warning = dryRun.body.warnings.find((text: string) => text.startsWith('Never used wallets'))
    const needed = BigInt(/holds (\d+) lamports/.exec(warning)![1]!)
    const { mint, shareholders } = (await scene.post('/api/agent/launch', body, { launcher })).body
    const vault = creatorVaultPda(feeSharingConfigPda(new PublicKey(mint))).toBase58()

    server.chain.airdrop(vault, needed - 1n)
    const refused = await scene.post('/api/agent/crank', { mint }, { launcher })
    expect(refused).toMatchObject({ status: 200, body: { signature: null, missingLamports: '1' } })
    server.chain.airdrop(vault, 1n)
    const paid = await scene.post('/api/agent/crank', { mint }, { launcher })
    expect(paid.status).toBe(200)
    const rent = 650_240n
    const floors = shareholders.map(({ wallet, bps }: { wallet: string; bps: number }) => ({
      wallet,
      lamports: String(((needed - rent) * BigInt(bps)) / 10_000n),
    }))
    expect(paid.body.remits.map(({ wallet, lamports }: Record<string, string>) => ({ wallet, lamports }))).toEqual(floors)
  })

  test('a distribution after trades of every kind pays each wallet floor(bps × vault) lamports, twice', async () => {
    const { server } = scene
    const launcher = scene.fundedPerson()
    const { mint, shareholders } = (
      await scene.post('/api/agent/launch', scene.launchBody(3, launcher, { initialBuySol: 0.1 }), { launcher })
    ).body
    const traders = createTraders(scene)
    const pad = await scene.deps.launchpads.get('pump')
    const balances = () => shareholders.map(({ wallet }: { wallet: string }) => lamportsOf(server, wallet)) as bigint[]
    for (let round = 0; round < 2; round += 1) {
      await traders.buy(mint, 'legacy', 5n * SOL)
      await traders.buy(mint, 'v3', 4n * SOL)
      const waiting = (await pad.readCoin(mint))!.accruedAtomic
      const before = balances()
      const payer = scene.fundedPerson()
      const paid = await scene.post('/api/agent/crank', { mint }, { launcher: payer })
      expect(paid).toMatchObject({ status: 200, body: { missingLamports: null } })
      const floors = shareholders.map(({ bps }: { bps: number }) => (waiting * BigInt(bps)) / 10_000n)
      expect(balances().map((balance, index) => balance - before[index]!)).toEqual(floors)
      const stated = shareholders.map(({ wallet }: { wallet: string }) =>
        BigInt(paid.body.remits.find((remit: { wallet: string }) => remit.wallet === wallet).lamports),
      )
      expect(stated).toEqual(floors)
      await scene.deps.clock.sleep(4_000)
    }
  })

  test('a launcher without money is warned with the total, and refused with nothing sent', async () => {
    const launcher = newPerson()
    const body = scene.launchBody(3, launcher)
    scene.server.requests.length = 0
    const dryRun = await scene.post('/api/agent/launch/dry-run', body)
    const { sol, items } = dryRun.body.cost
    expect(items.reduce((sum: bigint, item: { lamports: string }) => sum + BigInt(item.lamports), 0n)).toBe(
      BigInt(dryRun.body.cost.lamports),
    )
    expect(dryRun.body.warnings).toContainEqual(expect.stringContaining(`holds 0 SOL and the launch needs ${sol} SOL`))
    expect(await scene.post('/api/agent/launch', body, { launcher })).toMatchObject({ status: 400, body: { code: 'balance_too_low' } })
    expect(sendsTo(scene)).toBe(0)
    expect(
      (await scene.call('GET', '/api/agent/launches')).body.launches.some(
        ({ launcher: by }: Record<string, string>) => by === launcher.wallet,
      ),
    ).toBe(false)
  })

  test('a program among the recipients is refused at the dry-run, for good', async () => {
    const launcher = scene.fundedPerson()
    const crew = [{ handle: 'pump', wallet: '6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P', share: 100 }]
    expect(await scene.post('/api/agent/launch/dry-run', scene.launchBody(1, launcher, { crew }))).toMatchObject({
      status: 400,
      body: { code: 'crew_wallet_invalid', errors: [{ path: '/crew/0/wallet' }] },
    })
  })
})
