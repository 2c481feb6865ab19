import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Mint, atomicUnits } from '../../src/domain/brands.ts'
import { crankFees } from '../../src/features/crank/crank-fees.ts'
import { crankAllCoins } from '../../src/features/crank/crank-all-coins.ts'
import { describeChain } from './support/describe-chain.ts'
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
import { createUpkeepScene } from '../support/upkeep-scene.ts'

describeChain(
  'decision "Every wallet that spends by itself has a budget": a distribution that needs a lookup table of its own: no v1, no table of the operator, graduated, ten shareholders',
  () => {
    let scene: PumpScene
    let mint: Mint
    beforeAll(async () => {
      scene = await createPumpScene({ v1Active: false })
      const traders = createTraders(scene)
      mint = (await launch(scene, planFor(scene.launcher.wallet, { crew: 9 }))).mint
      await traders.buy(mint, 'v3', 5n * SOL)
      await traders.graduate(mint)
      await traders.buyInPool(mint)
    })
    afterAll(() => scene.server.stop())

    test('what it costs is said whole, the table’s rent included, to the lamport', async () => {
      const { server, launchpad } = scene
      const payer = fundedLauncher(server, launchpad)
      const offer = await launchpad.feeShare!.prepareDistribution(mint, payer)
      if (!offer.prepared) throw new Error('it pays')
      expect(offer.prepared.transactions.length).toBeGreaterThan(1)
      const before = lamportsOf(server, payer.wallet)
      const states = await settle(launchpad, offer.prepared.transactions)
      expect(states.every(({ status }) => status === 'landed')).toBe(true)
      expect(offer.feeAtomic as bigint).toBe(before - lamportsOf(server, payer.wallet))
    })

    test('a payer who has enough for the table alone is refused before that is paid for', async () => {
      const { server, launchpad } = scene
      await createTraders(scene).buyInPool(mint)
      const rich = await launchpad.feeShare!.prepareDistribution(mint, fundedLauncher(server, launchpad))
      if (!rich.prepared) throw new Error('it pays')
      const sends = sendsOf(server)
      const poor = fundedLauncher(server, launchpad, (rich.feeAtomic as bigint) - 1n)
      expect(await codeOf(launchpad.feeShare!.prepareDistribution(mint, poor))).toBe('balance_too_low')
      expect(sendsOf(server)).toBe(sends)
    })

    test('the operator does not pay for it: refused by its name, nothing sent, nothing spent; the clock goes on', async () => {
      const { server, launchpad } = scene
      const upkeep = await createUpkeepScene()
      const coin = await upkeep.launch()
      const payer = fundedLauncher(server, launchpad)
      const deps = { ...upkeep.app.deps, crankPayers: { 'simulated:1': payer } }
      const { prepareDistribution, readAccrued } = upkeep.app.pad.feeShare!
      // The coin of the service stands for the one on the real programs.
      Object.assign(upkeep.app.pad.feeShare!, {
        prepareDistribution: () => launchpad.feeShare!.prepareDistribution(mint, payer),
        readAccrued: async () => (await launchpad.feeShare!.readAccrued([mint])).map((read) => read && { ...read, mint: coin }),
      })
      const [sends, held] = [sendsOf(server), lamportsOf(server, payer.wallet)]
      const caller = {
        keyId: 'operator',
        operator: true,
        ops: true,
        requireApproval: false,
        launchesPerHour: null,
        referral: null,
      } as never
      expect(await codeOf(crankFees(deps, { caller, mint: coin, payment: null, launcherSecret: null }))).toBe('crank_cost_exceeded')
      const turn = { dueAtMs: deps.clock.nowMs(), position: null, keepPosition: async () => {}, mayContinue: async () => true }
      expect(await crankAllCoins(deps, turn)).toBe('1 coins read, 0 paid out, 1 failed')
      expect([sendsOf(server), lamportsOf(server, payer.wallet)]).toEqual([sends, held])
      expect((await deps.storage.spending.spent('crank', 0 as never)).allAtomic).toBe(atomicUnits(0n))
      Object.assign(upkeep.app.pad.feeShare!, { prepareDistribution, readAccrued })
      await upkeep.app.close()
    })
  },
)
