import { Elysia } from 'elysia'
import type { Wallet } from '../../domain/brands.ts'
import { AppError, invalidFields } from '../../domain/errors.ts'
import { CREDIT_PRICE_TEXT, creditIn, readCreditMessage, refundCreditMessage } from '../../domain/payments/credit.ts'
import { readPrice } from '../../domain/money/price-text.ts'
import { serviceHost } from '../../domain/text/service-host.ts'
import { canSign } from '../../lib/ed25519.ts'
import { keyGuard, openGuard } from '../../http/guards/guards.ts'
import { verifyWalletSignature } from '../../http/guards/verify-wallet-signature.ts'
import type { HttpDeps } from '../../http/http-deps.ts'
import { routeDocs } from '../../http/route-docs.ts'
import { buyCredit } from './buy-credit.ts'
import { CreditAnswer, creditAnswer, CreditOrder, RefundAnswer, refundAnswer } from './credit-view.ts'
import { refundCredit } from './refund-credit.ts'

/** Prepaid balances: one payment buys many calls, which a session key signs. */
export const creditRoutes = (deps: HttpDeps) =>
  new Elysia({ name: 'credits', prefix: '/api/credits', tags: ['credits'] }).use(buyRoute(deps)).use(sessionRoutes(deps))

/** Where no payments are taken, no document names these routes. */
const isHidden = ({ policy }: Pick<HttpDeps, 'policy'>): boolean => policy.payments === null

const buyRoute = (deps: HttpDeps) =>
  new Elysia().use(keyGuard(deps, 'credits', { payerOnly: true })).post(
    '',
    async ({ body, payment, set }) => {
      if (!payment) throw new AppError('payments_disabled')
      checkOrder(body)
      set.headers['cache-control'] = 'no-store'
      return creditAnswer(await buyCredit(deps, payment, body.sessionKey as Wallet))
    },
    {
      body: CreditOrder,
      response: { 200: CreditAnswer },
      detail: {
        hide: isHidden(deps),
        operationId: 'buyCredit',
        summary: 'Prepay calls: one payment, spent by calls that a session key signs',
        ...routeDocs({ refuses: ['credit_session_taken'] }),
      },
    },
  )

/** Refuses a key that nobody can sign with, and an amount that is not what was paid for. */
function checkOrder({ sessionKey, amountUsd }: { readonly sessionKey: string; readonly amountUsd?: string }): void {
  if (!canSign(sessionKey)) throw invalidFields([{ path: '/sessionKey', message: 'must be a public ed25519 key in base58' }])
  if (amountUsd === undefined || readPrice(amountUsd) === creditIn({ amountUsd })) return
  throw invalidFields([{ path: '/amountUsd', message: `must be from ${CREDIT_PRICE_TEXT}` }])
}

const sessionRoutes = (deps: HttpDeps) =>
  new Elysia()
    .use(openGuard(deps, 'credits'))
    .get(
      '',
      async ({ request, set }) => {
        const sessionKey = await verifyWalletSignature(deps, request.headers, (key, timestamp) =>
          readCreditMessage(serviceHost(deps.policy), key, timestamp),
        )
        const credit = await deps.storage.credits.find(sessionKey)
        if (!credit) throw new AppError('credit_not_found')
        set.headers['cache-control'] = 'no-store'
        return creditAnswer(credit)
      },
      {
        response: { 200: CreditAnswer },
        detail: {
          hide: isHidden(deps),
          operationId: 'readCredit',
          summary: 'What a session has left, by signature over svc-read-credit:{host}:{wallet}:{timestamp}',
          ...routeDocs({ walletSigns: readCreditMessage('{host}', '{wallet}', '{timestamp}'), refuses: ['credit_not_found'] }),
        },
      },
    )
    .post(
      '/refund',
      async ({ request, set }) => {
        const sessionKey = await verifyWalletSignature(deps, request.headers, (key, timestamp) =>
          refundCreditMessage(serviceHost(deps.policy), key, timestamp),
        )
        set.headers['cache-control'] = 'no-store'
        return refundAnswer(await refundCredit(deps, sessionKey))
      },
      {
        response: { 200: RefundAnswer },
        detail: {
          hide: isHidden(deps),
          operationId: 'refundCredit',
          summary: 'Have the rest paid back to the wallet that paid, by signature over svc-refund-credit:{host}:{wallet}:{timestamp}',
          ...routeDocs({ walletSigns: refundCreditMessage('{host}', '{wallet}', '{timestamp}'), refuses: ['credit_not_found'] }),
        },
      },
    )
