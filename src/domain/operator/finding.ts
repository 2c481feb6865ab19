import { type Static, Type } from '@sinclair/typebox'
import { Enum } from '../json.ts'

/** How much a finding matters, the least first. */
export const FINDING_LEVELS = ['ok', 'warn', 'fail'] as const

/** The result of one check. */
export const Finding = Type.Object(
  {
    level: Enum(FINDING_LEVELS, { description: 'warn: worth knowing. fail: something does not work.' }),
    text: Type.String(),
    of: Type.Optional(Enum(['launches', 'refunds'], { description: 'The list that it is about: stuck launches, refunds due.' })),
    fix: Type.Optional(Type.String({ description: 'What to do.' })),
  },
  { title: 'Finding' },
)

export type Finding = Static<typeof Finding>
