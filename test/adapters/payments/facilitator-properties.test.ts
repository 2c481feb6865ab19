import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { facilitatorAccess } from '../../../src/adapters/payments/facilitator-access.ts'
import { createRemoteFacilitator } from '../../../src/adapters/payments/remote-facilitator.ts'
import { usdMicros } from '../../../src/domain/brands.ts'
import { AppError } from '../../../src/domain/errors.ts'
import { type Authorization, PAYMENT_NETWORK, PERMIT2 } from '../../../src/domain/payments/payment.ts'
import { permit2Nonce } from '../../../src/domain/payments/permit2-transfer.ts'
import { PAY_TO } from '../../support/payment-bank.ts'
import { changedJson, jsonOf, PROPERTY_INPUTS } from '../../support/property.ts'
import { createSeededRandom } from '../../support/seeded-random.ts'
import { machineTime } from '../../support/machine-time.ts'
import { Secret } from '../../../src/lib/secret.ts'

const PAYER = `0x${'ab'.repeat(20)}`
const HASH = `0x${'cd'.repeat(32)}`
const AUTHORIZATION: Authorization = {
  version: 2,
  payer: PAYER,
  payTo: PAY_TO.toLowerCase(),
  amountUsdMicros: usdMicros(50_000n),
  validAfterSec: 0,
  validBeforeSec: 2_000_000_000,
  nonce: HASH,
  signature: `0x${'11'.repeat(65)}`,
}
const VERIFIED = { isValid: true, payer: PAYER }
const REFUSED = { isValid: false, invalidReason: 'invalid_exact_evm_signature', payer: PAYER }
const SETTLED = { success: true, transaction: HASH, network: 'eip155:8453', payer: PAYER }

/** What the facilitator answers next. */
let next: { status: number; text: string } = { status: 200, text: '' }
let server: Bun.Server<undefined>
beforeAll(() => {
  server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response(next.text, { status: next.status }) })
})
afterAll(() => server.stop(true))

/** Over HTTP, which is slower than a reader alone: a tenth of the others' inputs. */
const INPUTS = PROPERTY_INPUTS / 10

describe('rules 5.1: what a facilitator answers', () => {
  test('any answer to a check is a verdict of its own, or an outage', async () => {
    const facilitator = createRemoteFacilitator({
      access: facilitatorAccess(new Secret(server.url.href), machineTime.clock),
      payTo: PAY_TO,
      solanaPayTo: null,
    })
    const random = createSeededRandom(3)
    let passed = 0
    for (let number = 0; number < INPUTS; number += 1) {
      const answer = random.below(8) === 0 ? jsonOf(random) : changedJson(random, random.pick([VERIFIED, REFUSED]))
      next = { status: random.pick([200, 200, 200, 400, 402, 500]), text: random.below(20) === 0 ? 'no JSON' : JSON.stringify(answer) }
      const verdict = await facilitator.verify(AUTHORIZATION).catch((error: unknown) => error)
      const fine =
        verdict === null || typeof verdict === 'string' || (verdict instanceof AppError && verdict.code === 'payment_unavailable')
      if (!fine) throw new Error(`input ${number} ${next.text}: ${Bun.inspect(verdict)}`)
      if (verdict === null && (answer as typeof VERIFIED).isValid !== true) throw new Error(`input ${number} ${next.text} passes`)
      passed += Number(verdict === null)
    }
    expect(passed).toBeGreaterThan(0)
  }, 180_000)

  test('any answer to a settlement is one of three outcomes, and settled only with its transaction', async () => {
    const facilitator = createRemoteFacilitator({
      access: facilitatorAccess(new Secret(server.url.href), machineTime.clock),
      payTo: PAY_TO,
      solanaPayTo: null,
    })
    const random = createSeededRandom(4)
    let settled = 0
    for (let number = 0; number < INPUTS; number += 1) {
      const answer = random.below(8) === 0 ? jsonOf(random) : changedJson(random, SETTLED)
      next = { status: random.pick([200, 200, 200, 400, 402, 500]), text: random.below(20) === 0 ? 'no JSON' : JSON.stringify(answer) }
      const outcome = await facilitator.settle(AUTHORIZATION).catch((error: unknown) => error)
      const settlement = outcome as { outcome?: string; transaction?: string; reason?: unknown }
      const fine =
        settlement.outcome === 'unknown' ||
        (settlement.outcome === 'settled' && settlement.transaction === HASH) ||
        (settlement.outcome === 'refused' && typeof settlement.reason === 'string')
      if (!fine) throw new Error(`input ${number} HTTP ${next.status} ${next.text}: ${Bun.inspect(outcome)}`)
      settled += Number(settlement.outcome === 'settled')
    }
    expect(settled).toBeGreaterThan(0)
  }, 180_000)

  test.each([
    ['nothing of the amount', {}, 'settled'],
    ['the price', { amount: '50000' }, 'settled'],
    ['less', { amount: '49999' }, 'unknown'],
  ])('decision "Payments by Permit2": of upto, one that says it settled %s', async (_what, answered, outcome) => {
    const facilitator = createRemoteFacilitator({
      access: facilitatorAccess(new Secret(server.url.href), machineTime.clock),
      payTo: PAY_TO,
      solanaPayTo: null,
    })
    const permit2 = { scheme: 'upto', spender: PERMIT2.proxies.upto, token: PAYMENT_NETWORK.asset, facilitator: PAYER } as const
    next = { status: 200, text: JSON.stringify({ ...SETTLED, ...answered }) }
    expect(await facilitator.settle({ ...AUTHORIZATION, nonce: permit2Nonce('7'), permit2 })).toMatchObject({ outcome })
  })
})
