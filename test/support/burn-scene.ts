import type { Mint, Wallet } from '../../src/domain/brands.ts'
import { HOUR_MS } from '../../src/domain/limits.ts'
import { burnEarnings } from '../../src/features/buyback/burn-earnings.ts'
import { crankAllCoins } from '../../src/features/crank/crank-all-coins.ts'
import { newPerson } from './test-app.ts'
import type { TestAppOptions } from './test-deps.ts'
import { createUpkeepScene, type UpkeepScene } from './upkeep-scene.ts'

/** An app that launched a coin whose whole share of the agent buys and burns it, at any price where nothing else is said. */
export interface BurnScene extends UpkeepScene {
  readonly mint: Mint
  /** The coin's own wallet. */
  readonly wallet: Wallet
  /** Strangers trade for so much SOL, and the crank pays out what that made. */
  earn(sol?: number): Promise<void>
  /** One pass of the job, an hour after the last. */
  pass(): Promise<string>
  /** What GET /api/buybacks lists. */
  listed(): Promise<Record<string, any>[]>
  lamports(): Promise<bigint>
}

/** The rule of the scene's coin. */
export const BURN_ALL = { buyAndBurnBps: 10_000 }

export async function createBurnScene(options: TestAppOptions = {}): Promise<BurnScene> {
  const scene = await createUpkeepScene({
    ...options,
    env: { EARNINGS_KEY: newPerson().secret, BUYBACK_PRICE_RISE_BPS: '0', ...options.env },
  })
  const { app } = scene
  const simulation = app.deps.simulation!
  await simulation.airdrop(scene.payer.wallet, 10_000_000_000n as never)
  const mint = await scene.launch({ earnings: BURN_ALL })
  const { shareholders } = (await app.deps.storage.coins.find(mint))!
  const { wallet } = shareholders.find(({ handle }) => handle === 'buy and burn')!
  return {
    ...scene,
    mint,
    wallet,
    async earn(sol = 5) {
      await scene.buy(mint, sol)
      await scene.run(crankAllCoins)
    },
    async pass() {
      await app.clock.advance(HOUR_MS)
      return (await scene.run(burnEarnings)).outcome
    },
    listed: async () => (await app.call('GET', '/api/buybacks')).body.buybacks,
    lamports: async () => (await simulation.wallet(wallet)).lamports,
  }
}
