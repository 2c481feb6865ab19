import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { unixMs } from '../../src/domain/brands.ts'
import { resumeOperations } from '../../src/features/operations/resume-operations.ts'
import { startServer, type RunningServer } from '../../src/commands/start-server.ts'
import { readConfig } from '../../src/config/read-config.ts'
import { listen } from '../../src/http/listen.ts'
import { machineTime } from '../support/machine-time.ts'
import { createTestApp, OPERATOR_KEY, type TestApp } from '../support/test-app.ts'

let server: RunningServer
beforeAll(async () => {
  server = await startServer(
    { env: {} },
    readConfig({
      DATABASE_URL: 'sqlite::memory:',
      PORT: '0',
      LOG_LEVEL: 'silent',
      OPERATOR_API_KEY: OPERATOR_KEY,
      TRUSTED_PROXIES: '127.0.0.0/8',
    }),
  )
})
afterAll(() => server.stop())

const post = (path: string, body: BodyInit | null, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${path}`, { method: 'POST', body, headers })

describe('a listening server', () => {
  test('rules 11: every answer has a request id, the cluster and nosniff, errors too', async () => {
    for (const path of ['/healthz', '/', '/nowhere', '/api/coins/none']) {
      const { headers } = await fetch(`${server.url}${path}`)
      expect(headers.get('x-request-id')).toMatch(/^req_[0-9A-Za-z]{20}$/)
      expect(headers.get('x-svc-cluster')).toBe('simulated')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  test('rules 10.1: an unknown route is 404 as a problem, with a fix', async () => {
    const answer = await fetch(`${server.url}/nowhere`)
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ code: 'route_not_found', ok: false, fix: expect.stringContaining('/llms.txt') })
  })

  test.each([
    ['8,388,608 bytes', 'where a picture is taken', '/api/agent/launch/dry-run', 8_388_608],
    ['65,536 bytes', 'where none is', '/api/agent/keys', 65_536],
    ['131,072 bytes', 'where signed transactions are', '/api/agent/launch/submit', 131_072],
  ])('rules 10.3: a body of %s is read %s, one more is 413, chunked or not', async (_bytes, _where, path, bytesMax) => {
    const body = (bytes: number) => `{"label":"${'x'.repeat(bytes - 12)}"}`
    expect((await post(path, body(bytesMax), { 'x-svc-api-key': OPERATOR_KEY })).status).toBe(400)
    expect((await post(path, body(bytesMax + 1), { 'x-svc-api-key': OPERATOR_KEY })).status).toBe(413)
    const chunked = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let sent = 0; sent <= bytesMax; sent += 65_536) controller.enqueue(new Uint8Array(65_536).fill(32))
        controller.close()
      },
    })
    expect((await post(path, chunked, { 'x-svc-api-key': OPERATOR_KEY })).status).toBe(413)
  })

  test('rules 5.1: a caller without a key gets 401 before its body is read', async () => {
    expect((await post('/api/agent/launch', 'x'.repeat(9_000_000))).status).toBe(401)
  })

  test('rules 10.19: behind a trusted proxy limits count by the forwarded address', async () => {
    const claim = (forwarded: string) => post('/api/agent/keys/claim', '{}', { 'x-forwarded-for': forwarded, 'x-forwarded-proto': 'https' })
    for (let n = 0; n < 5; n += 1) expect((await claim('evil, 198.51.100.1')).status).toBe(201)
    expect((await claim('203.0.113.5, 198.51.100.1')).status).toBe(429)
    expect((await claim('198.51.100.1, 198.51.100.2')).status).toBe(201)
  })

  test('a token in the query is not in the log', async () => {
    const app: TestApp = await createTestApp()
    await app.call('GET', '/api/coins?token=hunter2')
    expect(app.logLines.join()).toContain('/api/coins')
    expect(app.logLines.join()).not.toContain('hunter2')
    await app.close()
  })
})

describe('a 500', () => {
  test('rules 10.1: says nothing of its cause, and the log has it', async () => {
    const app = await createTestApp({
      pad: (pad) => ({ ...pad, inspectRecipients: () => Promise.reject(new Error('inner secret sauce')) }),
    })
    const key = await app.claim()
    const answer = await app.call('POST', '/api/agent/launch/dry-run', app.launchBody(), { key })
    expect(answer).toMatchObject({ status: 500, body: { code: 'internal_error', detail: 'Something went wrong on our side.' } })
    expect(JSON.stringify(answer.body)).not.toContain('sauce')
    const line = app.logLines.find((text) => text.includes('inner secret sauce'))!
    expect(JSON.parse(line)).toMatchObject({ level: 'error', requestId: answer.body.requestId })
    await app.close()
  })
})

test('rules 10.17: thousands of requests in one piece: a few are begun, and the connection ends; who asks beside is answered', async () => {
  let begun = 0
  const handler = async () => {
    begun += 1
    return new Response('')
  }
  const listener = listen(machineTime, handler, { host: '127.0.0.1', port: 0 })
  const { hostname, port } = new URL(listener.url)
  const socket = connect(Number(port), hostname, () => socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(5_000)))
  socket.resume()
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  socket.on('close', () => resolve())
  await ended
  expect(begun).toBeLessThan(200)
  const beside = await Promise.all(Array.from({ length: 100 }, () => fetch(listener.url)))
  expect(beside.map(({ status }) => status)).toEqual(Array(100).fill(200))
  await listener.stop(1_000)
})

describe('decision "Stopping": stopping', () => {
  test('a request under way is answered, and one that still comes; then nobody listens any more', async () => {
    const app = await createTestApp()
    const { promise: inside, resolve: enter } = Promise.withResolvers<void>()
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    const handler = async () => {
      enter()
      await gate
      return new Response('done')
    }
    const listener = listen(machineTime, handler, { host: '127.0.0.1', port: 0 })
    const answer = fetch(listener.url)
    await inside
    const stopped = listener.stop(30_000)
    const late = fetch(listener.url, { keepalive: false })
    open()
    expect(await (await answer).text()).toBe('done')
    expect(await (await late).text()).toBe('done')
    await stopped
    await expect(fetch(listener.url, { keepalive: false })).rejects.toThrow()
    await app.close()
  })

  test('rules 10.14: a launch that its chain has not decided is answered 503 in time, with what to ask for, and goes on', async () => {
    const app = await createTestApp()
    const key = await app.claim()
    const headers = { 'x-launcher-key': app.launcher.secret, 'x-idempotency-key': 'launch-1' }
    const launch = () => app.call('POST', '/api/agent/launch', app.launchBody({ ticker: 'XEXPIRE' }), { key, headers })
    const launching = launch()
    await app.clock.advance(1_000)
    Object.assign(app.deps.stopNotice, { answerByMs: unixMs(app.clock.nowMs() + 1_000) })
    await app.clock.advance(1_400)
    const answer = await launching
    expect(answer).toMatchObject({
      status: 503,
      body: { code: 'launch_unresolved', launchId: expect.any(String), mint: expect.any(String) },
    })
    expect(answer.headers.get('connection')).toBe('close')

    Object.assign(app.deps.stopNotice, { answerByMs: null })
    await app.clock.advance(20_000)
    await resumeOperations(app.deps)
    expect(await launch()).toMatchObject({ status: 400, body: { code: 'launch_expired' } })
    await app.close()
  })
})
