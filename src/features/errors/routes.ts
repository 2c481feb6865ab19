import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { Lookup } from '../../domain/text/text.ts'
import { openGuard } from '../../http/guards/guards.ts'
import type { HttpDeps } from '../../http/http-deps.ts'
import { FILLED_HEADERS, filledHtml, filledPage, wantsPage } from '../../http/pages/filled-page.ts'
import { routeDocs } from '../../http/route-docs.ts'
import { errorText, errorView, ErrorView } from './error-view.ts'
import { FIELD_LIMITS } from '../../domain/limits/field-limits.ts'
import { errorCatalogueText } from './error-catalogue-view.ts'
import { inlineCode } from './inline-code.ts'
import { errorRowsView } from './error-rows-view.ts'
import { createLazyDocument } from '../../http/answers/lazy-document.ts'

/** Every error code, and what each means. @see rules 4.1 */
export const errorRoutes = (deps: HttpDeps) =>
  new Elysia({ name: 'errors', tags: ['discovery'] }).use(listRoute(deps)).use(explainRoute(deps))

const explainRoute = (deps: HttpDeps) =>
  new Elysia().use(openGuard(deps, 'public-read')).get(
    '/errors/:code',
    ({ params, request, set }) => {
      const view = errorView(deps, params.code)
      set.headers.vary = 'accept'
      if (wantsPage(request)) {
        const { code, status, title, detail, example, fix, routes } = view
        const callOf = new Map(deps.routes().map(({ method, path, operationId }) => [`${method} ${path}`, operationId]))
        return filledPage(deps, 'error.html', {
          CODE: code,
          STATUS: String(status),
          TITLE: title,
          // With its values it is what one such error said, not what this page knows.
          EXAMPLE: { html: inlineCode(example === detail ? detail : `For example: ${example}`) },
          FIX: { html: inlineCode(fix) },
          ROUTES: routes.map((route) => [`/docs#${callOf.get(route)}`, route] as const),
        })
      }
      const plain = request.headers.get('accept')?.includes('text/plain')
      return plain ? new Response(errorText(view), { headers: { 'content-type': 'text/plain; charset=utf-8', vary: 'accept' } }) : view
    },
    {
      params: Type.Object({ code: Lookup({ maxLength: FIELD_LIMITS.idMax }) }),
      response: { 200: ErrorView },
      detail: {
        operationId: 'explainError',
        summary: 'What an error code means, when it comes and what to do; as a page for browsers, as text for those who accept text/plain',
        ...routeDocs({ alsoSends: ['text/html', 'text/plain'], refuses: ['error_code_not_found'] }),
      },
    },
  )

const listRoute = (deps: HttpDeps) => {
  const text = createLazyDocument('text/plain; charset=utf-8', async () => errorCatalogueText(), {
    isOnlyForm: false,
    headers: { vary: 'accept' },
  })
  const page = createLazyDocument('text/html;charset=utf-8', async () => filledHtml(deps, 'errors.html', { AREAS: errorRowsView() }), {
    isOnlyForm: false,
    headers: FILLED_HEADERS,
  })
  return new Elysia()
    .use(openGuard(deps, 'public-read'))
    .get('/errors', (context) => (wantsPage(context.request) ? page(context) : text(context)), {
      detail: {
        operationId: 'listErrors',
        summary: 'Every error code: its status, what it means and what to do',
        ...routeDocs({ sends: 'text/plain', alsoSends: ['text/html'], tagged: true }),
      },
    })
}
