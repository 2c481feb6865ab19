import type { Caller } from '../../domain/api-key.ts'
import { AppError, type ErrorCode } from '../../domain/errors.ts'
import type { RateGroup } from '../../domain/limits/rates.ts'
import { type Authorization, type StoredAnswer, type Payment } from '../../domain/payments/payment.ts'
import { carriesPayment, checkPayment, readPaymentHeaders } from '../../domain/payments/payment-header.ts'
import { carriesCredential, challengeReceipt, paymentChallenge, readCredential } from '../../domain/payments/payment-challenge.ts'
import { NO_WALLETS } from '../../domain/payments/facilitator-wallets.ts'
import { namesWallets, payerLimitsOf, receiptHeader, waysToPay } from '../../domain/payments/payment-requirements.ts'
import { pricingOf } from '../../domain/payments/pricing.ts'
import type { SoldResource } from '../../domain/payments/sold-resource.ts'
import { priceText } from '../../domain/money/price-text.ts'
import { sha256Hex } from '../../lib/bytes.ts'
import { canonicalJson } from '../../lib/canonical-json.ts'
import { type PaidCall, type PaidRun, PAID_CALL_REFUSALS, PAYMENTS_REFUSALS } from '../../ports/payments.ts'
import { idempotencyKeyText } from './idempotency.ts'
import { problemResponse } from '../answers/problem.ts'
import type { HttpDeps } from '../http-deps.ts'
import { isSigned, readSessionCall } from './read-session-call.ts'
import { soldCall } from '../openapi/sold-routes.ts'
import { requestContext } from '../request/request-context.ts'
import { failureWord } from '../../domain/payments/payment-failure.ts'

/** Answers that contain a secret are not stored for replay. */
const SECRET_ANSWERS: ReadonlySet<RateGroup> = new Set(['webhooks'])

/** What payments are asked for and taken with. */
export type PaymentGateDeps = Pick<
  HttpDeps,
  'policy' | 'clock' | 'log' | 'redact' | 'limiter' | 'admitPayment' | 'payments' | 'soldRoutes' | 'paymentChallenges'
>

/** A payment sent with a request: form and terms are checked, its signature is not yet. */
export interface PresentedPayment {
  readonly authorization: Authorization
  readonly idempotencyKey: string | null
  readonly sold: SoldResource
  /** The challenge that it answers; null of a payment by x402. */
  readonly challengeId: string | null
}

/** A call's refusals that are due to payment. */
export const PAYMENT_REFUSALS: readonly ErrorCode[] = [
  'payment_required',
  'payment_header_invalid',
  'payment_mismatch',
  'wallet_signature_invalid',
  ...PAYMENTS_REFUSALS.verify,
  'payment_reused',
  'payment_used',
  ...PAID_CALL_REFUSALS.finish,
  'idempotency_key_invalid',
  'idempotency_key_reused',
]

/** Sells the calls of one group of routes. */
export interface PaymentGate {
  /** The price as the documents show it. */
  readonly price: string
  /** The payment of a request without a key. Its body is read only where the price depends on it. */
  read(request: Request, readBody: () => Promise<unknown>): Promise<PresentedPayment>
  /**
   * Admits a request by its payment, once its body is valid: as a payer who may continue, or with the answer that it had before. The call
   * ends with its answer: a success is charged, a failure is not.
   */
  admit(
    request: Request,
    presented: PresentedPayment,
    body: unknown,
  ): Promise<{ caller: Caller; payment: PaidRun } | { answered: Response }>
}

