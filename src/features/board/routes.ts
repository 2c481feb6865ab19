import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { CLUSTERS } from '../../domain/cluster.ts'
import { LIMITS } from '../../domain/limits.ts'
import { WholeNumber } from '../../domain/money/whole-number.ts'
import { cacheable } from '../../http/answers/cacheable.ts'
import { type HttpDeps, openGuard } from '../../http/guards/guards.ts'
import { Enum, iso, Ok } from '../../domain/json.ts'
import { CoinView, coinViewer } from '../coins/coin-view.ts'
import { readFeeSeries } from './read-fee-series.ts'
import { StatsView, statsView } from '../proof/proof-view.ts'
import { RemitView, remitView } from '../remits/remit-view.ts'

const BoardResponse = Ok({
  generatedAt: Type.String(),
  cluster: Enum(CLUSTERS),
  stats: StatsView,
  coins: Type.Array(CoinView),
  remits: Type.Array(RemitView),
})

const DAYS_DEFAULT = 7

const FeesResponse = Ok({
  cluster: Enum(CLUSTERS),
  from: Type.String(),
  until: Type.String(),
  stepHours: Type.Integer({ description: 'How long a stretch each point stands for.' }),
  points: Type.Array(Type.Object({ at: Type.String(), role: Type.String(), lamports: Type.String(), sol: Type.Number() })),
})

/** The newest coins and payments in one answer, for a page that people watch. @see rules 4.3 */
export const boardRoutes = (deps: HttpDeps) => {
  const { storage, policy, clock } = deps
  const view = coinViewer(deps)
  const newest = { limit: LIMITS.pageDefault, cursor: null }
  return new Elysia({ name: 'board', prefix: '/api/board', tags: ['record'], normalize: false })
    .use(openGuard(deps, 'public-read'))
    .use(cacheable())
    .get(
      '',
      async () => {
        const [coins, remits, tally] = await Promise.all([storage.coins.list(newest), storage.remits.list(newest), storage.tally.read()])
        return {
          ok: true as const,
          generatedAt: iso(clock.nowMs()),
          cluster: policy.cluster,
          stats: statsView(tally),
          coins: await Promise.all(coins.rows.map(view)),
          remits: remits.rows.map(remitView),
        }
      },
      { response: { 200: BoardResponse }, detail: { summary: 'The newest coins and remits, with totals' } },
    )
    .get(
      '/fees',
      async ({ query }) => {
        const series = await readFeeSeries(deps, Number(query.days ?? DAYS_DEFAULT))
        return { ok: true as const, cluster: policy.cluster, ...series }
      },
      {
        query: Type.Object({ days: Type.Optional(WholeNumber({ minimum: 1, maximum: 90, default: DAYS_DEFAULT })) }),
        response: { 200: FeesResponse },
        detail: { summary: 'Creator fees paid over time, by role' },
      },
    )
}
