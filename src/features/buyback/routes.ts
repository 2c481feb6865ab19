import { Elysia } from 'elysia'
import { cacheable } from '../../http/answers/cacheable.ts'
import { openGuard } from '../../http/guards/guards.ts'
import type { HttpDeps } from '../../http/http-deps.ts'
import { ListOf, pageOf, pageQuery } from '../../http/answers/wire.ts'
import { BuybackView, buybackView } from './buyback-view.ts'

/** Every run of the treasury's buyback; those that bought nothing give the reason. @see rules 1.9, 4.3 */
export const buybackRoutes = (deps: HttpDeps) =>
  new Elysia({ name: 'buyback', prefix: '/api/buybacks', tags: ['record'] })
    .use(openGuard(deps, 'public-read'))
    .use(cacheable())
    .get('', async ({ query }) => pageOf('buybacks', await deps.storage.buybacks.list(pageQuery(query)), buybackView), {
      query: ListOf.query(),
      response: { 200: ListOf('buybacks', BuybackView) },
      detail: { operationId: 'listBuybacks', summary: 'Buyback runs, newest first' },
    })
