import type { AtomicUnits, Bps, Wallet } from '../brands.ts'

/** What a launchpad fixes for good when it makes a coin, beside the split. */
export interface FixedTerms {
  /** What the whole supply is worth when the coin opens, in the chain's currency. */
  readonly openingAtomic: AtomicUnits
  /** Who gets a part of every trade outside the split; null where nobody does. */
  readonly platformReferrer: { readonly wallet: Wallet; readonly tradeBps: Bps } | null
}
