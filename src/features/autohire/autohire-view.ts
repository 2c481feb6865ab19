import { Type } from '@sinclair/typebox'
import { CrewMember } from '../../domain/crew/crew.ts'
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

/** A crew as a dry-run takes it. */
export const CrewView = Type.Array(CrewMember)

/** The crew as JSON, ready to be sent as `crew[]`. */
export const crewView = (crew: CrewMatch['crew']): CrewMember[] => crew.map((member) => ({ ...member }))
