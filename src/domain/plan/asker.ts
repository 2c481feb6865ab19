import { type Static, Type } from '@sinclair/typebox'
import { OWN_LIMITS } from '../limits/own-limits.ts'
import { Nullable } from '../json.ts'

/** Who asks for a plan, as far as an approver can tell: in the use case, and on the wire. */
export const Asker = Type.Object(
  {
    label: Type.String({ description: 'What its key is called; of a caller without a stored key its id, such as `operator`.' }),
    fingerprint: Nullable(Type.String({ description: 'As in the operator’s list of keys; null without a stored key.' })),
    approvalRequired: Type.Boolean({ description: 'It launches nothing that was not approved.' }),
    launches: Type.Integer({
      description: `Coins that it has launched here so far; ${OWN_LIMITS.agentCoinsMax} stands for so many or more.`,
    }),
  },
  { description: 'Who asks.' },
)
Asker.title = 'Asker'

export type Asker = Static<typeof Asker>
