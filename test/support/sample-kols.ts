import { isAddress } from 'viem'
import { sampleKolsCsv } from '../../src/adapters/sample/sample-kols-csv.ts'
import type { Kol } from '../../src/domain/kol.ts'
import { parseKolImport } from '../../src/domain/kol-import.ts'

/** The sample directory as records, read through the import parser. */
export const sampleKols: readonly Kol[] = parseKolImport(sampleKolsCsv, (address) => isAddress(address)).kols.map(
  ({ optedOut: _optedOut, ...kol }) => ({ ...kol, id: `kol_${kol.rank}` }),
)
