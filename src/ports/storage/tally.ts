import type { AtomicUnits } from '../../domain/brands.ts'

/** The public record in numbers, everything counted. */
export interface Tally {
  readonly coins: number
  readonly locked: number
  readonly remits: number
  /** In SOL alone. */
  readonly remittedLamports: AtomicUnits
  readonly remittedWei: AtomicUnits
  readonly buybacks: number
  /** All that left the wallet in them. */
  readonly boughtLamports: AtomicUnits
}

export interface TallyRepo {
  /** One row, changed in the commit of every coin and remit: reading it counts nothing. */
  read(): Promise<Tally>
}
