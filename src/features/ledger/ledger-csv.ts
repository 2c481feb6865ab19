import { OPENING, type Posting } from '../../domain/ledger/posting.ts'
import { iso } from '../../domain/json.ts'
import { formatAmount } from '../../domain/money/currency.ts'
import { formatCsv } from '../../lib/csv.ts'

const COLUMNS = ['at', 'chain', 'wallet', 'debit', 'credit', 'amount', 'currency', 'units', 'kind', 'reference', 'signature', 'block']

/** The postings as CSV with a header row: `amount` is an exact decimal number, `units` the same in the smallest unit. */
export const ledgerCsv = (postings: readonly Posting[]): string =>
  formatCsv([
    COLUMNS,
    ...postings.map(({ atMs, chainId, wallet, account, side, amountAtomic, currency, sent, signature, height }) => [
      iso(atMs),
      chainId,
      wallet,
      ...(side === 'in' ? ['wallet', account] : [account, 'wallet']),
      formatAmount(amountAtomic, currency),
      currency,
      String(amountAtomic),
      sent?.kind ?? '',
      sent?.reference ?? '',
      signature === OPENING ? '' : signature,
      String(height),
    ]),
  ])
