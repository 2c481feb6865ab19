import { afterAll, beforeAll, expect, test } from 'bun:test'
import { creatorVaultPda, feeSharingConfigPda } from '@pump-fun/pump-sdk'
import { PublicKey } from '@solana/web3.js'
import type { Mint, Signature } from '../../src/domain/brands.ts'
import type { CoinPlan } from '../../src/ports/launchpad/coin.ts'
import { describeChain } from './support/describe-chain.ts'
import {
  codeOf,
  createPumpScene,
  freshWallet,
  fundedLauncher,
  lamportsOf,
  launch,
  planFor,
  type PumpScene,
  sendsOf,
  settle,
  SOL,
} from './support/pump-scene.ts'
import { createTraders, type Traders } from './support/pump-trades.ts'

const RENT = 650_240n

describeChain('rules 10.23: pump fees: distribution', () => {
  let scene: PumpScene
  let traders: Traders

  beforeAll(async () => {
    scene = await createPumpScene()
    traders = createTraders(scene)
  })
  afterAll(() => scene.server.stop())

  const vaultOf = (mint: string) => creatorVaultPda(feeSharingConfigPda(new PublicKey(mint))).toBase58()
  const floors = (plan: CoinPlan, amount: bigint) => plan.shareholders.map(({ bps }) => (amount * BigInt(bps)) / 10_000n)

  /** Cranks with a payer that owns no share, and returns what was paid besides what each wallet gained. */
  async function crank(mint: Mint, plan: CoinPlan) {
    const { server, launchpad } = scene
    const payer = fundedLauncher(server, launchpad)
    const offer = await launchpad.feeShare!.prepareDistribution(mint, payer)
    if (!offer.prepared) throw new Error(`${offer.missingAtomic} lamports missing`)
    const before = plan.shareholders.map(({ wallet }) => lamportsOf(server, wallet))
    const states = await settle(launchpad, offer.prepared.transactions)
    expect(states.map(({ status }) => status)).toEqual(['landed'])
    const gained = plan.shareholders.map(({ wallet }, index) => lamportsOf(server, wallet) - before[index]!)
    const distribution = await launchpad.feeShare!.readDistribution(mint, offer.prepared.transactions[0]!.signature)
    expect(distribution).toMatchObject({ height: states[0]!.height! })
    const paidTo = new Map(distribution!.payments.map(({ wallet, amountAtomic: lamports }) => [wallet, lamports as bigint]))
    expect(plan.shareholders.map(({ wallet }) => paidTo.get(wallet) ?? 0n)).toEqual(gained)
    expect(distribution!.payments.reduce((sum, { amountAtomic: lamports }) => sum + lamports, 0n)).toBe(
      gained.reduce((sum, value) => sum + value, 0n),
    )
    return gained
  }

  test('trades of both kinds, then each wallet gets floor(bps x fees); the second time as well', async () => {
    const plan = planFor(scene.launcher.wallet, { crew: 5 })
    const { mint } = await launch(scene, plan)
    for (let round = 0; round < 2; round += 1) {
      await traders.buy(mint, 'legacy', 5n * SOL)
      await traders.buy(mint, 'v3', 4n * SOL)
      const coin = await scene.launchpad.readCoin(mint)
      const [accrued] = await scene.launchpad.feeShare!.readAccrued([mint])
      expect(accrued).toEqual({ mint, stage: 'curve', accruedAtomic: coin!.accruedAtomic })
      expect(await crank(mint, plan)).toEqual(floors(plan, coin!.accruedAtomic))
      const left = (await scene.launchpad.readCoin(mint))!.accruedAtomic
      expect(left).toBeLessThan(plan.shareholders.length)
      expect(lamportsOf(scene.server, vaultOf(mint))).toBe(RENT + left)
    }
  })

  test('what the payer gains as a shareholder is told apart from what it pays', async () => {
    const { launchpad, launcher } = scene
    const plan = planFor(launcher.wallet, { crew: 3 })
    const { mint } = await launch(scene, plan)
    await traders.buy(mint, 'legacy', 5n * SOL)
    const { accruedAtomic: accrued } = (await launchpad.readCoin(mint))!
    const offer = await launchpad.feeShare!.prepareDistribution(mint, launcher)
    await settle(launchpad, offer.prepared!.transactions)
    const { payments } = (await launchpad.feeShare!.readDistribution(mint, offer.prepared!.transactions[0]!.signature))!
    const agent = plan.shareholders.find(({ wallet }) => wallet === launcher.wallet)!
    expect(payments.find(({ wallet }) => wallet === launcher.wallet)?.amountAtomic as bigint).toBe((accrued * BigInt(agent.bps)) / 10_000n)
  })

  test('below the minimum nothing is sent; with just what was missing it pays', async () => {
    const { server, launchpad, launcher } = scene
    const plan = planFor(launcher.wallet, { crew: 3 })
    const { mint } = await launch(scene, plan)
    const empty = await launchpad.feeShare!.prepareDistribution(mint, launcher)
    expect(empty.prepared).toBeNull()

    // The rent that opens the vault is the payer's; here it is open already.
    server.chain.airdrop(vaultOf(mint), RENT)
    await traders.buy(mint, 'v3', SOL / 10n)
    server.requests.length = 0
    const offer = await launchpad.feeShare!.prepareDistribution(mint, launcher)
    expect(offer.prepared).toBeNull()
    expect(sendsOf(server)).toBe(0)
    server.chain.airdrop(vaultOf(mint), offer.missingAtomic! - 1n)
    expect((await launchpad.feeShare!.prepareDistribution(mint, launcher)).missingAtomic).toBe(1n as never)
    server.chain.airdrop(vaultOf(mint), 1n)
    const gained = await crank(mint, plan)
    expect(gained.filter((gain, index) => gain < RENT && plan.shareholders[index]!.wallet !== launcher.wallet)).toEqual([])
  })

  test('a graduated coin pays what waits on the curve, in the pool and in both vaults', async () => {
    const { launchpad, launcher } = scene
    const plan = planFor(launcher.wallet, { crew: 4 })
    const { mint } = await launch(scene, plan)
    await traders.graduate(mint, { migrate: false })
    expect(await launchpad.readCoin(mint)).toMatchObject({ stage: 'graduating', feeShare: { locked: true } })
    expect((await launchpad.feeShare!.readAccrued([mint]))[0]).toMatchObject({ stage: 'graduating' })

    const graduated = await launch(scene, planFor(launcher.wallet, { crew: 4 }))
    await traders.graduate(graduated.mint)
    for (let round = 0; round < 2; round += 1) {
      await traders.buyInPool(graduated.mint)
      const coin = (await launchpad.readCoin(graduated.mint))!
      expect(coin).toMatchObject({ stage: 'graduated', feeShare: { locked: true } })
      expect(await launchpad.feeShare!.readAccrued([graduated.mint])).toEqual([
        { mint: graduated.mint, stage: 'graduated', accruedAtomic: coin.accruedAtomic },
      ])
      const split = { shareholders: coin.feeShare!.shareholders } as CoinPlan
      expect(await crank(graduated.mint, split)).toEqual(floors(split, coin.accruedAtomic))
    }
  })

  test('what a distribution costs its payer is said before, rents included, to the lamport', async () => {
    const { server, launchpad, launcher } = scene
    const { mint } = await launch(scene, planFor(launcher.wallet, { crew: 3 }))
    const costs: bigint[] = []
    const step = async (trade: () => Promise<unknown>) => {
      await trade()
      const payer = fundedLauncher(server, launchpad)
      const offer = await launchpad.feeShare!.prepareDistribution(mint, payer)
      const before = lamportsOf(server, payer.wallet)
      await settle(launchpad, offer.prepared!.transactions)
      costs.push('feeAtomic' in offer ? offer.feeAtomic : 0n)
      expect(costs.at(-1)!).toBe(before - lamportsOf(server, payer.wallet))
    }
    // The first opens the vault, the second finds it, the third opens the pool's account, the fourth finds that.
    await step(() => traders.buy(mint, 'v3', 5n * SOL))
    await step(() => traders.buy(mint, 'v3', 5n * SOL))
    await traders.graduate(mint)
    await step(() => traders.buyInPool(mint))
    await step(() => traders.buyInPool(mint))
    expect(costs[0]).toBe(costs[1]! + RENT)
    expect(costs[2]).toBeGreaterThan(costs[3]! + RENT)
  })

  test('an unlocked coin, a mint that is none, and a payer without money are refused by their names', async () => {
    const { server, launchpad, launcher } = scene
    const open = await launch(scene, planFor(launcher.wallet, { crew: 0 }))
    expect(await codeOf(launchpad.feeShare!.prepareDistribution(open.mint, launcher))).toBe('fee_share_not_locked')
    const nobody = freshWallet() as string as Mint
    expect(await codeOf(launchpad.feeShare!.prepareDistribution(nobody, launcher))).toBe('mint_unknown')
    expect(await launchpad.readCoin(nobody)).toBeNull()
    expect(await launchpad.feeShare!.readAccrued([nobody])).toEqual([null])
    const { mint } = await launch(scene, planFor(launcher.wallet))
    await traders.buy(mint, 'legacy', 5n * SOL)
    expect(await codeOf(launchpad.feeShare!.prepareDistribution(mint, fundedLauncher(server, launchpad, 0n)))).toBe('balance_too_low')
  })

  test('a transaction that paid nobody is no distribution', async () => {
    const { mint, transactions } = await launch(scene, planFor(scene.launcher.wallet))
    expect(await scene.launchpad.feeShare!.readDistribution(mint, transactions[0]!.signature)).toBeNull()
    // What no node gives may have paid.
    expect(await codeOf(scene.launchpad.feeShare!.readDistribution(mint, '1'.repeat(64) as Signature))).toBe('upstream_unavailable')
  })

  test('holders come largest first, without the curve', async () => {
    const { mint } = await launch(scene, planFor(scene.launcher.wallet))
    const small = await traders.buy(mint, 'legacy', SOL)
    const large = await traders.buy(mint, 'v3', 3n * SOL)
    const holders = await scene.launchpad.holders!.listLargest(mint)
    expect(holders.map(({ wallet }) => wallet as string)).toEqual([large.publicKey.toBase58(), small.publicKey.toBase58()])
  })
})

