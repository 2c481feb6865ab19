import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { crankAllCoins } from '../../src/features/fee-share/crank-all-coins.ts'
import { readRemits } from '../../src/features/remits/read-remits.ts'
import { runScheduledJob } from '../../src/scheduler/run-scheduled-job.ts'
import type { ScheduledJob } from '../../src/ports/scheduled-job.ts'
import { newPerson } from '../support/test-app.ts'
import { describeChain } from './support/describe-chain.ts'
import { distributeTogether } from './support/foreign-crank.ts'
import { lamportsOf, SOL } from './support/pump-scene.ts'
import { createTraders, type Traders } from './support/pump-trades.ts'
import { createServiceScene, type ServiceScene } from './support/service-scene.ts'

// A busy machine is no reason to fail: nothing here is about how long things take.
setDefaultTimeout(180_000)

describeChain('what a wallet earned, through HTTP, on the real programs', () => {
  const payer = newPerson()
  let scene: ServiceScene
  let traders: Traders

  beforeAll(async () => {
    scene = await createServiceScene({ rpcTimeoutMs: 30_000, env: { CRANK_PAYER_KEY: payer.secret } })
    traders = createTraders(scene)
    scene.server.chain.airdrop(payer.wallet, SOL)
  })
  afterAll(() => scene.close())

  async function run(name: string, job: ScheduledJob): Promise<void> {
    const { clock } = scene.deps
    await clock.sleep(3_600_000)
    const nextRunAtMs = () => clock.nowMs() + 60_000
    await runScheduledJob(scene.deps, { name, job, dueAtMs: clock.nowMs(), mayContinue: async () => true, nextRunAtMs })
  }

  const earned = async (wallet: string) => (await scene.call('GET', `/api/wallets/${wallet}`)).body

  test('the sum of each wallet is what the chain sent it, from several coins, whoever distributed; what waits comes', async () => {
    const [promoter, other] = [newPerson().wallet, newPerson().wallet]
    const mints: string[] = []
    const agents: string[] = []
    for (const share of [70, 40]) {
      const launcher = scene.fundedPerson()
      const crew = [
        { handle: '@promoter', wallet: promoter, share },
        { handle: '@other', wallet: other, share: 100 - share },
      ]
      const { status, body } = await scene.post('/api/agent/launch', scene.launchBody(2, launcher, { crew }), { launcher })
      expect(status).toBe(201)
      mints.push(body.mint)
      agents.push(launcher.wallet)
    }
    // They hold their rent, so that the programs pay them from the first lamport on.
    const wallets = [promoter, other, scene.treasury, ...agents]
    for (const wallet of wallets) scene.server.chain.airdrop(wallet, SOL)
    const before = new Map(wallets.map((wallet) => [wallet as string, lamportsOf(scene.server, wallet)]))
    const gained = (wallet: string) => lamportsOf(scene.server, wallet) - before.get(wallet)!
    const expectTheChains = async () => {
      for (const wallet of wallets) {
        const { paid, remits } = await earned(wallet)
        const listed = (await scene.call('GET', `/api/remits?wallet=${wallet}&limit=200`)).body.remits as { lamports: string }[]
        expect([wallet, paid[0].amount, listed.length]).toEqual([wallet, String(gained(wallet)), remits])
        expect(listed.reduce((sum, { lamports }) => sum + BigInt(lamports), 0n)).toBe(gained(wallet))
      }
    }

    for (const mint of mints) await traders.buy(mint, 'legacy', 5n * SOL)
    const waiting = BigInt((await earned(promoter)).unpaid.amounts[0].amount)
    await run('crank', crankAllCoins)
    expect(gained(promoter)).toBeGreaterThan(0n)
    // What was shown as waiting was never too much.
    expect(waiting).toBeGreaterThan(0n)
    expect(waiting).toBeLessThanOrEqual(gained(promoter))
    await expectTheChains()

    // A stranger distributes both coins in one transaction: known once the chain is read.
    for (const mint of mints) await traders.buy(mint, 'legacy', 3n * SOL)
    await distributeTogether(scene, mints)
    await run('remits', readRemits)
    await expectTheChains()

    const { coins } = (await scene.call('GET', `/api/wallets/${promoter}/coins`)).body
    expect(coins.map(({ mint }: { mint: string }) => mint)).toEqual(mints.toReversed())
    expect(coins.reduce((sum: bigint, { paid }: { paid: { amount: string } }) => sum + BigInt(paid.amount), 0n)).toBe(gained(promoter))
    const { leaders } = (await scene.call('GET', '/api/leaderboard')).body
    const ranked = [promoter, other].toSorted((one, two) => (gained(one) < gained(two) ? 1 : -1))
    expect(leaders.map(({ wallet }: { wallet: string }) => wallet)).toEqual(ranked)
  })
})
