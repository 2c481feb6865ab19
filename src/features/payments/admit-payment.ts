import { unixMs } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import { type Authorization, type Payment, PAYMENT_LEASE_MS, PAYMENT_NETWORK } from '../../domain/payments/payment.ts'
import { paymentRefused } from '../../domain/payments/payment-offer.ts'
import type { PaymentLease } from '../../ports/storage/payments.ts'
import { chargePayment, lookUp, recordSettled, rejectPayment } from './charge-payment.ts'
import { UNPROVEN } from './sweep-payments.ts'
import { payerCaller, startPaidCall, UNANSWERED } from './payment-runs.ts'
import type { Admission, AdmitPayment, PaidCall, PaidRequest, Payments } from '../../ports/payments.ts'
import { type PaymentDeps, movePayment } from './move-payment.ts'

/**
 * Lets a request in on its payment: claims the payer's nonce before anything is asked, so that of any number of copies one runs,
 * and has the facilitator check the signature. A payment that came before goes on where it was left: a charged one whose work
 * failed or broke off is redone free. Once settled a payment is public, so its mere repetition gets nothing.
 *
 * @throws AppError payment_reused | payment_used | payment_in_progress | payment_refused | payment_unavailable |
 *   payment_unresolved | idempotency_key_reused
 */
export async function admitPayment(deps: PaymentDeps, request: PaidRequest): Promise<Admission> {
  const { storage, payments } = deps
  const { authorization, fingerprint, idempotencyKey } = request
  const known = await storage.payments.findByNonce(nonceOf(authorization))
  if (known) {
    if (known.fingerprint !== fingerprint) throw new AppError('payment_reused')
    return resume(deps, request, known, authorization)
  }
  const earlier = idempotencyKey && (await storage.payments.findByKey(authorization.payer, idempotencyKey))
  if (earlier) {
    // The new payment only proves who asks; what was paid before is what counts.
    const problem = await payments.verify(authorization)
    if (problem !== null) throw paymentRefused(problem)
    if (earlier.fingerprint !== fingerprint) throw new AppError('idempotency_key_reused')
    return resume(deps, request, earlier, null)
  }
  const held = { id: deps.ids.id('pay'), lease: deps.ids.text(20) }
  const nowMs = deps.clock.nowMs()
  const claimed = await storage.payments.claim(newPayment(deps, request, held.id), held.lease, unixMs(nowMs + PAYMENT_LEASE_MS))
  if (!claimed) throw new AppError('payment_in_progress')
  deps.metrics.count('svc_payments_total', { state: 'claimed' })
  try {
    const problem = await payments.verify(authorization)
    if (problem !== null) throw paymentRefused(problem)
  } catch (error) {
    // Its lease ends by itself where that cannot be written.
    await storage.payments.release(held).catch(() => {})
    throw error
  }
  return letIn(startPaidCall(deps, held, claimed, authorization))
}

/** Lets requests in on payments; null where none are taken. */
export const paymentAdmission = (deps: Omit<PaymentDeps, 'payments'> & { readonly payments: Payments | null }): AdmitPayment | null => {
  const { payments } = deps
  return payments && ((request) => admitPayment({ ...deps, payments }, request))
}

const letIn = (call: PaidCall): Admission => ({ call, caller: payerCaller(call) })

