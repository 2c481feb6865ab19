import { buildKolIndex, type KolIndex } from '../domain/matching/build-kol-index.ts'
import type { Directory } from '../ports/directory.ts'
import type { Storage } from '../ports/storage/storage.ts'

/** The directory of this storage; its index is cached until the version changes. */
export function createKolDirectory({ kols }: Pick<Storage, 'kols'>): Directory {
  let kept: { readonly version: number; readonly index: KolIndex } | null = null
  let building: Promise<void> | null = null

  const build = async () => {
    // The version is read first: a change between the two reads then makes the index look older than it is, and it is rebuilt.
    const version = await kols.version()
    kept = { version, index: buildKolIndex(await kols.all()) }
  }

  return {
    async index() {
      const version = await kols.version()
      while (kept === null || kept.version < version) {
        building ??= build().finally(() => (building = null))
        await building
      }
      return kept.index
    },
  }
}
