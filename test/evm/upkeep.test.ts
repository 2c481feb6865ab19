import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { ZORA_FACTS } from '../../src/adapters/launchpads/zora/facts.ts'
import { crankAllCoins } from '../../src/features/crank/crank-all-coins.ts'
import { readRemits } from '../../src/features/remits/read-remits.ts'
import { watchGraduations } from '../../src/features/coins/watch-graduations.ts'
import type { ScheduledJob, JobRun } from '../../src/ports/scheduled-job.ts'
import { atomicUnits, type Mint, unixMs } from '../../src/domain/brands.ts'
import { formatAmount } from '../../src/domain/money/currency.ts'
import { parseCsv } from '../../src/lib/csv.ts'
import { describeAnvil } from './support/anvil.ts'
import { createEvmService, type EvmService, launcherOf } from './support/evm-service.ts'
import { ETH, newEvmKey, zoraOptions } from './support/evm-scene.ts'
import { startLyingNode } from './support/lying-node.ts'
import { createZoraLaunchpad } from '../../src/adapters/launchpads/zora/launchpad.ts'
import { Secret } from '../../src/lib/secret.ts'

setDefaultTimeout(180_000)

const TURN: JobRun = { dueAtMs: unixMs(0), position: null, keepPosition: async () => {}, mayContinue: async () => true }

