import { describe, expect, test } from 'bun:test'
import { failureWord, hasVerdict, readFailureWord, refusedBecause, verdictOf } from '../../src/domain/payments/payment-failure.ts'
import { ERROR_CODES } from '../../src/domain/errors.ts'

describe('decision "Payments may be valid for an hour at most": why a payment failed', () => {
  const failures = [
    ...(['unanswered', 'interrupted', 'expired', 'unproven'] as const).map(verdictOf),
    ...['launch_refused', 'internal_error'].map(readFailureWord),
    ...['insufficient_funds', 'invalid_exact_evm_payload_signature', 'refused'].map(refusedBecause),
  ]

  test.each(failures)('decision "Payments may be valid for an hour at most": %j is stored as one word and read back', (failure) => {
    expect(readFailureWord(failureWord(failure))).toEqual(failure)
  })

  test('decision "Payments may be valid for an hour at most": a facilitator cannot say what is a verdict or an error of ours', () => {
    for (const reason of ['unproven', 'unanswered', 'expired', 'interrupted', ...ERROR_CODES, 'No Code', '', null]) {
      const failure = refusedBecause(reason)
      expect(failure).toEqual({ by: 'facilitator', reason: 'refused' })
      expect([hasVerdict({ failure }, 'unproven'), hasVerdict({ failure }, 'unanswered')]).toEqual([false, false])
    }
  })
})
