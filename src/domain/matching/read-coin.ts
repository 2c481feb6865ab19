import { readTokens, type Token } from './read-tokens.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Where in the coin's texts a word stands. */
export const COIN_FIELDS = ['name', 'ticker', 'description'] as const

/** One of COIN_FIELDS. */
export type CoinField = (typeof COIN_FIELDS)[number]

/** The three texts a coin is matched by. @see rules 2.3 */
export type CoinTexts = { readonly name: string; readonly ticker: string; readonly description: string }

/** A word of the coin, the most telling field it stands in, and the weight that gives it. */
export type CoinTerm = { readonly term: string; readonly key: string; readonly field: CoinField; readonly weight: number }

/** A narrative of the coin, its weight, and the terms it was read from, strongest first. */
export type CoinNarrative = { readonly narrative: string; readonly weight: number; readonly through: readonly CoinTerm[] }

/** What a coin is about. Terms stand in the order of the texts, narratives by weight. */
export type CoinReading = { readonly terms: readonly CoinTerm[]; readonly narratives: readonly CoinNarrative[] }

const FIELD_WEIGHTS: Readonly<Record<CoinField, number>> = { name: 3, ticker: 2.5, description: 1 }
// A word repeated in a second field, and the second, third… word for one narrative, add less each.
const REPEAT_SHARE = 0.25
const NEXT_WORD_SHARE = 0.5

/** Reads the coin's words and, through the vocabulary, its narratives. */
export function readCoin(vocabulary: Vocabulary, coin: CoinTexts): CoinReading {
  const terms = new Map<string, CoinTerm & Pick<Token, 'meanings'>>()
  for (const field of ['name', 'ticker', 'description'] as const) {
    const seen = new Set<string>()
    for (const { text, key, meanings } of readTokens(coin[field], vocabulary, { negations: field === 'description' })) {
      if (seen.has(key)) continue
      seen.add(key)
      const weight = FIELD_WEIGHTS[field]
      const earlier = terms.get(key)
      terms.set(
        key,
        earlier ? { ...earlier, weight: earlier.weight + REPEAT_SHARE * weight } : { term: text, key, field, weight, meanings },
      )
    }
  }
  return { terms: [...terms.values()].map(({ meanings: _meanings, ...term }) => term), narratives: readNarratives([...terms.values()]) }
}

function readNarratives(terms: readonly (CoinTerm & Pick<Token, 'meanings'>)[]): CoinNarrative[] {
  const evidence = new Map<string, CoinTerm[]>()
  for (const { meanings, ...term } of terms) {
    for (const { narrative, strength } of meanings) {
      evidence.set(narrative, [...(evidence.get(narrative) ?? []), { ...term, weight: term.weight * strength }])
    }
  }
  return [...evidence]
    .map(([narrative, found]) => {
      const through = found.toSorted((a, b) => b.weight - a.weight)
      const weight = through.reduce((sum, term, at) => sum + term.weight * NEXT_WORD_SHARE ** at, 0)
      return { narrative, weight, through }
    })
    .toSorted((a, b) => b.weight - a.weight || (a.narrative < b.narrative ? -1 : 1))
}
