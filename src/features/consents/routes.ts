import { Elysia, t } from 'elysia'
import { invalidFields } from '../../domain/errors.ts'
import { openGuard } from '../../http/guards/guards.ts'
import type { HttpDeps } from '../../http/http-deps.ts'
import { serviceHost } from '../../domain/text/service-host.ts'
import { ConsentAnswer, consentAnswer, ConsentBody } from './consent-view.ts'
import { sayConsent } from './say-consent.ts'
import { unixMs, type Wallet } from '../../domain/brands.ts'
import { consentMessage } from '../../domain/consent/signed-consent.ts'
import { addressKey } from '../../domain/crew/payee.ts'
import { proveWalletSignature } from '../../http/guards/verify-wallet-signature.ts'
import { walletActor } from '../../http/request/actor-of.ts'
import { routeDocs } from '../../http/route-docs.ts'
import { spelledWallet, WalletAddress } from '../../domain/text/wallet-address.ts'

/** What wallets say of taking part in coins. @see rules 5.10 */
export const consentRoutes = (deps: HttpDeps) =>
  new Elysia({ name: 'consents', tags: ['kols'] }).use(readConsentRoute(deps)).use(signConsentRoute(deps))

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
