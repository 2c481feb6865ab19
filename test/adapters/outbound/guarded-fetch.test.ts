import { afterEach, describe, expect, test } from 'bun:test'
import { createGuardedFetch } from '../../../src/adapters/outbound/guarded-fetch.ts'
import { parseIp } from '../../../src/lib/ip.ts'
import { createOutsides } from '../../support/outsides.ts'
import { PUBLIC_IP, PUBLIC_IPV6 } from '../../support/outside-web.ts'
import { refusal } from '../../support/fetch-refusal.ts'
import { machineTime } from '../../support/machine-time.ts'

const limits = { bytesMax: 1_000, timeoutMs: 5_000 }
const hasty = { bytesMax: 1_000, timeoutMs: 40 }
const { keep, outside, silent, stopAll } = createOutsides()
const redirect = (location: string, status = 302) => new Response(null, { status, headers: { location } })

afterEach(stopAll)

describe('rules 10.9: get: what it brings', () => {
  test('status, type and bytes over http and https, with the Host of the address', async () => {
    const { web, requests, headers, connections } = outside(
      () => new Response('hello', { status: 203, headers: { 'content-type': 'text/x' } }),
    )
    for (const url of ['http://public.test/a?b=c#d', 'https://public.test/a?b=c#d'])
      expect(await web.get(url, limits)).toEqual({ status: 203, contentType: 'text/x', bytes: new TextEncoder().encode('hello') })
    expect(requests).toEqual(['GET http://public.test/a?b=c', 'GET https://public.test/a?b=c'])
    expect(headers.map((sent) => sent.get('accept-encoding'))).toEqual(['identity', 'identity'])
    expect(connections).toEqual([`${PUBLIC_IP}:80`, `${PUBLIC_IP}:443`])
  })

  test('a literal address is not resolved; its certificate is checked against it', async () => {
    const { web, lookups, connections } = outside(() => new Response('x'))
    expect((await web.get(`https://${PUBLIC_IP}/`, limits)).status).toBe(200)
    expect((await web.get(`http://[${PUBLIC_IPV6}]/`, limits)).status).toBe(200)
    expect(await refusal(web.get('https://93.184.216.35/', limits))).toContain('certificate')
    expect(lookups).toEqual([])
    expect(connections).toEqual([`${PUBLIC_IP}:443`, `${PUBLIC_IPV6}:80`, '93.184.216.35:443'])
  })

  test('headers go to the address’s own origin, and to no other that it redirects to', async () => {
    const { web, requests, headers } = outside((request) => {
      const { protocol, pathname } = new URL(request.url)
      if (pathname === '/first') return redirect('/second')
      return protocol === 'https:' ? redirect('http://public.test/third') : new Response('x')
    })
    await web.get('https://public.test/first', { ...limits, headers: { 'x-api-key': 'a key' } })
    expect(requests.map((line) => line.split('/').at(-1))).toEqual(['first', 'second', 'third'])
    expect(headers.map((sent) => sent.get('x-api-key'))).toEqual(['a key', 'a key', null])
  })

  test('an error status is an answer', async () => {
    const { web } = outside(() => new Response('gone', { status: 410 }))
    expect((await web.get('https://public.test/', limits)).status).toBe(410)
  })

  test('the next address is tried when nobody listens at the first, IPv4 first', async () => {
    const server = outside(() => new Response('x'))
    const asked: string[] = []
    const web = createGuardedFetch(machineTime, {
      resolve: async () => [PUBLIC_IPV6, '93.184.216.36', PUBLIC_IP],
      connectTo: ({ address }) => {
        asked.push(address.kind() === 'ipv6' ? 'v6' : 'v4')
        // Port 1 on loopback: nobody listens there.
        return { address: parseIp('127.0.0.1')!, port: asked.length < 3 ? 1 : server.httpPort }
      },
    })
    expect((await web.get('http://public.test/', limits)).status).toBe(200)
    expect(asked).toEqual(['v4', 'v4', 'v6'])
  })
})

