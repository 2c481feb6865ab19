import { type Chain, createPublicClient, custom, defineChain, type Transport } from 'viem'
import type { Secret } from '../../../lib/secret.ts'
import type { NodeReport, RecordNode } from '../../../ports/node-watch.ts'
import type { ChainIdentity } from '../node-proof.ts'
import { createRpcPool, type RecordCall, type RpcPool } from '../rpc-pool.ts'
import { integer } from '../rpc-shape.ts'
import { evmAnswer } from './evm-answer.ts'
import { quantity } from './evm-shape.ts'

/** Nodes of one EVM chain, and who hears of what they do. */
export interface EvmNodes {
  /** In order of preference. */
  readonly urls: readonly Secret<string>[]
  /** The chain that every node must prove to be of. */
  readonly chainId: number
  /** Most milliseconds one answer may take. */
  readonly timeoutMs: number
  readonly upstream: NodeReport['upstream']
  readonly recordCall?: RecordCall
  readonly recordNode?: RecordNode
}

/** What a caller reads when no node answers. */
export const EVM_UPSTREAM = 'the Base RPC'

/** An EVM chain through its nodes: what every part of this service that reads one goes through. */
export interface EvmConnection {
  readonly pool: RpcPool
  /** viem's way to the pool, for clients that sign. */
  readonly transport: Transport
  readonly client: EvmClient
}

/**
 * viem over the pool of nodes: each proves its chain before anything it says counts, a call that fails for the moment is tried
 * at the next or once more, and what fails names no address, since it may carry a key. Asks nothing yet.
 */
export function connectEvm({ chainId, ...nodes }: EvmNodes): EvmConnection {
  const pool = createRpcPool({ ...nodes, name: EVM_UPSTREAM, identity: evmIdentity(chainId) })
  const request = ({ method, params }: { method: string; params?: readonly unknown[] }) =>
    pool.ask(method, params ?? [], evmAnswer(method, params ?? []))
  // The pool knows which calls are worth another try.
  const transport = custom({ request }, { retryCount: 0 })
  return { pool, transport, client: createEvmClient(transport, chainId) }
}

/** Reads the chain behind a transport, and looks for receipts twice a second. */
export const createEvmClient = (transport: Transport, chainId: number) =>
  createPublicClient({ chain: evmChain(chainId), transport, pollingInterval: 500 })

/** viem's client for reading one chain; each call may throw viem's own errors, with no address in them. */
export type EvmClient = ReturnType<typeof createEvmClient>

/** A chain, as far as signing for it goes. */
export const evmChain = (chainId: number): Chain =>
  defineChain({
    id: chainId,
    name: `eip155:${chainId}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [] } },
  })

/** How an EVM node proves its chain: by the id that its transactions are signed for. */
const evmIdentity = (chainId: number): ChainIdentity => ({
  method: 'eth_chainId',
  expected: String(chainId),
  // Shown where it is the wrong one: what no chain id can be is none.
  read: (result) => String(integer(Number(quantity(result)))),
})
