import { afterEach, describe, expect, test } from 'bun:test'
import { expectNothingHappened } from '../../support/nothing-happened.ts'
import { fromBase64Json, outage, paymentHeaders, PRICE } from '../../support/payment-bank.ts'
import { paidDryRun, paidLaunch } from '../../support/paid-calls.ts'
import { allPayments, createPaidScenes } from '../../support/paid-scene.ts'
import type { TestApp } from '../../support/test-app.ts'
import { expectNothingCharged } from '../../support/nothing-charged.ts'

const { scene, closeAll } = createPaidScenes()
const states = async (app: TestApp) => (await allPayments(app)).map(({ state }) => state)

afterEach(closeAll)

describe('rules 5.1: bad payments are refused, and nothing is charged', () => {
  type Changes = (nowSec: number) => object
  const other = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
  test.each<[string, Changes, string]>([
    ['another recipient', () => ({ payTo: other.toLowerCase() }), 'the recipient must be'],
    ['less than the price', () => ({ amountUsdMicros: 49_999n }), 'the amount must be exactly 50000'],
    ['more than the price', () => ({ amountUsdMicros: 50_001n }), 'the amount must be exactly 50000'],
    ['an expired one', (nowSec) => ({ validBeforeSec: nowSec - 1 }), 'it has expired'],
    ['one that expires in this moment', (nowSec) => ({ validBeforeSec: nowSec + 2 }), 'it has expired'],
    ['one that is not valid yet', (nowSec) => ({ validAfterSec: nowSec + 100 }), 'it is not valid yet'],
    ['one that is valid for ever', (nowSec) => ({ validBeforeSec: nowSec + 999_999 }), 'it may be valid for 3600 seconds at most'],
  ])('a payment that is refused charges nothing: %s', async (_case, changes, reason) => {
    const paid = await scene()
    const answer = await paidDryRun(paid.app, paid.payer.pay(PRICE.dryRun, changes(Math.floor(paid.app.clock.machineMs() / 1_000))))
    expect(answer).toMatchObject({ status: 402, body: { code: 'payment_mismatch', detail: expect.stringContaining(reason) } })
    expect(answer.headers.has('payment-required')).toBe(true)
    expect(paid.bank.calls.settle + paid.bank.calls.verify).toBe(0)
    await expectNothingCharged(paid)
  })

  test.each([
    ['another network', { network: 'eip155:1' }, 'the network must be eip155:8453'],
    ['another asset', { asset: other }, 'the asset must be'],
    ['another scheme', { scheme: 'upto' }, 'the scheme must be exact'],
    ['another amount accepted than signed', { amount: '1' }, 'the amount must be exactly'],
  ])('a payment with %s is refused, and nothing is charged', async (_case, changes, reason) => {
    const paid = await scene()
    const authorization = paid.payer.sign(PRICE.dryRun)
    const { accepted } = fromBase64Json(paymentHeaders(authorization)['payment-signature']!)
    const answer = await paidDryRun(paid.app, paymentHeaders(authorization, { accepted: { ...accepted, ...changes } }))
    expect(answer).toMatchObject({ status: 402, body: { code: 'payment_mismatch', detail: expect.stringContaining(reason) } })
    await expectNothingCharged(paid)
  })

  test('the legacy header on another network is refused', async () => {
    const paid = await scene()
    const headers = paymentHeaders(paid.payer.sign(PRICE.dryRun, { version: 1 }), { network: 'base-sepolia' })
    expect(await paidDryRun(paid.app, headers)).toMatchObject({
      status: 402,
      body: { detail: expect.stringContaining('the network must be base') },
    })
    await expectNothingCharged(paid)
  })

  test.each([
    ['garbage', { 'payment-signature': '%%%' }],
    ['base64 of garbage', { 'payment-signature': btoa('garbage') }],
    ['base64 of bytes that are no text', { 'payment-signature': Buffer.from([0xff, 0xfe, 0x7b]).toString('base64') }],
    ['a list', { 'payment-signature': btoa('[]') }],
    ['null', { 'payment-signature': btoa('null') }],
    ['no payload', { 'payment-signature': btoa('{"x402Version":2,"accepted":{}}') }],
    ['far too much', { 'payment-signature': 'A'.repeat(20_000) }],
  ])('%s in the header is 400', async (_case, headers) => {
    const paid = await scene()
    expect(await paidDryRun(paid.app, headers)).toMatchObject({ status: 400, body: { code: 'payment_header_invalid' } })
    await expectNothingCharged(paid)
  })

  test('a payload of one version in the header of the other is refused, and so are two payments in one header', async () => {
    const paid = await scene()
    const one = paymentHeaders(paid.payer.sign(PRICE.dryRun, { version: 1 }))['x-payment']!
    const two = paymentHeaders(paid.payer.sign(PRICE.dryRun))['payment-signature']!
    const other = paymentHeaders(paid.payer.sign(PRICE.dryRun))['payment-signature']!
    for (const headers of [
      { 'payment-signature': one },
      { 'x-payment': two },
      { 'payment-signature': `${two}, ${other}` },
      { 'payment-signature': one, 'x-payment': two },
      { 'payment-signature': '%%%', 'x-payment': one },
    ]) {
      expect(await paidDryRun(paid.app, headers as Record<string, string>)).toMatchObject({
        status: 400,
        body: { code: 'payment_header_invalid' },
      })
    }
    await expectNothingCharged(paid)
  })

  test.each(['', '  ', ','])('a blank payment header (%j) is no payment: 402 with the challenge', async (blank) => {
    const paid = await scene()
    for (const headers of [{ 'payment-signature': blank }, { 'x-payment': blank }, { 'payment-signature': blank, 'x-payment': blank }]) {
      const answer = await paidDryRun(paid.app, headers as Record<string, string>)
      expect(answer).toMatchObject({ status: 402, body: { code: 'payment_required', accepts: [{ scheme: 'exact' }] } })
      expect(answer.headers.has('payment-required')).toBe(true)
    }
    await expectNothingCharged(paid)
  })

  test.each([
    ['forged', { signature: `0x${'ab'.repeat(65)}` }, 'invalid_exact_evm_signature'],
    ['without balance', { amountUsdMicros: 50_000n }, 'invalid_exact_evm_insufficient_balance'],
  ])('%s: 402 with the facilitator’s reason', async (name, changes, reason) => {
    const paid = await scene()
    if (name === 'without balance') paid.bank.balances.set(paid.payer.address, 1n)
    const answer = await paidDryRun(paid.app, paid.payer.pay(PRICE.dryRun, changes as object))
    expect(answer).toMatchObject({ status: 402, body: { code: 'payment_refused', detail: `The payment was refused: ${reason}.` } })
    await expectNothingCharged(paid)
  })

  test('a facilitator’s own words are not repeated', async () => {
    const paid = await scene()
    paid.bank.faults.verify = async () => '<script>http://inside:8545 said no</script>'
    expect((await paidDryRun(paid.app, paid.payer.pay(PRICE.dryRun))).body.detail).toBe('The payment was refused: refused.')
    await expectNothingCharged(paid)
  })

  test('a payment pays for no other body, route or method than its own', async () => {
    const { app, bank, payer } = await scene()
    const headers = payer.pay(PRICE.upkeep)
    const { mint } = (await paidLaunch(app, payer.pay(PRICE.launch))).body
    expect((await app.call('GET', `/api/agent/status/${mint}`, undefined, { headers })).status).toBe(200)
    for (const [method, route, body] of [
      ['GET', '/api/agent/launches'],
      ['GET', '/api/agent/launches?limit=2'],
      ['POST', '/api/agent/crank', { mint }],
      ['POST', '/api/agent/crank', { mint: 'other' }],
    ] as const) {
      const answer = await expectNothingHappened(app, () => app.call(method, route, body, { headers }))
      expect(answer).toMatchObject({ status: 409, body: { code: 'payment_reused' } })
    }
    expect(bank.transfers).toHaveLength(2)
  })

  test('a balance that is drained while the handler runs: the answer is withheld, and a launch is not made', async () => {
    const { app, bank, payer } = await scene()
    bank.faults.settle = async (really) => {
      bank.balances.set(payer.address, 0n)
      return really()
    }
    const withheld = await paidDryRun(app, payer.pay(PRICE.dryRun))
    bank.balances.set(payer.address, 100_000_000n)
    for (const answer of [withheld, await paidLaunch(app, payer.pay(PRICE.launch))]) {
      expect(answer).toMatchObject({ status: 402, body: { code: 'payment_refused' } })
      expect(answer.body).not.toHaveProperty('dryRunId')
      expect(fromBase64Json(answer.headers.get('payment-response'))).toMatchObject({ success: false, transaction: '' })
    }
    expect(bank.transfers).toEqual([])
    expect(await states(app)).toEqual(['rejected', 'rejected'])
    expect((await app.call('GET', '/api/coins')).body.coins).toEqual([])
  })

  test('rules 7: a facilitator that does not answer: 503, nothing charged, and the same payment is good later', async () => {
    const { app, bank, payer } = await scene()
    const headers = payer.pay(PRICE.dryRun)
    bank.faults.verify = outage
    const answer = await paidDryRun(app, headers)
    expect(answer).toMatchObject({ status: 503, body: { code: 'payment_unavailable' } })
    expect(answer.headers.get('retry-after')).toBe('5')
    expect(answer.headers.has('payment-required')).toBe(false)
    await expectNothingCharged({ app, bank })
    bank.faults = {}
    expect((await paidDryRun(app, headers)).status).toBe(200)
    expect(bank.transfers).toHaveLength(1)
  })
})
