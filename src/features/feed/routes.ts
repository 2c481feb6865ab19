import { Elysia } from 'elysia'
import { LIMITS } from '../../domain/limits.ts'
import { publicAnswer } from '../../http/answers/cacheable.ts'
import { openGuard } from '../../http/guards/guards.ts'
import type { HttpDeps } from '../../http/http-deps.ts'
import { routeDocs } from '../../http/route-docs.ts'
import { CoinFeedQuery, coinFilter, coinOrder } from '../coins/coin-list-view.ts'
import { coinFeed } from './coin-feed.ts'

const newestPage = { limit: LIMITS.pageDefault, cursor: null }

/** Coins as RSS, in the order and with the filters of the list; a graduation counts from its own time where they are listed by it. */
export const feedRoutes = (deps: HttpDeps) =>
  new Elysia({ name: 'feed', tags: ['record'] }).use(openGuard(deps, 'public-read')).get(
    '/feed.xml',
    async ({ query, request, set }) => {
      const { storage, policy } = deps
      const { rows } = await storage.coins.list(newestPage, coinFilter(query), coinOrder(deps, query))
      const text = coinFeed(policy, rows, {
        selfUrl: `${policy.baseUrl}/feed.xml${new URL(request.url).search}`,
        timeOf: ({ launchedAtMs, graduatedAtMs }) => (query.sort === 'graduated' && graduatedAtMs !== null ? graduatedAtMs : launchedAtMs),
      })
      return publicAnswer(request, { text, contentType: 'application/rss+xml;charset=utf-8' }, set.headers as Record<string, string>)
    },
    {
      query: CoinFeedQuery,
      detail: {
        operationId: 'getFeed',
        summary: `RSS feed of the first ${LIMITS.pageDefault} coins of a list, newest first unless \`sort\` says otherwise`,
        ...routeDocs({ sends: 'application/rss+xml', tagged: true, refuses: ['platform_not_available'] }),
      },
    },
  )