/** The payment gate of a group; null where its routes are not sold. */
export function createPaymentGate(deps: PaymentGateDeps, group: RateGroup): PaymentGate | null {
  const { policy, clock, limiter, admitPayment, payments, soldRoutes, paymentChallenges } = deps
  if (admitPayment === null || payments === null || policy.payments === null) return null
  const pricing = pricingOf(policy.payments, group)
  if (pricing === null) return null
  const terms = policy.payments
  const { payTo, solana } = terms
  return {
    price: pricing.text,
    async read(request, readBody) {
      const context = requestContext(request)
      const byHeader = carriesPayment(request.headers)
      // Credit is not bought with credit.
      const bySession = !byHeader && isSigned(request.headers) && group !== 'credits'
      const unpaid = !byHeader && !bySession && !carriesCredential(request.headers)
      // Not counted in a payer's own rate yet: anyone can write a payer's address. That is counted once the signature is verified.
      if (unpaid) limiter.count('public-read', null, context)
      else limiter.countUnidentified(group, context)
      const sent = pricing.byBody || bySession ? await readBody().catch((error: unknown) => (unpaid ? null : Promise.reject(error))) : null
      const amountUsdMicros = pricing.of(sent)
      // HEAD is what GET says.
      const route = (await soldRoutes()).get(`${request.method.replace('HEAD', 'GET')} ${context.route}`)
      if (!route) throw new Error(`${request.method} ${context.route} is sold, and is no route`)
      const sold = soldCall(policy, route, request.url)
      const challenged = { payTo, amountUsdMicros, realm: new URL(policy.baseUrl).host }
      const wallets = namesWallets(terms) ? await payments.wallets() : NO_WALLETS
      const ways = waysToPay(terms, wallets)
      const takesPermit2 = ways.methods.some((method) => method !== 'eip3009')
      context.price = {
        payTo,
        amountUsdMicros,
        ways,
        sold,
        limits: payerLimitsOf(group),
        credits: group === 'credits' ? null : 'POST /api/credits',
        challenge: paymentChallenge(paymentChallenges, challenged, clock.machineMs()),
      }
      if (unpaid) throw new AppError('payment_required', { price: priceText(amountUsdMicros) })
      const presents = { idempotencyKey: idempotencyKeyText(request), sold }
      if (bySession) return { ...presents, authorization: readSessionCall(deps, request, amountUsdMicros), challengeId: null }
      const answered = byHeader ? null : readCredential(paymentChallenges, challenged, request.headers)
      const read = answered ?? readPaymentHeaders(request.headers, clock.machineMs())
      const onSolana = solana && { account: solana.account, feePayers: wallets.solanaFeePayers }
      checkPayment(read, { payTo, amountUsdMicros, solana: onSolana, uptoWallets: takesPermit2 ? wallets.upto : [] }, clock.machineMs())
      return { ...presents, authorization: read.authorization, challengeId: answered?.challengeId ?? null }
    },

    async admit(request, { authorization, idempotencyKey, sold, challengeId }, body) {
      const context = requestContext(request)
      const { pathname, search } = new URL(request.url)
      const parts = [request.method, pathname, search, canonicalJson(body), idempotencyKey ?? '']
      const admission = await admitPayment({
        authorization,
        route: `${request.method} ${context.route}`,
        fingerprint: sha256Hex(parts.join('\n')),
        idempotencyKey,
        client: context.bucket,
        sold,
      })
      if (!admission.call) return { answered: answeredBefore(admission.answer, admission.payment, { authorization, challengeId }) }
      const { call, caller } = admission
      context.keyId = caller.keyId
      context.finishPaidCall = (response) =>
        finishPaidCall(deps, request, {
          call,
          response,
          presented: { authorization, challengeId },
          keepsAnswers: !SECRET_ANSWERS.has(group),
        })
      limiter.count(group, context.keyId, null)
      return { caller, payment: call }
    },
  }
}

/** Charges a successful answer and adds the receipt; where the charge fails, the error replaces the answer. */
async function finishPaidCall(
  deps: Pick<PaymentGateDeps, 'policy' | 'log' | 'redact'>,
  request: Request,
  { call, response, presented, keepsAnswers }: { call: PaidCall; response: Response; presented: Receiver; keepsAnswers: boolean },
): Promise<Response> {
  let sent = response
  try {
    if (response.status < 400) {
      const kept = keepsAnswers && call.payment().idempotencyKey !== null ? await storedAnswer(response) : null
      await call.finish(kept)
    } else await call.fail(requestContext(request).errorCode ?? 'internal_error')
  } catch (error) {
    sent = problemResponse(deps, request, error, {})
  }
  if (call.payment().transaction !== null || sent.status === 402) putReceipt(sent, call.payment(), presented)
  if (!sent.headers.has('cache-control')) sent.headers.set('cache-control', 'private')
  return sent
}

/** Who reads the receipt. */
type Receiver = Pick<PresentedPayment, 'authorization' | 'challengeId'>

function putReceipt({ headers }: Response, payment: Payment, { authorization: { version }, challengeId }: Receiver): void {
  const { network, payer, transaction, failure, settledAtMs } = payment
  const receipt = receiptHeader({ network, payer, transaction, failure: failure && failureWord(failure), version })
  headers.set('payment-response', receipt)
  if (version === 1) headers.set('x-payment-response', receipt)
  if (challengeId !== null && transaction !== null && settledAtMs !== null) {
    headers.set('payment-receipt', challengeReceipt(challengeId, transaction, settledAtMs))
  }
}

const storedAnswer = async (response: Response): Promise<StoredAnswer> => ({
  status: response.status,
  contentType: response.headers.get('content-type') ?? 'application/json',
  text: await response.clone().text(),
})

function answeredBefore({ status, contentType, text }: StoredAnswer, payment: Payment, presented: Receiver): Response {
  const headers = { 'content-type': contentType, 'cache-control': 'no-store', 'idempotency-replayed': 'true' }
  const response = new Response(text, { status, headers })
  putReceipt(response, payment, presented)
  return response
}