describeChain('rules 3.2: pump fees: locking a coin that exists', () => {
  let scene: PumpScene
  let traders: Traders

  beforeAll(async () => {
    scene = await createPumpScene({ v1Active: false, withTable: true })
    traders = createTraders(scene)
  })
  afterAll(() => scene.server.stop())

  const openCoin = async () => (await launch(scene, planFor(scene.launcher.wallet, { crew: 0 }))).mint

  async function lock(mint: Mint) {
    const { launchpad, launcher } = scene
    const { shareholders } = planFor(launcher.wallet, { crew: 8 })
    const { transactions } = await launchpad.feeShare!.prepareLock(mint, shareholders, launcher)
    const states = await settle(launchpad, transactions)
    expect(states.every(({ status }) => status === 'landed')).toBe(true)
    expect((await launchpad.readCoin(mint))!.feeShare).toEqual({ locked: true, shareholders: [...shareholders] })
    return states.at(-1)!.height!
  }

  test('on the curve, after trades whose fees wait: they are swept to the creator, and counted', async () => {
    const { mint, states } = await launch(scene, planFor(scene.launcher.wallet, { crew: 0 }))
    await traders.buy(mint, 'v3', 2n * SOL)
    await traders.buy(mint, 'v3', 2n * SOL)
    const lockSlot = await lock(mint)
    const fees = await scene.launchpad.preLockFees!.read(mint, states[0]!.height!, lockSlot)
    // 30 of 10,125 parts of each trade, to the lamport of the program's rounding.
    expect(fees).toBeGreaterThanOrEqual((4n * SOL * 30n) / 10_125n - 4n)
    expect(fees).toBeLessThanOrEqual((4n * SOL * 30n) / 10_125n + 4n)
  })

  test('graduated, after trades in the pool', async () => {
    const mint = await openCoin()
    await traders.graduate(mint)
    await traders.buyInPool(mint)
    await lock(mint)
    for (let trade = 0; trade < 9; trade += 1) await traders.buyInPool(mint)
    const offer = await scene.launchpad.feeShare!.prepareDistribution(mint, scene.launcher)
    const states = await settle(scene.launchpad, offer.prepared!.transactions)
    expect(states.every(({ status }) => status === 'landed')).toBe(true)
    expect((await scene.launchpad.readCoin(mint))!.accruedAtomic).toBeLessThan(10n)
  })

  test('who is not the creator, what is locked already and what is no coin are refused, and nothing is sent', async () => {
    const { server, launchpad, launcher } = scene
    const mint = await openCoin()
    const { shareholders } = planFor(launcher.wallet)
    server.requests.length = 0
    expect(await codeOf(launchpad.feeShare!.prepareLock(mint, shareholders, fundedLauncher(server, launchpad)))).toBe(
      'launcher_not_creator',
    )
    expect(await codeOf(launchpad.feeShare!.prepareLock(freshWallet() as string as Mint, shareholders, launcher))).toBe('mint_unknown')
    expect(sendsOf(server)).toBe(0)
    await lock(mint)
    expect(await codeOf(launchpad.feeShare!.prepareLock(mint, shareholders, launcher))).toBe('fee_share_already_locked')
  })
})
