import { type Static, Type } from '@sinclair/typebox'
import { Nullable } from '../json.ts'

/** A field of the plan that changed, as readable text; null where one of the two has none. */
export const PlanChange = Type.Object({
  field: Type.String({ description: 'Name in plan; a shareholder is shareholders/{wallet}.' }),
  old: Nullable(Type.String({ description: 'As text to read; null where there was none.' })),
  new: Nullable(Type.String({ description: 'As text to read; null where there is none.' })),
})

export type PlanChange = Readonly<Static<typeof PlanChange>>
