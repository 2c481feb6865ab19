import type { KolIndex } from './build-kol-index.ts'
import type { Postings } from './postings.ts'
import type { CoinNarrative, CoinReading, CoinTerm } from './read-coin.ts'

/** One reason that profiles match: the profiles, and the score of a profile with full weight. */
export type Evidence = { readonly postings: Postings; readonly value: number } & (
  | { readonly kind: 'narrative'; readonly narrative: CoinNarrative }
  | { readonly kind: 'word'; readonly term: CoinTerm }
)

// A word shared with a name scores less than a shared narrative: most words of names mean nothing for a coin.
const WORD_SHARE = 0.3

/** The evidence that a coin's texts find in the directory. Rare narratives and words weigh more than common ones. */
export function gatherEvidence({ byNarrative, byWord }: KolIndex, { terms, narratives }: CoinReading): Evidence[] {
  const evidence: Evidence[] = []
  for (const narrative of narratives) {
    const postings = byNarrative.get(narrative.narrative)
    if (postings) evidence.push({ kind: 'narrative', narrative, postings, value: narrative.weight * postings.idf })
  }
  for (const term of terms) {
    const postings = byWord.get(term.key)
    if (postings) evidence.push({ kind: 'word', term, postings, value: WORD_SHARE * term.weight * postings.idf })
  }
  return evidence
}
