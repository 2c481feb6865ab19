/** A span as OTLP/JSON has it. */
export interface SentSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string; readonly intValue?: number } }[]
  readonly status: { readonly code?: number }
}

/** A collector of traces on this machine; while `held` it answers nobody. */
export function startTraceCollector() {
  const bodies: string[] = []
  const spans: SentSpan[] = []
  const gate = { held: null as Promise<void> | null, asked: 0 }
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    routes: {
      '/v1/traces': {
        POST: async (request) => {
          const text = await request.text()
          gate.asked += 1
          await gate.held
          bodies.push(text)
          const { resourceSpans } = JSON.parse(text) as { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] }
          spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
          return Response.json({})
        },
      },
    },
  })
  return { url: server.url.href, bodies, spans, gate, stop: () => server.stop(true) }
}
