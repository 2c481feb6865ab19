import { atomicUnits, type Mint, type UnixMs } from '../../domain/brands.ts'
import { type Buyback, type BuybackOrder, type Buyer, partOf, spentAtMost } from '../../domain/buyback.ts'
import { LIMITS } from '../../domain/limits.ts'
import { OWN_LIMITS } from '../../domain/limits/own-limits.ts'
import type { Deps } from '../../ports/deps.ts'
import type { BuybackPolicy } from '../../ports/policy.ts'
import type { Signer } from '../../ports/signer.ts'

/** Who buys, what and within which bounds, and who pays. */
export interface Buying {
  readonly buyer: Buyer
  readonly terms: Omit<BuybackPolicy, 'cron' | 'mints'> & Pick<BuybackOrder, 'shared'> & { readonly mint: Mint | null }
  readonly payer: Signer | null
}

/**
 * What the treasury buys in a run, as the operator set it: each coin with its part, by weight, of the run, of the day, and of what the
 * wallet had free when the run began. What another coin did not spend is nobody's.
 */
export function treasuryBuyings({ policy, buybackPayer }: Pick<Deps, 'policy' | 'buybackPayer'>): Buying[] {
  const { mints, ...terms } = policy.buyback
  if (mints.length === 0) return [{ buyer: 'treasury', terms: { ...terms, mint: null }, payer: buybackPayer }]
  const totalWeight = mints.reduce((sum, { weight }) => sum + weight, 0)
  return mints.map(({ mint, weight }) => {
    const part = { weight, totalWeight }
    return {
      buyer: 'treasury',
      terms: {
        ...terms,
        mint,
        atomicMax: partOf(terms.atomicMax, part),
        dailyAtomic: partOf(terms.dailyAtomic, part),
        shared: { ...part, spentAtomic: atomicUnits(0n) },
      },
      payer: buybackPayer,
    }
  })
}

/** The same after the runs of the other coins: what they spent at this time counts as still free, what is on its way as gone. */
export async function afterOthers({ storage }: Pick<Deps, 'storage'>, buying: Buying, dueAtMs: UnixMs): Promise<Buying> {
  const { buyer, terms } = buying
  if (!terms.shared) return buying
  const others = (await storage.buybacks.listOf(buyer, LIMITS.pageMax)).filter(({ mint }) => mint !== terms.mint)
  const sum = (runs: readonly Buyback[]) => atomicUnits(runs.reduce((sumAtomic, run) => sumAtomic + spentAtMost(run), 0n))
  const spentAtomic = sum(others.filter((run) => run.dueAtMs === dueAtMs && run.state === 'executed'))
  const onItsWayAtomic = sum(others.filter(({ state }) => state === 'under_way'))
  const reserveAtomic = atomicUnits(terms.reserveAtomic + onItsWayAtomic)
  return { ...buying, terms: { ...terms, reserveAtomic, shared: { ...terms.shared, spentAtomic } } }
}

/** A coin’s own: its caps are those of the published rule, and only how a price is judged is the operator’s. @see rules 10.36 */
export const earningsBuying = ({ policy }: Pick<Deps, 'policy'>, mint: Mint, payer: Signer): Buying => ({
  buyer: mint,
  terms: {
    mint,
    atomicMax: OWN_LIMITS.burnRunAtomicMax,
    dailyAtomic: OWN_LIMITS.burnDayAtomicMax,
    reserveAtomic: OWN_LIMITS.burnReserveAtomic,
    slippageBps: policy.buyback.slippageBps,
    priceRiseBpsMax: policy.buyback.priceRiseBpsMax,
    burn: true,
    execute: true,
  },
  payer,
})
