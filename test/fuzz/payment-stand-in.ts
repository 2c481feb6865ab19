import { sha256Hex } from '../../src/lib/bytes.ts'

/** Where payments go: nobody's. */
export const PAY_TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** A facilitator and a node of Base that answer at once, mostly well; what is asked decides how, so that a seed decides everything. */
export interface PaymentStandIn {
  /** What switches payments on. */
  readonly env: Record<string, string>
  stop(): void
}

export function startPaymentStandIn(): PaymentStandIn {
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const { pathname } = new URL(request.url)
      const body = (await request.json().catch(() => null)) as any
      if (pathname === '/node') return Response.json(Array.isArray(body) ? body.map(nodeAnswer) : nodeAnswer(body))
      const payer = String(body?.paymentPayload?.payload?.authorization?.from ?? '')
      const lot = Number.parseInt(sha256Hex(JSON.stringify(body)).slice(0, 4), 16) % 100
      if (pathname === '/verify') return verifyAnswer(lot, payer)
      if (pathname === '/settle') return settleAnswer(lot, payer, sha256Hex(JSON.stringify(body)))
      return Response.json({ kinds: [] })
    },
  })
  const url = server.url.href.replace(/\/$/, '')
  return {
    env: { X402_PAY_TO: PAY_TO, X402_FACILITATOR_URL: url, BASE_RPC_URL: `${url}/node` },
    stop: () => void server.stop(true),
  }
}

function verifyAnswer(lot: number, payer: string): Response {
  if (lot < 90) return Response.json({ isValid: true, payer })
  if (lot < 94) return Response.json({ isValid: false, invalidReason: 'invalid_exact_evm_signature', payer })
  if (lot < 96) return Response.json({ isValid: true, payer: '0x' })
  if (lot < 98) return new Response('<html>nginx</html>')
  return Response.json({ error: 'out of order' }, { status: 500 })
}

function settleAnswer(lot: number, payer: string, hash: string): Response {
  if (lot < 92) return Response.json({ success: true, transaction: `0x${hash}`, network: 'eip155:8453', payer })
  if (lot < 95) return Response.json({ success: false, errorReason: 'insufficient_funds', transaction: '', network: 'eip155:8453', payer })
  if (lot < 97) return Response.json({ success: true, transaction: 7, network: null, payer })
  if (lot < 98) return new Response('[]')
  return Response.json({ error: 'out of order' }, { status: 500 })
}

/** What a node says that knows no transfer. */
function nodeAnswer(call: any): object {
  const answer = (result: unknown) => ({ jsonrpc: '2.0', id: call?.id ?? null, result })
  const now = `0x${Math.floor(Date.now() / 1_000).toString(16)}`
  switch (call?.method) {
    case 'eth_chainId':
      return answer('0x2105')
    case 'eth_blockNumber':
      return answer('0x1000')
    case 'eth_getBlockByNumber':
    case 'eth_getBlockByHash':
      return answer({ number: '0x1000', timestamp: now, hash: `0x${'1'.repeat(64)}`, transactions: [], gasLimit: '0x1', gasUsed: '0x0' })
    case 'eth_call':
      return answer(`0x${'0'.repeat(64)}`)
    case 'eth_getLogs':
      return answer([])
    default:
      return { jsonrpc: '2.0', id: call?.id ?? null, error: { code: -32601, message: 'no such method' } }
  }
}
