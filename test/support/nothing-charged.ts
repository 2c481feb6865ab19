import { expect } from 'bun:test'
import { expectNothingHappened, traces } from './nothing-happened.ts'
import type { PaymentBank } from './payment-bank.ts'
import { allPayments } from './paid-scene.ts'
import type { TestApp } from './test-app.ts'

/** Nothing was charged, and no payment is left that anybody has to look after. */
export async function expectNothingCharged({ app, bank }: { app: TestApp; bank: PaymentBank }) {
  expect(bank.transfers).toEqual([])
  expect(await allPayments(app)).toEqual([])
  expect(await traces(app)).toEqual({ coins: 0, launches: 0 })
}

/** Runs `work`, and fails when it left a row, changed one, or moved money: the payer’s on Base, or a lamport of the launcher’s. */
export async function expectNothingPaid<Result>(
  { app, bank }: { app: TestApp; bank: PaymentBank },
  work: () => Promise<Result>,
): Promise<Result> {
  const before = [...bank.transfers]
  const result = await expectNothingHappened(app, work)
  expect(bank.transfers).toEqual(before)
  return result
}
