import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { bundledMain } from '../support/bundled-main.ts'
import { toBase58, toBase64 } from '../../src/lib/bytes.ts'
import { eventually } from '../support/eventually.ts'
import { newKeyPair } from '../support/new-key-pair.ts'
import { temporaryDataDir } from '../support/server-process.ts'
import { pngBytes } from '../support/test-app.ts'

const LIMIT = 96
const main = await bundledMain()
const linux = process.platform === 'linux'
if (!linux) console.log('SKIPPED descriptors used up: /proc tells how many a process has on Linux alone')

/** Requests over a socket that is open already: a new one would not be taken. */
function onOneConnection(url: URL) {
  const socket = connect(Number(url.port), url.hostname)
  let text = ''
  socket.on('data', (chunk) => (text += String(chunk)))
  return {
    close: () => socket.destroy(),
    async call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
      text = ''
      const sent = body === undefined ? '' : JSON.stringify(body)
      const lines = { host: url.host, 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(sent)), ...headers }
      const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`)
      socket.write(`${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n${sent}`)
      const whole = () => {
        const end = text.indexOf('\r\n\r\n')
        const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? NaN)
        return end !== -1 && Buffer.byteLength(text.slice(end + 4)) >= length
      }
      await eventually(whole)
      const answer = JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4))
      return { status: Number(text.slice(9, 12)), body: answer, retryAfter: /retry-after: (\d+)/i.exec(text)?.[1] ?? null }
    },
  }
}

describe.skipIf(!linux)('rules 7: descriptors used up', () => {
  let child: Bun.Subprocess<'ignore', 'pipe', 'inherit'>
  let folder: ReturnType<typeof temporaryDataDir>
  let url: URL
  const idle: Socket[] = []
  beforeEach(async () => {
    folder = temporaryDataDir()
    child = Bun.spawn(['sh', '-c', `ulimit -n ${LIMIT}; exec "$0" "$@"`, process.execPath, main, 'serve'], {
      env: { PATH: process.env.PATH ?? '', DATA_DIR: folder.dataDir, PORT: '0', OPERATOR_API_KEY: 'operator-key-of-the-tests' },
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'inherit',
    })
    const found = Promise.withResolvers<URL>()
    let text = ''
    void (async () => {
      for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
        text += chunk
        const listening = /"url":"(http:[^"]+)"/.exec(text)?.[1]
        if (listening) found.resolve(new URL(listening))
      }
    })()
    url = await found.promise
  })
  afterEach(async () => {
    for (const socket of idle.splice(0)) socket.destroy()
    child.kill('SIGKILL')
    await child.exited
    folder.remove()
  })

  test('those who are there are served, what needs another is a clear 503, and all goes on when there are some again', async () => {
    const key = { 'x-svc-api-key': 'operator-key-of-the-tests' }
    const launcher = newKeyPair()
    const crew = [{ handle: '@one', wallet: toBase58(newKeyPair().publicKey), share: 100 }]
    const coin = (changes = {}) => ({ name: 'Frog', ticker: 'FROG', imageBase64: toBase64(pngBytes()), crew, ...changes })
    const received: string[] = []
    const receiver = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch: async (request) => {
        received.push(((await request.json()) as { type: string }).type)
        return new Response()
      },
    })
    const { call, close } = onOneConnection(url)
    const hook = { url: `http://127.0.0.1:${receiver.port}/`, events: ['launch.created'] }
    expect((await call('POST', '/api/webhooks', hook, key)).status).toBe(201)
    // Requests that begin and go no further hold a connection each.
    for (let count = 0; count < LIMIT; count += 1) {
      const socket = connect(Number(url.port), url.hostname, () => socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n'))
      socket.on('error', () => {})
      idle.push(socket)
    }
    await eventually(() => readdirSync(`/proc/${child.pid}/fd`).length >= LIMIT)

    expect((await call('GET', '/healthz')).status).toBe(200)
    expect((await call('POST', '/api/agent/launch/dry-run', coin(), key)).status).toBe(200)
    const fetched = await call('POST', '/api/agent/launch/dry-run', coin({ imageBase64: undefined, imageUrl: 'http://1.1.1.1/x.png' }), key)
    expect(fetched).toMatchObject({ status: 503, retryAfter: '5', body: { code: 'upstream_unavailable' } })
    const launch = (ticker: string) =>
      call('POST', '/api/agent/launch', coin({ ticker }), { ...key, 'x-launcher-key': toBase58(launcher.secretKey.reveal()) })
    expect((await launch('FULL')).status).toBe(201)
    expect(child.exitCode).toBeNull()

    for (const socket of idle.splice(0)) socket.destroy()
    await eventually(() => readdirSync(`/proc/${child.pid}/fd`).length < LIMIT / 2)
    expect((await fetch(new URL('/readyz', url))).status).toBe(200)
    expect((await launch('AGAIN')).status).toBe(201)
    // The first delivery is tried again 5 s after it could not be sent.
    await eventually(() => received.length === 2)
    close()
    await receiver.stop(true)
  }, 180_000)
})
