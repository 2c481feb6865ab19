import { afterAll, beforeAll, expect, test } from 'bun:test'
import { feeSharingConfigPda, PUMP_SDK } from '@pump-fun/pump-sdk'
import { getAssociatedTokenAddressSync, TOKEN_2022_PROGRAM_ID } from '@solana/spl-token'
import { Connection, Keypair, PublicKey } from '@solana/web3.js'
import { createPumpLaunchpad } from '../../src/adapters/launchpads/pump/launchpad.ts'
import type { Mint } from '../../src/domain/brands.ts'
import { REHEARSED_TRADES, type NoRehearsal, type Rehearsal } from '../../src/domain/plan/rehearsal.ts'
import { Secret } from '../../src/lib/secret.ts'
import type { CoinPlan } from '../../src/ports/launchpad/coin.ts'
import { exactLaunchpad } from '../support/exact-refusals.ts'
import { describeChain } from './support/describe-chain.ts'
import { startFaultProxy } from './support/fault-proxy.ts'
import {
  codeOf,
  createPumpScene,
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

const done = (outcome: Rehearsal | NoRehearsal): Rehearsal => {
  if ('reason' in outcome) throw new Error(outcome.reason)
  return outcome
}

const CHAINS: [string, { v1Active: boolean; withTable: boolean }][] = [
  ['v1 transactions', { v1Active: true, withTable: false }],
  ['the operator’s table', { v1Active: false, withTable: true }],
]

for (const [title, chain] of CHAINS) {
  describeChain(`decision "A rehearsal": with ${title}`, () => {
    let scene: PumpScene
    beforeAll(async () => {
      scene = await createPumpScene(chain)
    })
    afterAll(() => scene.server.stop())

    /** What REHEARSED_TRADES come to on the real programs. */
    async function tradeAMinute(mint: Mint) {
      const traders = createTraders(scene)
      const sniper = await traders.buyExactly(mint, REHEARSED_TRADES.sniperAtomic)
      const tokens = await tokensOf(mint, sniper.publicKey)
      for (let count = 0; count < REHEARSED_TRADES.buys; count += 1) await traders.buyExactly(mint, REHEARSED_TRADES.buyAtomic)
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
      const rehearsal = done(await launchpad.rehearsals!.run(plan, launcher.wallet))
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
  })
}
