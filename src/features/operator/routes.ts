import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { type UnixMs, unixMs } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import { Enum, Ok } from '../../domain/json.ts'
import { LIMITS } from '../../domain/limits.ts'
import { OWN_LIMITS } from '../../domain/limits/own-limits.ts'
import { FIELD_LIMITS } from '../../domain/limits/field-limits.ts'
import { OPERATION_KINDS } from '../../domain/operation.ts'
import { PAYMENT_STATES } from '../../domain/payments/payment.ts'
import { idParam, ListOf, pageOf, pageQuery } from '../../http/answers/wire.ts'
import { asksForCsv, csvResponse } from '../../http/answers/csv-response.ts'
import { keyGuard } from '../../http/guards/guards.ts'
import type { HttpDeps } from '../../http/http-deps.ts'
import { operatorOf } from '../../http/request/actor-of.ts'
import { routeDocs } from '../../http/route-docs.ts'
import { isEvmAddress } from '../../lib/evm-address.ts'
import { readBudgets } from '../budgets/read-budgets.ts'
import { serviceFindings } from '../findings/service-findings.ts'
import { createWalletBalances } from '../metrics/wallet-balances.ts'
import { ledgerCsv } from '../ledger/ledger-csv.ts'
import { ledgerFilter, LedgerQuery, ledgerStretch } from '../ledger/ledger-query-view.ts'
import {
  LedgerDaysResponse,
  ledgerDaysView,
  LedgerWalletsResponse,
  ledgerWalletsView,
  PostingView,
  postingView,
} from '../ledger/ledger-view.ts'
import { importKols, type KolImportReport } from '../kols/import-kols.ts'
import { actsCsv } from '../operator-log/acts-csv.ts'
import { recordRefund } from './record-refunded.ts'
import {
  ActView,
  actView,
  BudgetsResponse,
  budgetsView,
  DirectoryResponse,
  directoryView,
  FindingsResponse,
  findingsView,
  LISTED_STATES,
  OperationView,
  operationView,
  PaymentView,
  paymentView,
} from './operator-view.ts'
import { DirectoryBody } from './directory-body-view.ts'

const operationsQuery = Type.Object(
  {
    ...ListOf.query().properties,
    kind: Enum(OPERATION_KINDS),
    state: Type.Optional(Enum(LISTED_STATES, { description: 'stuck: under way for more than ten minutes. Without it all of the kind.' })),
  },
  { additionalProperties: false },
)

const paymentsQuery = Type.Object(
  { ...ListOf.query().properties, state: Type.Optional(Enum(PAYMENT_STATES)) },
  { additionalProperties: false },
)

/** What an operator looks at and decides, beside keys and webhooks. All of it needs the operator key. */
export const operatorRoutes = (deps: HttpDeps) =>
  new Elysia({ name: 'operator', tags: ['operating'] })
    .use(stateRoutes(deps))
    .use(ledgerRoutes(deps))
    .use(ledgerSumRoutes(deps))
    .use(paymentRoutes(deps))
    .use(logRoute(deps))
    .use(directoryRoute(deps))

const stateRoutes = (deps: HttpDeps) => {
  const { storage, policy, clock } = deps
  const balances = createWalletBalances(deps)
  return new Elysia({ prefix: '/api/operator' })
    .use(keyGuard(deps, 'operator', { who: 'operator' }))
    .get('/findings', async () => findingsView(await serviceFindings(deps), clock.nowMs()), {
      response: { 200: FindingsResponse },
      detail: { operationId: 'listFindings', summary: 'What is wrong with the running service, and what to do; the worst first' },
    })
    .get(
      '/operations',
      async ({ query: { kind, state, ...page } }) => {
        const nowMs = clock.nowMs()
        return pageOf('operations', await storage.operations.list(kind, pageQuery(page), whichOf(state, nowMs)), operationView(nowMs))
      },
      {
        query: operationsQuery,
        response: { 200: ListOf('operations', OperationView) },
        detail: { operationId: 'listOperations', summary: 'Launches, locks, distributions and buybacks of every key, by state' },
      },
    )
    .get('/budgets', async () => budgetsView(await readBudgets(policy, storage, clock), await balances()), {
      response: { 200: BudgetsResponse },
      detail: { operationId: 'listBudgets', summary: 'What the operator’s wallets hold, have spent today and may still spend' },
    })
}

