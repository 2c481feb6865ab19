import { type TSchema, Type } from '@sinclair/typebox'
import { Elysia, status } from 'elysia'
import { DAY_MS, LIMITS } from '../../domain/limits.ts'
import { OWN_LIMITS } from '../../domain/limits/own-limits.ts'
import { NO_BOUNDS } from '../../domain/keys/key-bounds.ts'
import type { RateGroup } from '../../domain/limits/rates.ts'
import { matchesSchema } from '../../domain/text/schema-kinds.ts'
import { Secret } from '../../lib/secret.ts'
import { unreadBody } from '../../http/elysia/unread-body.ts'
import { authenticate } from '../../http/guards/authenticate.ts'
import type { GuardContext } from '../../http/guards/guards.ts'
import type { HttpDeps } from '../../http/http-deps.ts'
import { filledPage, notFoundPage } from '../../http/pages/filled-page.ts'
import { requestContext } from '../../http/request/request-context.ts'
import { requirePrivateAnswer } from '../../http/request/secure-transport.ts'
import { claimKey } from '../keys/claim-key.ts'
import { type KeyRequested, denyKey, grantKey, type OAuthParams, readAuthorization } from './authorize-client.ts'
import { exchangeCode } from './exchange-code.ts'
import { registerClient } from './register-client.ts'
import { OAuthError, type OAuthErrorCode } from './oauth-error.ts'
import { accessToken, AccessToken } from './access-token-view.ts'
import {
  authorizationServer,
  AuthorizationServer,
  Consent,
  decided,
  Decided,
  protectedResource,
  ProtectedResource,
  refusal,
  Refusal,
  registeredClient,
  RegisteredClient,
} from './oauth-view.ts'
import { destinationOf } from './redirect-uri.ts'
import type { ClientBuckets } from '../../domain/limits/client-buckets.ts'

/** A route of OAuth's, which its own documents list in the place of ours; what it answers is held to its schema all the same. */
const hidden = <const Answers extends Readonly<Record<number, TSchema>>>(answers: Answers) => ({
  detail: { hide: true },
  response: { ...answers, 400: Refusal, 401: Refusal },
})

type Headers = Readonly<Record<string, string>>

const JSON_TYPE = { 'content-type': 'application/json;charset=utf-8' }
const UNSTORED = { ...JSON_TYPE, 'cache-control': 'no-store' }

/** What the page sends: its own query, as the client wrote it. */
const PageQuery = Type.Object({ params: Type.String() })

/**
 * The authorization server for clients that take no key in a header: a person claims a key for them, or gives them one. The access token
 * is that key, with its limits, until it is revoked.
 * @see OAuth 2.1, RFC 8414, RFC 9728, RFC 7591
 */
export const oauthRoutes = (deps: HttpDeps) =>
  new Elysia({ name: 'oauth' }).onParse(unreadBody).use(metadataRoutes(deps)).use(clientRoutes(deps)).use(personRoutes(deps))

/** @see RFC 6749, 5.2 */
const STATUS: Readonly<Record<OAuthErrorCode, 400 | 401>> = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_grant: 400,
  invalid_target: 400,
  access_denied: 400,
  unsupported_grant_type: 400,
  unsupported_response_type: 400,
  invalid_redirect_uri: 400,
  invalid_client_metadata: 400,
}

/** Counts the call, and answers with these headers; what OAuth refuses is answered in its own terms. */
const answering =
  <Answer>(deps: HttpDeps, group: RateGroup, headers: Headers, answer: (request: Request) => Promise<Answer> | Answer) =>
  async ({ request, route, set }: GuardContext) => {
    const context = requestContext(request)
    Object.assign(context, { route, rateGroup: group })
    deps.limiter.count(group, null, context)
    try {
      const answered = await answer(request)
      Object.assign(set.headers as object, headers)
      return answered
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error
      Object.assign(set.headers as object, UNSTORED)
      return status(STATUS[error.code], refusal(error))
    }
  }

const metadataRoutes = (deps: HttpDeps) => {
  const sends = <Document>(document: Document) =>
    answering(deps, 'public-read', { ...JSON_TYPE, 'cache-control': 'public, max-age=300' }, () => document)
  return new Elysia()
    .get('/.well-known/oauth-protected-resource', sends(protectedResource(deps.policy)), hidden({ 200: ProtectedResource }))
    .get('/.well-known/oauth-protected-resource/mcp', sends(protectedResource(deps.policy)), hidden({ 200: ProtectedResource }))
    .get('/.well-known/oauth-authorization-server', sends(authorizationServer(deps.policy)), hidden({ 200: AuthorizationServer }))
}

