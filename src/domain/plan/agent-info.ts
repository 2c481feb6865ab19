import { type Static, Type } from '@sinclair/typebox'
import { LIMITS } from '../limits.ts'
import { Text } from '../text/text.ts'

/** What an agent tells of itself in a request; kept with the plan and the coin. */
export const AgentInfo = Type.Object(
  {
    name: Type.Optional(Text({ maxLength: LIMITS.agentTextMax })),
    objective: Type.Optional(Text({ maxLength: LIMITS.agentTextMax, multiline: true })),
    model: Type.Optional(Text({ maxLength: LIMITS.agentTextMax })),
  },
  { additionalProperties: false },
)

/** What an agent says of itself, as validated. */
export type AgentInfo = Static<typeof AgentInfo>
