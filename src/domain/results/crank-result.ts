import { AmountView } from '../money/amount-json.ts'
import { type Static, Type } from '@sinclair/typebox'
import { ClusterName } from '../cluster.ts'
import { Enum, Ok } from '../json.ts'
import { CURRENCIES } from '../money/currency.ts'
import { PaidRoleJson } from '../crew/role-json.ts'

/** What one wallet received of a distribution. */
export const PaidView = Type.Object({
  wallet: Type.String(),
  handle: Type.String(),
  role: PaidRoleJson,
  amount: AmountView,
  lamports: Type.Optional(Type.String({ description: 'Of SOL alone.' })),
  sol: Type.Optional(Type.Number({ description: 'Of SOL alone.' })),
})
PaidView.title = 'Paid'

export type PaidView = Static<typeof PaidView>

/** A landed distribution, as its transaction shows. */
export const DistributionView = Type.Object({
  cluster: ClusterName,
  mint: Type.String(),
  ticker: Type.String(),
  signature: Type.String(),
  slot: Type.Integer(),
  distributed: AmountView,
  distributedLamports: Type.Optional(Type.String({ description: 'What left the vault; of SOL alone.' })),
  distributedSol: Type.Optional(Type.Number({ description: 'Of SOL alone.' })),
  currency: Type.Optional(Enum(CURRENCIES, { description: 'SOL where it is not said.' })),
  remits: Type.Array(PaidView),
  credited: Type.Optional(
    Type.Array(PaidView, {
      description:
        'Who did not take the payment: it was credited to the wallet instead, where anyone can have it paid out to it. No remit.',
    }),
  ),
  paidOut: Type.Optional(
    Type.Array(PaidView, {
      description: 'What had been credited before, from this coin or elsewhere, and was paid out along with it. No remit of this coin.',
    }),
  ),
})
DistributionView.title = 'Distribution'

export type DistributionView = Static<typeof DistributionView>

/** The answer of a finished distribution. */
export const CrankResult = Ok({
  ...DistributionView.properties,
  operationId: Type.String(),
  missing: Type.Null(),
  missingLamports: Type.Optional(Type.Null()),
  tip: Type.String(),
})

/** A finished distribution, as it is answered. */
export type CrankResult = Static<typeof CrankResult>
