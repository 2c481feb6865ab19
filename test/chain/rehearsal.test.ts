import { afterAll, beforeAll, expect, test } from 'bun:test'
import { getAssociatedTokenAddressSync, TOKEN_2022_PROGRAM_ID } from '@solana/spl-token'
import { Connection, PublicKey } from '@solana/web3.js'
import { createPumpLaunchpad } from '../../src/adapters/launchpads/pump/launchpad.ts'
import type { Mint } from '../../src/domain/brands.ts'
import type { NoRehearsal, Rehearsal } from '../../src/domain/plan/rehearsal.ts'
import { REHEARSED_TRADES } from '../../src/adapters/chains/solana/rehearsed-trades.ts'
import { Secret } from '../../src/lib/secret.ts'
import type { CoinPlan } from '../../src/ports/launchpad/coin.ts'
import { doneOf } from '../contract/launchpad-rehearsal.ts'
import { exactLaunchpad } from '../support/exact-refusals.ts'
import { describeChain } from './support/describe-chain.ts'
import { type Fault, startFaultProxy } from './support/fault-proxy.ts'
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
import { createTraders } from './support/pump-trades.ts'

describeChain('decision "A rehearsal": on the real programs', () => {
  let scene: PumpScene
  beforeAll(async () => void (scene = await createPumpScene()))
  afterAll(() => scene.server.stop())

  /** What REHEARSED_TRADES come to on the real programs. */
  async function tradeAMinute(mint: Mint) {
    const traders = createTraders(scene)
    const sniper = await traders.buyExactly(mint, REHEARSED_TRADES.sniperLamports)
    const tokens = await tokensOf(mint, sniper.publicKey)
    for (let count = 0; count < REHEARSED_TRADES.buys; count += 1) await traders.buyExactly(mint, REHEARSED_TRADES.buyLamports)
    const before = lamportsOf(scene.server, sniper.publicKey.toBase58())
    const networkLamports = await traders.sell(mint, sniper, tokens)
    return { tokens, sold: lamportsOf(scene.server, sniper.publicKey.toBase58()) - before + networkLamports }
  }

  async function tokensOf(mint: Mint, owner: PublicKey): Promise<bigint> {
    const account = getAssociatedTokenAddressSync(new PublicKey(mint), owner, true, TOKEN_2022_PROGRAM_ID)
    const info = await new Connection(scene.server.url, 'confirmed').getAccountInfo(account)
    return info!.data.readBigUInt64LE(64)
  }

  /** Cranks with a payer that owns no share. */
  async function paidOut(mint: Mint, plan: CoinPlan): Promise<bigint[]> {
    const payer = fundedLauncher(scene.server, scene.launchpad)
    const { prepared } = await scene.launchpad.feeShare!.prepareDistribution(mint, payer)
    const before = plan.shareholders.map(({ wallet }) => lamportsOf(scene.server, wallet))
    await settle(scene.launchpad, prepared!.transactions)
    return plan.shareholders.map(({ wallet }, index) => lamportsOf(scene.server, wallet) - before[index]!)
  }

  test.each([
    [1, 0n],
    [3, SOL / 2n],
    [3, 123_456_789n],
    [5, 10n * SOL],
  ])('%d crew wallets, first buy of %s lamports: what then happens, to the lamport', async (crew, buyLamports) => {
    const { launchpad, server } = scene
    const launcher = fundedLauncher(server, launchpad)
    const plan = planFor(launcher.wallet, { crew, buyLamports })
    const sent = sendsOf(server)
    const rehearsal = doneOf(await launchpad.rehearsals!.run(plan, launcher.wallet))
    expect(sendsOf(server)).toBe(sent)
    expect(rehearsal).toMatchObject({ payer: launcher.wallet, standsIn: null, transactions: 1 })

    const balance = await launchpad.balanceOf(launcher.wallet)
    const { mint, progress } = await launch({ launchpad, launcher }, plan)
    expect(progress.stage).toBe('created')
    expect(rehearsal.costAtomic).toBe((balance - (await launchpad.balanceOf(launcher.wallet))) as never)
    const bought = buyLamports === 0n ? null : await tokensOf(mint, new PublicKey(launcher.wallet))
    expect(rehearsal.firstBuy?.tokenMicros ?? null).toBe(bought as never)
    const [opened] = await launchpad.markets!.read([mint])
    expect(opened).toMatchObject(rehearsal.priceAfterLaunch)

    const sniper = await tradeAMinute(mint)
    expect(rehearsal.sniper.tokenMicros).toBe(sniper.tokens as never)
    expect(rehearsal.sniper.soldForAtomic).toBe(sniper.sold as never)
    const [after] = await launchpad.markets!.read([mint])
    expect(after).toMatchObject(rehearsal.priceAfterMinute)
    expect(rehearsal.feesAtomic).toBe((await launchpad.readCoin(mint))!.accruedAtomic)
    expect(rehearsal.sharesAtomic as readonly bigint[]).toEqual(await paidOut(mint, plan))
  })

  test.each([
    ['an unnamed launcher', null, 'unnamed'],
    ['a launcher without money', freshWallet(), 'balance-too-low'],
  ] as const)('%s: a wallet of pump’s own stands in, and the price is that of any launcher', async (_who, launcher, standsIn) => {
    const plan = planFor(freshWallet(), { buyLamports: SOL / 10n })
    const rehearsal = doneOf(await scene.launchpad.rehearsals!.run(plan, launcher))
    expect(rehearsal.standsIn).toBe(standsIn)
    const rich = fundedLauncher(scene.server, scene.launchpad)
    const { costAtomic, firstBuy } = doneOf(await scene.launchpad.rehearsals!.run(plan, rich.wallet))
    expect(rehearsal).toMatchObject({ costAtomic, firstBuy })
  })

  test('without a split the launcher’s own vault says nothing of this coin: the fees are counted all the same', async () => {
    const plan = planFor(scene.launcher.wallet, { crew: 0, buyLamports: SOL / 2n })
    const rehearsal = doneOf(await scene.launchpad.rehearsals!.run(plan, scene.launcher.wallet))
    const locked = doneOf(
      await scene.launchpad.rehearsals!.run(planFor(scene.launcher.wallet, { buyLamports: SOL / 2n }), scene.launcher.wallet),
    )
    expect(rehearsal).toMatchObject({ sharesAtomic: [], feesAtomic: locked.feesAtomic })
  })
})

