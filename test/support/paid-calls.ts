import { sweepPayments } from '../../src/features/payments/sweep-payments.ts'
import type { PaymentBank } from './payment-bank.ts'
import type { Answer, TestApp } from './test-app.ts'

/** An address from which the payer does not call. */
export const ELSEWHERE = '203.0.113.9'

/** Asks for a plan, paying with these headers, from this address. */
export const paidDryRun = (app: TestApp, headers: Record<string, string>, changes: Record<string, unknown> = {}, address?: string) =>
  app.call('POST', '/api/agent/launch/dry-run', app.launchBody(changes), { headers, ...(address ? { address } : {}) })

/** Launches, paying with these headers, from this address. */
export const paidLaunch = (app: TestApp, headers: Record<string, string>, changes: Record<string, unknown> = {}, address?: string) =>
  app.call('POST', '/api/agent/launch', app.launchBody(changes), {
    headers: { 'x-launcher-key': app.launcher.secret, ...headers },
    ...(address ? { address } : {}),
  })

/** How many coins there are. */
export const coins = async (app: TestApp) => (await app.call('GET', '/api/coins')).body.coins.length as number

/** How many dry-runs were answered with a plan. */
export const dryRuns = (app: TestApp) =>
  app.logLines.filter((line) => line.includes('launch/dry-run') && line.includes('"status":200')).length

/** What was answered, in no order: `200 ok`, `409 payment_used`. */
export const codes = (answers: readonly Pick<Answer, 'status' | 'body'>[]) =>
  answers.map(({ status, body }) => `${status} ${body.code ?? 'ok'}`).sort()

/** The text so often, for comparisons with `codes`. */
export const times = (text: string, count: number) => Array.from({ length: count }, () => text)

/** Lets the time pass, and then the sweep of payments run once. */
export const sweep = async ({ app, bank }: { app: TestApp; bank: PaymentBank }, afterMs: number) => {
  await app.clock.advance(afterMs)
  await sweepPayments({ ...app.deps, payments: bank })
}
