import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { ListOf, pageOf, pageQuery } from '../../http/answers/wire.ts'
import { asksForCsv, csvResponse, csvPage, Format } from '../../http/answers/csv-response.ts'
import { keyGuard } from '../../http/guards/guards.ts'
import type { HttpDeps } from '../../http/http-deps.ts'
import { routeDocs } from '../../http/route-docs.ts'
import { ledgerCsv } from './ledger-csv.ts'
import { ledgerFilter, LedgerQuery, ledgerStretch } from './ledger-query-view.ts'
import { LedgerDaysResponse, ledgerDaysView, LedgerWalletsResponse, ledgerWalletsView, PostingView, postingView } from './ledger-view.ts'

/** What left and came to the operator’s wallets, and its sums. All of it needs the operator key. */
export const ledgerRoutes = (deps: HttpDeps) =>
  new Elysia({ name: 'ledger', tags: ['operating'] }).use(listRoute(deps)).use(sumRoutes(deps))

const ledgerListQuery = Type.Object({ ...ListOf.query().properties, ...LedgerQuery.properties, ...Format }, { additionalProperties: false })

const listRoute = ({ storage, ...deps }: HttpDeps) =>
  new Elysia().use(keyGuard({ storage, ...deps }, 'operator', { who: 'operator' })).get(
    '/api/ledger',
    async ({ query, request, set }) => {
      set.headers.vary = 'accept'
      const asCsv = asksForCsv(request, query.format)
      const found = await storage.ledger.list(asCsv ? csvPage(query) : pageQuery(query), ledgerFilter(query))
      // The framework takes a Response in the place of what the schema says.
      if (asCsv) return csvResponse(ledgerCsv(found.rows), { name: 'ledger', nextCursor: found.nextCursor, url: request.url }) as never
      return pageOf('postings', found, postingView)
    },
    {
      query: ledgerListQuery,
      response: { 200: ListOf('postings', PostingView) },
      detail: {
        operationId: 'listLedger',
        summary: 'All that left or came to a wallet of the operator’s, newest first; as CSV with format=csv, or by Accept',
        ...routeDocs({ alsoSends: ['text/csv'] }),
      },
    },
  )

const sumRoutes = (deps: HttpDeps) =>
  new Elysia({ prefix: '/api/ledger' })
    .use(keyGuard(deps, 'operator', { who: 'operator' }))
    .get(
      '/days',
      async ({ query }) => {
        const stretch = ledgerStretch(query, deps.clock.nowMs())
        return ledgerDaysView(stretch, await deps.storage.ledger.listDays(stretch))
      },
      {
        query: LedgerQuery,
        response: { 200: LedgerDaysResponse },
        detail: {
          operationId: 'listLedgerDays',
          summary: 'The ledger’s sums by day, wallet and account, newest day first; 30 days, or up to 366',
        },
      },
    )
    .get('/wallets', async () => ledgerWalletsView(await deps.storage.ledger.listWallets()), {
      response: { 200: LedgerWalletsResponse },
      detail: { operationId: 'listLedgerWallets', summary: 'What the ledger of each wallet comes to, and by how much the chain differs' },
    })
