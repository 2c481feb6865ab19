import { type Static, Type } from '@sinclair/typebox'
import { ClusterName } from '../cluster.ts'
import { MODES, Shareholder } from '../crew/fee-map.ts'
import { CoinPages } from './coin-pages.ts'
import { Enum, Nullable, Ok } from '../json.ts'
import { CrewSeat } from '../crew/crew.ts'

/** The answer of a finished lock of an existing coin's fees, by wire-fees or lock-holder-kol. */
export const LockResult = Ok({
  cluster: ClusterName,
  operationId: Type.String(),
  mint: Type.String(),
  ticker: Type.String(),
  feeShareSignature: Type.String({ description: 'Of the transaction that locked the fees.' }),
  feeShareLocked: Type.Boolean(),
  lockSlot: Nullable(Type.Integer()),
  holderKol: Type.Boolean(),
  mode: Enum(MODES),
  crew: Type.Array(CrewSeat),
  shareholders: Type.Array(Shareholder),
  ...CoinPages.properties,
})
LockResult.title = 'LockResponse'

export type LockResult = Static<typeof LockResult>
