import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { cacheable } from '../../http/cacheable.ts'
import { type HttpDeps, openGuard } from '../../http/guards.ts'
import { ListOf } from '../../http/wire.ts'

const BuybackView = Type.Object({}, { additionalProperties: true })

/** The history of treasury buybacks: none are run yet. @see spec 1.9, 4.3 */
export const buybackRoutes = (deps: HttpDeps) =>
  new Elysia({ name: 'buyback', prefix: '/api/buybacks', tags: ['record'], normalize: false })
    .use(openGuard(deps, 'public-read'))
    .use(cacheable())
    .get('', () => ({ ok: true as const, buybacks: [], nextCursor: null }), {
      query: ListOf.query(),
      response: { 200: ListOf('buybacks', BuybackView) },
      detail: { summary: 'Buyback runs, newest first' },
    })
