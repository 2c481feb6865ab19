import { bps, type Mint, unixMs } from '../../../src/domain/brands.ts'
import { treasuryBuyings } from '../../../src/features/buyback/buying.ts'
import { planBuyback } from '../../../src/features/buyback/plan-buyback.ts'
import { runBuyback } from '../../../src/features/buyback/run-buyback.ts'
import type { Deps } from '../../../src/ports/deps.ts'
import type { FarmedBuyback } from './farming.ts'

/** The service’s own buyback of this coin, each run an hour after the one before. */
export async function playRealBuyback(deps: Deps, mint: Mint): Promise<FarmedBuyback & { readonly states: string[] }> {
  const pump = await deps.launchpads.get(deps.launchpads.defaultId)
  const own: Deps = {
    ...deps,
    policy: { ...deps.policy, buyback: { ...deps.policy.buyback, mints: [{ mint, weight: 1 }], slippageBps: bps(100) } },
  }
  const states: string[] = []
  let dueAtMs = 1_795_000_000_000
  let planned: Awaited<ReturnType<typeof planBuyback>>
  /** What a run decides is what was planned: the trader saw it in between. */
  const run = async () => {
    const { prepared, quote, refusal } = planned
    if (quote === null) throw new Error('no quote', { cause: refusal })
    const prepare = async () => ({ prepared: prepared ?? { transactions: [] as never }, quote })
    const launchpads = { ...deps.launchpads, get: async () => ({ ...pump, buyback: { ...pump.buyback!, prepare } }) }
    const runs = await runBuyback({ ...own, launchpads }, { dueAtMs: unixMs((dueAtMs += 3_600_000)) })
    states.push(...runs.map(({ state }) => state))
  }
  return {
    states,
    async prepare() {
      planned = await planBuyback(own, treasuryBuyings(own)[0]!)
      if (planned.prepared) return { tokens: planned.quote!.tokenMicros, lamportsMax: planned.quote!.atomicMax }
      await run()
      return null
    },
    land: run,
  }
}
