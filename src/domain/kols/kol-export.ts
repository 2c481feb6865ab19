import { formatCsv } from '../../lib/csv.ts'
import type { KolImport } from './kol.ts'

/** Columns of a directory file, in the order an export writes them. Lists are separated by `|`. */
export const kolColumns = [
  'rank',
  'handle',
  'displayName',
  'aliases',
  'wallet',
  'evmWallet',
  'followers',
  'narratives',
  'roles',
  'correlated',
  'verified',
  'optedOut',
] as const satisfies readonly (keyof KolImport)[]

/** Separates the items of a list inside one CSV field. */
export const listSeparator = '|'

/** The directory as CSV with a header row. `parseKolImport` reads it back to equal records; ids are not written. */
export function exportKols(kols: readonly KolImport[]): string {
  return formatCsv([kolColumns, ...kols.map((kol) => kolColumns.map((column) => formatCell(kol[column])))])
}

function formatCell(value: KolImport[keyof KolImport]): string {
  if (Array.isArray(value)) return value.join(listSeparator)
  return value === null ? '' : String(value)
}
