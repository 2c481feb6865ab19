import { isAddress } from 'viem'
import { sampleKolsCsv } from '../../src/adapters/sample/sample-kols-csv.ts'
import type { Kol, KolImport } from '../../src/domain/kols/kol.ts'
import { parseKolImport } from '../../src/domain/kols/kol-import.ts'

/** The sample directory as an import file has it, read through the import parser. */
export const sampleDirectory: readonly KolImport[] = parseKolImport(sampleKolsCsv, (address) => isAddress(address)).kols

/** The sample directory as records. */
export const sampleKols: readonly Kol[] = sampleDirectory.map(({ optedOut: _optedOut, ...kol }) => ({ ...kol, id: `kol_${kol.rank}` }))
