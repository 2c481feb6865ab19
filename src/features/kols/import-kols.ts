import type { EvmAddressCheck } from '../../domain/kols/kol-cells.ts'
import { type KolImportProblem, parseKolImport } from '../../domain/kols/kol-import.ts'
import type { Actor } from '../../domain/operator/operator-act.ts'
import type { Deps } from '../../ports/deps.ts'
import { recordAct } from '../operator-log/record-act.ts'

/** The outcome of an import, or of its dry run. With a problem nothing is stored. */
export interface KolImportReport {
  readonly added: number
  readonly updated: number
  readonly problems: readonly KolImportProblem[]
}

/**
 * Stores every profile of a directory file by its handle, in one commit: the whole file or, with a single bad line, nothing. Profiles
 * that the file does not contain stay. A dry run returns the same figures and stores nothing.
 */
export async function importKols(
  deps: Pick<Deps, 'storage' | 'clock' | 'ids'>,
  by: Actor,
  { text, isEvmAddress, dryRun }: { text: string; isEvmAddress: EvmAddressCheck; dryRun: boolean },
): Promise<KolImportReport> {
  const { storage } = deps
  const { kols, problems } = parseKolImport(text, isEvmAddress)
  if (problems.length > 0) return { added: 0, updated: 0, problems }
  if (!dryRun) {
    const kept = await storage.transaction(async (tx) => {
      await tx.lock('directory')
      const figures = await tx.kols.upsert(kols)
      await recordAct(deps, tx, by, { kind: 'directory.imported', subject: 'directory', detail: figures })
      return figures
    })
    return { ...kept, problems }
  }
  const known = new Set((await storage.kols.all()).map(({ handle }) => handle.toLowerCase()))
  const updated = kols.filter(({ handle }) => known.has(handle.toLowerCase())).length
  return { added: kols.length - updated, updated, problems }
}
