import { type Static, Type } from '@sinclair/typebox'
import { ClusterName } from '../../domain/cluster.ts'
import { DateTime, Nullable, Ok } from '../../domain/json.ts'
import { ListedCoin } from '../coins/listed-coin-view.ts'
import { StatsView } from '../proof/proof-view.ts'
import { RemitView } from '../remits/remit-view.ts'

/** Answer of GET /api/board. */
export const BoardResponse = Ok({
  generatedAt: DateTime(),
  cluster: ClusterName,
  stats: StatsView,
  launching: Type.Integer({ description: 'Launches that are under way now.' }),
  launchingSince: Nullable(DateTime()),
  coins: Type.Array(ListedCoin),
  remits: Type.Array(RemitView),
  platforms: Type.Array(Type.Object({ id: Type.String(), title: Type.String() }), {
    description: 'Launchpads that are enabled here: lists of coins can be of one of them.',
  }),
})

export type BoardResponse = Static<typeof BoardResponse>
