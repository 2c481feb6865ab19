import { Elysia } from 'elysia'
import { AppError, invalidFields } from '../../domain/errors.ts'
import { LIMITS } from '../../domain/limits.ts'
import { FIELD_LIMITS } from '../../domain/limits/field-limits.ts'
import { spelledMint } from '../../domain/text/coin-address.ts'
import { cacheable } from '../../http/answers/cacheable.ts'
import { ListOf, mintParam, pageQuery } from '../../http/answers/wire.ts'
import { openGuard } from '../../http/guards/guards.ts'
import type { HttpDeps } from '../../http/http-deps.ts'
import { iso } from '../../domain/json.ts'
import { routeDocs } from '../../http/route-docs.ts'
import { listedCoinViewer } from '../coins/listed-coin-view.ts'
import { BoardResponse } from './board-response-view.ts'
import { FEE_DAYS_DEFAULT, FeesQuery, FeesResponse, pricedSeriesView } from '../coins/fees-view.ts'
import { readFeeSeries } from '../coins/read-fee-series.ts'
import { createPayoutReader } from './payout-reader.ts'
import { createMarketReader } from './market-reader.ts'
import { CoinMarketResponse, holdersView, MarketsQuery, MarketsResponse, marketView, payoutView } from './market-view.ts'
import { createTradeReader, type TradeReader } from './trade-reader.ts'
import { TradesResponse, tradesView } from './trade-view.ts'
import { statsView } from '../proof/proof-view.ts'
import { remitView } from '../remits/remit-view.ts'

const newestPage = { limit: LIMITS.pageDefault, cursor: null }

/** What the public board page reads: the record, and what coins trade at. @see rules 4.3 */
export const boardRoutes = (deps: HttpDeps) =>
  new Elysia({ name: 'board', tags: ['record'] }).use(readRoutes(deps)).use(tradingRoutes(deps))

const readRoutes = (deps: HttpDeps) => {
  const { storage, policy, clock, launchpads } = deps
  const platforms = launchpads.ids.map((id) => ({ id, title: launchpads.facts(id).title }))
  const view = listedCoinViewer(deps)
  return new Elysia({ prefix: '/api/board' })
    .use(openGuard(deps, 'public-read'))
    .use(cacheable())
    .get(
      '',
      async () => {
        const [coins, remits, totals, launching] = await Promise.all([
          storage.coins.listFacts(newestPage),
          storage.remits.list(newestPage),
          storage.totals.read(),
          storage.operations.countUnfinished('launch'),
        ])
        return {
          ok: true as const,
          generatedAt: iso(clock.nowMs()),
          cluster: policy.cluster,
          stats: statsView(totals),
          launching: launching.count,
          launchingSince: launching.oldestAtMs === null ? null : iso(launching.oldestAtMs),
          coins: coins.rows.map(view),
          remits: remits.rows.map(remitView),
          platforms,
        }
      },
      { response: { 200: BoardResponse }, detail: { operationId: 'getBoard', summary: 'The newest coins and remits, with totals' } },
    )
    .get(
      '/fees',
      async ({ query }) => {
        const series = await readFeeSeries(deps, Number(query.days ?? FEE_DAYS_DEFAULT), storage.remits.feesByHour)
        return { ok: true as const, cluster: policy.cluster, ...pricedSeriesView(series) }
      },
      {
        query: FeesQuery,
        response: { 200: FeesResponse },
        detail: { operationId: 'getFeeHistory', summary: 'Creator fees paid over time, by role' },
      },
    )
}

const tradingRoutes = (deps: HttpDeps) => {
  const trades = createTradeReader(deps)
  return new Elysia().use(marketRoutes(deps, trades)).use(tradeRoute(deps, trades))
}

/** What coins trade at, from the chain's own accounts. */
const marketRoutes = (deps: HttpDeps, { knownDayChangeBps, dayChanges }: TradeReader) => {
  const { clock, storage } = deps
  const reader = createMarketReader(deps)
  const payoutOf = createPayoutReader(deps)
  return new Elysia({ tags: ['coins'] })
    .use(openGuard(deps, 'public-read'))
    .use(cacheable())
    .get(
      '/api/markets',
      async ({ query }) => {
        const mints = [...new Set(query.mints.split(',').map(spelledMint))].filter((mint) => mint !== '')
        if (mints.length > LIMITS.marketsMax || mints.some(({ length }) => length > FIELD_LIMITS.idMax)) throw tooMany()
        const [markets, holders, changes] = await Promise.all([reader.markets(mints), reader.someHolders(mints), dayChanges(mints)])
        const views = [...markets].map(([mint, market]) =>
          marketView(market, { holders: holders.get(mint) ?? null, dayChangeBps: changes.get(mint) ?? null }),
        )
        return { ok: true as const, generatedAt: iso(clock.nowMs()), markets: views }
      },
      {
        query: MarketsQuery,
        response: { 200: MarketsResponse },
        detail: {
          operationId: 'listMarkets',
          summary: 'Price, market cap and progress to graduation of coins; those without a market are left out',
        },
      },
    )
    .get(
      '/api/coins/:mint/market',
      async ({ params }) => {
        const mint = spelledMint(params.mint)
        const coin = await storage.coins.find(mint)
        if (!coin) throw new AppError('coin_not_found')
        const [markets, holders, payout] = await Promise.all([reader.markets([mint]), reader.holders(mint), payoutOf(coin)])
        const market = markets.get(mint) ?? null
        return {
          ok: true as const,
          generatedAt: iso(clock.nowMs()),
          market: market && marketView(market, { holders: holders?.value ?? null, dayChangeBps: knownDayChangeBps(mint) }),
          holders: holders && holdersView(holders, market?.value.market.supplyTokenMicros ?? null),
          payout: payout && payoutView(payout, coin.currency),
        }
      },
      {
        params: mintParam,
        response: { 200: CoinMarketResponse },
        detail: {
          operationId: 'getCoinMarket',
          summary: 'Price, market cap, progress to graduation, holders and next payout of one coin',
          ...routeDocs({ refuses: ['coin_not_found'] }),
        },
      },
    )
}

/** Who bought and sold a coin, from the chain's own transactions. */
const tradeRoute = (deps: HttpDeps, { trades: tradesOf }: TradeReader) => {
  const { clock, storage } = deps
  return new Elysia({ tags: ['coins'] })
    .use(openGuard(deps, 'public-read'))
    .use(cacheable())
    .get(
      '/api/coins/:mint/trades',
      async ({ params, query }) => {
        const mint = spelledMint(params.mint)
        if (!(await storage.coins.find(mint))) throw new AppError('coin_not_found')
        return tradesView(await tradesOf(mint), pageQuery(query), clock.nowMs())
      },
      {
        params: mintParam,
        query: ListOf.query(),
        response: { 200: TradesResponse },
        detail: {
          operationId: 'listTrades',
          summary: 'Newest trades of one coin, as its chain has them',
          ...routeDocs({ refuses: ['coin_not_found'] }),
        },
      },
    )
}

const tooMany = () =>
  invalidFields([{ path: '/mints', message: `must be at most ${LIMITS.marketsMax} mints of at most ${FIELD_LIMITS.idMax} characters` }])
