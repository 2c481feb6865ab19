import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { createRpcPool } from '../../../src/adapters/chains/rpc-pool.ts'
import { createRandomIds } from '../../../src/adapters/random-ids.ts'
import { createOtlpTracer } from '../../../src/adapters/tracing/otlp-tracer.ts'
import { Secret } from '../../../src/lib/secret.ts'
import { noTracer } from '../../../src/ports/tracer.ts'
import { tracedSigners } from '../../../src/outside-services.ts'
import { deliverDue } from '../../support/deliver-webhooks.ts'
import { eventually } from '../../support/eventually.ts'
import { machineTime } from '../../support/machine-time.ts'
import { createManualTimers } from '../../support/manual-timers.ts'
import { stubWeb } from '../../support/stub-web.ts'
import { createTestApp, OPERATOR_KEY } from '../../support/test-app.ts'
import { startTraceCollector } from '../../support/trace-collector.ts'

let collector: ReturnType<typeof startTraceCollector>
beforeEach(() => (collector = startTraceCollector()))
afterEach(() => collector.stop())

function tracerTo(endpoint: string) {
  const timers = createManualTimers()
  const time = { clock: machineTime.clock, timers }
  return {
    timers,
    tracer: createOtlpTracer({ endpoint: new Secret(endpoint), serviceName: 'tested', commit: 'dev', time, ids: createRandomIds() }),
  }
}

const TRACE = 'a'.repeat(32)
const CALLER = 'b'.repeat(16)
const spanNamed = (name: string) => collector.spans.find((span) => span.name === name)!

