import type { AtomicUnits, Signature, UnixMs } from '../brands.ts'

/** What one transaction did to the balance of one wallet, from the chain's own record of it. */
export interface Movement {
  readonly signature: Signature
  readonly height: number
  readonly atMs: UnixMs
  readonly beforeAtomic: AtomicUnits
  readonly afterAtomic: AtomicUnits
  /** The network's fee, where this wallet paid it; of a failed transaction too. */
  readonly feeAtomic: AtomicUnits
  /** What it paid for accounts that the transaction opened and left open. */
  readonly rentAtomic: AtomicUnits
  /** The transaction made, filled or closed a lookup table. */
  readonly ofLookupTable?: true
}
