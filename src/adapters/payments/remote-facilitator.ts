import { HTTPFacilitatorClient } from '@x402/core/server'
import { SettleError, type SettleResponse, VerifyError, type VerifyResponse } from '@x402/core/types'
import { type Authorization, networkOf } from '../../domain/payments/payment.ts'
import { AppError } from '../../domain/errors.ts'
import type { Payments, Settlement } from '../../ports/payments.ts'
import { fromBase58 } from '../../lib/bytes.ts'
import { facilitatorInput, type PaymentRecipients } from './facilitator-input.ts'
import type { FacilitatorAccess } from './facilitator-access.ts'

/** A settlement takes two blocks of 2 s; one that takes longer than this is looked up on the chain. */
const TIMEOUT_MS = 30_000

/**
 * An external facilitator over HTTP. Answers outside the protocol count as an outage; a settlement is `unavailable` where the request was
 * never taken.
 */
export function createRemoteFacilitator({
  access,
  timeoutMs = TIMEOUT_MS,
  checkTimeoutMs = timeoutMs,
  ...recipients
}: PaymentRecipients & {
  access: FacilitatorAccess
  timeoutMs?: number
  checkTimeoutMs?: number
}): Pick<Payments, 'verify' | 'settle'> {
  const within = (limitMs: number) =>
    new HTTPFacilitatorClient({ url: access.url.reveal(), timeoutMs: limitMs, createAuthHeaders: headersOf(access) })
  const [checking, settling] = [within(checkTimeoutMs), within(timeoutMs)]
  return {
    async verify(authorization, sold) {
      const { payload, requirements } = facilitatorInput(authorization, recipients, sold)
      const answer = await checking.verify(payload, requirements).catch(verdictIn)
      if (answer.isValid) return samePayer(answer.payer, authorization) ? null : 'payer_mismatch'
      if (isOwnTrouble(answer.invalidReason)) throw new AppError('payment_unavailable', {}, { cause: answer })
      return wordOf(answer.invalidReason) ?? 'invalid_payment'
    },
    async settle(authorization, sold) {
      const { payload, requirements } = facilitatorInput(authorization, recipients, sold)
      const answer = await settling.settle(payload, requirements).catch((error: unknown) => settlementIn(error, requirements.network))
      return typeof answer === 'string' ? { outcome: answer } : settlementOf(answer, authorization)
    },
  }
}

/** A facilitator may refuse with an error status; an answer that is not a verdict is an outage. */
function verdictIn(error: unknown): VerifyResponse {
  if (error instanceof VerifyError && error.statusCode < 500 && error.invalidReason) {
    return { isValid: false, invalidReason: error.invalidReason }
  }
  // The error quotes URL and answer: only its kind is passed on.
  const kind = error instanceof VerifyError ? `HTTP ${error.statusCode}` : error instanceof Error ? error.name : 'unknown'
  throw new AppError('payment_unavailable', {}, { cause: new Error(`the facilitator gave no verdict (${kind})`) })
}

/** What the client of the protocol wants: its headers by the name of the request. */
export const headersOf = (access: FacilitatorAccess) => async () => {
  const { verify, settle, supported } = await access.headers()
  return { verify: { ...verify }, settle: { ...settle }, supported: { ...supported } }
}

/** Without a connection nothing was sent, and these statuses are given before a request is looked at: a token, a path, a rate. */
const wasNotTaken = (error: unknown): boolean =>
  error instanceof Error &&
  (['ConnectionRefused', 'ECONNREFUSED', 'FailedToOpenSocket', 'ENOTFOUND'].includes(String((error as { code?: unknown }).code)) ||
    /^Facilitator settle failed \((401|403|404|405|429)\)/.test(error.message))

function settlementIn(error: unknown, network: SettleResponse['network']): SettleResponse | 'unknown' | 'unavailable' {
  if (wasNotTaken(error)) return 'unavailable'
  if (!(error instanceof SettleError) || error.statusCode >= 500 || !error.errorReason) return 'unknown'
  return { success: false, errorReason: error.errorReason, transaction: '', network }
}

/** The outcome in an answer; one that does not match the request is `unknown`. */
export function settlementOf(
  { success, transaction, network, payer, errorReason, amount }: SettleResponse,
  authorization: Authorization,
): Settlement {
  const id = transactionIdOf(transaction, authorization)
  if (success) {
    // Of `upto` a facilitator may have settled less: the chain decides then.
    const isWhole = authorization.permit2?.scheme !== 'upto' || [undefined, String(authorization.amountUsdMicros)].includes(amount)
    const fits = network === networkOf(authorization).network && samePayer(payer, authorization) && isWhole
    return fits && id !== null ? { outcome: 'settled', transaction: id } : { outcome: 'unknown' }
  }
  // With a transaction hash the failure happened in a block, and a retry would cost the gas again.
  if (/transaction_failed/.test(errorReason ?? '') && id !== null) return { outcome: 'refused', reason: 'settlement_reverted', final: true }
  return isOwnTrouble(errorReason) ? { outcome: 'unknown' } : { outcome: 'refused', reason: wordOf(errorReason) ?? 'not_settled' }
}

/** The id of a transaction as it is stored; null for any other text. */
function transactionIdOf(text: unknown, { solana }: Authorization): string | null {
  if (typeof text !== 'string') return null
  if (solana) return fromBase58(text)?.length === 64 ? text : null
  return /^0x[0-9a-fA-F]{64}$/.test(text) ? text.toLowerCase() : null
}

/**
 * A pending settlement, one that the facilitator was asked for before, or an error of its own says nothing of the payment, which may still
 * succeed.
 */
const isOwnTrouble = (reason: string | undefined): boolean =>
  reason === undefined || /pending|unexpected|timeout|transaction_failed|duplicate_settlement/.test(reason)

/** Reasons are codes of the protocol; any other text is never shown. */
const wordOf = (reason: unknown): string | null => (typeof reason === 'string' && /^[a-z0-9_]{1,100}$/i.test(reason) ? reason : null)

/** An answer may omit the payer. The case of letters counts on Solana alone. */
const samePayer = (named: string | undefined, { payer, solana }: Authorization): boolean =>
  named === undefined || (solana ? named === payer : named.toLowerCase() === payer.toLowerCase())
