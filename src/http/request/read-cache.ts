// Not lru-cache: entries are invalidated by writes to the storage rather than by time, so that a Map is enough.
import type { UnixMs } from '../../domain/brands.ts'
import type { RateGroup } from '../../domain/limits/rates.ts'
import type { Deps } from '../../ports/deps.ts'

/** A stored answer of a public read. */
export interface CachedAnswer {
  readonly route: string
  /** The rate group in which its readers are counted; null where they are not. */
  readonly rateGroup: RateGroup | null
  /** A blob where it lasts: its bytes are shared by all who are sent it, however slowly they read. */
  readonly body: string | Blob
  /** The body compressed; null where that would save nothing. */
  readonly gzip: (() => Uint8Array<ArrayBuffer> | Blob) | null
  /** The ETag, quoted, without its W/ prefix; null for an answer without one. */
  readonly tag: string | null
  /** Without headers that differ between requests. */
  readonly headers: Readonly<Record<string, string>>
  /** It changes with nothing that is stored. */
  readonly lasting: boolean
}

/** The state of the storage, and of a simulated chain, when a request arrived: what is read afterwards is at least as new. */
export interface ReadMark {
  readonly changes: number | null
  readonly atMs: UnixMs
}

/** Cached answers of public reads by path and query. */
export interface ReadCache {
  mark(): ReadMark
  /** The answer, unless something was written since it was read, or it is a second old; one that lasts in any case. */
  find(target: string): CachedAnswer | null
  /** Stores what was read after `mark`. */
  keep(target: string, answer: CachedAnswer, mark: ReadMark): void
}

/** Other processes (the command line, replicas) write too and are not noticed, so this bounds the age. */
const LIFETIME_MS = 1_000
const ANSWERS_MAX = 500
const CHARACTERS_MAX = 16_000_000

/** Bytes, or UTF-16 units of a text. */
export const lengthOf = ({ body }: CachedAnswer) => (typeof body === 'string' ? body.length : body.size)

/** A cache that never returns what was read before a write of this process, or a simulated trade: see Storage.changes. */
export function createReadCache({ storage, clock, simulation }: Pick<Deps, 'storage' | 'clock' | 'simulation'>): ReadCache {
  const kept = new Map<string, { readonly answer: CachedAnswer; readonly mark: ReadMark }>()
  let characters = 0

  const drop = (target: string) => {
    const found = kept.get(target)
    if (!found) return
    characters -= lengthOf(found.answer) + target.length
    kept.delete(target)
  }

  const allChanges = (): number | null => {
    const stored = storage.changes()
    return stored === null ? null : stored + (simulation?.changes() ?? 0)
  }
  const isNew = ({ changes, atMs }: ReadMark): boolean => {
    const ageMs = clock.nowMs() - atMs
    return ageMs >= 0 && ageMs < LIFETIME_MS && changes === allChanges()
  }

  return {
    mark: () => ({ changes: allChanges(), atMs: clock.nowMs() }),
    find(target) {
      const found = kept.get(target)
      if (!found) return null
      if (found.answer.lasting || isNew(found.mark)) return found.answer
      drop(target)
      return null
    },
    keep(target, answer, mark) {
      drop(target)
      // The key is outside text of up to 16,000 characters.
      characters += lengthOf(answer) + target.length
      kept.set(target, { answer, mark })
      for (const [oldest] of kept) {
        if (kept.size <= ANSWERS_MAX && characters <= CHARACTERS_MAX) return
        drop(oldest)
      }
    },
  }
}
