import { ExactEvmScheme } from '@x402/evm/exact/client'
import { UptoEvmScheme } from '@x402/evm/upto/client'
import { afterEach, describe, expect, test } from 'bun:test'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expectNothingCharged } from '../../support/nothing-charged.ts'
import { paidDryRun } from '../../support/paid-calls.ts'
import { createPaidScenes } from '../../support/paid-scene.ts'
import { fromBase64Json, PAY_TO } from '../../support/payment-bank.ts'

const UPTO_WALLET = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const { scene, closeAll } = createPaidScenes()

afterEach(closeAll)

describe('decision "Payments by Permit2": what the official clients sign', () => {
  const signed = async (paid: Awaited<ReturnType<typeof scene>>, scheme: 'exact' | 'upto') => {
    const { headers } = await paidDryRun(paid.app, {})
    const offered = fromBase64Json(headers.get('payment-required')).accepts as any[]
    const wanted = offered.find((one) => one.scheme === scheme && one.extra.assetTransferMethod === 'permit2')
    const account = privateKeyToAccount(generatePrivateKey())
    const client = scheme === 'exact' ? new ExactEvmScheme(account) : new UptoEvmScheme(account)
    return { ...(await client.createPaymentPayload(2, wanted)), accepted: wanted } as Record<string, any>
  }
  const send = (paid: Awaited<ReturnType<typeof scene>>, payment: unknown) =>
    paidDryRun(paid.app, { 'payment-signature': Buffer.from(JSON.stringify(payment)).toString('base64') })

  test.each(['exact', 'upto'] as const)('%s: reaches the facilitator, and not where something in it is another’s', async (scheme) => {
    const paid = await scene({ env: { X402_METHODS: 'eip3009,permit2,upto' } })
    paid.bank.upto = [UPTO_WALLET]
    const payment = await signed(paid, scheme)
    const at = (changes: object, witness: object = {}) => {
      const { permit2Authorization: written, signature } = payment.payload
      return {
        ...payment,
        payload: { signature, permit2Authorization: { ...written, ...changes, witness: { ...written.witness, ...witness } } },
      }
    }
    const bad = [
      [at({ spender: PAY_TO }), 'the spender must be'],
      [at({ permitted: { ...payment.payload.permit2Authorization.permitted, token: PAY_TO } }), 'the asset must be'],
      [at({ permitted: { ...payment.payload.permit2Authorization.permitted, amount: '1' } }), 'the amount must be exactly'],
      [at({ deadline: '1' }), 'it has expired'],
      [at({}, { to: UPTO_WALLET }), 'the recipient must be'],
      [
        { ...payment, accepted: { ...payment.accepted, scheme: scheme === 'exact' ? 'other' : 'exact' } },
        scheme === 'exact' ? 'the scheme must be exact' : 'the spender must be',
      ],
      ...(scheme === 'upto' ? ([[at({}, { facilitator: PAY_TO }), 'the facilitator must be']] as const) : []),
    ] as const
    for (const [sent, reason] of bad)
      expect(await send(paid, sent)).toMatchObject({
        status: 402,
        body: { code: 'payment_mismatch', detail: expect.stringContaining(reason) },
      })
    expect(await send(paid, at({ nonce: String(2n ** 256n) }))).toMatchObject({ status: 400, body: { code: 'payment_header_invalid' } })
    expect(paid.bank.calls.verify).toBe(0)
    // The bank in memory knows none of their signatures: it refuses what reached it.
    expect(await send(paid, payment)).toMatchObject({ status: 402, body: { code: 'payment_refused' } })
    expect(paid.bank.calls.verify).toBe(1)
    await expectNothingCharged(paid)
  })

  test('is refused with a reason where no facilitator takes it, which is not offered there', async () => {
    const paid = await scene({ env: { X402_METHODS: 'eip3009,permit2,upto' } })
    paid.bank.upto = [UPTO_WALLET]
    const payment = await signed(paid, 'exact')
    paid.bank.upto = []
    const { headers } = await paidDryRun(paid.app, {})
    expect(fromBase64Json(headers.get('payment-required')).accepts).toHaveLength(1)
    expect(await send(paid, payment)).toMatchObject({
      status: 402,
      body: { code: 'payment_mismatch', detail: expect.stringContaining('nothing is taken by Permit2 here') },
    })
    await expectNothingCharged(paid)
  })
})
