import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { PRICED_CURRENCY } from '../../domain/money/currency.ts'
import { cacheable } from '../../http/answers/cacheable.ts'
import { ListOf, pageOf, pageQuery } from '../../http/answers/wire.ts'
import { openGuard } from '../../http/guards/guards.ts'
import type { HttpDeps } from '../../http/http-deps.ts'
import { filledPage } from '../../http/pages/filled-page.ts'
import { LeaderCurrency, LeaderView, leaderView } from './leader-view.ts'
import { readLeaders } from './read-leaders.ts'

/** Wallets by what they were paid for promoting coins, as a list and as a page. */
export const leaderboardRoutes = (deps: HttpDeps) =>
  new Elysia({ name: 'leaderboard', tags: ['record'] }).use(listRoute(deps)).use(pageRoute(deps))

const listRoute = (deps: HttpDeps) =>
  new Elysia()
    .use(openGuard(deps, 'public-read'))
    .use(cacheable())
    .get(
      '/api/leaderboard',
      async ({ query: { currency = PRICED_CURRENCY, ...page } }) =>
        pageOf('leaders', await readLeaders(deps, pageQuery(page), currency), leaderView(currency)),
      {
        query: Type.Object({ ...ListOf.query().properties, currency: Type.Optional(LeaderCurrency) }, { additionalProperties: false }),
        response: { 200: ListOf('leaders', LeaderView) },
        detail: { operationId: 'listLeaders', summary: 'Wallets by what they were paid for promoting coins, best paid first' },
      },
    )

const pageRoute = (deps: HttpDeps) =>
  new Elysia().use(openGuard(deps, 'pages')).get('/leaderboard', () => filledPage(deps, 'leaderboard.html', {}), { detail: { hide: true } })
