/** One call as it comes to a node, and the node's own answer to it. */
export interface NodeCall {
  readonly method: string
  readonly params: readonly unknown[]
  forward(): Promise<unknown>
}

/** What the node says in the place of an answer; `gone` is a connection that breaks. */
export type Told = { readonly result: unknown } | { readonly error: { code: number; message: string } } | 'gone' | null

/** A proxy in front of an EVM node that answers what it is told to, null for what the node says itself. */
export function startLyingNode(targetUrl: string, tell: (call: NodeCall) => Told | Promise<Told>) {
  const calls: string[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const body = (await request.json()) as { id: number; method: string; params?: unknown[] }
      calls.push(body.method)
      const post = () => fetch(targetUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
      const forward = async () => ((await (await post()).json()) as { result: unknown }).result
      const lie = await tell({ method: body.method, params: body.params ?? [], forward })
      if (lie === 'gone') return new Response(null, { status: 502 })
      return lie === null ? post() : Response.json({ jsonrpc: '2.0', id: body.id, ...lie })
    },
  })
  return { url: `http://127.0.0.1:${server.port}`, calls, stop: () => server.stop(true) }
}
