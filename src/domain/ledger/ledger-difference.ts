import { type AtomicUnits, atomicUnits } from '../brands.ts'

/** What came to a wallet and left it by its ledger, and what its chain says that it holds: null before it was asked. */
interface Compared {
  readonly inAtomic: AtomicUnits
  readonly outAtomic: AtomicUnits
  readonly heldAtomic: AtomicUnits | null
}

/** By how much a wallet holds more than its ledger comes to, or less: `sign` is - then. Null before the chain was asked. */
export function ledgerDifference({ inAtomic, outAtomic, heldAtomic }: Compared): { sign: '' | '-'; amountAtomic: AtomicUnits } | null {
  if (heldAtomic === null) return null
  const [hasAtomic, shouldAtomic] = [heldAtomic + outAtomic, inAtomic]
  return hasAtomic < shouldAtomic
    ? { sign: '-', amountAtomic: atomicUnits(shouldAtomic - hasAtomic) }
    : { sign: '', amountAtomic: atomicUnits(hasAtomic - shouldAtomic) }
}
