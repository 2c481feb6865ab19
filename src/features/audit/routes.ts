import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { ListOf, pageOf, pageQuery } from '../../http/answers/wire.ts'
import { asksForCsv, csvResponse, csvPage, Format } from '../../http/answers/csv-response.ts'
import { keyGuard } from '../../http/guards/guards.ts'
import type { HttpDeps } from '../../http/http-deps.ts'
import { routeDocs } from '../../http/route-docs.ts'
import { actsCsv } from './acts-csv.ts'
import { ActView, actView } from '../operator/operator-view.ts'

/** Who did what. It needs the operator key. */
export const auditRoutes = (deps: HttpDeps) =>
  new Elysia({ name: 'audit', tags: ['operating'] }).use(keyGuard(deps, 'operator', { who: 'operator' })).get(
    '/api/audit',
    async ({ query, request, set }) => {
      set.headers.vary = 'accept'
      const asCsv = asksForCsv(request, query.format)
      const found = await deps.storage.operatorLog.list(asCsv ? csvPage(query) : pageQuery(query))
      // The framework takes a Response in the place of what the schema says.
      if (asCsv) return csvResponse(actsCsv(found.rows), { name: 'audit', nextCursor: found.nextCursor, url: request.url }) as never
      return pageOf('acts', found, actView)
    },
    {
      query: actsQuery,
      response: { 200: ListOf('acts', ActView) },
      detail: {
        operationId: 'listActs',
        summary: 'The audit log: who did what, newest first; kept for 400 days; CSV as of the ledger',
        ...routeDocs({ alsoSends: ['text/csv'] }),
      },
    },
  )

const actsQuery = Type.Object({ ...ListOf.query().properties, ...Format }, { additionalProperties: false })
