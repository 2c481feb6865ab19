import { x402Client } from '@x402/core/client'
import { decodePaymentRequiredHeader, decodePaymentResponseHeader, encodePaymentSignatureHeader } from '@x402/core/http'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { privateKeyToAccount } from 'viem/accounts'
import type { Secret } from '../../lib/secret.ts'

/** The price of a call, from its 402 answer. */
export interface PriceOfCall {
  /** The price in a sentence. */
  readonly text: string
  /** Headers that pay for the same call, signed with a wallet's key. Nothing is sent. */
  pay(key: Secret<string>): Promise<Record<string, string>>
}

/** The price of a call that was answered with 402. */
export function priceOfCall(headers: Headers): PriceOfCall {
  const required = decodePaymentRequiredHeader(headers.get('payment-required')!)
  return {
    text: required.error ?? '',
    async pay(key) {
      const signer = privateKeyToAccount(key.reveal() as `0x${string}`)
      const client = new x402Client().register(required.accepts[0]!.network, new ExactEvmScheme(signer))
      return { 'payment-signature': encodePaymentSignatureHeader(await client.createPaymentPayload(required)) }
    },
  }
}

/** The settling transaction of a call's payment; null without one. */
export function settledBy(headers: Headers): string | null {
  const receipt = headers.get('payment-response')
  return receipt && decodePaymentResponseHeader(receipt).transaction
}
