import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createApp } from '../../src/app.ts'
import { readConfig } from '../../src/config/read-config.ts'
import { type RunningServer, startServer } from '../../src/commands/start-server.ts'

let server: RunningServer
beforeAll(async () => {
  server = await startServer({ env: {} }, readConfig({ DATABASE_URL: 'sqlite::memory:', PORT: '0', LOG_LEVEL: 'silent' }))
})
afterAll(() => server.stop())

/** Status, address to go on to, and body of one request, written byte by byte. */
function ask(head: string): Promise<{ status: number; location: string | undefined; text: string }> {
  const { hostname, port } = new URL(server.url)
  const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<typeof ask>>>()
  let text = ''
  const socket = connect(Number(port), hostname, () => socket.write(`${head}\r\nconnection: close\r\n\r\n`))
  socket.on('data', (chunk) => (text += String(chunk)))
  socket.on('close', () =>
    resolve({
      status: Number(text.slice(9, 12)),
      location: /^location: (.+)\r$/im.exec(text)?.[1],
      text: text.slice(text.indexOf('\r\n\r\n') + 4),
    }),
  )
  return promise
}

test('decision "A path has one spelling": a request that came over TLS is routed like one that did not, however long its host is', async () => {
  const handle = createApp(server.deps)
  for (const host of ['x', 'a.b', 'launch.test', 'launch.test:8443']) {
    const status = async (path: string) => (await handle(new Request(`https://${host}${path}`), '203.0.113.1')).status
    expect([host, await status('/healthz'), await status('/api/coins?limit=1'), await status('/zz/healthz')]).toEqual([host, 200, 200, 404])
  }
})

describe('decision "A path has one spelling": a path', () => {
  const PATHS = ['/healthz', '/metrics', '/board', '/api/coins', '/api/agent', '/openapi.json', '/api/kols']
  const inHex = (letter: string) => `%${letter.charCodeAt(0).toString(16)}`

  test('with slashes too many, or a letter escaped that need not be, is sent to the one that it has', async () => {
    for (const path of PATHS) {
      expect([path, (await ask(`GET ${path} HTTP/1.1\r\nhost: localhost`)).status]).toEqual([path, 200])
      const escaped = `${path.slice(0, -1)}${inHex(path.at(-1)!)}`
      for (const other of [`${path}/`, `/${path}`, `${path}//`, `//evil.test/..${path}`, escaped, `${escaped}/`])
        for (const query of ['', '?limit=1']) {
          const answer = await ask(`GET ${other}${query} HTTP/1.1\r\nhost: localhost`)
          expect([other, answer.status, answer.location]).toEqual([other, 308, `${path}${query}`])
        }
    }
  })

  test('with an escaped slash or backslash, or with more at its end, is another', async () => {
    for (const path of PATHS)
      for (const other of [`/%2f${path.slice(1)}`, `/%5c${path.slice(1)}`, `${path};a`, `${path}#a`, `/nowhere${path}/`, `/nowhere/`])
        for (const query of ['', '?limit=1'])
          expect([other, (await ask(`GET ${other}${query} HTTP/1.1\r\nhost: localhost`)).status]).toEqual([other, 404])
  })

  test('whose other spelling is a parameter of another route is sent to its own; a parameter with an escaped letter is read', async () => {
    for (const [other, path] of [
      ['/api/coins/l%69ve', '/api/coins/live'],
      ['/api/coins/%6Cive', '/api/coins/live'],
      ['/api/coins/graduated%2Dunfeatured', '/api/coins/graduated-unfeatured'],
      ['/api/jobs/t%65mplates', '/api/jobs/templates'],
    ]) {
      const answer = await ask(`GET ${other}?limit=1 HTTP/1.1\r\nhost: localhost`)
      expect([other, answer.status, answer.location]).toEqual([other, 308, `${path}?limit=1`])
    }
    expect((await ask('GET /errors/coin%5fnot%5ffound HTTP/1.1\r\nhost: localhost')).status).toBe(200)
  })

  test('with a % that escapes nothing is told so', async () => {
    for (const path of ['/api/coins/%', '/api/coins/%zz', '/api/coins/a%2', '/api/coins/%ff', '/api/kols/100%']) {
      const answer = await fetch(`${server.url}${path}`)
      const { code, detail } = (await answer.json()) as { code: string; detail: string }
      expect([path, answer.status, code, detail]).toEqual([path, 400, 'validation_invalid', expect.stringContaining('write it as %25')])
    }
    expect((await ask('GET /nowhere/% HTTP/1.1\r\nhost: localhost')).status).toBe(404)
  })

  test('is followed there with its body', async () => {
    const claim = (path: string) => fetch(`${server.url}${path}`, { method: 'POST', body: '{"label":"frog"}' })
    expect((await claim('/api/agent/keys/claim/')).status).toBe(201)
    expect((await claim('/api/agent/keys/cl%61im')).status).toBe(201)
  })
})

describe('decision "A path has one spelling": the Host header', () => {
  test.each(['x', 'xy', 'xyz', 'launch.test', 'a_b:80', '127.0.0.1:3000', '[::1]:3000', 'LAUNCH.test.'])(
    'a request to %p is routed by its whole path',
    async (host) => {
      for (const path of ['/zz/metrics', '/zz/api/coins', '/z/healthz']) {
        expect([host, path, (await ask(`GET ${path} HTTP/1.1\r\nhost: ${host}`)).status]).toEqual([host, path, 404])
      }
      for (const path of ['/healthz', '/api/coins', '/api/agent']) {
        expect([host, path, (await ask(`GET ${path} HTTP/1.1\r\nhost: ${host}`)).status]).toEqual([host, path, 200])
      }
    },
  )

  test.each([
    'a/b',
    'a b',
    'a?b',
    'a#b',
    'a@b',
    'a\\b',
    'evil:99999',
    'a:b',
    '',
    '[::1',
    '[zz]',
    ':80',
    `${'x'.repeat(300)}`,
    'a\r\nhost: b',
  ])('%p is 400 on every route, and says so', async (host) => {
    for (const path of ['/healthz', '/api/coins', '/', '/api/agent/keys/claim', '/nowhere', '/board']) {
      const { status, text } = await ask(`GET ${path} HTTP/1.1\r\nhost: ${host}`)
      expect([host, path, status]).toEqual([host, path, 400])
      if (text !== '') expect(JSON.parse(text)).toMatchObject({ code: 'host_invalid', ok: false })
    }
  })

  test('a request without any Host header is 400', async () => {
    expect((await ask('GET /healthz HTTP/1.1')).status).toBe(400)
    expect((await ask('GET /healthz HTTP/1.0')).status).toBe(400)
  })

  test('a refused one is answered from no cache and fills none', async () => {
    expect((await ask('GET /api/coins HTTP/1.1\r\nhost: localhost')).status).toBe(200)
    expect((await ask('GET /api/coins HTTP/1.1\r\nhost: a/b')).status).toBe(400)
    expect((await ask('GET /api/coins HTTP/1.1\r\nhost: localhost')).status).toBe(200)
  })
})
