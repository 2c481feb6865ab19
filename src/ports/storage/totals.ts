import type { AmountsByCurrency } from '../../domain/money/currency.ts'

/** The public record in numbers, everything counted. */
export interface RecordTotals {
  readonly coins: number
  readonly locked: number
  readonly remits: number
  /** What was paid out. */
  readonly remitted: AmountsByCurrency
  readonly buybacks: number
  /** All that left the wallet in them. */
  readonly bought: AmountsByCurrency
}

/** The public record in numbers. */
export interface TotalsRepo {
  /** One row, changed in the commit of every coin and remit: reading it counts nothing. */
  read(): Promise<RecordTotals>
}
