import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { Mint } from '../../domain/brands.ts'
import { Lookup } from '../../domain/text/text.ts'
import { cacheable } from '../../http/answers/cacheable.ts'
import { openGuard } from '../../http/guards/guards.ts'
import type { HttpDeps } from '../../http/http-deps.ts'
import { ListOf, pageOf, pageQuery } from '../../http/answers/wire.ts'
import { RemitView, remitView } from './remit-view.ts'

const query = Type.Object(
  { ...ListOf.query().properties, mint: Type.Optional(Lookup<Mint>({ minLength: 1, maxLength: 64 })) },
  { additionalProperties: false },
)

/** Payments of creator fees, each as the chain's own balance changes say. @see rules 4.3 */
export const remitRoutes = (deps: HttpDeps) =>
  new Elysia({ name: 'remits', prefix: '/api/remits', tags: ['record'], normalize: false })
    .use(openGuard(deps, 'public-read'))
    .use(cacheable())
    .get(
      '',
      async ({ query: { mint, ...page } }) =>
        pageOf('remits', await deps.storage.remits.list(pageQuery(page), mint === undefined ? {} : { mint }), remitView),
      { query, response: { 200: ListOf('remits', RemitView) }, detail: { summary: 'Payments to shareholders, newest first' } },
    )
