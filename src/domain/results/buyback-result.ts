import { AmountView } from '../money/amount-json.ts'
import { type Static, Type } from '@sinclair/typebox'
import { BUYERS } from '../buyback.ts'
import { ClusterName } from '../cluster.ts'
import { ErrorCodeName } from '../error-code-name.ts'
import { DateTime, Enum, Nullable, Ok } from '../json.ts'

/** The stored result of a finished buyback; its run has the rest. */
export const BuybackResult = Ok({ operationId: Type.String(), signature: Type.String(), slot: Type.Integer() })

/** The result of a finished buyback. */
export type BuybackResult = Static<typeof BuybackResult>

/** A landed buyback, as its transaction shows. */
export const BoughtView = Type.Object({
  cluster: ClusterName,
  buybackId: Type.String(),
  by: Enum(BUYERS),
  mint: Type.String(),
  ticker: Nullable(Type.String()),
  wallet: Nullable(Type.String({ description: 'What paid.' })),
  signature: Type.String(),
  slot: Type.Integer(),
  spent: AmountView,
  lamports: Type.String({ description: 'All that left the wallet, network fee and rent included.' }),
  sol: Type.Number(),
  tokens: Type.String({ description: 'What was bought, in millionths of a token.' }),
  burnedTokens: Type.String({ description: 'What of it was burned, in millionths of a token.' }),
  boughtAt: DateTime(),
})
BoughtView.title = 'BoughtBack'

export type BoughtView = Static<typeof BoughtView>

/** A run of the buyback that should have bought, and did not. */
export const NothingBought = Type.Object({
  cluster: ClusterName,
  buybackId: Type.String(),
  by: Enum(BUYERS),
  at: DateTime({ description: 'The time of the clock that the run belongs to.' }),
  status: Enum(['skipped', 'failed'], { description: 'skipped: nothing was sent. failed: sent, and nothing was bought.' }),
  reason: ErrorCodeName,
  detail: Type.String({ description: 'The same as a sentence.' }),
  mint: Nullable(Type.String()),
  ticker: Nullable(Type.String()),
  wallet: Nullable(Type.String({ description: 'What was to pay.' })),
})
NothingBought.title = 'NothingBought'

export type NothingBought = Static<typeof NothingBought>
