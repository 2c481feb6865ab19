import { Elysia, t } from 'elysia'
import { AppError } from '../../domain/errors.ts'
import { Kol } from '../../domain/kols/kol.ts'
import { FIELD_LIMITS } from '../../domain/limits/field-limits.ts'
import { Lookup } from '../../domain/text/text.ts'
import { cacheable } from '../../http/answers/cacheable.ts'
import { openGuard } from '../../http/guards/guards.ts'
import type { HttpDeps } from '../../http/http-deps.ts'
import { serviceHost } from '../../domain/text/service-host.ts'
import { optOutByWallet, optOutMessage } from './opt-out-by-wallet.ts'
import { verifyWalletSignature } from '../../http/guards/verify-wallet-signature.ts'
import { walletActor } from '../../http/request/actor-of.ts'
import { filledPage, notFoundPage } from '../../http/pages/filled-page.ts'
import { routeDocs } from '../../http/route-docs.ts'
import { iso, Ok } from '../../domain/json.ts'
import { ListOf, pageOf, pageQuery, walletParam } from '../../http/answers/wire.ts'
import type { Wallet } from '../../domain/brands.ts'
import { spelledWallet, walletProblem } from '../../domain/text/wallet-address.ts'
import { pageWidth } from './page-width.ts'

const listQuery = t.Object({
  ...ListOf.query().properties,
  q: t.Optional(
    Lookup({
      maxLength: FIELD_LIMITS.kolQueryMax,
      description: 'Words of handle, name, alias or narrative; the last may be begun. Whole names come first, then better ranks.',
    }),
  ),
})

/** The directory of KOLs, without those who opted out. @see rules 4.3 */
export const kolRoutes = (deps: HttpDeps) =>
  new Elysia({ name: 'kols', tags: ['kols'] }).use(directoryRoutes(deps)).use(optOutRoute(deps)).use(kolPageRoute(deps))

const directoryRoutes = (deps: HttpDeps) =>
  new Elysia({ prefix: '/api/kols' })
    .use(openGuard(deps, 'public-read'))
    .use(cacheable())
    .get('', async ({ query }) => pageOf('kols', await deps.storage.kols.list(pageQuery(query), query.q), (kol) => kol), {
      query: listQuery,
      response: { 200: ListOf('kols', Kol) },
      detail: { operationId: 'searchKols', summary: 'KOLs, best rank first, or those that a search finds' },
    })
    .get(
      '/wallet/:wallet',
      async ({ params }) => {
        const kol = walletProblem(params.wallet) === null ? await deps.storage.kols.findByWallet(spelledWallet(params.wallet)) : null
        if (!kol) throw new AppError('kol_not_found')
        return { ok: true as const, kol }
      },
      {
        params: walletParam,
        response: { 200: Ok({ kol: Kol }) },
        detail: {
          operationId: 'getKol',
          summary: 'The KOL who is paid into a wallet; of several the best ranked',
          ...routeDocs({ refuses: ['kol_not_found'] }),
        },
      },
    )
    .get(
      '/:handle',
      async ({ params }) => {
        const kol = await deps.storage.kols.findByHandle(params.handle.replace(/^@/, ''))
        if (!kol) throw new AppError('kol_not_found')
        return { ok: true as const, kol }
      },
      {
        params: t.Object({ handle: Lookup({ minLength: 1, maxLength: 33, description: 'With or without @, in any case.' }) }),
        response: { 200: Ok({ kol: Kol }) },
        detail: { operationId: 'getKolByHandle', summary: 'The KOL of a handle', ...routeDocs({ refuses: ['kol_not_found'] }) },
      },
    )

/** Out of the directory by the KOL's own signature; in again goes by the operator alone. @see rules 5.7 */
const optOutRoute = (deps: HttpDeps) =>
  new Elysia().use(openGuard(deps, 'referrals')).post(
    '/api/kol/opt-out',
    async ({ request, set }) => {
      const wallet = await verifyWalletSignature(deps, request.headers, (signer, timestamp) =>
        optOutMessage(serviceHost(deps.policy), signer, timestamp),
      )
      set.headers['cache-control'] = 'no-store'
      return { ok: true as const, wallet, handles: [...(await optOutByWallet(deps, walletActor(request), wallet))] }
    },
    {
      response: { 200: Ok({ wallet: t.String(), handles: t.Array(t.String()) }) },
      detail: {
        operationId: 'optOut',
        summary: 'Opt out of the directory, by wallet signature over svc-kol-opt-out:{host}:{wallet}:{timestamp}',
        ...routeDocs({ walletSigns: 'svc-kol-opt-out:{host}:{wallet}:{timestamp}', refuses: ['kol_not_found'] }),
      },
    },
  )

/** A handle that the directory does not have is answered by a page with status 404. */
const kolPageRoute = (deps: HttpDeps) =>
  new Elysia().use(openGuard(deps, 'pages')).get(
    '/kol/:handle',
    async ({ params }) => {
      const handle = params.handle.replace(/^@/, '')
      const kol = await deps.storage.kols.findByHandle(handle)
      if (!kol)
        return notFoundPage(deps, {
          // What could be a sentence of somebody else's is in the field alone.
          title: /^\w{1,30}$/.test(handle) ? `@${handle} is not here` : 'There is no such KOL here',
          text: 'Nobody in the directory has this handle. Try another, or a wallet address.',
          asked: `@${handle}`,
        })
      const values = {
        PAGE_TITLE: `${kol.displayName} (@${kol.handle})`,
        PAGE_WIDTH: await pageWidth(
          deps,
          [kol.wallet, kol.evmWallet].filter((wallet): wallet is Wallet => wallet !== null),
        ),
        HANDLE: kol.handle,
        SERVER_TIME: iso(deps.clock.nowMs()),
        HOST: serviceHost(deps.policy),
      }
      return filledPage(deps, 'kol.html', { ...values, SUMMARY: `The creator fees that @${kol.handle} was paid for promoting coins.` })
    },
    { detail: { hide: true } },
  )
