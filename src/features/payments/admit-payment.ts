import { unixMs } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import { type Authorization, type Payment, networkOf, PAYMENT_LEASE_MS } from '../../domain/payments/payment.ts'
import { paymentRefused } from '../../domain/payments/payment-requirements.ts'
import type { SoldResource } from '../../domain/payments/sold-resource.ts'
import type { PaymentLease } from '../../ports/storage/money/payments.ts'
import { creditProblem, withCreditPayer } from './charge-credit.ts'
import { chargePayment, lookUpSettlement, recordSettled, rejectPayment } from './charge-payment.ts'
import { payerCaller, startPaidCall } from './payment-runs.ts'
import type { Admission, AdmitPayment, PaidCall, PaidRequest, Payments } from '../../ports/payments.ts'
import { type PaymentDeps, movePayment } from './move-payment.ts'
import { checkRepeat, signatureHash } from './check-repeat.ts'
import { failureWord, hasVerdict, verdictOf } from '../../domain/payments/payment-failure.ts'

/**
 * Admits a request by its payment: claims the payer's nonce first, so that of any number of copies one runs, and has the facilitator
 * verify the signature. A payment that was seen before continues from its state: one that was charged, and whose work failed or was
 * interrupted, runs again free of charge. A settled payment is public, so repeating it is not enough to get the answer: see `checkRepeat`.
 */
export async function admitPayment(deps: PaymentDeps, sent: PaidRequest): Promise<Admission> {
  const { storage } = deps
  const request = await withCreditPayer(deps, sent)
  const { authorization, fingerprint, idempotencyKey } = request
  const known = await storage.payments.findByNonce(nonceOf(authorization))
  if (known) {
    if (known.fingerprint !== fingerprint) throw new AppError('payment_reused')
    if (known.state !== 'claimed') checkRepeat(request, known)
    return resume(deps, known, authorization)
  }
  const earlier = idempotencyKey && (await storage.payments.findByKey(authorization.payer, idempotencyKey))
  if (earlier) {
    // The new payment only identifies the payer; the earlier one pays. That of a session has its signature verified.
    const problem = authorization.sessionKey === undefined ? await deps.payments.verify(authorization) : null
    if (problem !== null) throw paymentRefused(problem)
    if (earlier.fingerprint !== fingerprint) throw new AppError('idempotency_key_reused')
    return resume(deps, earlier, null)
  }
  const held = { id: deps.ids.id('pay'), lease: deps.ids.text(20) }
  const nowMs = deps.clock.nowMs()
  const claimed = await storage.payments.claim(newPayment(deps, request, held.id), held.lease, unixMs(nowMs + PAYMENT_LEASE_MS))
  if (!claimed) throw new AppError('payment_in_progress')
  deps.metrics.count('svc_payments_total', { state: 'claimed' })
  try {
    const problem = await problemOf(deps, authorization)
    if (problem !== null) throw paymentRefused(problem)
  } catch (error) {
    // If the release fails, its lease expires by itself.
    await storage.payments.release(held).catch(() => {})
    throw error
  }
  return admitted(startPaidCall(deps, held, claimed, authorization))
}

/** Why it could not be charged now; null when it could. */
const problemOf = (deps: PaymentDeps, authorization: Authorization): Promise<string | null> =>
  authorization.sessionKey === undefined
    ? deps.payments.verify(authorization)
    : creditProblem(deps, authorization.sessionKey, authorization)

/** Payments that tell their facilitator what is sold. */
const telling = (payments: Payments, sold: SoldResource): Payments => ({
  verify: (authorization) => payments.verify(authorization, sold),
  settle: (authorization) => payments.settle(authorization, sold),
  lookUp: (payment, sinceMs) => payments.lookUp(payment, sinceMs),
  wallets: () => payments.wallets(),
})

/** Admits requests by payment; null where none are taken. */
export const paymentAdmission = (deps: Omit<PaymentDeps, 'payments'> & { readonly payments: Payments | null }): AdmitPayment | null => {
  const { payments } = deps
  return payments && ((request) => admitPayment({ ...deps, payments: telling(payments, request.sold) }, request))
}

const admitted = (call: PaidCall): Admission => ({ call, caller: payerCaller(call) })

