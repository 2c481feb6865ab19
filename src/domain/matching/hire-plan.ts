import { disclaimer } from './disclaimer.ts'
import type { CrewMatch } from './match-crew.ts'

/** What Autohire understood of a coin, whom it hired and why; kept with the plan, and shown wherever its crew is. */
export interface HirePlan extends Pick<CrewMatch, 'hires' | 'seats' | 'warnings'> {
  readonly match: Pick<CrewMatch, 'terms' | 'narratives'>
  readonly disclaimer: string
}

/** The plan of a match. */
export const hirePlanOf = ({ terms, narratives, hires, seats, warnings }: CrewMatch): HirePlan => ({
  match: { terms, narratives },
  hires,
  seats,
  warnings,
  disclaimer,
})
