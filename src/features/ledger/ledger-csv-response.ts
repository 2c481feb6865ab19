import { OPENING, type Posting } from '../../domain/ledger/posting.ts'
import { iso } from '../../domain/json.ts'
import { formatAmount } from '../../domain/money/currency.ts'
import { formatCsv } from '../../lib/csv.ts'
import type { Page } from '../../ports/storage/page.ts'

const COLUMNS = ['at', 'chain', 'wallet', 'debit', 'credit', 'amount', 'currency', 'units', 'kind', 'reference', 'signature', 'block']

/** The postings as CSV with a header row: `amount` is an exact decimal number, `units` the same in the smallest unit. */
const ledgerCsv = (postings: readonly Posting[]): string =>
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

/** The page as a file; `url` is what was asked for, and its `link` names the next page. */
export function ledgerCsvResponse({ rows, nextCursor }: Page<Posting>, url: string): Response {
  const next = new URL(url)
  if (nextCursor !== null) next.searchParams.set('cursor', nextCursor)
  const headers = {
    'content-type': 'text/csv;charset=utf-8;header=present',
    'content-disposition': 'attachment; filename="ledger.csv"',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'no-store',
    vary: 'accept',
    ...(nextCursor === null ? {} : { link: `<${next.pathname}${next.search}>; rel="next"` }),
  }
  return new Response(ledgerCsv(rows), { headers })
}
