import { describe, expect, test } from 'bun:test'
import { unixMs, usdMicros } from '../../src/domain/brands.ts'
import { type Authorization, PAYMENT_LIFETIME_MAX_SEC } from '../../src/domain/payments/payment.ts'
import { checkPayment, readPaymentHeaders } from '../../src/domain/payments/payment-header.ts'
import { base64Of, PAY_TO, paymentHeaders } from '../support/payment-bank.ts'
import { changedJson, damaged, forInputs, jsonOf, orRefusal, textOf } from '../support/property.ts'
import type { SeededRandom } from '../support/seeded-random.ts'

const NOW_SEC = 1_800_000_000
const hex = (random: SeededRandom, digits: number) =>
  `0x${Array.from({ length: Math.ceil(digits / 8) }, () =>
    random
      .below(2 ** 32)
      .toString(16)
      .padStart(8, '0'),
  )
    .join('')
    .slice(0, digits)}`

const authorizationOf = (random: SeededRandom): Authorization => ({
  version: random.below(2) === 0 ? 2 : 1,
  payer: hex(random, 40),
  payTo: random.below(8) === 0 ? hex(random, 40) : PAY_TO.toLowerCase(),
  amountUsdMicros: usdMicros(BigInt(random.pick([0, 1, 50_000, 50_001, 2 ** 40]))),
  validAfterSec: NOW_SEC + random.pick([-600, -1, 0, 1, 600]),
  validBeforeSec: NOW_SEC + random.pick([-1, 0, 5, 6, 7, 300, PAYMENT_LIFETIME_MAX_SEC, PAYMENT_LIFETIME_MAX_SEC + 1]),
  nonce: hex(random, 64),
  signature: random.below(50) === 0 ? `0x${'ab'.repeat(1_000)}` : hex(random, random.pick([130, 132])),
})

const textIn = (authorization: Authorization) => Object.values(paymentHeaders(authorization))[0]!
const readPaymentHeader = (text: string, version: 1 | 2) =>
  readPaymentHeaders(
    { get: (name) => (name === (version === 2 ? 'payment-signature' : 'x-payment') ? text : null) },
    unixMs(NOW_SEC * 1_000),
  )
const readOrNull = (text: string, version: 1 | 2) => orRefusal(() => readPaymentHeader(text, version), 'payment_header_invalid')

describe('rules 5.1: the payment header, of both versions', () => {
  test('what a client signs is what is read', () => {
    forInputs((random) => {
      const authorization = authorizationOf(random)
      const { authorization: read } = readPaymentHeader(textIn(authorization), authorization.version)
      return Bun.deepEquals(read, authorization) ? null : `${Bun.inspect(read)} for ${Bun.inspect(authorization)}`
    })
  })

  test('any other JSON is refused by its code, or is a payment with every part of its form', () => {
    forInputs((random) => {
      const authorization = authorizationOf(random)
      const payload = JSON.parse(Buffer.from(textIn(authorization), 'base64').toString()) as unknown
      const text = base64Of(random.below(4) === 0 ? jsonOf(random) : changedJson(random, payload))
      const read = readOrNull(text, random.below(8) === 0 ? random.pick([1, 2] as const) : authorization.version)
      if (read === null) return null
      const { payer, payTo, amountUsdMicros: amount, validAfterSec, validBeforeSec, nonce, signature } = read.authorization
      const sound =
        /^0x[0-9a-f]{40}$/.test(payer) &&
        /^0x[0-9a-f]{40}$/.test(payTo) &&
        /^0x[0-9a-f]{64}$/.test(nonce) &&
        /^0x[0-9a-fA-F]+$/.test(signature)
      const numbers = amount >= 0n && [validAfterSec, validBeforeSec].every((seconds) => Number.isSafeInteger(seconds) && seconds >= 0)
      return sound && numbers ? null : Bun.inspect(read)
    })
  })

  test('any text is refused by its code, or read', () => {
    forInputs((random) => {
      const text =
        random.below(2) === 0
          ? damaged(random, textIn(authorizationOf(random)))
          : textOf(random, 'eyJ4NDAyVmVyc2lvbiI6MSwic2NoZW1lIj+/=_- \0', 60)
      readOrNull(text, random.pick([1, 2] as const))
    })
  })

  test('a payment passes its terms only when every one of them holds', () => {
    const price = { payTo: PAY_TO, amountUsdMicros: usdMicros(50_000n), solana: null, uptoWallets: [] }
    forInputs((random) => {
      const authorization = authorizationOf(random)
      const read = readPaymentHeader(textIn(authorization), authorization.version)
      const passes =
        orRefusal(() => (checkPayment(read, price, unixMs(NOW_SEC * 1_000 + random.below(1_000))), true), 'payment_mismatch') ?? false
      const { payTo, amountUsdMicros: amount, validAfterSec, validBeforeSec } = authorization
      const lasts = validBeforeSec - NOW_SEC
      const holds =
        payTo === PAY_TO.toLowerCase() && amount === 50_000n && validAfterSec <= NOW_SEC && lasts >= 6 && lasts <= PAYMENT_LIFETIME_MAX_SEC
      return passes === holds ? null : Bun.inspect(authorization)
    })
  })

  test('a header as long as one can be ends at once', () => {
    for (const text of ['e'.repeat(1_000_000), base64Of('['.repeat(10_000)), base64Of({ a: 'x'.repeat(12_000) }), '='.repeat(16_000)]) {
      expect(readOrNull(text, 2)).toBeNull()
    }
  })
})
