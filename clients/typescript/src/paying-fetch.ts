import { ExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { PaymentNotMade } from './payment-not-made.ts'
import { REPEAT_FOR_MS, repeatingFetch, type Send } from './repeating-fetch.ts'

/** Who signs payments: an account of viem, for one (`privateKeyToAccount`). */
export type Payer = ConstructorParameters<typeof ExactEvmScheme>[0]

/** How payments are made. */
export interface PaymentOptions {
  /** No call above this is paid: a decimal number of dollars, such as "1.50"; 1 when left out, and a launch may cost more. */
  readonly callUsdMax?: string
  /** Sends the requests, paid and unpaid. */
  readonly fetch?: Send
  /** As of createClient. */
  readonly repeatForMs?: number
}

/** USDC on Base. */
const NETWORK = 'eip155:8453'

/**
 * Sends requests and pays, in USDC on Base, for those that are answered with 402, as `fetch` of createClient. A paid call that may be
 * repeated is repeated with the payment that it has, and signs no other.
 *
 * @throws PaymentNotMade when the call costs more than `callUsdMax` dollars, or is for sale in no form that can be paid
 */
export function payingFetch(payer: Payer, { callUsdMax = '1', fetch, repeatForMs = REPEAT_FOR_MS }: PaymentOptions = {}): Send {
  const client = x402Client.fromConfig({
    schemes: [{ network: NETWORK, client: new ExactEvmScheme(payer) }],
    spendControls: { maxAmountPerPayment: `$${callUsdMax}` },
  })
  const send = repeatingFetch(fetch ?? ((request) => globalThis.fetch(request)), repeatForMs)
  return async (request) => {
    let unanswered: unknown
    const sendOnce = (input: RequestInfo | URL, init?: RequestInit) =>
      send(new Request(input, init)).catch((error: unknown) => {
        unanswered = error
        throw error
      })
    const pay = wrapFetchWithPayment(sendOnce as typeof globalThis.fetch, client)
    return pay(request).catch((error: unknown) => {
      if (error === unanswered) throw error
      throw new PaymentNotMade(error instanceof Error ? error.message : 'The payment could not be made.', { cause: error })
    })
  }
}
