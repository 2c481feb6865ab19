import { x402Client } from '@x402/core/client'
import { decodePaymentRequiredHeader, decodePaymentResponseHeader, encodePaymentSignatureHeader } from '@x402/core/http'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { privateKeyToAccount } from 'viem/accounts'
import type { Secret } from '../../lib/secret.ts'

/** What a call costs, as its 402 says it. */
export interface PriceOfCall {
  /** In a sentence. */
  readonly text: string
  /** Headers that pay for the same call, signed with the key of a wallet. Nothing is sent. */
  pay(key: Secret<string>): Promise<Record<string, string>>
}

/** The price of a call that was refused until it is paid. */
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

/** The transaction that settled the payment of a call; null when none did. */
export function settledBy(headers: Headers): string | null {
  const receipt = headers.get('payment-response')
  return receipt && decodePaymentResponseHeader(receipt).transaction
}