/** Goes on with a payment that came before. `authorization` is null when another payment of the payer asks for it. */
async function resume(deps: PaymentDeps, request: PaidRequest, found: Payment, authorization: Authorization | null): Promise<Admission> {
  const { storage, clock } = deps
  if (found.state === 'done' && found.answer) return { call: null, answer: found.answer, payment: found }
  const unanswered = found.state === 'done' && found.failure === UNANSWERED
  if ((found.state === 'done' && !unanswered) || found.state === 'refunded') throw new AppError('payment_used')
  if (found.state === 'rejected') throw paymentRefused(found.failure)
  // Of such a one nobody knows that it was charged: it is the operator's to look into, and redoes nothing.
  if (found.state === 'refund_due' && found.failure === UNPROVEN) throw new AppError('payment_used')
  const charged = found.state === 'settled' || found.state === 'refund_due' || unanswered
  // Once it was sent to be settled, anyone may know it: who goes on with it knows its idempotency key, or is where it came from.
  const sameParty = found.idempotencyKey !== null || found.client === request.client
  if (found.state !== 'claimed' && !sameParty) throw new AppError('payment_used')

  const held = { id: found.id, lease: deps.ids.text(20) }
  const nowMs = clock.nowMs()
  const taken = await storage.payments.take(held, found.state, { nowMs, untilMs: unixMs(nowMs + PAYMENT_LEASE_MS) })
  if (!taken) throw new AppError('payment_in_progress')
  if (taken.state === 'claimed') {
    if (!authorization) {
      // It was never charged, and its own signature is not here: the next request begins anew.
      await storage.payments.release(held)
      throw new AppError('payment_in_progress')
    }
    const problem = await payable(deps, held, authorization)
    if (problem !== null) throw paymentRefused(problem)
    return letIn(startPaidCall(deps, held, taken, authorization))
  }
  const settled = charged ? taken : await settleAgain(deps, held, taken, authorization)
  return letIn(startPaidCall(deps, held, await nextRun(deps, held, settled), null))
}

/** Why a payment whose first request died before it was charged cannot be charged now; then it is forgotten. */
async function payable({ storage, payments }: PaymentDeps, held: PaymentLease, authorization: Authorization): Promise<string | null> {
  try {
    const problem = await payments.verify(authorization)
    if (problem !== null) await storage.payments.release(held)
    return problem
  } catch (error) {
    // Its lease ends by itself where that cannot be written.
    await storage.payments.release(held).catch(() => {})
    throw error
  }
}

/** Finds out how a settlement ended, and asks for it again when it did not happen. The token takes a nonce once. */
async function settleAgain(deps: PaymentDeps, held: PaymentLease, payment: Payment, authorization: Authorization | null): Promise<Payment> {
  const settlement = await lookUp(deps, payment)
  if (settlement?.state === 'used') {
    const settled = await recordSettled(deps, held, settlement.transaction)
    if (settled) return settled
  }
  if (settlement?.state === 'lapsed') {
    await rejectPayment(deps, held, payment, 'expired')
    throw paymentRefused('expired')
  }
  if (settlement?.state === 'open' && authorization) return chargePayment(deps, held, payment, authorization)
  await movePayment(deps, held, { state: 'unknown' }, 0)
  throw new AppError('payment_unresolved')
}

/** The payment as the next run has it. A run whose operation lives is gone on with; another is barred from ever making one. */
async function nextRun(deps: PaymentDeps, held: PaymentLease, payment: Payment): Promise<Payment> {
  const { storage, ids } = deps
  await storage.idempotency.release(payment.runId)
  const operation = await storage.operations.findByIdempotency(payment.runId)
  const runId = operation && operation.state !== 'failed' ? payment.runId : ids.id('run')
  return movePayment(deps, held, { state: 'settled', runId })
}

const nonceOf = ({ payer, nonce }: Authorization) => ({
  network: PAYMENT_NETWORK.caip2 as string,
  asset: PAYMENT_NETWORK.asset as string,
  payer,
  nonce,
})

const newPayment = ({ ids, clock }: PaymentDeps, request: PaidRequest, id: string): Payment => ({
  ...nonceOf(request.authorization),
  id,
  payTo: request.authorization.payTo,
  amount: request.authorization.amount,
  validBeforeMs: unixMs(request.authorization.validBeforeSec * 1_000),
  fingerprint: request.fingerprint,
  route: request.route,
  idempotencyKey: request.idempotencyKey,
  client: request.client,
  state: 'claimed',
  runId: ids.id('run'),
  transaction: null,
  failure: null,
  answer: null,
  // The chain's events are held against it, so it is the machine's time.
  createdAtMs: clock.machineMs(),
  settledAtMs: null,
  finishedAtMs: null,
})
