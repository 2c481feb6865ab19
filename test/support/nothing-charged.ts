import { expect } from 'bun:test'
import { traces } from './nothing-happened.ts'
import type { PaymentBank } from './payment-bank.ts'
import { allPayments } from './paid-scene.ts'
import type { TestApp } from './test-app.ts'

/** Nothing was charged, and no payment is left that anybody has to look after. */
export async function expectNothingCharged({ app, bank }: { app: TestApp; bank: PaymentBank }) {
  expect(bank.transfers).toEqual([])
  expect(await allPayments(app)).toEqual([])
  expect(await traces(app)).toEqual({ coins: 0, launches: 0 })
}