describe('decision "Traces"', () => {
  test('a launch is one trace, below the span of its caller: request, settle, send; a webhook carries the span of its attempt', async () => {
    const { tracer } = tracerTo(collector.url)
    const posted: Record<string, string>[] = []
    const web = stubWeb({
      post: async (_url, { headers }) => {
        posted.push({ ...headers })
        return { status: 200, bodyStart: '', durationMs: 1 }
      },
    })
    const app = await createTestApp({ tracer, web })
    const key = await app.claim()
    await app.call('POST', '/api/webhooks', { url: 'https://public.test/hook', events: ['launch.created'] }, { key: OPERATOR_KEY })
    const headers = { 'x-launcher-key': app.launcher.secret, traceparent: `00-${TRACE}-${CALLER}-01` }
    expect((await app.call('POST', '/api/agent/launch', app.launchBody(), { key, headers })).status).toBe(201)
    expect(await deliverDue(app.deps)).toBe(1)
    await tracer.close()

    const request = spanNamed('POST /api/agent/launch')
    expect(request).toMatchObject({ traceId: TRACE, parentSpanId: CALLER, kind: 2 })
    expect(request.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: 201 } })
    expect(BigInt(request.endTimeUnixNano) >= BigInt(request.startTimeUnixNano)).toBe(true)
    const settle = spanNamed('settle launch')
    expect(settle).toMatchObject({ traceId: TRACE, parentSpanId: request.spanId })
    expect(spanNamed('send')).toMatchObject({ traceId: TRACE, parentSpanId: settle.spanId })
    const attempt = spanNamed('webhook attempt')
    expect(posted).toMatchObject([{ traceparent: `00-${attempt.traceId}-${attempt.spanId}-01` }])
    const all = collector.bodies.join('\n')
    for (const secret of [key, OPERATOR_KEY, app.launcher.secret, 'public.test', String(app.launchBody()['name'])])
      expect(all).not.toContain(secret)
    await app.close()
  })

  test('a call of a node is a span that the node is told; its arguments and address are in none', async () => {
    const { tracer } = tracerTo(collector.url)
    const traceparents: (string | null)[] = []
    const node = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch: (request) => {
        traceparents.push(request.headers.get('traceparent'))
        return Response.json({ jsonrpc: '2.0', id: 1, result: 7 })
      },
    })
    const pool = createRpcPool({
      urls: [new Secret(`${node.url.href}?key=node-secret`)],
      name: 'the node',
      time: machineTime,
      timeoutMs: 5_000,
      upstream: 'solana',
      identity: { method: 'getGenesisHash', expected: '7', read: String },
      tracer,
    })
    await pool.ask('getBalance', ['an argument'], Number)
    await tracer.close()
    await node.stop(true)
    const spans = [spanNamed('rpc getGenesisHash'), spanNamed('rpc getBalance')]
    expect(traceparents).toEqual(spans.map(({ traceId, spanId }) => `00-${traceId}-${spanId}-01`))
    expect(collector.bodies.join('\n')).not.toMatch(/an argument|node-secret|127\.0\.0\.1/)
  })

  test('a signature is a span, and one that fails is marked', async () => {
    const { tracer } = tracerTo(collector.url)
    const refuses = async () => ({ wallet: 'w' as never, sign: () => Promise.reject(new Error('the reason: hidden')) })
    const signer = await tracedSigners(tracer, refuses)('eip155:8453', new Secret('a key'))
    await expect(signer.sign(new Uint8Array(32))).rejects.toThrow('hidden')
    await tracer.close()
    expect(spanNamed('sign')).toMatchObject({ kind: 3, status: { code: 2 } })
    expect(collector.bodies.join('\n')).not.toMatch(/hidden|a key/)
  })

  test.each([
    ['nothing', null],
    ['another text', 'hello'],
    ['zeros for a trace', `00-${'0'.repeat(32)}-${CALLER}-01`],
    ['zeros for a span', `00-${TRACE}-${'0'.repeat(16)}-01`],
    ['the version that is none', `ff-${TRACE}-${CALLER}-01`],
    ['capital letters', `00-${TRACE.toUpperCase()}-${CALLER}-01`],
    ['more than its version has', `00-${TRACE}-${CALLER}-01-more`],
    ['a megabyte', 'a'.repeat(1_000_000)],
  ])('a traceparent of %s is ignored', async (_what, parent) => {
    const { tracer } = tracerTo(collector.url)
    expect(tracer.span({ name: 'asked', kind: 'server', parent }, () => 'answered')).toBe('answered')
    await tracer.close()
    expect(collector.spans).toMatchObject([{ name: 'asked' }])
    expect(collector.spans[0]!.traceId).not.toBe(TRACE)
    expect(collector.spans[0]!.parentSpanId).toBeUndefined()
  })

  test('one of a later version is understood, and of a caller who keeps nothing only the name goes on', async () => {
    const { tracer } = tracerTo(collector.url)
    const outgoing = (parent: string) => tracer.span({ name: 'asked', kind: 'server', parent }, () => tracer.headers()['traceparent'])
    expect(outgoing(`01-${TRACE}-${CALLER}-01-more`)).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`))
    expect(outgoing(`00-${TRACE}-${CALLER}-00`)).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-00$`))
    await tracer.close()
    expect(collector.spans).toHaveLength(1)
  })

  test('a collector that does not answer holds nobody up, and 2,048 spans wait at most', async () => {
    const { tracer, timers } = tracerTo(collector.url)
    const opened = Promise.withResolvers<void>()
    collector.gate.held = opened.promise
    const app = await createTestApp({ tracer })
    expect((await app.call('GET', '/api/coins')).status).toBe(200)
    timers.pass(2_000)
    await eventually(() => collector.gate.asked === 1)
    for (let span = 0; span < 3_000; span += 1) tracer.span({ name: `span ${span}`, kind: 'internal' }, () => {})
    expect((await app.call('GET', '/api/coins')).status).toBe(200)
    opened.resolve()
    await tracer.close()
    expect(collector.spans.filter(({ name }) => name.startsWith('span '))).toHaveLength(2_048)
    await app.close()
  })

  test('a collector that is gone fails nothing', async () => {
    const { tracer, timers } = tracerTo('http://127.0.0.1:1')
    const app = await createTestApp({ tracer })
    for (let round = 0; round < 3; round += 1) {
      expect((await app.call('GET', '/api/coins')).status).toBe(200)
      timers.pass(2_000)
    }
    await tracer.close()
    await app.close()
  })

  test('without a collector nothing is traced or told', () => {
    expect(noTracer.span({ name: 'asked', kind: 'internal' }, () => noTracer.headers())).toEqual({})
  })
})
