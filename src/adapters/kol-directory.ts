import { type KolIndex, kolIndexInSteps } from '../domain/matching/build-kol-index.ts'
import { finishInTurns } from '../lib/yield-to-event-loop.ts'
import type { Directory } from '../ports/directory.ts'
import type { Storage } from '../ports/storage/storage.ts'

/** Longest that the building of an index keeps others waiting. */
const TURN_MS = 5

/** The directory of this storage; its index is cached until the version changes. */
export function createKolDirectory({ kols }: Pick<Storage, 'kols'>): Directory {
  let kept: { readonly version: number; readonly index: KolIndex } | null = null
  let building: Promise<void> | null = null

  const build = async () => {
    // The version is read first: a change between the two reads then makes the index look older than it is, and it is rebuilt.
    const version = await kols.version()
    kept = { version, index: await finishInTurns(kolIndexInSteps(await kols.all()), TURN_MS) }
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