const account = (lamports: number) => ({ lamports, owner: PublicKey.default.toBase58(), executable: false, data: ['', 'base64'] })
/** A simulation that succeeded and left these accounts. */
const simulated = (accounts: readonly unknown[]): Fault => ({
  kind: 'wrong-json',
  result: { context: { slot: 450_000_001 }, value: { err: null, logs: [], unitsConsumed: 1, accounts } },
})

describeChain('decision "A rehearsal": when there is none', () => {
  const reasonOf = async (work: Promise<Rehearsal | NoRehearsal>) => ((await work) as NoRehearsal).reason

  test('a launch of several transactions says so', async () => {
    const { server, launchpad, launcher } = await createPumpScene({ v1Active: false })
    expect(await reasonOf(launchpad.rehearsals!.run(planFor(launcher.wallet), launcher.wallet))).toBe(
      'This launch takes 2 transactions, one after the other, and a Solana node runs one at a time on accounts as they are.',
    )
    expect(sendsOf(server)).toBe(0)
    await server.stop()
  })

  test('a chain without the programs says so', async () => {
    const scene = await createPumpScene()
    const proxy = await startFaultProxy(scene.server.url)
    const launchpad = exactLaunchpad(createPumpLaunchpad({ ...scene.options, rpcUrls: [new Secret(proxy.url)] }))
    proxy.script('getMultipleAccounts', [{ kind: 'wrong-json', result: { context: { slot: 450_000_001 }, value: [null, null] } }])
    expect(await reasonOf(launchpad.rehearsals!.run(planFor(scene.launcher.wallet), null))).toBe(
      'The programs of pump are not on the chain of the operator’s Solana node.',
    )
    await proxy.stop()
    await scene.server.stop()
  })

  test.each([
    ['a refusal', { kind: 'rpc-error', code: -32_000, message: 'no' } as Fault, 'launch_refused'],
    ['no verdict', { kind: 'wrong-json', result: { context: { slot: 450_000_001 }, value: {} } } as Fault, 'upstream_unavailable'],
    ['accounts that are not there', simulated([null, null, null, null]), 'upstream_unavailable'],
    ['a curve of another program', simulated([account(1), null, account(1), null]), 'upstream_unavailable'],
    ['more money than before', simulated([account(10 ** 15), null, account(1), null]), 'upstream_unavailable'],
  ])('a node that answers with %s: refused by name, and nothing is sent', async (_what, fault, code) => {
    const scene = await createPumpScene()
    const proxy = await startFaultProxy(scene.server.url)
    const launchpad = exactLaunchpad(createPumpLaunchpad({ ...scene.options, rpcUrls: [new Secret(proxy.url)] }))
    // The first is the draft's own.
    proxy.script('simulateTransaction', [null, ...Array.from({ length: 8 }, () => fault)])
    expect(await codeOf(launchpad.rehearsals!.run(planFor(scene.launcher.wallet), scene.launcher.wallet))).toBe(code)
    expect(sendsOf(scene.server)).toBe(0)
    await proxy.stop()
    await scene.server.stop()
  })

  test('a node that lies well is believed under its name; what is estimated and signed stays as it is', async () => {
    const scene = await createPumpScene()
    const liar = startLiar(scene.server.url)
    const launchpad = exactLaunchpad(createPumpLaunchpad({ ...scene.options, rpcUrls: [new Secret(liar.url.href)] }))
    const plan = planFor(scene.launcher.wallet)
    const honest = doneOf(await scene.launchpad.rehearsals!.run(plan, scene.launcher.wallet))
    const lied = doneOf(await launchpad.rehearsals!.run(plan, scene.launcher.wallet))
    expect(lied.costAtomic).toBeGreaterThan(honest.costAtomic)
    expect(lied.ranBy).toContain('the operator’s Solana node')
    const { totalAtomic } = await launchpad.estimateLaunch(plan, scene.launcher.wallet)
    expect(totalAtomic).toBe(honest.costAtomic)
    const balance = await launchpad.balanceOf(scene.launcher.wallet)
    await launch({ launchpad, launcher: scene.launcher }, plan)
    expect(balance - (await launchpad.balanceOf(scene.launcher.wallet))).toBe(totalAtomic)
    await liar.stop(true)
    await scene.server.stop()
  })
})

/** A node whose simulations leave the payer one lamport. */
const startLiar = (url: string) =>
  Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const answer = await (
        await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: await request.text() })
      ).json()
      const accounts = answer.result?.value?.accounts
      if (accounts) accounts[0].lamports = 1
      return Response.json(answer)
    },
  })
