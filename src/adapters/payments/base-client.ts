import { createPublicClient, defineChain, http, type Transport } from 'viem'
import { PAYMENT_NETWORK } from '../../domain/payment.ts'
import type { Secret } from '../../lib/secret.ts'

/** Base, as far as payments need it. */
export const BASE = defineChain({
  id: PAYMENT_NETWORK.chainId,
  name: 'Base',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [] } },
})

const CALL_TIMEOUT_MS = 10_000
/** What the library, and so every error of it, takes for the node's address: the real one may carry a provider's key. */
const NAMELESS = 'http://base.invalid'

/** The way to the node; a call that fails is tried once more. No error of it says where the node is. */
export const baseTransport = (rpcUrl: Secret<string>): Transport =>
  http(NAMELESS, {
    timeout: CALL_TIMEOUT_MS,
    retryCount: 1,
    retryDelay: 100,
    fetchFn: (_nameless, init) =>
      fetch(rpcUrl.reveal(), init).catch((error: unknown) => {
        const failure = new Error('the node does not answer')
        // The library knows a call that took too long by its name.
        failure.name = error instanceof Error ? error.name : 'Error'
        throw failure
      }),
  })

/** Reads Base, and looks for receipts twice a second. */
export const createBaseClient = (transport: Transport) => createPublicClient({ chain: BASE, transport, pollingInterval: 500 })

export type BaseClient = ReturnType<typeof createBaseClient>
