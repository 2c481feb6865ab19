import { type Static, Type } from '@sinclair/typebox'
import { CLUSTERS } from '../cluster.ts'
import { MODES } from '../crew/fee-map.ts'
import { Enum, Nullable, Ok } from '../json.ts'
import { CrewSeatView, ShareholderView } from './crew-json.ts'

/** What a finished lock of an existing coin's fees answers: of wire-fees and of lock-holder-kol. */
export const LockResult = Ok({
  cluster: Enum(CLUSTERS),
  operationId: Type.String(),
  mint: Type.String(),
  ticker: Type.String(),
  feeShareSignature: Type.String({ description: 'Of the transaction that locked the fees.' }),
  feeShareLocked: Type.Boolean(),
  lockSlot: Nullable(Type.Integer()),
  holderKol: Type.Boolean(),
  mode: Enum(MODES),
  crew: Type.Array(CrewSeatView),
  shareholders: Type.Array(ShareholderView),
  launchpadUrl: Type.String(),
})
LockResult.title = 'LockResponse'

export type LockResult = Static<typeof LockResult>
