import { afterAll, beforeAll, expect, test } from 'bun:test'
import { PUMP_SDK, bondingCurvePda, creatorVaultPda, feeSharingConfigPda } from '@pump-fun/pump-sdk'
import { Connection, PublicKey } from '@solana/web3.js'
import { createPumpLaunchpad } from '../../src/adapters/launchpads/pump/launchpad.ts'
import { launchProgress } from '../../src/domain/operation.ts'
import type { LockPath } from '../../src/domain/lock-path.ts'
import { exactLaunchpad } from '../support/exact-refusals.ts'
import { describeChain } from './support/describe-chain.ts'
import {
  codeOf,
  createPumpScene,
  freshWallet,
  lamportsOf,
  launch,
  planFor,
  type PumpScene,
  sendsOf,
  settle,
  SOL,
} from './support/pump-scene.ts'
import { countSequentialRoundTrips } from './support/request-log.ts'
import { createTraders } from './support/pump-trades.ts'
import { waitingCreatorFee } from './support/launch-scene.ts'
import { Secret } from '../../src/lib/secret.ts'

const BUY = SOL / 2n
/** 30 basis points of what remains of 0.5 SOL after fees of 125, rounded up by the program. */
const CREATOR_FEE = 1_481_482n
const FEE_OF_TWO_SOL = 5_925_926n

const SCENES: [string, { v1Active: boolean; withTable: boolean }][] = [
  ['v1 transactions, no table', { v1Active: true, withTable: false }],
  ['no v1, with the operator’s table', { v1Active: false, withTable: true }],
  ['no v1, no table', { v1Active: false, withTable: false }],
]

for (const [title, chain] of SCENES) {
  describeChain(`rules 10.15: pump launches: ${title}`, () => {
    let scene: PumpScene

    beforeAll(async () => {
      scene = await createPumpScene(chain)
    })
    afterAll(() => scene.server.stop())

    test.each([
      [3, 0n],
      [3, BUY],
      [5, 0n],
      [5, BUY],
      [8, 0n],
      [8, BUY],
      [9, 0n],
      [9, BUY],
    ])(
      '%d crew wallets, first buy of %s lamports: created and locked in one slot, for the price that was said',
      async (crew, buyLamports) => {
        const { server, launchpad, launcher } = scene
        const plan = planFor(launcher.wallet, { crew, buyLamports, atomicRequired: true })
        const cost = await launchpad.estimateLaunch(plan, launcher.wallet)
        const balance = await launchpad.balanceOf(launcher.wallet)

        const { mint, lockPath, transactions, progress } = await launch(scene, plan)
        expect(lockPath).toBe(chain.v1Active ? 'atomic-v1' : 'atomic-v0')
        expect(transactions.filter(({ steps }) => steps.includes('create') && steps.includes('lock'))).toHaveLength(1)
        if (progress.stage !== 'created') throw new Error(`the launch is ${progress.stage}`)
        expect(progress.lockHeight).toBe(progress.createHeight)

        const coin = await launchpad.readCoin(mint)
        expect(coin).toMatchObject({ stage: 'curve', creator: launcher.wallet, feeShare: { locked: true } })
        expect(coin!.feeShare!.shareholders).toEqual([...plan.shareholders])
        expect<bigint>(coin!.accruedAtomic).toBe(buyLamports > 0n ? CREATOR_FEE : 0n)
        expect(cost).toMatchObject({ lockPath })
        expect(cost.items.reduce((sum, { amountAtomic: lamports }) => sum + lamports, 0n)).toBe(cost.totalAtomic)
        expect(balance - (await launchpad.balanceOf(launcher.wallet))).toBe(cost.totalAtomic)

        const connection = new Connection(server.url, 'confirmed')
        const config = feeSharingConfigPda(new PublicKey(mint))
        const account = await connection.getAccountInfo(config)
        expect(PUMP_SDK.decodeSharingConfig(account!)).toMatchObject({ version: 2, adminRevoked: true })
        const curve = await connection.getAccountInfo(bondingCurvePda(mint))
        expect(PUMP_SDK.decodeBondingCurve(curve!).creator.equals(config)).toBe(true)
        const rent = BigInt(await connection.getMinimumBalanceForRentExemption(0))
        expect(lamportsOf(server, creatorVaultPda(config).toBase58())).toBe(buyLamports > 0n ? rent + CREATOR_FEE : 0n)
        expect(lamportsOf(server, creatorVaultPda(new PublicKey(launcher.wallet)).toBase58())).toBe(0n)
        expect(await waitingCreatorFee(connection, new PublicKey(mint))).toBe(0n)
      },
    )

    test('three round trips bring a launch to the network: to read, to simulate, to send', async () => {
      // Long enough that requests sent together are seen to overlap, also on a busy machine.
      const { server, launchpad, launcher } = await createPumpScene({ ...chain, latencyMs: 25 })
      // The node proves its cluster once before all else; after that beside what it is asked.
      await launchpad.ping()
      server.requests.length = 0
      const { transactions } = await launchpad.prepareLaunch(planFor(launcher.wallet, { crew: 8, buyLamports: BUY }), launcher)
      await launchpad.advance(transactions, true)
      const firstSend = server.requests.findIndex(({ method }) => method === 'sendTransaction')
      expect(firstSend).toBeGreaterThan(0)
      expect(countSequentialRoundTrips(server.requests.slice(0, firstSend + 1))).toBeLessThanOrEqual(3)
      await server.stop()
    })

    test('holder-KOL: created and left open, and the first buy’s fee is the creator’s', async () => {
      const { launchpad, launcher } = scene
      const { mint, lockPath, progress } = await launch(scene, planFor(launcher.wallet, { crew: 0, buyLamports: BUY }))
      expect(lockPath).toBe('holder-kol-open')
      expect(progress).toMatchObject({ stage: 'created', lockHeight: null })
      expect(await launchpad.readCoin(mint)).toMatchObject({ feeShare: null, creator: launcher.wallet, accruedAtomic: 0n })
    })
  })
}

