import { Elysia, t } from 'elysia'
import { FIELD_LIMITS } from '../../domain/limits/field-limits.ts'
import { Lookup } from '../../domain/text/text.ts'
import { openGuard } from '../../http/guards/guards.ts'
import type { HttpDeps } from '../../http/http-deps.ts'
import { findPayee } from './find-payee.ts'
import { filledPage } from '../../http/pages/filled-page.ts'

/** Leads to the page of who is looked for, or says that nobody is. */
export const findRoutes = (deps: HttpDeps) =>
  new Elysia({ name: 'find', tags: ['kols'] }).use(openGuard(deps, 'pages')).get(
    '/find',
    async ({ query: { q = '' } }) => {
      const page = await findPayee(deps, q.trim())
      return page === null
        ? filledPage(deps, 'find.html', {})
        : new Response(null, { status: 303, headers: { location: page, 'cache-control': 'no-store' } })
    },
    { query: t.Object({ q: t.Optional(Lookup({ maxLength: FIELD_LIMITS.kolQueryMax })) }), detail: { hide: true } },
  )
