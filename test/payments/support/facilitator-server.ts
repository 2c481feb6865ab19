import { x402Facilitator } from '@x402/core/facilitator'
import { toFacilitatorEvmSigner } from '@x402/evm'
import { ExactEvmScheme } from '@x402/evm/exact/facilitator'
import { UptoEvmScheme } from '@x402/evm/upto/facilitator'
import { type FacilitatorSvmSigner, toFacilitatorSvmSigner } from '@x402/svm'
import { ExactSvmScheme } from '@x402/svm/exact/facilitator'
import { createWalletClient, http, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { createNonceManager, jsonRpc } from 'viem/nonce'
import { evmChain } from '../../../src/adapters/chains/evm/evm-client.ts'
import { PAYMENT_NETWORK, SOLANA_PAYMENT_NETWORK } from '../../../src/domain/payments/payment.ts'
import { FACILITATOR_KEY } from './base-node.ts'

/**
 * How a facilitator fails. `silent`: it takes the request and never answers. `garbage`: 200, and no JSON. `error`: 500. `liar`: it
 * says that it settled, and did not. `twice`: it settles twice, and says what came of the second. `dead-after-settle`: it settles, and the
 * connection ends. `dead-before-settle`: it does not.
 */
export type Fault = 'none' | 'silent' | 'garbage' | 'error' | 'liar' | 'twice' | 'dead-after-settle' | 'dead-before-settle'

/** The protocol's own facilitator over HTTP, as others run it. */
export interface FacilitatorServer {
  readonly url: string
  /** Applies to settlements, and to checks where there is a fault of checks by that name. */
  fault: Fault
  verifyFault: Fault
  readonly calls: { verify: number; settle: number }
  stop(): void
}

/** A wallet that pays fees on Solana, and the node there. */
export interface SolanaSide {
  readonly rpcUrl: string
  readonly signer: Parameters<typeof toFacilitatorSvmSigner>[0]
}

/** Starts one that settles on this node, on Solana where it is told how, and that deploys wallets by these factories. */
export function startFacilitator(
  rpcUrl: string,
  solana: SolanaSide | null = null,
  eip6492AllowedFactories: string[] = [],
): FacilitatorServer {
  const account = privateKeyToAccount(FACILITATOR_KEY, { nonceManager: createNonceManager({ source: jsonRpc() }) })
  const client = createWalletClient({ account, chain: evmChain(8453), transport: http(rpcUrl), pollingInterval: 50 }).extend(publicActions)
  const evm = toFacilitatorEvmSigner({ ...client, address: account.address } as never)
  const facilitator = new x402Facilitator()
    .register(PAYMENT_NETWORK.caip2, new ExactEvmScheme(evm, { eip6492AllowedFactories }))
    .register(PAYMENT_NETWORK.caip2, new UptoEvmScheme(evm))
  if (solana) {
    const signer: FacilitatorSvmSigner = toFacilitatorSvmSigner(solana.signer, { defaultRpcUrl: solana.rpcUrl })
    facilitator.register(SOLANA_PAYMENT_NETWORK.caip2, new ExactSvmScheme(signer))
  }
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
        const payer = paymentPayload.payload.authorization?.from
        const other = payer === undefined ? { transaction: '5'.repeat(88), network: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' } : null
        return Response.json({ success: true, transaction: `0x${'5e'.repeat(31)}00`, network: 'eip155:1', payer, ...other })
      }
      if (server.fault === 'twice') return Response.json((await Promise.all([settle(), settle()]))[1])
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
