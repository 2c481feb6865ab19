import { type ErrorCode, isErrorCode } from '../errors.ts'

/**
 * What the service found without a waiting request. `unanswered`: the work is done, its answer was never delivered. `interrupted`: charged,
 * and the work was not done. `expired`: it can be settled no more. `unproven`: neither chain nor facilitator could tell whether it was
 * charged; the operator has to check. `unspent`: what was left of a prepaid balance, which its owner wants back.
 */
const VERDICTS = ['unanswered', 'interrupted', 'expired', 'unproven', 'unspent'] as const

/** One of VERDICTS. */
export type PaymentVerdict = (typeof VERDICTS)[number]

/** Why a payment's last run, or its settlement, did not end as it should: our error, a facilitator's reason, or a verdict. */
export type PaymentFailure =
  | { readonly by: 'error'; readonly code: ErrorCode }
  | { readonly by: 'facilitator'; readonly reason: string }
  | { readonly by: 'verdict'; readonly verdict: PaymentVerdict }

/** The failure of this verdict. */
export const verdictOf = (verdict: PaymentVerdict): PaymentFailure => ({ by: 'verdict', verdict })

/** True when the payment ended with this verdict. */
export const hasVerdict = ({ failure }: { readonly failure: PaymentFailure | null }, verdict: PaymentVerdict): boolean =>
  failure?.by === 'verdict' && failure.verdict === verdict

/** The refusal by a facilitator: its reason, or `refused` where that is no reason code or is one of our words. */
export function refusedBecause(reason: string | null | undefined): PaymentFailure {
  const shown = shownReason(reason)
  return { by: 'facilitator', reason: isVerdict(shown) || isErrorCode(shown) ? 'refused' : shown }
}

/** Lower-case words, with digits only in names of standards: an error code, and never key material. */
const REASON_CODE =
  /^(?:[a-z]{1,20}|eip\d{3,5}|erc\d{2,5}|permit2|x402|v\d)(?:_(?:[a-z]{1,20}|eip\d{3,5}|erc\d{2,5}|\d{4}|permit2|x402|v\d)){0,9}$/

/** A facilitator's error reason for display and storage: its code, or nothing when it is not one. It may quote what it was sent. */
export const shownReason = (reason: string | null | undefined): string => (REASON_CODE.test(reason ?? '') ? reason! : 'refused')

/** The failure in one word: as it is stored, shown to the operator, and told to the payer. */
export function failureWord(failure: PaymentFailure): string {
  if (failure.by === 'error') return failure.code
  return failure.by === 'verdict' ? failure.verdict : failure.reason
}

/** The failure that failureWord wrote. */
export function readFailureWord(word: string): PaymentFailure {
  if (isVerdict(word)) return verdictOf(word)
  return isErrorCode(word) ? { by: 'error', code: word } : { by: 'facilitator', reason: word }
}

const isVerdict = (word: string): word is PaymentVerdict => VERDICTS.some((verdict) => verdict === word)
