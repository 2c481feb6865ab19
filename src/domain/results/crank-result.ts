import { type Static, Type } from '@sinclair/typebox'
import { CLUSTERS } from '../cluster.ts'
import { Enum } from '../json.ts'
import { CURRENCIES } from '../money/currency.ts'

/** What one wallet got of a distribution. */
export const PaidView = Type.Object({
  wallet: Type.String(),
  handle: Type.String(),
  role: Type.String({ description: 'In the coin’s split; unknown for a wallet that is not in it.' }),
  lamports: Type.String(),
  sol: Type.Number(),
})

/** A landed distribution, as its transaction says. */
export const DistributionView = Type.Object({
  cluster: Enum(CLUSTERS),
  mint: Type.String(),
  ticker: Type.String(),
  signature: Type.String(),
  slot: Type.Integer(),
  distributedLamports: Type.String({ description: 'What left the vault.' }),
  distributedSol: Type.Number(),
  currency: Type.Optional(Enum(CURRENCIES, { description: 'SOL or ETH: lamports are the smallest unit of it. SOL where it is not said.' })),
  remits: Type.Array(PaidView),
})
DistributionView.title = 'Distribution'

export type DistributionView = Static<typeof DistributionView>

/** What a finished distribution answers. */
export type CrankResult = DistributionView & {
  readonly ok: true
  readonly operationId: string
  readonly missingLamports: null
  readonly tip: string
}