/** Continues a payment that was seen before. `authorization` is null when another payment of the payer is sent for it. */
async function resume(deps: PaymentDeps, found: Payment, authorization: Authorization | null): Promise<Admission> {
  const { storage, clock } = deps
  if (found.state === 'done' && found.answer) return { call: null, answer: found.answer, payment: found }
  const unanswered = found.state === 'done' && hasVerdict(found, 'unanswered')
  if ((found.state === 'done' && !unanswered) || found.state === 'refunded') throw new AppError('payment_used')
  if (found.state === 'rejected') throw paymentRefused(found.failure && failureWord(found.failure))
  // Such a payment may never have been charged: the operator has to check, and nothing runs again.
  if (found.state === 'refund_due' && hasVerdict(found, 'unproven')) throw new AppError('payment_used')
  const charged = found.state === 'settled' || found.state === 'refund_due' || unanswered

  const held = { id: found.id, lease: deps.ids.text(20) }
  const nowMs = clock.nowMs()
  const taken = await storage.payments.take(held, found.state, { nowMs, untilMs: unixMs(nowMs + PAYMENT_LEASE_MS) })
  if (!taken) throw new AppError('payment_in_progress')
  if (taken.state === 'claimed') {
    if (!authorization || signatureHash(authorization) !== taken.signatureSha256) {
      // It was never charged, and its signature is not stored: the next request starts over.
      await storage.payments.release(held)
      throw new AppError('payment_in_progress')
    }
    const problem = await payable(deps, held, authorization)
    if (problem !== null) throw paymentRefused(problem)
    return admitted(startPaidCall(deps, held, taken, authorization))
  }
  const settled = charged ? taken : await settleAgain(deps, held, taken, authorization)
  return admitted(startPaidCall(deps, held, await nextRun(deps, held, settled), null))
}

/** Why a payment whose first request died before the charge cannot be charged now; the payment is deleted then. */
async function payable(deps: PaymentDeps, held: PaymentLease, authorization: Authorization): Promise<string | null> {
  const { storage } = deps
  try {
    const problem = await problemOf(deps, authorization)
    if (problem !== null) await storage.payments.release(held)
    return problem
  } catch (error) {
    // If the release fails, its lease expires by itself.
    await storage.payments.release(held).catch(() => {})
    throw error
  }
}

/** Finds out how a settlement ended, and settles again when it did not happen. The token accepts a nonce once. */
async function settleAgain(deps: PaymentDeps, held: PaymentLease, payment: Payment, authorization: Authorization | null): Promise<Payment> {
  const settlement = await lookUpSettlement(deps, payment)
  if (settlement?.state === 'used') {
    const settled = await recordSettled(deps, held, settlement.transaction)
    if (settled) return settled
  }
  if (settlement?.state === 'lapsed') {
    await rejectPayment(deps, held, payment, verdictOf('expired'))
    throw paymentRefused('expired')
  }
  if (settlement?.state === 'open' && authorization) return chargePayment(deps, held, payment, authorization)
  await movePayment(deps, held, { state: 'unknown' }, 0)
  throw new AppError('payment_unresolved')
}

/** The payment for its next run. A run whose operation continues is kept; another is barred from ever making an operation. */
async function nextRun(deps: PaymentDeps, held: PaymentLease, payment: Payment): Promise<Payment> {
  const { storage, ids } = deps
  await storage.idempotency.release(payment.runId)
  const operation = await storage.operations.findByIdempotency(payment.runId)
  const runId = operation && operation.state !== 'failed' ? payment.runId : ids.id('run')
  return movePayment(deps, held, { state: 'settled', runId })
}

const nonceOf = (authorization: Authorization) => ({
  ...networkOf(authorization),
  payer: authorization.payer,
  nonce: authorization.nonce,
})

const newPayment = ({ ids, clock }: PaymentDeps, request: PaidRequest, id: string): Payment => ({
  ...nonceOf(request.authorization),
  id,
  payTo: request.authorization.payTo,
  amountUsdMicros: request.authorization.amountUsdMicros,
  validBeforeMs: unixMs(request.authorization.validBeforeSec * 1_000),
  fingerprint: request.fingerprint,
  route: request.route,
  idempotencyKey: request.idempotencyKey,
  client: request.client,
  signatureSha256: signatureHash(request.authorization),
  state: 'claimed',
  runId: ids.id('run'),
  transaction: null,
  failure: null,
  answer: null,
  // The machine's time, since it is compared with events on the chain.
  createdAtMs: clock.machineMs(),
  settledAtMs: null,
  finishedAtMs: null,
})
