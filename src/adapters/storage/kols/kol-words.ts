import { splitWords } from '../../../domain/matching/split-words.ts'
import type { KolImport } from '../../../domain/kols/kol.ts'

/** The searchable form of a profile, for the columns `names` and `words`. */
export interface KolWords {
  readonly names: string
  readonly words: string
}

const BREAK = '\n'

/** The normalised words of a text: letters, digits, marks and pictographs, without any query syntax. */
export const wordsOf = (text: string): string[] => splitWords(text).map(({ whole }) => whole)

/** The searched columns of a profile: every name whole, and every word, whole and split into its visible parts. */
export function kolWords({ handle, displayName, aliases, narratives }: KolImport): KolWords {
  const names = [handle, displayName, ...aliases, ...narratives]
  const folded = new Set(names.map((name) => wordsOf(name).join(' ')))
  const words = new Set(names.flatMap((name) => splitWords(name).flatMap(({ whole, parts }) => [whole, ...parts])))
  return { names: [BREAK, [...folded].join(BREAK), BREAK].join(''), words: [...words].join(' ') }
}

/** LIKE patterns that find, in `names`, a name equal to these words and one that begins with them. Words contain no wildcard. */
export const namePatterns = (words: readonly string[]): { readonly whole: string; readonly beginning: string } => ({
  whole: `%${BREAK}${words.join(' ')}${BREAK}%`,
  beginning: `%${BREAK}${words.join(' ')}%`,
})