describeAnvil('upkeep of coins on Base', () => {
  let service: EvmService
  const payer = newEvmKey()
  beforeAll(async () => {
    // Gas costs a hundred times here what it does on Base, and a second bid is in what is reserved.
    const budget = { EVM_CRANK_MAX_GWEI: '2000000', EVM_CRANK_DAILY_GWEI: '10000000' }
    service = await createEvmService({ app: { env: { EVM_CRANK_PAYER_KEY: payer.key, ...budget } } })
    await service.anvil.setBalance(payer.wallet, ETH)
  })
  afterAll(() => service.stop())

  const run = (job: ScheduledJob) => job(service.app.deps, TURN)

  async function launched(): Promise<Mint> {
    const launcher = await service.person()
    const { status, body } = await service.post('/api/agent/launch', service.body(launcher), launcher)
    expect(status).toBe(201)
    return body.mint
  }

  const remitsOf = async (mint: string) => (await service.get(`/api/remits?mint=${mint}&limit=200`)).body.remits as any[]

  test('rules 10.23: the clock pays every coin that is worth more than its gas, one after the other, from the operator’s wallet', async () => {
    const mints = [await launched(), await launched(), await launched(), await launched()]
    for (const mint of mints.slice(0, 3)) await service.trade(mint, 10n * ETH)
    // Worth less than the gas of its distribution.
    await service.trade(mints[3]!, 1_000_000n)
    expect(await run(crankAllCoins)).toBe('4 coins read, 3 paid out, 0 failed')
    for (const mint of mints.slice(0, 3)) expect(await remitsOf(mint)).toHaveLength(5)
    expect(await remitsOf(mints[3]!)).toHaveLength(0)
    expect(await run(crankAllCoins)).toBe('4 coins read, 0 paid out, 0 failed')
    expect(await run(watchGraduations)).toBe('0 coins read, 0 graduated')
  })

  test('rules 10.29: a budget in ETH that is used up ends the cranks of Base and none else', async () => {
    const mint = await launched()
    await service.trade(mint, 10n * ETH)
    const { policy } = service.app.deps
    const base = policy.chains[ZORA_FACTS.chainId]!
    const chains = { ...policy.chains, [ZORA_FACTS.chainId]: { ...base, cranks: { ...base.cranks, dailyAtomic: 1n } } }
    const poor = { ...service.app.deps, policy: { ...policy, chains } }
    expect(await crankAllCoins(poor, TURN)).toMatch(/0 paid out, 0 failed, 1 too small for what is left of the budget/)
    expect(await run(crankAllCoins)).toMatch(/1 paid out, 0 failed$/)
  })

  test('decision "Remits of others’ cranks": a distribution that a stranger sent is found in the logs, to the wei, and once', async () => {
    const mint = await launched()
    await service.trade(mint, 10n * ETH)
    const coin = (await service.app.deps.storage.coins.find(mint))!
    const stranger = await service.person()
    const offer = await service.launchpad.feeShare!.prepareDistribution(mint, launcherOf(service.launchpad, stranger), coin)
    await service.launchpad.advance(offer.prepared!.transactions)
    await service.anvil.mine(3)
    await run(readRemits)
    const remits = await remitsOf(mint)
    expect(remits).toHaveLength(5)
    expect(remits.reduce((sum, { amount }) => sum + BigInt(amount.amount), 0n)).toBe(
      coin.shareholders.reduce((sum, { bps }) => sum + ((ETH / 20n - 1n) * BigInt(bps)) / 10_000n, 0n),
    )
    expect(remits.map(({ role, currency }) => [role, currency])).toContainEqual(['treasury', 'ETH'])
    await service.app.clock.advance(2 * 3_600_000)
    await run(readRemits)
    expect(await remitsOf(mint)).toHaveLength(5)
  })

  test('decision "Remits of others’ cranks": a coin that was created elsewhere is read from its lock on, not from the first block', async () => {
    const mint = await launched()
    const coin = (await service.app.deps.storage.coins.find(mint))!
    const asked: number[] = []
    const node = startLyingNode(service.anvil.url, ({ method, params }) => {
      if (method === 'eth_getLogs') asked.push(Number((params[0] as { fromBlock: string }).fromBlock))
      return null
    })
    const pad = createZoraLaunchpad({ ...zoraOptions(service.anvil), rpcUrls: [new Secret(node.url)] })
    await service.anvil.mine(10)
    const all = { before: null, after: null, limit: 100 }
    await pad.feeShare!.listDistributions(mint, all, { ...coin, createHeight: 0 })
    await pad.feeShare!.listDistributions(mint, all, { ...coin, createHeight: 0, lockHeight: null })
    expect(asked).toEqual([coin.lockHeight!, 0])
    await node.stop()
  })

  test('decision "Sums of payments": the sum of every recipient is what the chain sent it, to the wei, in its totals and in its CSV', async () => {
    const launchers = [await service.person(), await service.person()]
    const mints: Mint[] = []
    for (const launcher of launchers) {
      const { status, body } = await service.post('/api/agent/launch', service.body(launcher), launcher)
      expect(status).toBe(201)
      mints.push(body.mint)
    }
    // Crew and treasury are new to the chain: what they hold is what they earned of all coins here. Launchers held what launching left.
    const held = new Map<string, bigint>()
    for (const { wallet } of launchers) held.set(wallet, await service.weiOf(wallet))
    for (const [index, mint] of mints.entries()) await service.trade(mint, BigInt(10 + index) * ETH + 123_456_789n)
    // Of this day’s budget too much is used already.
    await service.app.clock.advance(24 * 3_600_000)
    expect(await run(crankAllCoins)).toMatch(/ 2 paid out, 0 failed$/)
    const recipients = [...service.crew.map(({ evmWallet }) => evmWallet), service.treasury, ...launchers.map(({ wallet }) => wallet)]
    for (const wallet of recipients) {
      const gained = (await service.weiOf(wallet)) - (held.get(wallet) ?? 0n)
      expect(gained).toBeGreaterThan(0n)
      const { paid, remits } = (await service.get(`/api/wallets/${wallet.toLowerCase()}`)).body
      expect([wallet, paid[1]]).toEqual([wallet, { amount: String(gained), decimals: 18, currency: 'ETH' }])
      const [head, ...rows] = parseCsv((await service.get(`/api/wallets/${wallet}/remits.csv`)).body).map(({ fields }) => fields)
      expect(rows).toHaveLength(remits)
      const units = rows.map((row) => BigInt(row[head!.indexOf('units')]!))
      expect(units.reduce((sum, one) => sum + one, 0n)).toBe(gained)
      expect(rows.map((row) => row[head!.indexOf('amount')]!)).toEqual(units.map((one) => formatAmount(atomicUnits(one), 'ETH')))
      console.log(`${wallet}: ${gained} wei in ${remits} payments, as the chain has it`)
    }
  })
})
