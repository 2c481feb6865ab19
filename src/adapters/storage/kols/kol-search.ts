import { type RawBuilder, sql } from 'kysely'
import type { SqlDialect } from '../engine/sql-dialect.ts'
import { namePatterns } from './kol-words.ts'

/**
 * A condition for rows that contain every word, the last one possibly as a prefix. The words come from `wordsOf`, so that they contain no
 * query syntax; they are quoted nonetheless.
 */
export function hasWords(dialect: SqlDialect, words: readonly string[]): RawBuilder<boolean> {
  const last = words.length - 1
  if (dialect === 'sqlite') {
    const match = words.map((word, index) => `"${word}"${index === last ? '*' : ''}`).join(' ')
    return sql`number IN (SELECT rowid FROM kol_words WHERE kol_words MATCH ${match})`
  }
  const query = words.map((word, index) => `'${word}'${index === last ? ':*' : ''}`).join(' & ')
  return sql`array_to_tsvector(string_to_array(words, ' ')) @@ ${query}::tsquery`
}

/** The rank of a match: 0 a whole name, 1 the prefix of a name, 2 words only. */
export function fitOf(words: readonly string[]): RawBuilder<number> {
  const { whole, beginning } = namePatterns(words)
  return sql`CASE WHEN names LIKE ${whole} THEN 0 WHEN names LIKE ${beginning} THEN 1 ELSE 2 END`
}
