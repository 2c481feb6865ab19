import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { createRandomIds } from '../../src/adapters/random-ids.ts'
import { ammCreatorVaultPda, bondingCurvePda, canonicalPumpPoolPda, creatorVaultPda, feeSharingConfigPda } from '@pump-fun/pump-sdk'
import { AccountLayout, getAssociatedTokenAddressSync, NATIVE_MINT } from '@solana/spl-token'
import { Connection, PublicKey } from '@solana/web3.js'
import { createPumpLaunchpad } from '../../src/adapters/launchpads/pump/launchpad.ts'
import { lamports, type Mint, unixMs } from '../../src/domain/brands.ts'
import { crankAllCoins } from '../../src/features/crank/crank-all-coins.ts'
import { readRemits } from '../../src/features/remits/read-remits.ts'
import { runScheduledJob } from '../../src/scheduler/run-scheduled-job.ts'
import type { ScheduledJob } from '../../src/ports/scheduled-job.ts'
import { watchGraduations } from '../../src/features/coins/watch-graduations.ts'
import { Secret } from '../../src/lib/secret.ts'
import { newPerson } from '../support/test-app.ts'
import { describeChain } from './support/describe-chain.ts'
import { distributeTogether } from './support/foreign-crank.ts'
import { lamportsOf, settle, SOL } from './support/pump-scene.ts'
import { createTraders, type Traders } from './support/pump-trades.ts'
import { createServiceScene, landedBy, sendsTo, type ServiceScene } from './support/service-scene.ts'
import { eventually } from '../support/eventually.ts'
import { machineTime } from '../support/machine-time.ts'

// A busy machine is no reason to fail: nothing here is about how long things take.
setDefaultTimeout(180_000)
const PATIENT = { rpcTimeoutMs: 30_000 }

interface RemitJson {
  readonly wallet: string
  readonly role: string
  readonly lamports: string
  readonly signature: string
}

/** Where the programs keep a creator's fee until it is swept. @see pump-public-docs docs/instructions/SWEEP_FEES.md */
const CURVE_FEE_OFFSET = 125
const POOL_FEE_OFFSET = 279

const sumOf = (remits: readonly Pick<RemitJson, 'lamports'>[]) => remits.reduce((sum, remit) => sum + BigInt(remit.lamports), 0n)

