import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { watchGraduations } from '../../src/features/coins/watch-graduations.ts'
import { crankAllCoins } from '../../src/features/crank/crank-all-coins.ts'
import { readRemits } from '../../src/features/remits/read-remits.ts'
import { parseCsv } from '../../src/lib/csv.ts'
import { runScheduledJob } from '../../src/scheduler/run-scheduled-job.ts'
import type { ScheduledJob } from '../../src/ports/scheduled-job.ts'
import { newPerson, type Person } from '../support/test-app.ts'
import { describeChain } from './support/describe-chain.ts'
import { distributeTogether } from './support/foreign-crank.ts'
import { lamportsOf, SOL } from './support/pump-scene.ts'
import { createTraders, type Traders } from './support/pump-trades.ts'
import { createServiceScene, type ServiceScene } from './support/service-scene.ts'

// A busy machine is no reason to fail: nothing here is about how long things take.
setDefaultTimeout(180_000)

describeChain('decision "Sums of payments": what a wallet earned, through HTTP, on the real programs', () => {
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

  /** What a transaction changed in the balance of a wallet, without the fee where the wallet paid it. */
  function gainedIn(signature: string, wallet: string): bigint {
    const { keys, preBalances, postBalances, feeLamports } = scene.server.chain.ledger.get(signature)!
    const at = keys.all.indexOf(wallet)
    return postBalances[at]! - preBalances[at]! + (at === 0 ? feeLamports : 0n)
  }

  /** Rows of the wallet's CSV as objects, each value as its text. */
  async function csvOf(wallet: string): Promise<Record<string, string>[]> {
    const { status, text, headers } = await scene.call('GET', `/api/wallets/${wallet}/remits.csv`)
    expect([status, headers.get('link')]).toEqual([200, null])
    const [head, ...rows] = parseCsv(text).map(({ fields }) => fields)
    return rows.map((row) => Object.fromEntries(head!.map((name, index) => [name, row[index]!])))
  }

  test('the sum of every recipient is what the chain sent it: curve, pool, strangers’ cranks, several roles in one wallet', async () => {
    const [promoter, other] = [newPerson(), newPerson()]
    const agents: Person[] = []
    const mints: string[] = []
    // The second coin is of a key that the promoter referred: one wallet is paid in both roles.
    const [plain, referred] = [undefined, await scene.referredKey(promoter)]
    for (const [share, key] of [
      [70, plain],
      [40, referred],
      [100, plain],
    ] as const) {
      const launcher = scene.fundedPerson()
      const crew = [
        { handle: '@promoter', wallet: promoter.wallet, share },
        ...(share < 100 ? [{ handle: '@other', wallet: other.wallet, share: 100 - share }] : []),
      ]
      const body = scene.launchBody(2, launcher, { crew })
      const { status, body: launched } = await scene.post('/api/agent/launch', body, { launcher, ...(key ? { key } : {}) })
      expect(status).toBe(201)
      mints.push(launched.mint)
      agents.push(launcher)
    }
    // They hold their rent, so that the programs pay them from the first lamport on.
    const wallets = [promoter, other, ...agents].map(({ wallet }) => wallet as string).concat(scene.treasury)
    for (const wallet of wallets) scene.server.chain.airdrop(wallet, SOL)
    const before = new Map(wallets.map((wallet) => [wallet, lamportsOf(scene.server, wallet)]))
    const feesPaid = new Map<string, bigint>()
    const gained = (wallet: string) => lamportsOf(scene.server, wallet) - before.get(wallet)! + (feesPaid.get(wallet) ?? 0n)

    /** Totals, roles, lists and CSV of each wallet say what the balances say, and each payment what its transaction says. */
    const expectTheChains = async () => {
      for (const wallet of wallets) {
        const { paid, remits, roles } = await earned(wallet)
        const listed = (await scene.call('GET', `/api/remits?wallet=${wallet}&limit=200`)).body.remits as { lamports: string }[]
        expect([wallet, paid[0].amount, listed.length]).toEqual([wallet, String(gained(wallet)), remits])
        expect(listed.reduce((sum, { lamports }) => sum + BigInt(lamports), 0n)).toBe(gained(wallet))
        expect(roles.reduce((sum: bigint, { amount }: { amount: { amount: string } }) => sum + BigInt(amount.amount), 0n)).toBe(
          gained(wallet),
        )
        const rows = await csvOf(wallet)
        expect(rows).toHaveLength(remits)
        const bySignature = new Map<string, bigint>()
        for (const { currency, amount, units, signature } of rows) {
          const [whole, fraction = ''] = amount!.split('.')
          expect([currency, BigInt(whole! + fraction.padEnd(9, '0'))]).toEqual(['SOL', BigInt(units!)])
          bySignature.set(signature!, (bySignature.get(signature!) ?? 0n) + BigInt(units!))
        }
        for (const [signature, units] of bySignature)
          expect([wallet, signature, units]).toEqual([wallet, signature, gainedIn(signature, wallet)])
        expect([...bySignature.values()].reduce((sum, units) => sum + units, 0n)).toBe(gained(wallet))
      }
    }

    for (const mint of mints) await traders.buy(mint, 'legacy', 5n * SOL)
    const waiting = BigInt((await earned(promoter.wallet)).unpaid.amounts[0].amount)
    await run('crank', crankAllCoins)
    // What was shown as waiting was never too much.
    expect(waiting).toBeGreaterThan(0n)
    expect(waiting).toBeLessThanOrEqual(gained(promoter.wallet))
    for (const wallet of wallets) expect(gained(wallet)).toBeGreaterThan(0n)
    await expectTheChains()

    // A stranger distributes two coins in one transaction: known once the chain is read.
    for (const mint of mints.slice(0, 2)) await traders.buy(mint, 'legacy', 3n * SOL)
    await distributeTogether(scene, mints.slice(0, 2))
    await run('remits', readRemits)
    await expectTheChains()

    // An agent cranks its coin and pays the fee: what it is paid is not less for that.
    await traders.buy(mints[0]!, 'v3', 4n * SOL)
    const [agent] = agents
    const { status, body: cranked } = await scene.post('/api/agent/crank', { mint: mints[0] }, { launcher: agent! })
    expect([status, cranked.missing]).toEqual([200, null])
    feesPaid.set(agent!.wallet, scene.server.chain.ledger.get(cranked.signature)!.feeLamports)
    await expectTheChains()

    await traders.graduate(mints[1]!)
    await run('graduations', watchGraduations)
    expect((await scene.call('GET', `/api/coins/${mints[1]}`)).body.coin.status).toBe('graduated')
    await traders.buyInPool(mints[1]!)
    const onCurve = gained(promoter.wallet)
    await run('crank', crankAllCoins)
    expect(gained(promoter.wallet)).toBeGreaterThan(onCurve)
    await expectTheChains()

    const { coins } = (await scene.call('GET', `/api/wallets/${promoter.wallet}/coins`)).body
    expect(coins.map(({ mint }: { mint: string }) => mint)).toEqual(mints.toReversed())
    expect(coins.map(({ role }: { role: string }) => role)).toEqual(['kol', 'kol+referrer', 'kol'])
    const ofCoins = coins.reduce((sum: bigint, { paid }: { paid: { amount: string } }) => sum + BigInt(paid.amount), 0n)
    expect(ofCoins).toBe(gained(promoter.wallet))
    const { referrals } = await earned(promoter.wallet)
    expect([referrals.coins, referrals.paid[0].amount]).toEqual([1, coins[1].paid.amount])
    const { leaders } = (await scene.call('GET', '/api/leaderboard')).body
    const ranked = [promoter.wallet, other.wallet].toSorted((one, two) => (gained(one) < gained(two) ? 1 : -1))
    expect(leaders.map(({ wallet, amount }: any) => [wallet, amount.amount])).toEqual(
      ranked.map((wallet) => [wallet, String(gained(wallet))]),
    )
    console.log(
      `${wallets.length} wallets in ${mints.length} coins: ${wallets.map((wallet) => gained(wallet)).join(' ')} lamports, as the chain has it`,
    )
  })
})
