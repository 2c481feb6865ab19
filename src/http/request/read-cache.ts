// By hand and not lru-cache: an answer holds while the storage has not changed, and not for a time; what is left is a Map.
import type { RateGroup } from '../../domain/limits.ts'
import type { Deps } from '../../ports/deps.ts'

/** An answer of a public read, ready to be sent again. */
export interface CachedAnswer {
  readonly route: string
  /** What a caller who gets it is counted in. */
  readonly rateGroup: RateGroup
  readonly text: string
  /** The ETag, quoted, without its W/. */
  readonly tag: string
  /** Without those that differ from request to request. */
  readonly headers: Readonly<Record<string, string>>
}

/** How the storage stood when a request came: what is read afterwards is at least that new. */
export interface ReadMark {
  readonly changes: number | null
  readonly atMs: number
}

/** Answers of public reads by path and query. */
export interface ReadCache {
  mark(): ReadMark
  /** The answer, unless something was written since it was read, or it is a second old. */
  find(target: string, now: ReadMark): CachedAnswer | null
  /** Keeps what was read after `mark`. */
  keep(target: string, answer: CachedAnswer, mark: ReadMark): void
}

/** Other processes write too (the command line, other replicas) and are not counted: nothing is shown for longer. */
const LIFETIME_MS = 1_000
const ANSWERS_MAX = 500
const CHARACTERS_MAX = 16_000_000

/** A cache that never shows what was before a write of this process: see Storage.changes. */
export function createReadCache({ storage, clock }: Pick<Deps, 'storage' | 'clock'>): ReadCache {
  const kept = new Map<string, { readonly answer: CachedAnswer; readonly mark: ReadMark }>()
  let characters = 0

  const drop = (target: string) => {
    const found = kept.get(target)
    if (!found) return
    characters -= found.answer.text.length + target.length
    kept.delete(target)
  }

  return {
    mark: () => ({ changes: storage.changes(), atMs: clock.nowMs() }),
    find(target, now) {
      const found = kept.get(target)
      if (!found) return null
      const { changes, atMs } = found.mark
      if (changes === now.changes && now.atMs - atMs < LIFETIME_MS && now.atMs >= atMs) return found.answer
      drop(target)
      return null
    },
    keep(target, answer, mark) {
      drop(target)
      // What is asked is a stranger's text too, of up to 16,000 characters.
      characters += answer.text.length + target.length
      kept.set(target, { answer, mark })
      for (const [oldest] of kept) {
        if (kept.size <= ANSWERS_MAX && characters <= CHARACTERS_MAX) return
        drop(oldest)
      }
    },
  }
}
