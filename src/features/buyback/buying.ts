import type { Mint } from '../../domain/brands.ts'
import type { Buyer } from '../../domain/buyback.ts'
import { OWN_LIMITS } from '../../domain/limits/own-limits.ts'
import type { Deps } from '../../ports/deps.ts'
import type { BuybackPolicy } from '../../ports/policy.ts'
import type { Signer } from '../../ports/signer.ts'

/** Who buys, what and within which bounds, and who pays. */
export interface Buying {
  readonly buyer: Buyer
  readonly terms: Omit<BuybackPolicy, 'cron'>
  readonly payer: Signer | null
}

/** The treasury’s, as the operator set it. */
export const treasuryBuying = ({ policy, buybackPayer }: Pick<Deps, 'policy' | 'buybackPayer'>): Buying => ({
  buyer: 'treasury',
  terms: policy.buyback,
  payer: buybackPayer,
})

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
