import { type Static, Type } from '@sinclair/typebox'

/** What is true now and was not when the plan was made, in words. */
export const ChangedSince = Type.Array(Type.String(), {
  description: 'What changed since the plan was made, in words; empty of one that was used or rejected. What is launched stays the plan.',
})

export type ChangedSince = Static<typeof ChangedSince>