const clientRoutes = (deps: HttpDeps) =>
  new Elysia()
    .onParse(unreadBody)
    .post(
      '/oauth/register',
      answering(deps, 'oauth', UNSTORED, async (request) => {
        const { clientId, client } = registerClient(deps, (await deps.bodies.read(request, 'plain')) ?? {})
        return status(201, registeredClient(clientId, client))
      }),
      hidden({ 201: RegisteredClient }),
    )
    .post(
      '/oauth/token',
      answering(deps, 'oauth', { ...UNSTORED, pragma: 'no-cache' }, async (request) => {
        requirePrivateAnswer(request)
        const form = await deps.bodies.read(request, 'form')
        const key = await exchangeCode(deps, form instanceof URLSearchParams ? paramsOf(form) : {})
        return accessToken(key)
      }),
      hidden({ 200: AccessToken }),
    )

const personRoutes = (deps: HttpDeps) =>
  new Elysia()
    .onParse(unreadBody)
    .get(
      '/oauth/authorize',
      answering(deps, 'authorize', {}, async (request) => {
        try {
          const { client, redirectUri } = await readAuthorization(deps, paramsOf(new URL(request.url).searchParams))
          return await filledPage(deps, 'authorize.html', { CLIENT: client.name, PLACE: destinationOf(redirectUri), ...ofNewKey })
        } catch (error) {
          if (!(error instanceof OAuthError)) throw error
          const text = `${error.message} Nothing was handed out. Start again in the program that sent you here.`
          const ways = [
            ['/agents', 'How to connect'],
            ['/docs', 'Docs'],
          ] as const
          return notFoundPage(deps, { title: 'This link does not connect anything', text, ways, isCalm: true }, 400)
        }
      }),
      { detail: { hide: true } },
    )
    .post(
      '/oauth/authorize',
      answering(deps, 'authorize', UNSTORED, async (request) => {
        requirePrivateAnswer(request)
        refuseOtherSites(request)
        const body = await deps.bodies.read(request, 'plain')
        if (!matchesSchema(PageQuery, body)) throw new OAuthError('invalid_request', 'params must be the query of the page.')
        const authorization = await readAuthorization(deps, paramsOf(new URLSearchParams(body.params)))
        if (!matchesSchema(Consent, body)) throw new OAuthError('invalid_request', 'decision must be claim, use or deny.')
        const location = await decide(deps, request, authorization, body)
        return decided(location)
      }),
      hidden({ 200: Decided }),
    )

/** What the page says of the key that is claimed on it. */
const ofNewKey = { LAUNCHES: String(LIMITS.launchesPerHourDefault), UNUSED_DAYS: String(OWN_LIMITS.keyUnusedMs / DAY_MS) }

/** What the person decided, as the address to go to. */
async function decide(deps: HttpDeps, request: Request, authorization: KeyRequested, chosen: Consent): Promise<string> {
  if (chosen.decision === 'deny') return denyKey(deps, authorization)
  if (chosen.decision === 'claim') return grantKey(deps, authorization, await claimFor(deps, request, authorization))
  const key = new Secret(chosen.key.trim())
  // Whoever uses it later is told where it is not taken.
  const caller = await authenticate(deps, key, null)
  if (caller.operator) throw new OAuthError('access_denied', 'The operator’s key is handed to no client. Claim one, or mint one for it.')
  return grantKey(deps, authorization, key)
}

async function claimFor(deps: HttpDeps, request: Request, { client: { name } }: KeyRequested): Promise<Secret<string>> {
  const client = requestContext(request) as ClientBuckets
  const agentName = [...name].slice(0, 48).join('')
  return (await claimKey(deps, { label: name, agentName, model: null, bounds: NO_BOUNDS, referralCode: null, client })).text
}

/** Only the page itself decides: browsers say which site a request comes from. */
function refuseOtherSites({ headers }: Request): void {
  const site = headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin') throw new OAuthError('invalid_request', 'Only the page of this service may send this.')
}

/** @throws OAuthError invalid_request for a parameter that stands there twice. @see RFC 6749 3.1 */
function paramsOf(given: URLSearchParams): OAuthParams {
  const names = [...given.keys()]
  if (new Set(names).size !== names.length) throw new OAuthError('invalid_request', 'A parameter stands there more than once.')
  return Object.fromEntries(given)
}
