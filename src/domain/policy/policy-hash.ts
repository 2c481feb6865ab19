import { Type } from '@sinclair/typebox'

/** Schema of the hash of the policy that a launch was counted under. */
export const POLICY_HASH = Type.String({ description: 'The spending policy that it was launched under, without an approval of its plan.' })
