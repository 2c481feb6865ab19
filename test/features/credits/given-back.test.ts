import { afterEach, describe, expect, test } from 'bun:test'
import { balance, openSession, spend, spending } from '../../support/credit-session.ts'
import { coins, sweep } from '../../support/paid-calls.ts'
import { allPayments, createPaidScenes } from '../../support/paid-scene.ts'
import { readFailureWord } from '../../../src/domain/payments/payment-failure.ts'
import { PAYMENT_LEASE_MS } from '../../../src/domain/payments/payment.ts'
import type { TestApp } from '../../support/test-app.ts'

const { scene, closeAll } = createPaidScenes()
const TARGET = '/api/agent/launch'
const launchOf = (app: TestApp, changes: Record<string, unknown> = {}) => ({
  method: 'POST',
  target: TARGET,
  body: app.launchBody(changes),
  headers: { 'x-launcher-key': app.launcher.secret, 'x-idempotency-key': crypto.randomUUID() },
})

afterEach(closeAll)

describe('decision "Prepaid calls": what failed work was charged is given back', () => {
  test('at once, with no receipt; the same signature is used up, the same idempotency key is not', async () => {
    const { app, payer } = await scene()
    const session = await openSession(app, payer, 2)
    const call = launchOf(app, { ticker: 'XCREATEFAIL' })
    const failed = await spend(app, session, call)
    expect(failed).toMatchObject({ status: 400, body: { code: 'launch_refused' } })
    expect(failed.headers.get('payment-response')).toBeNull()
    expect(await balance(app, session)).toBe('2000000')
    const ended = (await allPayments(app)).find(({ network }) => network === 'credit')
    expect(ended).toMatchObject({ state: 'refunded', failure: readFailureWord('launch_refused') })

    const text = JSON.stringify(app.launchBody({ ticker: 'XCREATEFAIL' }))
    const headers = { ...spending(app, session, 'POST', TARGET, text), 'x-launcher-key': app.launcher.secret }
    expect((await app.call('POST', TARGET, text, { headers })).body.code).toBe('launch_refused')
    expect((await app.call('POST', TARGET, text, { headers })).body.code).toBe('payment_used')
    expect(await spend(app, session, call)).toMatchObject({ status: 400, body: { code: 'launch_refused' } })
    expect(await balance(app, session)).toBe('2000000')
  })

  test('by the sweep, once, where the process that charged it is gone', async () => {
    const { app, bank, payer } = await scene()
    const session = await openSession(app, payer, 2)
    // The process ends when the price is taken: nothing of this request goes on.
    const { storage } = app.deps
    const charged = Promise.withResolvers<void>()
    app.between.idempotency.stepIn('claim', () => () => {
      charged.resolve()
      return new Promise<never>(() => {})
    })
    void spend(app, session, launchOf(app))
    await charged.promise
    expect((await storage.credits.find(session.wallet))?.balanceUsdMicros).toBe(1_000_000n as never)
    await sweep({ app, bank }, PAYMENT_LEASE_MS + 1)
    expect([await balance(app, session), await coins(app)]).toEqual(['2000000', 0])
    await sweep({ app, bank }, PAYMENT_LEASE_MS + 1)
    expect(await balance(app, session)).toBe('2000000')
  })
})
