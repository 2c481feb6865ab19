import { type Static, Type } from '@sinclair/typebox'
import { Enum } from '../json.ts'
import { Hire } from '../crew/hire.ts'
import type { HirePlan } from '../matching/hire-plan.ts'
import { COIN_FIELDS } from '../matching/read-coin.ts'

const MatchView = Type.Object({
  terms: Type.Array(Type.Object({ term: Type.String(), field: Enum(COIN_FIELDS), weight: Type.Number() })),
  narratives: Type.Array(Type.Object({ narrative: Type.String(), weight: Type.Number(), through: Type.Array(Type.String()) })),
})

/** Wire form of a hire plan. @see rules 10.27 (hire) */
export const HirePlanView = Type.Object({
  match: MatchView,
  hires: Type.Array(Hire),
  seats: Type.Integer({ description: 'Seats asked for; hires may be fewer, and warnings then says why.' }),
  warnings: Type.Array(Type.String()),
  disclaimer: Type.String(),
})
HirePlanView.title = 'HirePlan'

export type HirePlanView = Static<typeof HirePlanView>

/** The hire plan as JSON. */
export const hirePlanView = ({ match, hires, seats, warnings, disclaimer }: HirePlan): HirePlanView => ({
  match: {
    terms: match.terms.map((term) => ({ ...term })),
    narratives: match.narratives.map((narrative) => ({ ...narrative, through: [...narrative.through] })),
  },
  hires: hires.map((hire) => ({ ...hire, reasons: [...hire.reasons] })),
  seats,
  warnings: [...warnings],
  disclaimer,
})
