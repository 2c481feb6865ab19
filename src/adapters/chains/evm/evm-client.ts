import type { Tracer } from '../../../ports/tracer.ts'
import { type Chain, createPublicClient, custom, defineChain, type Transport } from 'viem'
import type { Secret } from '../../../lib/secret.ts'
import type { MachineTime } from '../../../ports/clock.ts'
import type { NodeReport, RecordNode } from '../../../ports/node-watch.ts'
import type { ChainIdentity } from '../node-proof.ts'
import { createRpcPool, type RecordCall, type RpcPool } from '../rpc-pool.ts'
import { integer } from '../rpc-shape.ts'
import { evmAnswer } from './evm-answer.ts'
import { quantity } from './evm-shape.ts'

/** Nodes of one EVM chain, and observers of their calls. */
export interface EvmNodes {
  /** In order of preference. */
  readonly urls: readonly Secret<string>[]
  /** The chain that every node must prove to be of. */
  readonly chainId: number
  /** Most milliseconds one answer may take. */
  readonly timeoutMs: number
  readonly time: MachineTime
  readonly upstream: NodeReport['upstream']
  readonly recordCall?: RecordCall
  readonly recordNode?: RecordNode
  readonly tracer?: Tracer
}

/** The sentence for a caller when no node answers. */
export const EVM_UPSTREAM = 'the Base RPC'

/** An EVM chain behind its nodes; every part of this service that reads one uses it. */
export interface EvmConnection {
  readonly pool: RpcPool
  /** The pool as a viem transport, for clients that sign. */
  readonly transport: Transport
  readonly client: EvmClient
}

/**
 * viem over a pool of nodes: each proves its chain before its answers count, a transient failure is retried at the next node, and errors
 * contain no URL, since that may contain a key. Asks nothing yet.
 */
export function connectEvm({ chainId, ...nodes }: EvmNodes): EvmConnection {
  const pool = createRpcPool({ ...nodes, name: EVM_UPSTREAM, identity: evmIdentity(chainId) })
  const request = ({ method, params }: { method: string; params?: readonly unknown[] }) =>
    pool.ask(method, params ?? [], evmAnswer(method, params ?? []))
  // Retries are the pool's task.
  const transport = custom({ request }, { retryCount: 0 })
  return { pool, transport, client: createEvmClient(transport, chainId) }
}

/** Reads the chain through a transport, and polls receipts twice a second. */
export const createEvmClient = (transport: Transport, chainId: number) =>
  createPublicClient({ chain: evmChain(chainId), transport, pollingInterval: 500 })

/** viem's client for reading one chain; its calls may throw viem's own errors, without a URL in them. */
export type EvmClient = ReturnType<typeof createEvmClient>

/** A viem chain definition, sufficient for signing. */
export const evmChain = (chainId: number): Chain =>
  defineChain({
    id: chainId,
    name: `eip155:${chainId}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [] } },
  })

/** Proves an EVM node's chain by its chain id, which transactions are signed for. */
const evmIdentity = (chainId: number): ChainIdentity => ({
  method: 'eth_chainId',
  expected: String(chainId),
  // Shown when it is the wrong one, so that text which cannot be a chain id is not accepted.
  read: (result) => String(integer(Number(quantity(result)))),
})