describe('rules 10.9: get: time and size', () => {
  test('a name server, headers or a body that never come end at the deadline, and the connection with them', async () => {
    const unresolved = createGuardedFetch(machineTime, { resolve: () => new Promise(() => {}) })
    expect(await refusal(unresolved.get('http://public.test/', hasty))).toContain('within 40 ms')
    for (const text of ['', 'HTTP/1.1 200 OK\r\nx-slow: ', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nab']) {
      const { web, closed } = silent(text)
      expect(await refusal(web.get('http://public.test/', hasty))).toContain('within 40 ms')
      await closed
    }
  })

  test('exactly bytesMax is taken, one more is refused: declared, chunked, or until the end of the connection', async () => {
    const body = (bytes: number) => 'x'.repeat(bytes)
    const chunked = (bytes: number) =>
      `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${bytes.toString(16)}\r\n${body(bytes)}\r\n0\r\n\r\n`
    for (const form of [
      (bytes: number) => `HTTP/1.1 200 OK\r\ncontent-length: ${bytes}\r\n\r\n${body(bytes)}`,
      chunked,
      (bytes: number) => `HTTP/1.1 200 OK\r\n\r\n${body(bytes)}`,
    ]) {
      expect((await silent(form(1_000), { close: true }).web.get('http://public.test/', limits)).bytes.length).toBe(1_000)
      expect(await refusal(silent(form(1_001), { close: true }).web.get('http://public.test/', limits))).toBe(
        'it answers with more than 1000 bytes',
      )
    }
  })

  test('a length that is declared too large is refused before the body comes', async () => {
    const { web, closed } = silent('HTTP/1.1 200 OK\r\ncontent-length: 1001\r\n\r\n')
    expect(await refusal(web.get('http://public.test/', limits))).toContain('more than 1000')
    await closed
  })

  test('an endless body is cut off at the cap, and the connection closed', async () => {
    let cancelled = () => {}
    const ended = new Promise<void>((resolve) => (cancelled = resolve))
    const endless = () => new ReadableStream({ pull: (stream) => stream.enqueue(new Uint8Array(10_000)), cancel: () => cancelled() })
    const { web } = outside(() => new Response(endless()))
    expect(await refusal(web.get('http://public.test/', limits))).toContain('more than 1000')
    await ended
  })

  test.each([
    ['fewer bytes than its length says', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nabc'],
    ['a chunk that is cut off', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nabc'],
    ['no last chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n'],
    ['no HTTP', 'SSH-2.0-x\r\n\r\n'],
    ['nothing', ''],
  ])('refuses an answer with %s', async (_case, text) => {
    expect(await refusal(silent(text, { close: true }).web.get('http://public.test/', limits))).toBe(
      'it could not be reached, or broke off',
    )
  })

  test.each(['gzip', 'br', 'deflate', 'zstd', 'gzip, gzip'])(
    'refuses an answer compressed as %s unread: it could be a bomb',
    async (encoding) => {
      const bomb = Bun.gzipSync(new Uint8Array(10_000_000)).subarray(0, 900)
      const { web } = outside(() => new Response(bomb, { headers: { 'content-encoding': encoding } }))
      expect(await refusal(web.get('http://public.test/', limits))).toBe('it answers in a compressed form')
    },
  )
})

describe('rules 10.9: get and post: the environment and TLS', () => {
  const withEnvironment = async (variables: Record<string, string>, work: () => Promise<void>) => {
    const before = Object.fromEntries(Object.keys(variables).map((name) => [name, process.env[name]]))
    Object.assign(process.env, variables)
    try {
      await work()
    } finally {
      for (const [name, value] of Object.entries(before)) {
        if (value === undefined) delete process.env[name]
        else process.env[name] = value
      }
    }
  }

  test('proxy variables have no effect', async () => {
    const proxied: string[] = []
    const proxy = keep(
      Bun.serve({
        hostname: '127.0.0.1',
        port: 0,
        fetch: ({ url }) => (proxied.push(url), new Response('proxied', { status: 502 })),
      }),
    )
    const address = `http://127.0.0.1:${proxy.port}`
    const names = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy']
    const { web } = outside(() => new Response('direct'))
    await withEnvironment({ ...Object.fromEntries(names.map((name) => [name, address])), NO_PROXY: '', no_proxy: '' }, async () => {
      expect((await web.get('http://public.test/', limits)).status).toBe(200)
      expect((await web.get('https://public.test/', limits)).status).toBe(200)
      expect((await web.post('https://public.test/', { headers: {}, body: '', timeoutMs: 5_000, answerBytesMax: 10 })).status).toBe(200)
      // The proxy does work in this process; a plain fetch takes it.
      expect((await fetch('http://public.test/')).status).toBe(502)
    })
    expect(proxied).toEqual(['http://public.test/'])
  })

  test('a certificate for another name, or by an unknown authority, is refused; the environment cannot allow it', async () => {
    const { web, requests } = outside(() => new Response('x'))
    const distrustful = outside(() => new Response('x'), { ca: '' })
    await withEnvironment({ NODE_TLS_REJECT_UNAUTHORIZED: '0' }, async () => {
      expect(await refusal(web.get('https://other.test/', limits))).toBe('it has no valid certificate for its name')
      expect(await refusal(distrustful.web.get('https://public.test/', limits))).toBe('it has no valid certificate for its name')
    })
    expect((await web.get('https://public.test./', limits)).status).toBe(200)
    expect([...requests, ...distrustful.requests].length).toBe(1)
  })

  test('a redirect to a name that the certificate does not cover is refused', async () => {
    const { web, requests } = outside(() => redirect('https://other.test/'))
    expect(await refusal(web.get('https://public.test/', limits))).toBe('it has no valid certificate for its name')
    expect(requests).toEqual(['GET https://public.test/'])
  })
})
