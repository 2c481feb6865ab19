/** The node behind a proxy that knows no receipts, and with `states` none of the past either. */
export function createForgetful(url: string, { states = false, chainId = null as string | null } = {}) {
  const methods: string[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const body = (await request.json()) as { id: number; method: string; params: unknown[] }
      methods.push(body.method)
      const answer = (result: unknown) => Response.json({ jsonrpc: '2.0', id: body.id, result })
      if (body.method === 'eth_chainId' && chainId !== null) return answer(chainId)
      if (body.method === 'eth_getTransactionReceipt') return answer(null)
      if (states && body.method === 'eth_getTransactionCount' && !['latest', 'pending'].includes(String(body.params[1])))
        return Response.json({ jsonrpc: '2.0', id: body.id, error: { code: -32000, message: 'missing trie node' } })
      return fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
    },
  })
  return { url: `http://127.0.0.1:${server.port}`, methods, stop: () => server.stop(true) }
}
