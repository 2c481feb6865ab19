import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { Mint, Wallet } from '../../src/domain/brands.ts'
import { burnEarnings } from '../../src/features/buyback/burn-earnings.ts'
import { crankAllCoins } from '../../src/features/crank/crank-all-coins.ts'
import { keepLedger } from '../../src/features/ledger/keep-ledger.ts'
import type { ScheduledJob } from '../../src/ports/scheduled-job.ts'
import { newPerson } from '../support/test-app.ts'
import { describeChain } from './support/describe-chain.ts'
import { lamportsOf, SOL } from './support/pump-scene.ts'
import { createTraders } from './support/pump-trades.ts'
import { createServiceScene, type ServiceScene } from './support/service-scene.ts'

const MINT_SUPPLY_OFFSET = 36

describeChain('rules 10.36: earnings that buy and burn their coin on the real programs', () => {
  let scene: ServiceScene
  let due = 1_795_000_000_000

  beforeEach(async () => {
    const payer = newPerson()
    const env = { EARNINGS_KEY: newPerson().secret, CRANK_PAYER_KEY: payer.secret, BUYBACK_PRICE_RISE_BPS: '0' }
    scene = await createServiceScene({ env })
    scene.server.chain.airdrop(payer.wallet, SOL)
  })
  afterEach(() => scene.close())

  const run = (job: ScheduledJob) =>
    job(scene.deps, { dueAtMs: (due += 3_600_000) as never, position: null, keepPosition: async () => {}, mayContinue: async () => true })
  const supply = (mint: Mint) => {
    const account = scene.server.chain.svm.getAccount(mint as never)
    return account.exists ? Buffer.from(account.data).readBigUInt64LE(MINT_SUPPLY_OFFSET) : 0n
  }

  test.each(['curve', 'pool'])('trades pay fees, the crank pays the coin’s wallet, and that buys and burns in the %s', async (venue) => {
    const launcher = scene.fundedPerson()
    const { status, body } = await scene.post(
      '/api/agent/launch',
      scene.launchBody(3, launcher, { mode: 'raid', earnings: { buyAndBurnBps: 10_000 } }),
      { launcher },
    )
    expect(status).toBe(201)
    const mint: Mint = body.mint
    const wallet = body.shareholders.find(({ handle }: { handle: string }) => handle === 'buy and burn').wallet as Wallet
    expect(lamportsOf(scene.server, wallet)).toBe(0n)

    const traders = createTraders(scene)
    if (venue === 'curve') await traders.buy(mint, 'v2', 20n * SOL)
    else await traders.graduate(mint)
    await run(crankAllCoins)
    const earned = lamportsOf(scene.server, wallet)
    expect(earned).toBeGreaterThan(SOL / 100n)
    const before = supply(mint)
    expect(await run(burnEarnings)).toBe('1 coins had their turn, 1 bought')
    const [bought] = (await scene.call('GET', '/api/buybacks')).body.buybacks
    expect(bought).toMatchObject({ by: 'earnings', status: 'executed', mint, wallet, quote: { venue } })
    expect([bought.burnedTokens, bought.lamports]).toEqual([
      String(before - supply(mint)),
      String(earned - lamportsOf(scene.server, wallet)),
    ])

    for (let round = 0; round < 2; round += 1) await run(keepLedger)
    const { inAtomic, outAtomic } = (await scene.deps.storage.ledger.findWallet(scene.deps.launchpads.facts('pump').chainId, wallet))!
    expect(inAtomic - outAtomic).toBe(lamportsOf(scene.server, wallet))
  })
})