describeChain('rules 10.15: pump launches: the lower rungs', () => {
  const only = (path: LockPath, chain: { jito?: boolean } = {}) => createScene([path], chain.jito ?? false)

  async function createScene(allowedPaths: LockPath[], jito: boolean): Promise<PumpScene> {
    const scene = await createPumpScene({ v1Active: false })
    const options = { ...scene.options, allowedPaths, jitoUrls: jito ? [new Secret(scene.server.jitoUrl)] : [] }
    return { ...scene, options, launchpad: exactLaunchpad(createPumpLaunchpad(options)) }
  }

  test.each([
    [3, 0n],
    [8, 0n],
    [8, BUY],
  ])('jito-bundle, %d crew wallets, buy of %s: one bundle, one slot, tip paid, price as said', async (crew, buyLamports) => {
    const scene = await only('jito-bundle', { jito: true })
    const { server, launchpad, launcher } = scene
    const plan = planFor(launcher.wallet, { crew, buyLamports, atomicRequired: true })
    const cost = await launchpad.estimateLaunch(plan, launcher.wallet)
    const balance = await launchpad.balanceOf(launcher.wallet)
    const { mint, lockPath, transactions, progress } = await launch(scene, plan)
    expect(lockPath).toBe('jito-bundle')
    expect(new Set(transactions.map(({ bundle }) => bundle)).size).toBe(1)
    if (progress.stage !== 'created') throw new Error(`the launch is ${progress.stage}`)
    expect(progress.lockHeight).toBe(progress.createHeight)
    expect(await launchpad.readCoin(mint)).toMatchObject({ feeShare: { locked: true } })
    expect(balance - (await launchpad.balanceOf(launcher.wallet))).toBe(cost.totalAtomic)
    expect(server.requests.some(({ method }) => method === 'sendTransaction')).toBe(false)
    await server.stop()
  })

  test.each([
    ['nobody trades between', false],
    ['a stranger trades between', true],
  ])('sequential, %s: create lands, then lock and buy, and what came between is measured', async (_what, trades) => {
    const scene = await only('sequential')
    const { launchpad, launcher } = scene
    const plan = planFor(launcher.wallet, { crew: 3, buyLamports: trades ? 0n : BUY })
    const { mint, lockPath, transactions } = await launchpad.prepareLaunch(plan, launcher)
    expect(lockPath).toBe('sequential')
    expect(transactions.length).toBeGreaterThan(1)
    await launchpad.advance(transactions)
    if (trades) await createTraders(scene).buy(mint, 'v3', 2n * SOL)
    const progress = launchProgress(transactions, await settle(launchpad, transactions))
    if (progress.stage !== 'created') throw new Error(`the launch is ${progress.stage}`)
    expect(progress.lockHeight!).toBeGreaterThan(progress.createHeight)
    expect(await launchpad.readCoin(mint)).toMatchObject({ feeShare: { locked: true }, accruedAtomic: trades ? 0n : CREATOR_FEE })
    const fees = await launchpad.preLockFees!.read(mint, progress.createHeight, progress.lockHeight!)
    expect<bigint>(fees).toBe(trades ? FEE_OF_TWO_SOL : 0n)
    await scene.server.stop()
  })

  test('rules 10.15: atomicRequired refuses the sequential path before anything is sent', async () => {
    const scene = await only('sequential')
    const plan = planFor(scene.launcher.wallet, { atomicRequired: true })
    expect(await codeOf(scene.launchpad.prepareLaunch(plan, scene.launcher))).toBe('atomic_not_possible')
    expect(await codeOf(scene.launchpad.estimateLaunch(plan, null))).toBe('atomic_not_possible')
    expect(sendsOf(scene.server)).toBe(0)
    await scene.server.stop()
  })

  test('texts that make a mint of 355 bytes are launched all the same', async () => {
    const scene = await createPumpScene()
    const plan = { ...planFor(scene.launcher.wallet), name: 'A Coin To Measure', ticker: 'MEASUR', metadataUri: 'https://a.io/1' }
    const cost = await scene.launchpad.estimateLaunch(plan, scene.launcher.wallet)
    const balance = await scene.launchpad.balanceOf(scene.launcher.wallet)
    expect((await launch(scene, plan)).progress.stage).toBe('created')
    expect(balance - (await scene.launchpad.balanceOf(scene.launcher.wallet))).toBe(cost.totalAtomic)
    await scene.server.stop()
  })

  test('rules 10.7: recipients are told apart: used, unused, a program, no address', async () => {
    const { server, launchpad, launcher } = await createPumpScene()
    const unused = freshWallet()
    const program = '6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P'
    const reports = await launchpad.inspectRecipients([launcher.wallet, unused, program, 'nonsense'] as never[])
    expect(reports.map(({ status }) => status)).toEqual(['ok', 'unused', 'executable', 'invalid'])
    await server.stop()
  })
})
