import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { unixMs, usdMicros } from '../../src/domain/brands.ts'
import { HOUR_MS } from '../../src/domain/limits.ts'
import { type Authorization, networkOf } from '../../src/domain/payments/payment.ts'
import { type Payments, PAYMENTS_REFUSALS } from '../../src/ports/payments.ts'
import { refusalOf } from '../support/app-error.ts'
import { exactly } from '../support/exact-refusals.ts'
import { machineTime } from '../support/machine-time.ts'
import { PRICE } from '../support/payment-bank.ts'

/** A way to take payments, and what the suite needs of the token below it. Shared by all tests of a run. */
export interface PaymentsHarness {
  readonly payments: Payments
  /** A payer that holds so much, and signs. */
  newPayer(balance?: bigint): Promise<{ sign(amount: bigint, changes?: Partial<Authorization>): Promise<Authorization> }>
  /** What a payer has paid, so far. */
  paidBy(payer: string): Promise<bigint>
  /** The payment with a signature that nobody made. */
  forged(good: Authorization): Authorization
  /** Lets so much time pass on the chain that what was signed before has expired there. */
  expire(): void
  /** The form of a transaction's id. */
  readonly transactionId: RegExp
  /** The same with another side that nobody reaches. */
  readonly dark: Payments
  close(): Promise<void>
}

const sinceMs = () => unixMs(machineTime.clock.machineMs() - HOUR_MS)
const inQuestion = (authorization: Authorization) => ({
  ...authorization,
  ...networkOf(authorization),
  validBeforeMs: unixMs(authorization.validBeforeSec * 1_000),
})
/** The suite that every way to take payments must pass. @see ports/payments.ts */
export function paymentsContract(name: string, create: () => Promise<PaymentsHarness>): void {
  describe(`decision "A paid call is charged when it succeeds": payments contract: ${name}`, () => {
    let harness: PaymentsHarness
    let payments: Payments
    beforeAll(async () => {
      harness = await create()
      payments = exactly(harness.payments, PAYMENTS_REFUSALS)
    }, 180_000)
    afterAll(() => harness.close())

    test('a payment that is checked moves nothing; settled, it was paid to the last unit, and the chain tells which transaction it was', async () => {
      const payer = await harness.newPayer()
      const payment = await payer.sign(PRICE.dryRun)
      expect(await payments.verify(payment)).toBeNull()
      expect([await payments.lookUp(inQuestion(payment), sinceMs()), await harness.paidBy(payment.payer)]).toEqual([{ state: 'open' }, 0n])
      const settled = await payments.settle(payment)
      if (settled.outcome !== 'settled') throw new Error(`it is ${JSON.stringify(settled)}`)
      expect(settled.transaction).toMatch(harness.transactionId)
      expect(await harness.paidBy(payment.payer)).toBe(PRICE.dryRun)
      expect(await payments.lookUp(inQuestion(payment), sinceMs())).toMatchObject({ state: 'used', transaction: settled.transaction })
    })

    test('one payment, settled many times over, at once and later, is paid once; none but the true one is told as settled', async () => {
      const payer = await harness.newPayer()
      const payment = await payer.sign(PRICE.dryRun)
      const outcomes = [...(await Promise.all([payments.settle(payment), payments.settle(payment)])), await payments.settle(payment)]
      expect(await harness.paidBy(payment.payer)).toBe(PRICE.dryRun)
      const found = await payments.lookUp(inQuestion(payment), sinceMs())
      if (found.state !== 'used') throw new Error(`it is ${found.state}`)
      for (const outcome of outcomes) if (outcome.outcome === 'settled') expect(outcome.transaction).toBe(found.transaction)
      expect(await payments.verify(payment)).not.toBeNull()
    })

    test.each([
      ['signed for another amount', (good: Authorization): Authorization => ({ ...good, amountUsdMicros: usdMicros(1n) })],
      ['signed by nobody', (good: Authorization) => harness.forged(good)],
    ])('a payment that is %s is refused with a word, and moves nothing', async (_what, spoilt) => {
      const payer = await harness.newPayer()
      const good = await payer.sign(PRICE.dryRun)
      const bad = spoilt(good)
      expect(await payments.verify(bad)).toMatch(/^[a-z0-9_]+$/i)
      expect((await payments.settle(bad)).outcome).not.toBe('settled')
      expect(await harness.paidBy(good.payer)).toBe(0n)
      expect(await payments.lookUp(inQuestion(good), sinceMs())).toEqual({ state: 'open' })
    })

    test('more than the payer holds is refused, and moves nothing', async () => {
      const payer = await harness.newPayer(PRICE.dryRun - 1n)
      const payment = await payer.sign(PRICE.dryRun)
      expect(await payments.verify(payment)).toMatch(/^[a-z0-9_]+$/i)
      expect((await payments.settle(payment)).outcome).not.toBe('settled')
      expect(await harness.paidBy(payment.payer)).toBe(0n)
    })

    test('one whose time is over and that was not paid has lapsed', async () => {
      const payer = await harness.newPayer()
      const payment = await payer.sign(PRICE.dryRun)
      harness.expire()
      const over = { ...inQuestion(payment), validBeforeMs: unixMs(machineTime.clock.machineMs() - HOUR_MS) }
      expect(await payments.lookUp(over, sinceMs())).toEqual({ state: 'lapsed' })
    })

    test('nobody is there: a check is unavailable and no verdict, a settlement is unknown and never throws, and nothing moves', async () => {
      const dark = exactly(harness.dark, PAYMENTS_REFUSALS)
      const payer = await harness.newPayer()
      const payment = await payer.sign(PRICE.dryRun)
      expect((await refusalOf(() => dark.verify(payment))).code).toBe('payment_unavailable')
      expect(await dark.settle(payment)).toEqual({ outcome: 'unknown' })
      expect((await refusalOf(() => dark.lookUp(inQuestion(payment), sinceMs()))).code).toBe('payment_unavailable')
      expect(await harness.paidBy(payment.payer)).toBe(0n)
    })
  })
}
