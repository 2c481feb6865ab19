import { afterEach, describe, expect, test } from 'bun:test'
import { usdMicros } from '../../../src/domain/brands.ts'
import { priceOfCall, readTariff, tariffText } from '../../../src/domain/payments/tariff.ts'
import { paidDryRun } from '../../support/paid-calls.ts'
import { allPayments, createPaidScenes } from '../../support/paid-scene.ts'

const { scene, closeAll } = createPaidScenes()
const DRY_RUN = '/api/agent/launch/dry-run'
const env = { X402_PRICES: '{"dry-run":"$0.05 + $0.02/crew + $0.01/100kB"}' }
const crewOf = (count: number, wallet: string) => Array.from({ length: count }, () => ({ wallet, share: 1 }))
const picture = (bytes: number) => Buffer.alloc(bytes, 1).toString('base64')

afterEach(closeAll)

describe('decision "Prices by size": what a body brings is in its price', () => {
  test.each([
    ['no body', undefined, 50_000n],
    ['no crew and no picture', {}, 50_000n],
    ['three of a crew', { crew: crewOf(3, 'w') }, 110_000n],
    ['seats for Autohire', { autoHire: { seats: 4 } }, 130_000n],
    ['seats that nobody has', { autoHire: { seats: 1e9 } }, 150_000n],
    ['a picture of 100 kB', { imageBase64: picture(99_999) }, 60_000n],
    ['a byte more', { imageBase64: picture(100_002) }, 70_000n],
    ['a picture’s address', { imageUrl: 'https://example.com/a.png' }, 50_000n],
  ])('%s', (_case, body, amount) => {
    expect(priceOfCall(readTariff('$0.05 + $0.02/crew + $0.01/100kB')!, body)).toBe(usdMicros(amount))
  })

  test.each([
    ['$1.00', '$1.00'],
    ['0.5+0.01/100kB', '$0.50 + $0.01/100kB'],
    ['$1+$0.01/100kB + $0.2/crew', '$1.00 + $0.20/crew + $0.01/100kB'],
    ['$1/crew', null],
    ['$1 + $2', null],
    ['$1 + $2/seat', null],
    ['$1 + $0/crew', null],
    ['$1 + $2/crew + $3/crew', null],
    ['$1 + ', null],
  ])('a price of %p is %p', (text, shown) => {
    const tariff = readTariff(text)
    expect(tariff && tariffText(tariff)).toBe(shown)
  })

  test('the 402 names the price of the body that was sent, and of an unreadable one the base', async () => {
    const { app } = await scene({ env })
    const asked = (body: unknown) => app.call('POST', DRY_RUN, body)
    const crew = crewOf(3, app.launcher.wallet)
    const [one, same, other] = [await asked({ crew }), await asked({ crew }), await asked({ crew: crew.slice(1) })]
    expect([one, same, other].map(({ body }) => body.accepts[0].amount)).toEqual(['110000', '110000', '90000'])
    expect(one.body.detail).toBe('This call costs $0.11, and neither a payment nor an API key came with it.')
    const unreadable = await app.raw(new Request(`http://launch.test${DRY_RUN}`, { method: 'POST', body: '{"crew":' }))
    expect(((await unreadable.json()) as any).accepts[0].amount).toBe('50000')
    expect((await app.call('GET', '/api/agent')).body.payments.prices['dry-run']).toBe('$0.05 + $0.02/crew + $0.01/100kB')
  })

  test('a payment for a smaller body pays for no larger one, before and after it was used', async () => {
    const { app, bank, payer } = await scene({ env })
    const members = app.launchBody().crew as unknown[]
    const price = BigInt((await app.call('POST', DRY_RUN, app.launchBody())).body.accepts[0].amount)
    expect(price).toBeGreaterThan(50_000n + 20_000n * BigInt(members.length))
    const small = payer.pay(price)
    const larger = { crew: [...members, ...members] }
    expect((await paidDryRun(app, small, larger)).body.code).toBe('payment_mismatch')
    expect([await allPayments(app), bank.transfers]).toEqual([[], []])
    expect((await paidDryRun(app, small)).status).toBe(200)
    expect((await paidDryRun(app, small, larger)).body.code).toBe('payment_mismatch')
    expect(bank.transfers.map(({ amount }) => amount)).toEqual([price])
  })
})
