import { type Static, Type } from '@sinclair/typebox'
import { CrewMember, HireRole } from '../../domain/crew/crew.ts'
import type { HirePlan } from '../../domain/matching/hire-plan.ts'
import { HireFallbackField } from '../../domain/plan/launch-request.ts'
import { LIMITS } from '../../domain/limits.ts'
import type { CrewMatch } from '../../domain/matching/match-crew.ts'
import { Text } from '../../domain/text/text.ts'

/** Body of an Autohire request. @see rules 2.3 */
export const AutohireRequest = Type.Object(
  {
    name: Type.Optional(Text({ maxLength: LIMITS.nameMax })),
    ticker: Type.Optional(Text({ maxLength: LIMITS.tickerMax })),
    description: Type.Optional(Text({ maxLength: LIMITS.descriptionMax, multiline: true })),
    seats: Type.Optional(Type.Integer({ minimum: LIMITS.seatsMin, maximum: LIMITS.seatsMax, description: 'Default 5.' })),
    fallback: HireFallbackField,
  },
  { additionalProperties: false },
)

const MatchView = Type.Object({
  terms: Type.Array(Type.Object({ term: Type.String(), field: Type.String(), weight: Type.Number() })),
  narratives: Type.Array(Type.Object({ narrative: Type.String(), weight: Type.Number(), through: Type.Array(Type.String()) })),
})

const HireView = Type.Object({
  rank: Type.Integer(),
  handle: Type.String(),
  displayName: Type.String(),
  wallet: Type.String(),
  followers: Type.Integer(),
  share: Type.Integer({ description: 'Percent of the crew pool.' }),
  role: HireRole,
  score: Type.Number({ description: 'Comparable within one match only.' }),
  reasons: Type.Array(Type.String()),
})

/** Wire form of a hire plan. @see rules 10.27 (hire) */
export const HirePlanView = Type.Object({
  match: MatchView,
  hires: Type.Array(HireView),
  seats: Type.Integer({ description: 'Seats asked for; hires may be fewer, and warnings then says why.' }),
  warnings: Type.Array(Type.String()),
  disclaimer: Type.String(),
})
HirePlanView.title = 'HirePlan'

/** A crew as a dry-run takes it. */
export const CrewView = Type.Array(CrewMember)

/** The hire plan as JSON. */
export const hirePlanView = ({ match, hires, seats, warnings, disclaimer }: HirePlan): Static<typeof HirePlanView> => ({
  match: {
    terms: match.terms.map((term) => ({ ...term })),
    narratives: match.narratives.map((narrative) => ({ ...narrative, through: [...narrative.through] })),
  },
  hires: hires.map((hire) => ({ ...hire, reasons: [...hire.reasons] })),
  seats,
  warnings: [...warnings],
  disclaimer,
})

/** The crew as JSON, ready to be sent as `crew[]`. */
export const crewView = (crew: CrewMatch['crew']): CrewMember[] => crew.map((member) => ({ ...member }))
