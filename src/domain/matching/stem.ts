import { irregularSingular } from './plurals.ts'

// Words whose singular by rule would be another word.
const UNCHANGED: ReadonlySet<string> = new Set(['news', 'mars', 'futures', 'goods', 'arms', 'options', 'always', 'series', 'species'])

/** The word without its plural ending, by rules that fit the vocabulary of coin names; not a dictionary form. */
export function stem(word: string): string {
  const singular = irregularSingular(word)
  if (singular !== null) return stem(singular)
  if (word.length < 4 || UNCHANGED.has(word) || !/^[a-z]+$/.test(word)) return word
  if (word.length > 4 && /ies?$/.test(word)) return word.replace(/ies?$/, 'y')
  if (/lves$/.test(word)) return word.replace(/ves$/, 'f')
  if (/(?:ss|x|ch|sh|zz|o)es$/.test(word)) return word.slice(0, -2)
  return /[^sui]s$/.test(word) ? word.slice(0, -1) : word
}
