import { createPublicClient, custom, defineChain, type Transport } from 'viem'
import { PAYMENT_NETWORK } from '../../domain/payments/payment.ts'
import type { Secret } from '../../lib/secret.ts'
import type { NoteNode } from '../../ports/nodes.ts'
import { evmIdentity } from '../chains/evm/evm-rpc.ts'
import { createRpcPool } from '../chains/rpc-pool.ts'

/** Base, as far as payments need it. */
export const BASE = defineChain({
  id: PAYMENT_NETWORK.chainId,
  name: 'Base',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [] } },
})

const CALL_TIMEOUT_MS = 10_000

/**
 * The way to the node, which proves its chain before anything it says of a payment counts. A call that fails for the moment is
 * tried once more. What fails names no address: it may carry a key.
 */
export function baseTransport(rpcUrl: Secret<string>, noteNode?: NoteNode): Transport {
  const pool = createRpcPool({
    urls: [rpcUrl],
    name: 'the Base RPC',
    timeoutMs: CALL_TIMEOUT_MS,
    identity: evmIdentity(PAYMENT_NETWORK.chainId),
    upstream: 'payments',
    ...(noteNode ? { noteNode } : {}),
  })
  const request = ({ method, params }: { method: string; params?: unknown }) =>
    pool.ask(method, (params ?? []) as readonly unknown[], (result) => result)
  return custom({ request }, { retryCount: 0 })
}

/** Reads Base, and looks for receipts twice a second. */
export const createBaseClient = (transport: Transport) => createPublicClient({ chain: BASE, transport, pollingInterval: 500 })

export type BaseClient = ReturnType<typeof createBaseClient>
