import { afterEach, describe, expect, test } from 'bun:test'
import { keccakHex } from '../../../src/lib/bytes.ts'
import { PAYMENT_NETWORK } from '../../../src/domain/payments/payment.ts'
import { expectNothingCharged } from '../../support/nothing-charged.ts'
import { base64Of, fromBase64Json, PAY_TO, type Payer, PRICE } from '../../support/payment-bank.ts'
import { codes, dryRuns, paidDryRun, paidLaunch } from '../../support/paid-calls.ts'
import { createPaidScenes } from '../../support/paid-scene.ts'
import type { TestApp } from '../../support/test-app.ts'

const { scene, closeAll } = createPaidScenes()

afterEach(closeAll)

type Challenge = Record<'id' | 'realm' | 'method' | 'intent' | 'request' | 'expires', string>

/** The challenge of a call that nobody paid for. */
async function challengeOf(app: TestApp): Promise<Challenge> {
  const answer = await paidDryRun(app, {})
  const header = answer.headers.get('www-authenticate')!
  expect(header).toMatch(/^Payment id="[^"]+", realm="/)
  return Object.fromEntries([...header.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value])) as Challenge
}

/** What a client answers a challenge with, as the draft has it or, of `joined` parts, as later clients write the nonce. */
function credential(
  payer: Payer,
  challenge: Challenge,
  changes: Record<string, unknown> = {},
  joined = `${challenge.id}${challenge.realm}`,
) {
  const validBeforeSec = Math.floor(Date.parse(challenge.expires) / 1_000)
  const signed = payer.sign(PRICE.dryRun, { validAfterSec: 0, validBeforeSec, nonce: keccakHex(joined) })
  const payload = {
    type: 'authorization',
    from: signed.payer,
    to: signed.payTo,
    value: String(signed.amountUsdMicros),
    validAfter: '0',
    validBefore: String(validBeforeSec),
    nonce: signed.nonce,
    signature: signed.signature,
    ...changes,
  }
  return { authorization: `Payment ${base64Of({ challenge, payload, source: `did:pkh:eip155:8453:${signed.payer}` })}` }
}

describe('decision "The Machine Payments Protocol": a challenge', () => {
  test('names the same transfer as x402 does, and is another one each time', async () => {
    const { app } = await scene()
    const challenge = await challengeOf(app)
    expect(challenge).toMatchObject({ realm: 'launch.test', method: 'evm', intent: 'charge' })
    expect(fromBase64Json(challenge.request)).toEqual({
      amount: '50000',
      currency: PAYMENT_NETWORK.asset,
      methodDetails: { chainId: 8453, credentialTypes: ['authorization'], decimals: 6 },
      recipient: PAY_TO,
    })
    expect((await challengeOf(app)).id).not.toBe(challenge.id)
  })

  test('is answered in authorization: the call is charged once and has both receipts', async () => {
    const { app, bank, payer } = await scene()
    for (const joins of ['draft', 'list'] as const) {
      const challenge = await challengeOf(app)
      const joined = joins === 'draft' ? undefined : JSON.stringify([challenge.id, challenge.realm])
      const headers = credential(payer, challenge, {}, joined)
      const answer = await paidDryRun(app, headers)
      expect(answer.status).toBe(200)
      const { transaction } = bank.transfers.at(-1)!
      expect(fromBase64Json(answer.headers.get('payment-receipt'))).toMatchObject({
        status: 'success',
        method: 'evm',
        reference: transaction,
        challengeId: challenge.id,
        chainId: 8453,
      })
      expect(fromBase64Json(answer.headers.get('payment-response'))).toMatchObject({ success: true, transaction })
      expect(codes([await paidDryRun(app, headers)])).toEqual(['409 payment_used'])
    }
    expect(bank.transfers).toHaveLength(2)
    expect(dryRuns(app)).toBe(2)
  })

  test.each<[string, (challenge: Challenge) => Partial<Challenge>, Record<string, unknown>, string]>([
    ['with an id of its own', () => ({ id: 'v1.abc' }), {}, 'one of this service'],
    ['of another host', () => ({ realm: 'thief.test' }), {}, 'one of this service'],
    ['that lives longer', () => ({ expires: '2099-01-01T00:00:00.000Z' }), {}, 'one of this service'],
    ['with a request of its own', () => ({ request: base64Of({ amount: '1' }) }), {}, 'one of this service'],
    ['of another method', () => ({ method: 'tempo' }), {}, 'one of this service'],
    ['answered by a hash', () => ({}), { type: 'hash' }, 'of type authorization'],
    ['answered with another nonce', () => ({}), { nonce: `0x${'12'.repeat(32)}` }, 'the nonce must be'],
    ['answered with less', () => ({}), { value: '1' }, 'the amount must be exactly'],
  ])('%s is refused, and nothing is charged', async (_case, change, payload, reason) => {
    const paid = await scene()
    const challenge = await challengeOf(paid.app)
    const answer = await paidDryRun(paid.app, credential(paid.payer, { ...challenge, ...change(challenge) }, payload))
    expect(answer).toMatchObject({ status: 402, body: { code: 'payment_mismatch', detail: expect.stringContaining(reason) } })
    expect(answer.headers.get('www-authenticate')).toStartWith('Payment ')
    await expectNothingCharged(paid)
  })

  test('of a cheaper call pays for no dearer one; what is no credential is 400', async () => {
    const paid = await scene()
    const headers = credential(paid.payer, await challengeOf(paid.app))
    expect(await paidLaunch(paid.app, headers)).toMatchObject({ status: 402, body: { code: 'payment_mismatch' } })
    for (const text of ['%%', base64Of({}), base64Of([])]) {
      const answer = await paidDryRun(paid.app, { authorization: `Payment ${text}` })
      expect([answer.status, answer.body.code]).toEqual(text === '%%' ? [402, 'payment_required'] : [400, 'payment_header_invalid'])
    }
    await expectNothingCharged(paid)
  })
})
