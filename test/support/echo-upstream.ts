/** An upstream of any kind that is out of order, and tells all it knows in its errors: the request, and what it is told to. */
export interface EchoUpstream {
  readonly host: string
  readonly url: string
  /** How many requests came. */
  readonly requests: () => number
  /** How many of them had a bearer token. */
  readonly tokens: () => number
  /** Put into every answer beside the request. */
  gossip: readonly string[]
  stop(): void
}

/** Starts one. Its answers take turns: errors of JSON-RPC, of HTTP, of a facilitator, pages, results that are none, and a hang-up. */
export function startEchoUpstream(): EchoUpstream {
  let requests = 0
  let tokens = 0
  const bun = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request, self) {
      const turn = requests++ % 7
      if (request.headers.get('authorization')?.startsWith('Bearer ')) tokens += 1
      const body = await request.text().catch(() => '')
      const received = JSON.stringify({ url: request.url, headers: Object.fromEntries(request.headers), body })
      const all = [received, ...upstream.gossip].join(' ')
      const word = upstream.gossip[requests % Math.max(1, upstream.gossip.length)] ?? 'none'
      const id = /"id":(\d+)/.exec(body)?.[1] ?? '1'
      const rpcError = { jsonrpc: '2.0', id: Number(id), error: { code: -32000, message: all, data: all } }
      if (turn === 0) return Response.json(rpcError)
      if (turn === 1) return new Response(all, { status: 500, statusText: 'Internal', headers: { 'x-echo': word } })
      if (turn === 2)
        return Response.json({ error: all, invalidReason: word, errorReason: word, isValid: false, success: false }, { status: 400 })
      if (turn === 3) return new Response(`<html>${all}</html>`)
      if (turn === 4)
        return Response.json({
          jsonrpc: '2.0',
          id: Number(id),
          result: all,
          isValid: false,
          invalidReason: word,
          success: false,
          errorReason: word,
        })
      if (turn === 5) return Response.json({ ...rpcError, error: { code: 3, message: `execution reverted: ${word}`, data: '0x' } })
      self.timeout(request, 1)
      return new Response(all, { status: 302, headers: { location: `${upstream.url}/${encodeURIComponent(word)}` } })
    },
  })
  const upstream: EchoUpstream = {
    host: `127.0.0.1:${bun.port}`,
    url: `http://127.0.0.1:${bun.port}`,
    requests: () => requests,
    tokens: () => tokens,
    gossip: [],
    stop: () => void bun.stop(true),
  }
  return upstream
}
