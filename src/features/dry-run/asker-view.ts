import { type Static, Type } from '@sinclair/typebox'
import { Nullable } from '../../domain/json.ts'
import type { Asker } from './find-asker.ts'

/** Schema of who asks for a plan. */
export const AskerView = Type.Object(
  {
    label: Type.String({ description: 'What its key is called; of a caller without a stored key its id, such as `operator`.' }),
    fingerprint: Nullable(Type.String({ description: 'As in the operator’s list of keys; null without a stored key.' })),
    approvalRequired: Type.Boolean({ description: 'It launches nothing that was not approved.' }),
    launches: Type.Integer({ description: 'Coins that it has launched here so far.' }),
  },
  { description: 'Who asks.' },
)
AskerView.title = 'Asker'

export type AskerView = Static<typeof AskerView>

/** Who asks, on the wire. */
export const askerView = (asker: Asker): AskerView => ({ ...asker })
