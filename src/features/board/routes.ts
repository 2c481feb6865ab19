import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { LIMITS } from '../../domain/limits.ts'
import { WholeNumber } from '../../domain/money/whole-number.ts'
import { cacheable } from '../../http/answers/cacheable.ts'
import { openGuard } from '../../http/guards/guards.ts'
import type { HttpDeps } from '../../http/http-deps.ts'
import { iso } from '../../domain/json.ts'
import { coinViewer } from '../coins/coin-view.ts'
import { BoardResponse, FeesResponse } from './board-view.ts'
import { readFeeSeries } from './read-fee-series.ts'
import { statsView } from '../proof/proof-view.ts'
import { remitView } from '../remits/remit-view.ts'

const DAYS_DEFAULT = 7

/** The newest coins and payments in one answer, for the public board page. @see rules 4.3 */
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
        const [coins, remits, totals] = await Promise.all([storage.coins.list(newest), storage.remits.list(newest), storage.totals.read()])
        return {
          ok: true as const,
          generatedAt: iso(clock.nowMs()),
          cluster: policy.cluster,
          stats: statsView(totals),
          coins: coins.rows.map(view),
          remits: remits.rows.map(remitView),
        }
      },
      { response: { 200: BoardResponse }, detail: { operationId: 'getBoard', summary: 'The newest coins and remits, with totals' } },
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
        detail: { operationId: 'getFeeHistory', summary: 'Creator fees paid over time, by role' },
      },
    )
}
