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

/** The way to the node; a call that fails is tried once more. */
export const baseTransport = (rpcUrl: Secret<string>): Transport =>
  http(rpcUrl.reveal(), { timeout: CALL_TIMEOUT_MS, retryCount: 1, retryDelay: 100 })

/** Reads Base, and looks for receipts twice a second. */
export const createBaseClient = (transport: Transport) => createPublicClient({ chain: BASE, transport, pollingInterval: 500 })

export type BaseClient = ReturnType<typeof createBaseClient>
