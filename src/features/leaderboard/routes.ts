import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { iso } from '../../domain/json.ts'
import { CURRENCIES, PRICED_CURRENCY } from '../../domain/money/currency.ts'
import { cacheable } from '../../http/answers/cacheable.ts'
import { ListOf, pageOf, pageQuery } from '../../http/answers/wire.ts'
import { openGuard } from '../../http/guards/guards.ts'
import type { HttpDeps } from '../../http/http-deps.ts'
import { filledPage } from '../../http/pages/filled-page.ts'
import { LeaderCurrency, LeaderView, leaderView } from '../wallets/leader-view.ts'

/** For which wallets creator fees came to most. */
export const leaderboardRoutes = (deps: HttpDeps) =>
  new Elysia({ name: 'leaderboard', tags: ['record'] }).use(listRoute(deps)).use(pageRoute(deps))

const listRoute = (deps: HttpDeps) =>
  new Elysia()
    .use(openGuard(deps, 'public-read'))
    .use(cacheable())
    .get(
      '/api/leaderboard',
      async ({ query: { currency = PRICED_CURRENCY, ...page } }) =>
        pageOf('leaders', await deps.storage.earnings.listLeaders(pageQuery(page), currency), leaderView(currency)),
      {
        query: Type.Object({ ...ListOf.query().properties, currency: Type.Optional(LeaderCurrency) }, { additionalProperties: false }),
        response: { 200: ListOf('leaders', LeaderView) },
        detail: { operationId: 'listLeaders', summary: 'Wallets by what they were paid for promoting coins, best paid first' },
      },
    )

const pageRoute = (deps: HttpDeps) =>
  new Elysia().use(openGuard(deps, 'pages')).get(
    '/leaderboard',
    async () => {
      const { remitted } = await deps.storage.totals.read()
      const paidIn = CURRENCIES.filter((currency) => remitted[currency] > 0n)
      return filledPage(deps, 'leaderboard.html', { PAID_IN: paidIn.join(' '), SERVER_TIME: iso(deps.clock.nowMs()) })
    },
    { detail: { hide: true } },
  )