describeChain('rules 10.27: the whole life of a coin, through HTTP and the scheduled jobs, on the real programs', () => {
  const payer = newPerson()
  let scene: ServiceScene
  let traders: Traders
  let connection: Connection

  beforeAll(async () => {
    scene = await createServiceScene({ ...PATIENT, env: { CRANK_PAYER_KEY: payer.secret } })
    traders = createTraders(scene)
    connection = new Connection(scene.server.url, 'confirmed')
    scene.server.chain.airdrop(payer.wallet, SOL)
    // Wallets that hold their rent are paid from the first lamport.
    scene.server.chain.airdrop(scene.treasury, SOL)
  })
  afterAll(() => scene.close())

  /** One run of a scheduled job, as the schedule makes it; its outcome. */
  async function run(name: string, job: ScheduledJob): Promise<string> {
    const { storage, clock } = scene.deps
    await runScheduledJob(scene.deps, {
      name,
      job,
      dueAtMs: clock.nowMs(),
      mayContinue: async () => true,
      nextRunAtMs: () => clock.nowMs() + 60_000,
    })
    return (await storage.scheduledRuns.find(name))!.lastOutcome!
  }

  async function launch(crew = 3): Promise<{ mint: string; wallets: string[] }> {
    const launcher = scene.fundedPerson()
    const { status, body } = await scene.post('/api/agent/launch', scene.launchBody(crew, launcher), { launcher })
    expect(status).toBe(201)
    return { mint: body.mint, wallets: body.shareholders.map(({ wallet }: RemitJson) => wallet) }
  }

  /** All that the chain holds for the coin's split, in the four places where it can be, read past the service. */
  async function heldFor(mint: string): Promise<bigint> {
    const [coin, split] = [new PublicKey(mint), feeSharingConfigPda(new PublicKey(mint))]
    const wrapped = getAssociatedTokenAddressSync(NATIVE_MINT, ammCreatorVaultPda(split), true)
    const [curve, pool, tokens] = await connection.getMultipleAccountsInfo([bondingCurvePda(coin), canonicalPumpPoolPda(coin), wrapped])
    const waiting = curve!.data.readBigUInt64LE(CURVE_FEE_OFFSET) + (pool ? pool.data.readBigUInt64LE(POOL_FEE_OFFSET) : 0n)
    return waiting + (tokens ? AccountLayout.decode(tokens.data).amount : 0n) + lamportsOf(scene.server, creatorVaultPda(split).toBase58())
  }

  const remitsOf = async (mint: string) => (await scene.call('GET', `/api/remits?mint=${mint}&limit=200`)).body.remits as RemitJson[]
  const eventsOf = async (mint: string) => (await scene.deps.storage.events.list(mint as Mint)).map(({ type }) => type as string)
  const coinOf = async (mint: string) => (await scene.call('GET', `/api/coins?q=${mint}&fields=all`)).body.coins[0]
  const balancesOf = (wallets: readonly string[]) => wallets.map((wallet) => lamportsOf(scene.server, wallet))

  /** Whatever distributes meanwhile: the remits it adds are what left the vaults and what the wallets gained, to the lamport. */
  async function expectPaid(mint: string, wallets: readonly string[], distribute: () => Promise<unknown>) {
    const known = new Set((await remitsOf(mint)).map(({ signature }) => signature))
    const [held, balances] = [await heldFor(mint), balancesOf(wallets)]
    await distribute()
    const gained = balancesOf(wallets).map((balance, index) => balance - balances[index]!)
    const added = (await remitsOf(mint)).filter(({ signature }) => !known.has(signature))
    expect(new Set(added.map(({ signature }) => signature)).size).toBe(1)
    expect(wallets.map((wallet) => added.find((remit) => remit.wallet === wallet)?.lamports)).toEqual(gained.map(String))
    expect(sumOf(added)).toBe(held - (await heldFor(mint)))
    expect(added.map(({ role }) => role)).not.toContain('unknown')
    return added
  }

  test('launch, trade, crank, buy out, migrate, trade in the pool, crank: every figure of the record is the chain’s', async () => {
    const { mint, wallets } = await launch()
    const crank = () => expectPaid(mint, wallets, async () => expect(await run('crank', crankAllCoins)).toContain('1 paid out, 0 failed'))
    await traders.buy(mint, 'legacy', 5n * SOL)
    await traders.buy(mint, 'v3', 4n * SOL)
    const onCurve = await crank()

    expect(await run('graduations', watchGraduations)).toBe('1 coins read, 0 graduated')
    await traders.graduate(mint, { migrate: false })
    expect((await scene.call('GET', `/api/agent/status/${mint}`)).body).toMatchObject({ stage: 'graduating', feeShareLocked: true })
    expect(await run('graduations', watchGraduations)).toBe('1 coins read, 0 graduated')
    expect(await coinOf(mint)).toMatchObject({ status: 'live', graduatedAt: null })
    await traders.migrate(mint)
    expect(await run('graduations', watchGraduations)).toBe('1 coins read, 1 graduated')
    expect(await run('graduations', watchGraduations)).toBe('0 coins read, 0 graduated')

    await traders.buyInPool(mint)
    await traders.buyInPool(mint)
    await scene.deps.clock.sleep(4_000)
    const inPool = await crank()
    expect(await run('crank', crankAllCoins)).toContain('0 paid out, 0 failed')
    // Reading the chain finds what is known already, and tells nothing twice.
    expect(await run('remits', readRemits)).toContain(' 0 new remits, 0 failed')

    expect(await eventsOf(mint)).toEqual(['launch.created', 'feeShare.locked', 'remit.cranked', 'coin.graduated', 'remit.cranked'])
    const paid = sumOf(onCurve) + sumOf(inPool)
    const coin = await coinOf(mint)
    expect(coin).toMatchObject({ status: 'graduated', paidLamports: String(paid), feeShareLocked: true })
    expect(coin.timeline.map(({ state, reached }: { state: string; reached: boolean }) => `${state} ${reached}`)).toEqual([
      'Launched true',
      'Graduated true',
      'Featured false',
    ])
    expect((await scene.call('GET', '/api/coins/graduated-unfeatured')).body.coins).toMatchObject([{ mint }])
    const proof = (await scene.call('GET', '/api/proof')).body
    const tape = proof.items.map(({ kind, lamports: sum }: { kind: string; lamports: string | null }) => `${kind} ${sum}`)
    expect(tape.slice(0, 2)).toEqual([`remit ${sumOf(inPool)}`, `remit ${sumOf(onCurve)}`])
    // Made true in one commit, at one time.
    expect(tape.slice(2).toSorted()).toEqual(['launch null', 'lock null'])
    expect(proof.items[0]).toMatchObject({ mint, signature: inPool[0]!.signature, wallets: wallets.length })
    expect(proof.stats).toMatchObject({ coins: 1, locked: 1, remits: 2 * wallets.length, remittedLamports: String(paid) })
    const board = (await scene.call('GET', '/api/board')).body
    expect(board).toMatchObject({ stats: proof.stats, coins: [{ mint, paid: { amount: String(paid) } }] })
    expect(sumOf(board.remits)).toBe(paid)
  })

  test('20 cranks at once while nothing lands: one transaction of the operator’s, 20 agreeing answers', async () => {
    // On a clock that stands: whoever comes three seconds after the first has landed asks for another crank.
    const atMs = unixMs(Date.now())
    const clock = { nowMs: () => atMs, machineMs: () => atMs, elapsedMs: () => 0, sleep: () => new Promise<void>(setImmediate) }
    const still = await createServiceScene({ ...PATIENT, clock, env: { CRANK_PAYER_KEY: payer.secret } })
    const { chain } = still.server
    chain.airdrop(payer.wallet, SOL)
    const launcher = still.fundedPerson()
    const { mint } = (await still.post('/api/agent/launch', still.launchBody(3, launcher), { launcher })).body
    await createTraders(still).buy(mint, 'legacy', 5n * SOL)
    const sent = sendsTo(still)
    chain.hold()
    const asked = Promise.all(Array.from({ length: 20 }, () => still.post('/api/agent/crank', { mint })))
    await eventually(() => sendsTo(still) !== sent, 60_000, 1)
    chain.release()
    const answers = await asked
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]).toMatchObject({ status: 200, body: { missingLamports: null, remits: { length: 5 } } })
    expect(landedBy(still, payer)).toHaveLength(1)
    expect((await still.deps.storage.events.list(mint as Mint)).map(({ type }) => type as string).slice(2)).toEqual(['remit.cranked'])
    await still.close()
  })

  test('a crank that strangers sent is found on the chain, and recorded once', async () => {
    const { mint, wallets } = await launch()
    await traders.buy(mint, 'v3', 5n * SOL)
    const stranger = newPerson()
    scene.server.chain.airdrop(stranger.wallet, SOL)
    const foreign = createPumpLaunchpad({
      time: machineTime,
      rpcUrls: [new Secret(scene.server.url)],
      lookupTable: null,
      jitoUrls: [],
      jitoTipLamports: lamports(0),
      randomBytes: createRandomIds().bytes,
      ...PATIENT,
    })
    // A buy through the old path opens the vault, so that the stranger pays no rent into it.
    await traders.buy(mint, 'legacy', SOL)
    await scene.deps.clock.sleep(3_600_000)
    await expectPaid(mint, wallets, async () => {
      const { prepared } = await foreign.feeShare!.prepareDistribution(mint as Mint, foreign.parseLauncher(new Secret(stranger.secret)))
      expect((await settle(foreign, prepared!.transactions)).map(({ status }) => status)).toEqual(['landed'])
      expect(await remitsOf(mint)).toEqual([])
      expect(await run('remits', readRemits)).toContain(`${wallets.length} new remits, 0 failed`)
    })
    expect(await run('crank', crankAllCoins)).toContain('0 paid out, 0 failed')
    await scene.deps.clock.sleep(3_600_000)
    expect(await run('remits', readRemits)).toContain(' 0 new remits, 0 failed')
    expect(await eventsOf(mint)).toEqual(['launch.created', 'feeShare.locked', 'remit.cranked'])
  })

  test('two coins that strangers distribute in one transaction: a wallet with a part of both has a remit of each', async () => {
    const [one, two] = [await launch(1), await launch(1)]
    for (const { mint } of [one, two]) await traders.buy(mint, 'legacy', 5n * SOL)
    expect(one.wallets.at(-1)).toBe(two.wallets.at(-1)!)
    await scene.deps.clock.sleep(3_600_000)
    const [heldOne, heldTwo] = [await heldFor(one.mint), await heldFor(two.mint)]
    const signature = await distributeTogether(scene, [one.mint, two.mint])
    const expected = `${one.wallets.length + two.wallets.length} new remits, 0 failed`
    expect(await run('remits', readRemits)).toContain(expected)
    for (const [coin, held] of [
      [one, heldOne],
      [two, heldTwo],
    ] as const) {
      const remits = await remitsOf(coin.mint)
      expect(remits.map(({ wallet }) => wallet).toSorted()).toEqual(coin.wallets.toSorted())
      expect(new Set(remits.map((remit) => remit.signature))).toEqual(new Set([signature]))
      expect(sumOf(remits)).toBe(held - (await heldFor(coin.mint)))
      expect((await coinOf(coin.mint)).paidLamports).toBe(String(sumOf(remits)))
    }
  })
})
