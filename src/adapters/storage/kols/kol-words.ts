import { splitWords } from '../../../domain/matching/split-words.ts'
import type { KolImport } from '../../../domain/kols/kol.ts'

/** What a search reads of a profile, as the columns `names` and `words` have it. */
export interface KolWords {
  readonly names: string
  readonly words: string
}

const BREAK = '\n'

/** The words of a text in one spelling: letters, digits, marks and pictographs, and nothing that a query language could read. */
export const wordsOf = (text: string): string[] => splitWords(text).map(({ whole }) => whole)

/** The searched columns of a profile: every name whole, and every word whole and by its visible parts. */
export function kolWords({ handle, displayName, aliases, narratives }: KolImport): KolWords {
  const names = [handle, displayName, ...aliases, ...narratives]
  const folded = new Set(names.map((name) => wordsOf(name).join(' ')))
  const words = new Set(names.flatMap((name) => splitWords(name).flatMap(({ whole, parts }) => [whole, ...parts])))
  return { names: [BREAK, [...folded].join(BREAK), BREAK].join(''), words: [...words].join(' ') }
}

/** LIKE patterns that find, in `names`, a name that is these words and one that begins with them. Words hold no wildcard. */
export const namePatterns = (words: readonly string[]): { readonly whole: string; readonly beginning: string } => ({
  whole: `%${BREAK}${words.join(' ')}${BREAK}%`,
  beginning: `%${BREAK}${words.join(' ')}%`,
})