/** How the storage is asked for operations of a listed state. */
function whichOf(state: (typeof LISTED_STATES)[number] | undefined, nowMs: UnixMs) {
  if (state === undefined) return undefined
  if (state === 'under-way') return { unfinishedSinceMs: unixMs(nowMs) }
  if (state === 'stuck') return { unfinishedSinceMs: unixMs(nowMs - OWN_LIMITS.launchStuckMs) }
  return { state }
}

const paymentRoutes = (deps: HttpDeps) =>
  new Elysia({ prefix: '/api/operator' })
    .use(keyGuard(deps, 'operator', { who: 'operator' }))
    .get(
      '/payments',
      async ({ query: { state, ...page } }) => pageOf('payments', await deps.storage.payments.list(pageQuery(page), state), paymentView),
      {
        query: paymentsQuery,
        response: { 200: ListOf('payments', PaymentView) },
        detail: { operationId: 'listPayments', summary: 'Payments of calls, newest first; refund_due are those to pay back' },
      },
    )
    .post(
      '/payments/:id/refunded',
      async ({ caller, params, request }) => ({
        ok: true as const,
        payment: paymentView(await recordRefund(deps, operatorOf(caller, request), params.id)),
      }),
      {
        params: idParam(),
        response: { 200: Ok({ payment: PaymentView }) },
        detail: {
          operationId: 'recordRefund',
          summary: 'Say that you pay a call back: it is not done again for that payment. Send the money yourself',
          ...routeDocs({ refuses: ['refund_not_due'] }),
        },
      },
    )

const logRoute = (deps: HttpDeps) =>
  new Elysia().use(keyGuard(deps, 'operator', { who: 'operator' })).get(
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

/** A page of a list as CSV. */
const csvPage = ({ cursor }: { readonly cursor?: string }) => ({ limit: FIELD_LIMITS.csvRowsMax, cursor: cursor ?? null })

const Format = { format: Type.Optional(Enum(['json', 'csv'])) }

const actsQuery = Type.Object({ ...ListOf.query().properties, ...Format }, { additionalProperties: false })

const ledgerListQuery = Type.Object({ ...ListOf.query().properties, ...LedgerQuery.properties, ...Format }, { additionalProperties: false })

const ledgerRoutes = ({ storage, ...deps }: HttpDeps) =>
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

const ledgerSumRoutes = (deps: HttpDeps) =>
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

const directoryRoute = (deps: HttpDeps) =>
  new Elysia({ prefix: '/api/operator' }).use(keyGuard(deps, 'operator', { who: 'operator', body: 'file' })).post(
    '/directory',
    async ({ caller, body: { file, preview = false }, request }) => {
      const report = await importKols(deps, operatorOf(caller, request), { text: file, isEvmAddress, dryRun: preview })
      if (!preview && report.problems.length > 0) throw fileRefused(report.problems)
      return directoryView(report, !preview)
    },
    {
      body: DirectoryBody,
      response: { 200: DirectoryResponse },
      detail: {
        operationId: 'importDirectory',
        summary: 'Add profiles to the directory, and change known ones by their handles',
        ...routeDocs({ refuses: ['directory_file_invalid'] }),
      },
    },
  )

const fileRefused = (problems: KolImportReport['problems']): AppError =>
  new AppError(
    'directory_file_invalid',
    { count: problems.length },
    {
      fields: problems.slice(0, LIMITS.pageMax).map(({ line, message }) => ({ path: '/file', message: `line ${line}: ${message}` })),
    },
  )
