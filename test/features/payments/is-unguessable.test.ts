import { expect, test } from 'bun:test'
import { isUnguessable } from '../../../src/features/payments/check-repeat.ts'

test.each([
  ['0f7c2f2e-6f0b-4d0c-9a3e-5d1b8a9e4c71', true],
  ['LAUNCH-0F7C2F2E-6F0B-4D0C-9A3E-5D1B8A9E4C71', true],
  ['9b74c9897bac770ffc029102a200c5de', true],
  ['q3Zk8TfLxW0aRb7YmN2cPd', true],
  ['frog-plan-1', false],
  ['list-1', false],
  ['frog-plan-of-monday-morning-2026-11-25', false],
  ['FrogPlanOfMondayMorning', false],
  ['00000000-0000-0000-0000-000000000001', false],
  ['0'.repeat(64), false],
])('decision "x-idempotency-key on a paid call": %s cannot be guessed: %p', (text, expected) => {
  expect(isUnguessable(text)).toBe(expected)
})
