import { type RawBuilder, sql } from 'kysely'
import type { SqlDialect } from '../engine/sql-dialect.ts'
import { namePatterns } from './kol-words.ts'

/**
 * True for the rows in which every word is there and the last is a word or the beginning of one. The words come from `wordsOf`,
 * so neither query language has anything to read in them; they are quoted all the same.
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

/** How well a row fits: 0 a whole name, 1 the beginning of a name, 2 words only. */
export function fitOf(words: readonly string[]): RawBuilder<number> {
  const { whole, beginning } = namePatterns(words)
  return sql`CASE WHEN names LIKE ${whole} THEN 0 WHEN names LIKE ${beginning} THEN 1 ELSE 2 END`
}
