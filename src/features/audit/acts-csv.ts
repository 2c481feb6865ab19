import { iso } from '../../domain/json.ts'
import type { ChainedAct } from '../../domain/operator/chained-act.ts'
import { formatCsv, plainCell } from '../../lib/csv.ts'

const COLUMNS = ['number', 'at', 'kind', 'by', 'address', 'subject', 'detail', 'id', 'hash', 'name']

/** The entries as CSV with a header row; `detail` is JSON. */
export const actsCsv = (acts: readonly ChainedAct[]): string =>
  formatCsv([
    COLUMNS,
    ...acts.map(({ number, atMs, kind, by, subject, detail, id, hash }) => [
      String(number),
      iso(atMs),
      kind,
      by.way,
      by.address ?? '',
      plainCell(subject),
      JSON.stringify(detail),
      id,
      hash,
      by.name ?? '',
    ]),
  ])
