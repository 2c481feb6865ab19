import { lamports, type Mint, unixMs, type UnixMs } from '../../src/domain/brands.ts'
import type { Buyback } from '../../src/domain/buyback.ts'
import { solToLamports } from '../../src/domain/money/sol.ts'
import { runBuyback } from '../../src/features/buyback/run-buyback.ts'
import type { BuybackPolicy } from '../../src/ports/policy.ts'
import type { Deps } from '../../src/ports/deps.ts'
import { newPerson, type Person } from './test-app.ts'
import type { TestAppOptions } from './test-deps.ts'
import { createUpkeepScene, type UpkeepScene } from './upkeep-scene.ts'

/** An app whose treasury buys a coin back: 0.05 SOL a run, with burn, for real, at any price where nothing else is said. */
export interface BuybackScene extends UpkeepScene {
  readonly mint: Mint
  readonly buyer: Person
  /** The dependencies with these changes to the operator's settings. */
  deps(changes?: Partial<BuybackPolicy>): Deps
  /** The first run of this time of the clock (now, when not given), with these changes to the operator's settings. */
  runAt(dueAtMs?: UnixMs, changes?: Partial<BuybackPolicy>): Promise<Buyback | null>
  /** What GET /api/buybacks lists. */
  listed(): Promise<Record<string, any>[]>
  buyerLamports(): Promise<bigint>
  buyerTokens(): Promise<bigint>
}

export async function createBuybackScene(options: TestAppOptions = {}): Promise<BuybackScene> {
  const buyer = newPerson()
  const scene = await createUpkeepScene({
    ...options,
    env: { BUYBACK_KEY: buyer.secret, BUYBACK_EXECUTE: '1', BUYBACK_BURN: '1', BUYBACK_PRICE_RISE_BPS: '0', ...options.env },
  })
  const { app } = scene
  const mint = await scene.launch()
  const simulation = app.deps.simulation!
  const deps = (changes: Partial<BuybackPolicy> = {}): Deps => ({
    ...app.deps,
    policy: { ...app.deps.policy, buyback: { ...app.deps.policy.buyback, mints: [{ mint, weight: 1 }], ...changes } },
  })
  return {
    ...scene,
    mint,
    buyer,
    deps,
    runAt: async (dueAtMs = unixMs(app.clock.nowMs()), changes = {}) => (await runBuyback(deps(changes), { dueAtMs }))[0] ?? null,
    listed: async () => (await app.call('GET', '/api/buybacks')).body.buybacks,
    buyerLamports: async () => (await simulation.wallet(buyer.wallet)).lamports,
    buyerTokens: async () => (await simulation.wallet(buyer.wallet)).holdings[0]?.tokenMicros ?? 0n,
  }
}

/** So much SOL in lamports. */
export const sol = (amount: number) => lamports(solToLamports(amount)!)
