import type { KolIndex } from './build-kol-index.ts'
import type { Postings } from './postings.ts'
import type { CoinNarrative, CoinReading, CoinTerm } from './read-coin.ts'

/** One reason profiles may fit: the profiles, and the score a profile that carries it fully gets. */
export type Evidence = { readonly postings: Postings; readonly value: number } & (
  { readonly kind: 'narrative'; readonly narrative: CoinNarrative } | { readonly kind: 'word'; readonly term: CoinTerm }
)

// A word shared with a name is worth less than a shared narrative: names are full of words that mean nothing here.
const WORD_SHARE = 0.3

/** What the coin's reading finds in the directory. Rare narratives and words weigh more than common ones. */
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
