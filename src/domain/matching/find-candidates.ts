import type { KolIndex } from './build-kol-index.ts'
import type { Evidence } from './gather-evidence.ts'
import { weightOf } from './postings.ts'
import { createTopList } from './top-list.ts'

/** A profile that fits, its score, and the part of the score each piece of evidence gave, in the order of the evidence. */
export type Candidate = { readonly document: number; readonly score: number; readonly parts: readonly number[] }

/** The candidates, best first, and how many distinct wallets fit. */
export type Candidates = { readonly candidates: readonly Candidate[]; readonly fitting: number }

const BEST_MAX = 64
const BEST_OF_NARRATIVE_MAX = 16
const NARRATIVES_MAX = 4
// A profile below this share of the best score fits by accident, and is not hired.
const FIT_SHARE = 0.15

/**
 * The best profiles for the evidence: the 64 with the highest scores and, so that a coin of several narratives finds
 * people for each, the 16 best of each of its first four. Of profiles with one wallet only the best ranked that fits
 * stays; wallets in `excluded` do not appear. Equal scores keep the directory's order.
 */
export function findCandidates(index: KolIndex, evidence: readonly Evidence[], excluded: ReadonlySet<string>): Candidates {
  const { scores, touched } = index.scratch
  const count = addScores(index, evidence)
  for (const wallet of excluded) {
    for (const document of index.byWallet.get(wallet) ?? []) scores[document] = 0
  }
  let best = 0
  for (let at = 0; at < count; at += 1) best = Math.max(best, scores[touched[at]!]!)
  const floor = best > 0 ? best * FIT_SHARE : Number.POSITIVE_INFINITY
  for (let at = 0; at < count; at += 1) {
    if (scores[touched[at]!]! < floor) scores[touched[at]!] = 0
  }
  keepBestRankPerWallet(index, count)

  const overall = createTopList(BEST_MAX, scores)
  let fitting = 0
  for (let at = 0; at < count; at += 1) {
    if (scores[touched[at]!]! === 0) continue
    fitting += 1
    overall.offer(touched[at]!)
  }
  const chosen = new Set(overall.documents())
  for (const { postings } of evidence.filter(({ kind }) => kind === 'narrative').slice(0, NARRATIVES_MAX)) {
    const top = createTopList(BEST_OF_NARRATIVE_MAX, scores)
    for (const document of postings.documents) if (scores[document]! > 0) top.offer(document)
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
  return { candidates, fitting }
}

/** Adds the evidence up in the scratch space; the number of profiles it touches. */
function addScores({ scratch: { scores, touched } }: KolIndex, evidence: readonly Evidence[]): number {
  let count = 0
  for (const { postings, value } of evidence) {
    const { documents, weights } = postings
    for (let at = 0; at < documents.length; at += 1) {
      const document = documents[at]!
      const part = value * weights[at]!
      if (part <= 0) continue
      if (scores[document] === 0) touched[count++] = document
      scores[document]! += part
    }
  }
  return count
}

function keepBestRankPerWallet({ kols, byWallet, scratch: { scores, touched } }: KolIndex, count: number): void {
  for (let at = 0; at < count; at += 1) {
    if (scores[touched[at]!]! === 0) continue
    const sharing = byWallet.get(kols[touched[at]!]!.wallet)!
    if (sharing.length === 1) continue
    const kept = sharing.find((document) => scores[document]! > 0)
    for (const document of sharing) if (document !== kept) scores[document] = 0
  }
}
