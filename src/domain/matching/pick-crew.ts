import { HIRE_ROLES, type HireRole } from '../crew/crew.ts'
import type { KolIndex } from './build-kol-index.ts'
import type { Candidate } from './find-candidates.ts'

/** A candidate with a seat, the role it fills, and those in the crew it is known to act together with. */
export type CrewPick = { readonly candidate: Candidate; readonly role: HireRole; readonly correlatedWith: readonly number[] }

// What repetition costs a candidate, in shares of the best score. Relevance counts most; known correlation costs more than a repeated
// role or narrative, since two accounts of one group reach the same audience.
const ROLE_COST = 0.05
const NARRATIVE_COST = 0.1
const CORRELATION_COST = 0.3

/**
 * Fills up to `seats` seats one by one, each with the candidate worth most beside those already picked: relevance,
 * less what repeats the crew's roles and the coin's narratives, less known correlation. `spread` names the parts of
 * a candidate that are narratives. Equal worth goes to the candidate listed first.
 */
export function pickCrew(index: KolIndex, candidates: readonly Candidate[], spread: readonly number[], seats: number): CrewPick[] {
  const best = candidates[0]?.score || 1
  const left = [...candidates]
  const picks: CrewPick[] = []
  const roleCounts = new Map<HireRole, number>()
  const covered = new Map<number, number>()
  while (picks.length < seats && left.length > 0) {
    const worth = ({ document, score, parts }: Candidate) =>
      score / best -
      ROLE_COST * (picks.length ? (roleCounts.get(leastFilled(index, document, roleCounts)) ?? 0) / picks.length : 0) -
      NARRATIVE_COST * repetition(parts, spread, covered, picks.length) -
      CORRELATION_COST * correlatedPicks(index, document, picks).length
    let chosen = left[0]!
    let most = worth(chosen)
    for (const candidate of left.slice(1)) {
      const value = worth(candidate)
      // Sums of the same terms may differ in the last bits, which must not override a better rank.
      if (value > most + 1e-9) [chosen, most] = [candidate, value]
    }
    left.splice(left.indexOf(chosen), 1)
    const role = leastFilled(index, chosen.document, roleCounts)
    picks.push({ candidate: chosen, role, correlatedWith: correlatedPicks(index, chosen.document, picks) })
    roleCounts.set(role, (roleCounts.get(role) ?? 0) + 1)
    for (const part of spread) if (chosen.parts[part]! > 0) covered.set(part, (covered.get(part) ?? 0) + 1)
  }
  return picks
}

/** The profile's role that the crew has least of; its own order decides between equals. Without roles it is a plain kol. */
function leastFilled({ kols }: KolIndex, document: number, counts: ReadonlyMap<HireRole, number>): HireRole {
  const roles = kols[document]!.roles.filter((role) => HIRE_ROLES.includes(role))
  const count = (role: HireRole) => counts.get(role) ?? 0
  return roles.reduce<HireRole | undefined>((least, role) => (least && count(least) <= count(role) ? least : role), undefined) ?? 'kol'
}

/** From 0 to 1: how much of the candidate's narratives the crew covers already. */
function repetition(parts: readonly number[], spread: readonly number[], covered: ReadonlyMap<number, number>, picked: number): number {
  let total = 0
  let repeated = 0
  for (const part of spread) {
    total += parts[part]!
    repeated += (parts[part]! * (covered.get(part) ?? 0)) / picked
  }
  return total > 0 && picked > 0 ? repeated / total : 0
}

const correlatedPicks = ({ correlated }: KolIndex, document: number, picks: readonly CrewPick[]) =>
  picks.map(({ candidate }) => candidate.document).filter((other) => correlated[document]!.includes(other))
