import { createJitoMethods } from './jito-methods.ts'
import type { LoggedRequest } from './request-log.ts'
import { accountMethods } from './rpc-account-methods.ts'
import { clusterMethods } from './rpc-cluster-methods.ts'
import { RpcError } from './rpc-error.ts'
import type { RpcMethods } from './rpc-method.ts'
import { forgetfulMethods, transactionMethods } from './rpc-transaction-methods.ts'
import { createSignatureSockets, type SignatureSockets } from './signature-sockets.ts'
import { type TestChain, type TestChainOptions, createTestChain } from './test-chain.ts'
import { slowly } from '../../support/slowly.ts'

export interface ChainServerOptions extends TestChainOptions {
  /** Time an answer takes. Leave at 0 unless requests sent together must be seen to overlap. */
  latencyMs?: number
  /** False for a node of the default configuration: it keeps no blocks, and signatures of the last 300 slots alone. */
  keepsHistory?: boolean
  /** Which cluster the node says it is of; mainnet unless said. */
  genesisHash?: string
}

/** A Solana node and a block engine on loopback. */
export interface ChainServer {
  chain: TestChain
  /** JSON-RPC endpoint. */
  url: string
  /** Block engine endpoint: bundles go to `/api/v1/bundles` under it. */
  jitoUrl: string
  /** Every call since the start or the last `requests.length = 0`, in order of arrival. */
  requests: LoggedRequest[]
  /** Its websockets, on the same port. */
  sockets: SignatureSockets
  stop(): Promise<void>
}

interface Call {
  id?: unknown
  method?: unknown
  params?: unknown
}

const BUNDLES_PATH = '/api/v1/bundles'
const RPC_METHODS: RpcMethods = { ...clusterMethods, ...accountMethods, ...transactionMethods }

/** Starts a chain with the real programs behind a JSON-RPC server on a free loopback port. */
export function startChainServer(options: ChainServerOptions = {}): ChainServer {
  const chain = createTestChain(options)
  const requests: LoggedRequest[] = []
  const { genesisHash, keepsHistory = true } = options
  const rpcMethods = {
    ...RPC_METHODS,
    ...(genesisHash === undefined ? {} : { getGenesisHash: () => genesisHash }),
    ...(keepsHistory ? {} : forgetfulMethods),
  }
  const methodsByPath: Record<string, RpcMethods> = { '/': rpcMethods, [BUNDLES_PATH]: createJitoMethods() }
  const sockets = createSignatureSockets(chain)
  let ticks = 0

  async function answer(path: string, methods: RpcMethods, call: Call) {
    const method = String(call.method)
    const params = Array.isArray(call.params) ? call.params : []
    const entry: LoggedRequest = { path, method, params, startedAt: ticks++, endedAt: Infinity }
    requests.push(entry)
    if (options.latencyMs) await slowly(options.latencyMs, null)
    const envelope = { jsonrpc: '2.0', id: call.id ?? null }
    try {
      const handler = methods[method]
      if (!handler) throw new RpcError(-32601, `Method not found: ${method}`)
      return { ...envelope, result: handler(chain, params) }
    } catch (error) {
      if (!(error instanceof RpcError)) throw error
      return { ...envelope, error: { code: error.code, message: error.message, ...(error.data === undefined ? {} : { data: error.data }) } }
    } finally {
      entry.endedAt = ticks++
    }
  }

  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    websocket: sockets.handlers,
    async fetch(request, server) {
      if (request.headers.get('upgrade') === 'websocket') return sockets.upgrade(request, server)
      const path = new URL(request.url).pathname
      const methods = methodsByPath[path]
      if (!methods || request.method !== 'POST') return new Response('not found', { status: 404 })
      const body = (await request.json()) as Call | Call[]
      const answers = Array.isArray(body)
        ? await Promise.all(body.map((call) => answer(path, methods, call)))
        : await answer(path, methods, body)
      return Response.json(answers)
    },
  })

  const url = `http://127.0.0.1:${server.port}`
  return { chain, url, jitoUrl: url, requests, sockets, stop: () => server.stop(true) }
}
