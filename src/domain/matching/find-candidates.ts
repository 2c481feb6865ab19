import type { Wallet } from '../brands.ts'
import type { KolIndex } from './build-kol-index.ts'
import type { Evidence } from './gather-evidence.ts'
import { weightOf } from './postings.ts'

/** A matching profile, its score, and the part of the score that each piece of evidence gave, in the order of the evidence. */
export type Candidate = { readonly document: number; readonly score: number; readonly parts: readonly number[] }

/** The candidates, best first, and how many distinct wallets fit. */
export type Candidates = { readonly candidates: readonly Candidate[]; readonly fitting: number }

const BEST_MAX = 64
const BEST_OF_NARRATIVE_MAX = 16
const NARRATIVES_MAX = 4
// A profile below this share of the best score matches by accident, and is not hired.
const FIT_SHARE = 0.15

/**
 * The best profiles for the evidence: the 64 with the highest scores and, so that a coin of several narratives finds
 * people for each, the 16 best of each of its first four. Of profiles with one wallet only the best ranked that fits
 * stays; wallets in `excluded` do not appear. Equal scores keep the directory's order. The scratch space is clean again.
 */
export function findCandidates(index: KolIndex, evidence: readonly Evidence[], excluded: ReadonlySet<Wallet>): Candidates {
  const { scores, touched } = index.scratch
  const barred = [...excluded].flatMap((wallet) => index.byWallet.get(wallet) ?? [])
  for (const document of barred) scores[document] = Number.NEGATIVE_INFINITY
  const { count, best } = addScores(index, evidence)
  const floor = best * FIT_SHARE
  if (count > 0) keepBestRankPerWallet(index, floor)

  const overall = createTopList(BEST_MAX, scores)
  let fitting = 0
  for (let at = 0; at < count; at += 1) {
    if (scores[touched[at]!]! < floor) continue
    fitting += 1
    overall.add(touched[at]!)
  }
  const chosen = new Set(overall.documents())
  for (const { postings } of fitting > BEST_MAX ? firstNarratives(evidence) : []) {
    const top = createTopList(BEST_OF_NARRATIVE_MAX, scores)
    const { documents } = postings
    for (let at = 0; at < documents.length; at += 1) if (scores[documents[at]!]! >= floor) top.add(documents[at]!)
    for (const document of top.documents()) chosen.add(document)
  }
  const candidates = [...chosen]
    .map((document) => ({
      document,
      score: scores[document]!,
      parts: evidence.map(({ postings, value }) => value * weightOf(postings, document)),
    }))
    .toSorted((a, b) => b.score - a.score || a.document - b.document)
  for (let at = 0; at < count; at += 1) scores[touched[at]!] = 0
  for (const document of barred) scores[document] = 0
  return { candidates, fitting }
}

const firstNarratives = (evidence: readonly Evidence[]) => evidence.filter(({ kind }) => kind === 'narrative').slice(0, NARRATIVES_MAX)

/**
 * Adds up the evidence in the scratch space; returns how many profiles it touches, and the highest score. Narratives come first in the
 * evidence: a word that is only part of a name ("Harbor" of "Biscuit Harbor") adds to a profile that matches already, and does not make
 * one match. A word that is a whole name or alias does: the coin names the person.
 */
function addScores({ scratch: { scores, touched } }: KolIndex, evidence: readonly Evidence[]): { count: number; best: number } {
  let count = 0
  let best = 0
  for (const { kind, postings, value } of evidence) {
    const { documents, weights } = postings
    const enough = kind === 'word' ? 1 : 0
    for (let at = 0; at < documents.length; at += 1) {
      const document = documents[at]!
      const before = scores[document]!
      if (before === 0) {
        if (weights[at]! < enough) continue
        touched[count++] = document
      }
      const score = before + value * weights[at]!
      scores[document] = score
      if (score > best) best = score
    }
  }
  return { count, best }
}

function keepBestRankPerWallet({ sharedWallets, scratch: { scores } }: KolIndex, floor: number): void {
  for (const sharing of sharedWallets) {
    const kept = sharing.find((document) => scores[document]! >= floor)

    if (kept !== undefined) for (const document of sharing) if (document !== kept && scores[document]! > 0) scores[document] = -1
  }
}

/** Keeps the documents with the highest scores; of equal scores the lower document number. */
type TopList = {
  add(document: number): void
  /** Best first. */
  documents(): number[]
}

/** An empty list for at most `limit` documents. `scores` is read by each `add` and must not change between. */
function createTopList(limit: number, scores: Float64Array): TopList {
  const kept = new Int32Array(limit)
  let size = 0
  const isBetter = (a: number, b: number) => scores[a]! > scores[b]! || (scores[a] === scores[b] && a < b)
  return {
    add(document) {
      if (size === limit && !isBetter(document, kept[size - 1]!)) return
      let at = size < limit ? size++ : size - 1
      while (at > 0 && isBetter(document, kept[at - 1]!)) {
        kept[at] = kept[at - 1]!
        at -= 1
      }
      kept[at] = document
    },
    documents: () => [...kept.subarray(0, size)],
  }
}
