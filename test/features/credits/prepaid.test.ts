import { afterEach, describe, expect, test } from 'bun:test'
import { balance, buy, openSession, refund, spend, spending } from '../../support/credit-session.ts'
import { codes, ELSEWHERE, times } from '../../support/paid-calls.ts'
import { allPayments, createPaidScenes } from '../../support/paid-scene.ts'
import { fromBase64Json } from '../../support/payment-bank.ts'
import { newPerson } from '../../support/test-app.ts'

const { scene, unpaid, closeAll } = createPaidScenes()
const DRY_RUN = { method: 'POST', target: '/api/agent/launch/dry-run' }
const LIST = { method: 'GET', target: '/api/agent/launches' }

afterEach(closeAll)

describe('decision "Prepaid calls": one payment buys many calls', () => {
  test('a session spends what was bought, reads what is left, and has the rest paid back to the wallet that paid', async () => {
    const { app, bank, payer } = await scene()
    const session = await openSession(app, payer)
    const body = app.launchBody()
    const answer = await spend(app, session, { ...DRY_RUN, body })
    expect([answer.status, await balance(app, session)]).toEqual([200, '950000'])
    const receipt = fromBase64Json(answer.headers.get('payment-response'))
    expect(receipt).toMatchObject({ success: true, network: 'credit', payer: payer.address })
    expect((await spend(app, session, LIST)).status).toBe(200)
    expect(bank.transfers.map(({ amount }) => amount)).toEqual([1_000_000n])

    const { status, body: owed } = await refund(app, session)
    expect([status, owed]).toMatchObject([200, { payer: payer.address, network: 'eip155:8453', refund: '900000' }])
    const due = (await allPayments(app)).filter(({ state }) => state === 'refund_due')
    expect(due).toMatchObject([{ id: owed.refundId, amountUsdMicros: 900_000n, failure: { verdict: 'unspent' } }])
    expect([await balance(app, session), (await refund(app, session)).body.code]).toEqual(['0', 'credit_not_found'])
    expect((await spend(app, session, LIST)).body).toMatchObject({ status: 402, code: 'payment_refused' })
  })

  test('the caller is the wallet that paid, so that what is paid for both ways is one payer’s', async () => {
    const { app, payer } = await scene()
    const session = await openSession(app, payer)
    const hook = await spend(app, session, {
      method: 'POST',
      target: '/api/webhooks',
      body: { url: 'https://example.com/h', events: ['*'] },
    })
    expect(hook.status).toBe(201)
    const own = await app.call('GET', '/api/webhooks', undefined, { headers: payer.pay(50_000n) })
    expect(own.body.webhooks).toHaveLength(1)
  })

  test('the price of credit is what is bought; an amount that is not sold, a key that cannot sign and no payment cost nothing', async () => {
    const { app, bank, payer } = await scene()
    const { wallet: sessionKey } = newPerson()
    const asked = (body: unknown, headers = {}) => app.call('POST', '/api/credits', body, { headers })
    const offered = await Promise.all([{ sessionKey, amountUsd: '12.5' }, { sessionKey }, {}].map((body) => asked(body)))
    expect(offered.map(({ status, body }) => [status, body.accepts[0].amount])).toEqual([
      [402, '12500000'],
      [402, '1000000'],
      [402, '1000000'],
    ])
    expect((await asked({ sessionKey, amountUsd: '12.5' }, payer.pay(1_000_000n))).body.code).toBe('payment_mismatch')
    expect((await asked({ sessionKey, amountUsd: '0.5' }, payer.pay(1_000_000n))).body.code).toBe('validation_invalid')
    expect((await asked({ sessionKey: '11111111111111111111111111111111' }, payer.pay(1_000_000n))).body.code).toBe('validation_invalid')
    const key = await app.claim()
    expect((await app.call('POST', '/api/credits', { sessionKey }, { key })).status).toBe(402)
    expect([bank.transfers, await allPayments(app)]).toEqual([[], []])
  })

  test('more is bought for the same session by the same wallet, and by no other', async () => {
    const { app, bank, payer } = await scene()
    const session = await openSession(app, payer)
    expect((await buy(app, payer, session, 2)).body.balance).toBe('3000000')
    expect((await buy(app, bank.newPayer(), session)).body).toMatchObject({ status: 409, code: 'credit_session_taken' })
    expect([bank.transfers.length, await balance(app, session)]).toEqual([2, '3000000'])
  })

  test('a purchase whose answer was lost is bought once', async () => {
    const { app, bank, payer } = await scene()
    const person = newPerson()
    const headers = { ...payer.pay(1_000_000n), 'x-idempotency-key': crypto.randomUUID() }
    const order = () => app.call('POST', '/api/credits', { sessionKey: person.wallet, amountUsd: '1' }, { headers })
    const [first, again] = [await order(), await order()]
    expect(again.body).toEqual(first.body)
    expect([bank.transfers.length, await balance(app, person)]).toEqual([1, '1000000'])
  })

  test('credit buys no credit, and where no payments are taken there is none', async () => {
    const { app, payer } = await scene()
    const session = await openSession(app, payer, 2)
    expect((await spend(app, session, { method: 'POST', target: '/api/credits', body: { sessionKey: session.wallet } })).status).toBe(402)
    const off = await unpaid()
    expect((await off.call('POST', '/api/credits', { sessionKey: session.wallet })).body.code).toBe('payments_disabled')
  })
})

