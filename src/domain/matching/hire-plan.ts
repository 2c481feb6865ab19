import { type Static, Type } from '@sinclair/typebox'
import { Hire } from '../crew/hire.ts'
import { Enum } from '../json.ts'
import { disclaimer } from './disclaimer.ts'
import type { CrewMatch } from './match-crew.ts'
import { COIN_FIELDS } from './read-coin.ts'

/**
 * What Autohire understood of a coin, whom it hired and why; kept with the plan, and shown wherever its crew is.
 * @see rules 10.27 (hire)
 */
export const HirePlan = Type.Object({
  match: Type.Object(
    {
      terms: Type.Array(Type.Object({ term: Type.String(), field: Enum(COIN_FIELDS), weight: Type.Number() })),
      narratives: Type.Array(Type.Object({ narrative: Type.String(), weight: Type.Number(), through: Type.Array(Type.String()) })),
    },
    { title: 'CoinMatch' },
  ),
  hires: Type.Array(Hire),
  seats: Type.Integer({ description: 'Seats asked for; hires may be fewer, and warnings then says why.' }),
  warnings: Type.Array(Type.String()),
  disclaimer: Type.String(),
})
HirePlan.title = 'HirePlan'

export type HirePlan = Readonly<Static<typeof HirePlan>>

/** The plan of a match. */
export const hirePlanOf = ({ terms, narratives, hires, seats, warnings }: CrewMatch): HirePlan => ({
  match: {
    terms: terms.map((term) => ({ ...term })),
    narratives: narratives.map((narrative) => ({ ...narrative, through: [...narrative.through] })),
  },
  hires: [...hires],
  seats,
  warnings: [...warnings],
  disclaimer,
})
