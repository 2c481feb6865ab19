import type { AmountsByCurrency } from '../../../domain/money/currency.ts'

/** Totals of the service's public record. */
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

/** The stored totals. */
export interface TotalsRepo {
  /** A few rows, updated in the commit of every coin and remit, so that reading them is cheap. */
  read(): Promise<RecordTotals>
}
