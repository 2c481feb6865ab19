import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { unixMs, type Wallet } from '../../domain/brands.ts'
import { consentMessage } from '../../domain/consent/consent.ts'
import { addressKey } from '../../domain/crew/payee.ts'
import { invalidFields } from '../../domain/errors.ts'
import { serviceHost } from '../../domain/text/service-host.ts'
import { spelledWallet, WalletAddress } from '../../domain/text/wallet-address.ts'
import { openGuard } from '../../http/guards/guards.ts'
import { proveWalletSignature } from '../../http/guards/verify-wallet-signature.ts'
import type { HttpDeps } from '../../http/http-deps.ts'
import { walletActor } from '../../http/request/actor-of.ts'
import { routeDocs } from '../../http/route-docs.ts'
import { ConsentAnswer, consentAnswer, ConsentBody } from './consent-view.ts'
import { sayConsent } from './say-consent.ts'

const params = Type.Object({ wallet: WalletAddress() })

/** What wallets sign of taking part in coins. @see rules 5.10 */
export const consentsRoutes = (deps: HttpDeps) => new Elysia({ name: 'consents', tags: ['kols'] }).use(readRoute(deps)).use(signRoute(deps))

async function answer({ storage, clock }: HttpDeps, wallet: Wallet): Promise<ConsentAnswer> {
  const [said, plans] = await Promise.all([storage.consents.listOf([wallet]), storage.consents.listNaming(wallet, clock.nowMs())])
  return consentAnswer(wallet, said.get(addressKey(wallet)) ?? null, plans)
}

const readRoute = (deps: HttpDeps) =>
  new Elysia().use(openGuard(deps, 'public-read')).get(
    '/api/consents/:wallet',
    async ({ params: { wallet }, set }) => {
      set.headers['cache-control'] = 'no-store'
      return answer(deps, spelledWallet(wallet))
    },
    {
      params,
      response: { 200: ConsentAnswer },
      detail: { operationId: 'getConsent', summary: 'What a wallet signed of taking part, and the plans that name it' },
    },
  )

const signRoute = (deps: HttpDeps) =>
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
      return answer(deps, wallet)
    },
    {
      body: ConsentBody,
      response: { 200: ConsentAnswer },
      detail: {
        operationId: 'signConsent',
        summary: 'Say, as the owner of a wallet, whether you take part in coins; what was signed last counts',
        ...routeDocs({
          walletSigns: 'svc-consent:{host}:{wallet}:{choice}:{agents sorted and joined by +, or -}:{timestamp}',
          refuses: ['consent_superseded'],
        }),
      },
    },
  )
