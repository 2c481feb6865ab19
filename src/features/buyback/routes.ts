import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { BUYBACK_STATES } from '../../domain/buyback.ts'
import { Enum } from '../../domain/json.ts'
import { cacheable } from '../../http/answers/cacheable.ts'
import { openGuard } from '../../http/guards/guards.ts'
import type { HttpDeps } from '../../http/http-deps.ts'
import { ListOf, pageQuery } from '../../http/answers/wire.ts'
import { BuybacksResponse, buybacksView } from './buyback-view.ts'
import { listBuybacks } from './list-buybacks.ts'

/** Every run of the treasury's buyback; those that bought nothing give the reason. @see rules 1.9, 4.3 */
export const buybackRoutes = (deps: HttpDeps) =>
  new Elysia({ name: 'buyback', prefix: '/api/buybacks', tags: ['record'] })
    .use(openGuard(deps, 'public-read'))
    .use(cacheable())
    .get('', async ({ query: { status, ...page } }) => buybacksView(await listBuybacks(deps, pageQuery(page), status)), {
      query: Type.Object({ ...ListOf.query().properties, status: Type.Optional(Enum(BUYBACK_STATES)) }, { additionalProperties: false }),
      response: { 200: BuybacksResponse },
      detail: { operationId: 'listBuybacks', summary: 'Buyback runs, newest first, by status; with what they cost in all' },
    })
