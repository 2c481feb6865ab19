import { Elysia, t } from 'elysia'
import { AppError, invalidFields } from '../../domain/errors.ts'
import { Kol } from '../../domain/kols/kol.ts'
import { FIELD_LIMITS } from '../../domain/limits/field-limits.ts'
import { Lookup } from '../../domain/text/text.ts'
import { cacheable } from '../../http/answers/cacheable.ts'
import { openGuard } from '../../http/guards/guards.ts'
import type { HttpDeps } from '../../http/http-deps.ts'
import { serviceHost } from '../../domain/text/service-host.ts'
import { ConsentAnswer, consentAnswer, ConsentBody } from '../consents/consent-view.ts'
import { sayConsent } from '../consents/say-consent.ts'
import { unixMs, type Wallet } from '../../domain/brands.ts'
import { consentMessage } from '../../domain/consent/signed-consent.ts'
import { addressKey } from '../../domain/crew/payee.ts'
import { findPayee } from './find-payee.ts'
import { optOutByWallet, optOutMessage } from './opt-out-by-wallet.ts'
import { proveWalletSignature, verifyWalletSignature } from '../../http/guards/verify-wallet-signature.ts'
import { walletActor } from '../../http/request/actor-of.ts'
import { filledPage, notFoundPage } from '../../http/pages/filled-page.ts'
import { routeDocs } from '../../http/route-docs.ts'
import { iso, Ok } from '../../domain/json.ts'
import { ListOf, pageOf, pageQuery, walletParam } from '../../http/answers/wire.ts'
import { spelledWallet, WalletAddress, walletProblem } from '../../domain/text/wallet-address.ts'
import { pageWidth } from '../wallets/page-width.ts'

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
  new Elysia({ name: 'kols', tags: ['kols'] })
    .use(directoryRoutes(deps))
    .use(optOutRoute(deps))
    .use(readConsentRoute(deps))
    .use(signConsentRoute(deps))
    .use(kolPageRoute(deps))
    .use(findRoute(deps))

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
      const kol = await deps.storage.kols.findByHandle(params.handle.replace(/^@/, ''))
      if (!kol)
        return notFoundPage(deps, {
          title: 'There is no such KOL here',
          text: 'Nobody has this handle. Check it, or look here:',
          finds: true,
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

/** Leads to the page of who is looked for, or says that nobody is. */
const findRoute = (deps: HttpDeps) =>
  new Elysia().use(openGuard(deps, 'pages')).get(
    '/find',
    async ({ query: { q = '' } }) => {
      const page = await findPayee(deps, q.trim())
      return page === null
        ? filledPage(deps, 'find.html', {})
        : new Response(null, { status: 303, headers: { location: page, 'cache-control': 'no-store' } })
    },
    { query: t.Object({ q: t.Optional(Lookup({ maxLength: FIELD_LIMITS.kolQueryMax })) }), detail: { hide: true } },
  )

/** What a wallet said of taking part, and the plans that name it. @see rules 5.10 */
async function consentOf({ storage, clock }: HttpDeps, wallet: Wallet): Promise<ConsentAnswer> {
  const [stance, plans] = await Promise.all([storage.consents.listOf([wallet]), storage.consents.listNaming(wallet, clock.nowMs())])
  return consentAnswer(wallet, stance.get(addressKey(wallet)) ?? null, plans)
}

const readConsentRoute = (deps: HttpDeps) =>
  new Elysia().use(openGuard(deps, 'public-read')).get(
    '/api/consents/:wallet',
    async ({ params: { wallet }, set }) => {
      set.headers['cache-control'] = 'no-store'
      return consentOf(deps, spelledWallet(wallet))
    },
    {
      params: t.Object({ wallet: WalletAddress() }),
      response: { 200: ConsentAnswer },
      detail: { operationId: 'getConsent', summary: 'What a wallet signed of taking part, and the plans that name it' },
    },
  )

const signConsentRoute = (deps: HttpDeps) =>
  new Elysia().use(openGuard(deps, 'referrals')).post(
    '/api/consents',
    async ({ request, body, set }) => {
      const agents = [...new Set(body.agents)].toSorted()
      const { choice } = body
      if ((choice === 'only') !== agents.length > 0)
        throw invalidFields([{ path: '/agents', message: choice === 'only' ? 'names no agent' : 'goes with "only" alone' }])
      let signedAt = ''
      const { wallet, proof } = await proveWalletSignature(deps, request.headers, (signer, timestamp) => {
        signedAt = timestamp
        return consentMessage(serviceHost(deps.policy), signer, { choice, agents }, timestamp)
      })
      await sayConsent(deps, walletActor(request), { wallet, choice, agents, signedAtMs: unixMs(Number(signedAt)), proof })
      set.headers['cache-control'] = 'no-store'
      return consentOf(deps, wallet)
    },
    {
      body: ConsentBody,
      response: { 200: ConsentAnswer },
      detail: {
        operationId: 'signConsent',
        summary: 'Say, as the owner of a wallet, whether you take part in coins; what was signed last counts',
        ...routeDocs({
          walletSigns: 'svc-consent:{host}:{wallet}:{choice}:{agents sorted and joined by +, or -}:{timestamp}',
          refuses: ['consent_superseded', 'consents_full'],
        }),
      },
    },
  )
