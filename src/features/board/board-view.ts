import { AmountView } from '../../domain/money/amount-json.ts'
import { type Static, Type } from '@sinclair/typebox'
import { CLUSTERS } from '../../domain/cluster.ts'
import { Enum, Ok } from '../../domain/json.ts'
import { CoinView } from '../coins/coin-view.ts'
import { StatsView } from '../proof/proof-view.ts'
import { RemitView } from '../remits/remit-view.ts'

/** Answer of GET /api/board. */
export const BoardResponse = Ok({
  generatedAt: Type.String(),
  cluster: Enum(CLUSTERS),
  stats: StatsView,
  coins: Type.Array(CoinView),
  remits: Type.Array(RemitView),
})

export type BoardResponse = Static<typeof BoardResponse>

/** Answer of GET /api/board/fees. */
export const FeesResponse = Ok({
  cluster: Enum(CLUSTERS),
  from: Type.String(),
  until: Type.String(),
  stepHours: Type.Integer({ description: 'How long a stretch each point stands for.' }),
  points: Type.Array(
    Type.Object({ at: Type.String(), role: Type.String(), amount: AmountView, lamports: Type.String(), sol: Type.Number() }),
  ),
})

export type FeesResponse = Static<typeof FeesResponse>