describe('decision "Prepaid calls": only what succeeds is charged, once', () => {
  test('a refusal costs nothing', async () => {
    const { app, payer } = await scene()
    const session = await openSession(app, payer)
    const body = app.launchBody({ crew: [] })
    expect((await spend(app, session, { ...DRY_RUN, body })).status).toBe(400)
    expect(await balance(app, session)).toBe('1000000')
  })

  test('a repeat with the idempotency key is not charged again, by the same signature and by a new one', async () => {
    const { app, payer } = await scene()
    const session = await openSession(app, payer)
    const headers = { 'x-idempotency-key': crypto.randomUUID() }
    const body = app.launchBody()
    const text = JSON.stringify(body)
    const signed = { ...spending(app, session, 'POST', DRY_RUN.target, text), ...headers }
    const first = await app.call('POST', DRY_RUN.target, text, { headers: signed })
    const same = await app.call('POST', DRY_RUN.target, text, { headers: signed })
    const anew = await spend(app, session, { ...DRY_RUN, body, headers })
    expect([same.body.dryRunId, anew.body.dryRunId]).toEqual([first.body.dryRunId, first.body.dryRunId])
    expect(await balance(app, session)).toBe('950000')
  })

  test('a signature pays for its own request alone, once, at this service, for five minutes', async () => {
    const { app, payer } = await scene()
    const session = await openSession(app, payer)
    const text = JSON.stringify(app.launchBody())
    const headers = spending(app, session, 'POST', DRY_RUN.target, text)
    const sent = (changes: { target?: string; text?: string; headers?: Record<string, string>; address?: string } = {}) =>
      app.call('POST', changes.target ?? DRY_RUN.target, changes.text ?? text, {
        headers: changes.headers ?? headers,
        ...(changes.address ? { address: changes.address } : {}),
      })
    const invalid = [
      await sent({ text: `${text} ` }),
      await sent({ target: `${DRY_RUN.target}?a=1` }),
      await sent({ target: '/api/agent/crank' }),
      await sent({ headers: spending(app, session, 'POST', DRY_RUN.target, text, 'other.test') }),
      await sent({ headers: { ...headers, 'x-svc-wallet': newPerson().wallet } }),
    ]
    expect(codes(invalid)).toEqual(times('401 wallet_signature_invalid', 5))
    expect((await sent({ headers: spending(app, newPerson(), 'POST', DRY_RUN.target, text) })).body).toMatchObject({
      status: 402,
      detail: expect.stringContaining('unknown_session'),
    })
    expect((await sent()).status).toBe(200)
    expect(codes([await sent({ address: ELSEWHERE }), await sent()])).toEqual(times('409 payment_used', 2))
    await app.clock.advance(300_001)
    expect((await sent()).body.code).toBe('wallet_signature_invalid')
    expect(await balance(app, session)).toBe('950000')
  })
})

describe('decision "Prepaid calls": no balance is spent twice', () => {
  test('of 64 calls at once a balance for 20 pays for 20', async () => {
    const { app, payer } = await scene()
    const session = await openSession(app, payer)
    const answers = await Promise.all(Array.from({ length: 64 }, () => spend(app, session, LIST)))
    expect(codes(answers)).toEqual([...times('200 ok', 20), ...times('402 payment_refused', 44)])
    expect(await balance(app, session)).toBe('0')
  })

  test('what was spent and what is paid back come to what was bought, when both are asked for at once', async () => {
    const { app, payer } = await scene()
    const session = await openSession(app, payer)
    const [refunds, calls] = await Promise.all([
      Promise.all(Array.from({ length: 4 }, () => refund(app, session))),
      Promise.all(Array.from({ length: 12 }, () => spend(app, session, LIST))),
    ])
    const paidBack = refunds.reduce((sum, { body }) => sum + BigInt(body.refund ?? 0), 0n)
    const spent = BigInt(calls.filter(({ status }) => status === 200).length) * 50_000n
    expect(refunds.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(paidBack + spent).toBe(1_000_000n)
  })
})
