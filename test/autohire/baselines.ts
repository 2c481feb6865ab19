import type { Kol } from '../../src/domain/kols/kol.ts'
import { narratives } from '../../src/domain/matching/narratives.ts'
import type { JudgedCoin } from './judge.ts'

/** A way to order a directory for a coin; the handles of the five it would hire, best first. */
export type Ranker = (coin: JudgedCoin) => string[]

const HIRED = 5

// The baselines get the strong synonyms only: with the weak ones too, substring counting falls from nDCG 0.75 to 0.72.
const synonymsOf = new Map(narratives.map(({ id, strong }) => [id, [id, ...strong.split(',').map((word) => word.trim().toLowerCase())]]))

/** How many keywords of a profile (its narratives and all their strong synonyms) occur anywhere in the coin's texts. */
export function createSubstringRanker(kols: readonly Kol[]): Ranker {
  const keywords = kols.map((kol) => [...new Set(kol.narratives.flatMap((narrative) => synonymsOf.get(narrative) ?? [narrative]))])
  return (coin) => {
    const text = `${coin.name} ${coin.ticker} ${coin.description}`.toLowerCase()
    return hire(kols, (_kol, at) => keywords[at]!.filter((keyword) => text.includes(keyword)).length)
  }
}

/**
 * Okapi BM25 (k1 1.2, b 0.75) of the coin's texts over the profiles' texts: name, aliases, handle and narratives;
 * with `synonyms`, the strong synonyms of the narratives besides.
 */
export function createBm25Ranker(kols: readonly Kol[], { synonyms = false } = {}): Ranker {
  const documents = kols.map((kol) => {
    const words = synonyms ? kol.narratives.flatMap((narrative) => synonymsOf.get(narrative) ?? []) : []
    return countWords([kol.displayName, ...kol.aliases, kol.handle, ...kol.narratives, ...words].join(' '))
  })
  const lengths = documents.map((document) => document.values().reduce((sum, count) => sum + count, 0))
  const averageLength = lengths.reduce((sum, length) => sum + length, 0) / lengths.length
  const idf = (word: string) => {
    const having = documents.filter((document) => document.has(word)).length
    return Math.log(1 + (documents.length - having + 0.5) / (having + 0.5))
  }
  return (coin) => {
    const query = [...countWords(`${coin.name} ${coin.ticker} ${coin.description}`).keys()].map((word) => [word, idf(word)] as const)
    return hire(kols, (_kol, at) =>
      query.reduce((score, [word, weight]) => {
        const count = documents[at]!.get(word) ?? 0
        return score + (weight * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * lengths[at]!) / averageLength))
      }, 0),
    )
  }
}

function countWords(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/** The five with the highest scores, the better rank first among equals; so a coin nothing is found for gets the top ranks. */
function hire(kols: readonly Kol[], scoreOf: (kol: Kol, at: number) => number): string[] {
  return kols
    .map((kol, at) => ({ kol, score: scoreOf(kol, at) }))
    .toSorted((a, b) => b.score - a.score || a.kol.rank - b.kol.rank)
    .slice(0, HIRED)
    .map(({ kol }) => kol.handle)
}
