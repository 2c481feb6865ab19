import { x402Facilitator } from '@x402/core/facilitator'
import { toFacilitatorEvmSigner } from '@x402/evm'
import { ExactEvmScheme } from '@x402/evm/exact/facilitator'
import { createWalletClient, http, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { createNonceManager, jsonRpc } from 'viem/nonce'
import { evmChain } from '../../../src/adapters/chains/evm/evm-client.ts'
import { PAYMENT_NETWORK } from '../../../src/domain/payments/payment.ts'
import { FACILITATOR_KEY } from './base-node.ts'

/**
 * How a facilitator fails. `silent`: it takes the request and never answers. `garbage`: 200, and no JSON. `error`: 500. `liar`: it
 * says that it settled, and did not. `dead-after-settle`: it settles, and the connection ends. `dead-before-settle`: it does not.
 */
export type Fault = 'none' | 'silent' | 'garbage' | 'error' | 'liar' | 'dead-after-settle' | 'dead-before-settle'

/** The protocol's own facilitator over HTTP, as others run it. */
export interface FacilitatorServer {
  readonly url: string
  /** Applies to settlements, and to checks where there is a fault of checks by that name. */
  fault: Fault
  verifyFault: Fault
  readonly calls: { verify: number; settle: number }
  stop(): void
}

/** Starts one that settles on this node. */
export function startFacilitator(rpcUrl: string): FacilitatorServer {
  const account = privateKeyToAccount(FACILITATOR_KEY, { nonceManager: createNonceManager({ source: jsonRpc() }) })
  const client = createWalletClient({ account, chain: evmChain(8453), transport: http(rpcUrl), pollingInterval: 50 }).extend(publicActions)
  const scheme = new ExactEvmScheme(toFacilitatorEvmSigner({ ...client, address: account.address } as never))
  const facilitator = new x402Facilitator().register(PAYMENT_NETWORK.caip2, scheme)
  const failed = async (fault: Fault, drop: () => void, work: () => Promise<unknown>): Promise<Response> => {
    if (fault === 'silent') return new Promise(() => {})
    if (fault === 'garbage') return new Response('<html>nginx</html>')
    if (fault === 'error') return Response.json({ error: 'out of order' }, { status: 500 })
    if (fault === 'dead-after-settle') await work()
    drop()
    return new Response(null, { status: 500 })
  }
  const bun = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 120,
    async fetch(request, self) {
      const { pathname } = new URL(request.url)
      if (pathname === '/supported') return Response.json(facilitator.getSupported())
      const { paymentPayload, paymentRequirements } = (await request.json()) as any
      const drop = () => void self.timeout(request, 1)
      if (pathname === '/verify') {
        server.calls.verify += 1
        const check = () => facilitator.verify(paymentPayload, paymentRequirements)
        return server.verifyFault === 'none' ? Response.json(await check()) : failed(server.verifyFault, drop, check)
      }
      server.calls.settle += 1
      const settle = () => facilitator.settle(paymentPayload, paymentRequirements)
      if (server.fault === 'none') return Response.json(await settle())
      if (server.fault === 'liar') {
        const payer = paymentPayload.payload.authorization.from
        return Response.json({ success: true, transaction: `0x${'5e'.repeat(31)}00`, network: 'eip155:1', payer })
      }
      return failed(server.fault, drop, settle)
    },
  })
  const server: FacilitatorServer = {
    url: bun.url.href.replace(/\/$/, ''),
    fault: 'none',
    verifyFault: 'none',
    calls: { verify: 0, settle: 0 },
    stop: () => void bun.stop(true),
  }
  return server
}
