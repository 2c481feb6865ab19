import type { Remit } from '../../domain/coin.ts'
import { iso } from '../../domain/json.ts'
import { formatAmount } from '../../domain/money/currency.ts'
import { formatCsv, plainCell } from '../../lib/csv.ts'

const COLUMNS = ['at', 'amount', 'currency', 'units', 'role', 'handle', 'ticker', 'mint', 'signature', 'block']

/**
 * The payments as CSV with a header row: `amount` is an exact decimal number, `units` the same in the smallest unit. Text that a
 * spreadsheet would take for a formula begins with an apostrophe.
 */
export const remitsCsv = (remits: readonly Remit[]): string =>
  formatCsv([
    COLUMNS,
    ...remits.map(({ atMs, amountAtomic, currency, role, handle, ticker, mint, signature, height }) => [
      iso(atMs),
      formatAmount(amountAtomic, currency),
      currency,
      String(amountAtomic),
      ...[role, handle, ticker, mint, signature].map(plainCell),
      String(height),
    ]),
  ])
