import type { SignedConsent } from '../../domain/consent/signed-consent.ts'
import type { KolImport } from '../../domain/kols/kol.ts'
import type { Repos } from '../../ports/storage/storage.ts'
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
      const signed = await consentsOf(tx, kols)
      // Whoever signed that they never take part stays out, under whatever handle they are imported.
      const figures = await tx.kols.upsert(
        kols.map((kol) => (signed.get(kol.wallet)?.choice === 'never' ? { ...kol, optedOut: true } : kol)),
      )
      await recordAct(deps, tx, by, { kind: 'directory.imported', subject: 'directory', detail: figures })
      return figures
    })
    return { ...kept, problems }
  }
  const known = new Set((await storage.kols.all()).map(({ handle }) => handle.toLowerCase()))
  const updated = kols.filter(({ handle }) => known.has(handle.toLowerCase())).length
  return { added: kols.length - updated, updated, problems }
}

/** Wallets that are asked for at once, below the parameter limit of either database. */
const WALLETS_AT_ONCE = 500

async function consentsOf({ consents }: Pick<Repos, 'consents'>, kols: readonly KolImport[]): Promise<ReadonlyMap<string, SignedConsent>> {
  const wallets = kols.map(({ wallet }) => wallet)
  const starts = wallets.flatMap((_wallet, index) => (index % WALLETS_AT_ONCE === 0 ? [index] : []))
  const parts = await Promise.all(starts.map((from) => consents.listOf(wallets.slice(from, from + WALLETS_AT_ONCE))))
  return new Map(parts.flatMap((part) => [...part]))
}
