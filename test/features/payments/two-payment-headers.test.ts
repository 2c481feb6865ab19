import { afterEach, describe, expect, test } from 'bun:test'
import { paidDryRun } from '../../support/paid-calls.ts'
import { allPayments, createPaidScenes } from '../../support/paid-scene.ts'
import { fromBase64Json, PRICE } from '../../support/payment-bank.ts'

const { scene, closeAll } = createPaidScenes()

afterEach(closeAll)

describe('decision "Two payment headers": a wallet that serves sellers of either version writes both', () => {
  test.each([1, 2] as const)('the same payment of version %d in both is one, charged once', async (version) => {
    const { app, bank, payer } = await scene()
    const [[name, value]] = Object.entries(payer.pay(PRICE.dryRun, { version })) as [[string, string]]
    // The same payment, written by another serializer.
    const rewritten = Buffer.from(JSON.stringify(fromBase64Json(value), null, 1)).toString('base64url')
    const headers = { 'payment-signature': rewritten, 'x-payment': rewritten, [name]: value }
    expect((await paidDryRun(app, headers)).status).toBe(200)
    expect(bank.transfers).toHaveLength(1)
    expect((await allPayments(app)).map(({ state }) => state)).toEqual(['done'])
  })

  test('of two different ones PAYMENT-SIGNATURE counts, and a blank one is none', async () => {
    const { app, bank, payer } = await scene()
    const other = bank.newPayer()
    const [current, legacy] = [payer.pay(PRICE.dryRun), other.pay(PRICE.dryRun, { version: 1 })]
    expect((await paidDryRun(app, { ...current, ...legacy })).status).toBe(200)
    expect((await paidDryRun(app, { 'payment-signature': ' ', ...legacy })).status).toBe(200)
    expect(bank.transfers.map((transfer) => transfer.payer)).toEqual([payer.address, other.address])
  })

  test('beside a whole PAYMENT-SIGNATURE what is in X-PAYMENT does not matter; a broken one is told, whatever is beside it', async () => {
    const { app, bank, payer } = await scene()
    const legacy = payer.pay(PRICE.dryRun, { version: 1 })
    for (const broken of ['nonsense', Buffer.from('{}').toString('base64'), '{"x402Version":1}'])
      expect((await paidDryRun(app, { ...payer.pay(PRICE.dryRun), 'x-payment': broken })).status).toBe(200)
    expect(bank.transfers).toHaveLength(3)
    for (const broken of ['nonsense', Buffer.from('[]').toString('base64'), '{"x402Version":2}'])
      expect(await paidDryRun(app, { ...legacy, 'payment-signature': broken })).toMatchObject({
        status: 400,
        body: { code: 'payment_header_invalid', detail: expect.stringContaining('not a JSON object in base64') },
      })
    expect(bank.transfers).toHaveLength(3)
  })

  test.each(['', ' ', ',', ' , '])('two headers that are %p are no payment: the answer is the price', async (blank) => {
    const { app } = await scene()
    for (const headers of [
      { 'payment-signature': blank, 'x-payment': blank },
      { 'payment-signature': blank },
      { 'x-payment': blank },
    ] as Record<string, string>[])
      expect(await paidDryRun(app, headers)).toMatchObject({ status: 402, body: { code: 'payment_required' } })
  })

  test('a header that came twice with one payment has one', async () => {
    const { app, bank, payer } = await scene()
    const value = payer.pay(PRICE.dryRun)['payment-signature']!
    expect((await paidDryRun(app, { 'payment-signature': `${value}, ${value}` })).status).toBe(200)
    expect(bank.transfers).toHaveLength(1)
  })
})
