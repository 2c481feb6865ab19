import { errorEntries } from './error-entries.ts'

/** Error codes of calls that are paid for (x402). Append only. */
export const PAYMENT_ERRORS = errorEntries({
  payment_required: {
    kind: 'payment_required',
    detail: 'This call costs {price}, and neither a payment nor an API key came with it.',
    fix: 'Sign one of accepts[] and send it in PAYMENT-SIGNATURE, or send x-svc-api-key; POST /api/agent/keys/claim gives one.',
    example: { price: '$0.50' },
  },
  payment_header_invalid: {
    kind: 'invalid',
    detail: 'The payment header cannot be read: {reason}.',
    fix: 'Send one payment: base64 of its JSON, version 2 in PAYMENT-SIGNATURE or version 1 in X-PAYMENT. Nothing was charged.',
    example: { reason: 'there are two of them' },
  },
  payment_mismatch: {
    kind: 'payment_required',
    detail: 'The payment is not for this call: {reason}.',
    fix: 'Sign one of accepts[] as it stands. Nothing was charged.',
    example: { reason: 'the scheme must be exact' },
  },
  payment_refused: {
    kind: 'payment_required',
    detail: 'The payment was refused: {reason}.',
    fix: 'Mend what it names and sign a new payment. Nothing was charged.',
    example: { reason: 'insufficient_funds' },
  },
  payment_reused: {
    kind: 'conflict',
    detail: 'This payment was made for another request.',
    fix: 'Send it with the request it was made for, or sign a new one. Nothing was charged for this request.',
  },
  payment_used: {
    kind: 'conflict',
    detail: 'This payment has paid for a call already.',
    fix: 'Sign a new payment. With the x-idempotency-key of the first call it is not charged; without one from the start, a lost answer is not given again.',
  },
  payment_in_progress: {
    kind: 'conflict',
    detail: 'The request with this payment is still running.',
    fix: 'Ask again after retry-after with the same payment and body.',
  },
  payment_unavailable: {
    kind: 'unavailable',
    detail: 'Payments cannot be checked or settled now, which is no fault of the payer’s. Nothing was charged.',
    fix: 'Send the same request with the same payment again after retry-after.',
  },
  refund_not_due: {
    kind: 'not_found',
    detail: 'No refund of this payment is due.',
    fix: 'GET /api/operator/payments?state=refund_due lists those that are.',
  },
  payment_budget_exceeded: {
    kind: 'unavailable',
    detail: 'What this service spends on settling payments today is used up. Nothing was charged.',
    fix: 'Send x-svc-api-key, or pay again tomorrow (UTC).',
    example: { retryAfterSec: 28_800 },
  },
  payments_disabled: {
    kind: 'not_found',
    detail: 'This service takes no payments.',
    fix: 'Claim a key with POST /api/agent/keys/claim.',
  },
  credit_session_taken: {
    kind: 'conflict',
    detail: 'Another wallet has paid for a balance of this session key.',
    fix: 'Buy with a session key of your own. Nothing was charged.',
  },
  credit_not_found: {
    kind: 'not_found',
    detail: 'This session key has no prepaid balance.',
    fix: 'Buy one with POST /api/credits.',
  },
  payment_unresolved: {
    kind: 'unavailable',
    detail: 'The payment is on its way, and the chain has not confirmed it yet.',
    fix: 'Send the same request with the same payment again after retry-after: it is charged once at most, and a new one might be charged too.',
  },
})
