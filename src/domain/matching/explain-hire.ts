import type { KolIndex } from './build-kol-index.ts'
import type { Evidence } from './gather-evidence.ts'
import type { CrewPick } from './pick-crew.ts'
import type { CoinTerm } from './read-coin.ts'

/** Why a profile was picked, strongest reason first, each in words with the part of its score in brackets. */
export function explainHire(index: KolIndex, evidence: readonly Evidence[], { candidate, role, correlatedWith }: CrewPick): string[] {
  const kol = index.kols[candidate.document]!
  const matches = evidence
    .map((piece, index) => ({ piece, part: candidate.parts[index] ?? 0 }))
    .filter(({ part }) => part > 0)
    .toSorted((a, b) => b.part - a.part)
    .map(({ piece, part }) => explainMatch(piece, part))
  const fallback = `no profile speaks of this coin's words; a generalist by directory rank ${kol.rank} with ${formatCount(kol.followers)} followers`
  return [
    ...(matches.length > 0 ? matches : [fallback]),
    kol.roles.length > 0 ? `takes the role ${role} out of ${kol.roles.join(', ')}` : 'takes the role kol, since its profile names none',
    ...correlatedWith.map((other) => `known to act together with @${index.kols[other]!.handle}, who is in this crew too`),
  ]
}

function explainMatch(piece: Evidence, part: number): string {
  if (piece.kind === 'word') return `its name has the word ${described(piece.term)} (weight ${part.toFixed(1)})`
  const { narrative, through } = piece.narrative
  return `matches narrative ${narrative} through ${through.slice(0, 3).map(described).join(', ')} (weight ${part.toFixed(1)})`
}

const described = ({ term, field }: CoinTerm) => `'${term}' in the ${field}`

const formatCount = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, ',')
