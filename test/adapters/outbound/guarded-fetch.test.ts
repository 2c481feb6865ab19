import { afterEach, describe, expect, test } from 'bun:test'
import { createGuardedFetch } from '../../../src/adapters/outbound/guarded-fetch.ts'
import { parseIp } from '../../../src/lib/ip.ts'
import { FetchRefused } from '../../../src/ports/outbound/web.ts'
import { createOutsideWeb, createSilentServer, type OutsideWeb, PUBLIC_IP, PUBLIC_IPV6 } from '../../support/outside-web.ts'

const limits = { bytesMax: 1_000, timeoutMs: 5_000 }
const hasty = { bytesMax: 1_000, timeoutMs: 40 }
const never = () => new Promise<Response>(() => {})

const started: { stop(): void }[] = []
const outside = (...input: Parameters<typeof createOutsideWeb>): OutsideWeb => {
  const server = createOutsideWeb(...input)
  started.push(server)
  return server
}
/** A web whose every public address leads to a server that sends `text` and falls silent (or closes). */
const silent = (text: string, options?: { close: boolean }) => {
  const server = createSilentServer(text, options)
  started.push(server)
  const web = createGuardedFetch({
    resolve: async () => [PUBLIC_IP],
    connectTo: () => ({ address: parseIp('127.0.0.1')!, port: server.port }),
  })
  return { web, closed: server.closed }
}
afterEach(() => {
  for (const server of started.splice(0)) server.stop()
})

const refusal = async (attempt: Promise<unknown>): Promise<string> => {
  const outcome = await attempt.then(
    () => 'not refused',
    (error: unknown) => error,
  )
  expect(outcome).toBeInstanceOf(FetchRefused)
  return (outcome as FetchRefused).reason
}
const redirect = (location: string, status = 302) => new Response(null, { status, headers: { location } })

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
    const web = createGuardedFetch({
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

describe('rules 10.9: get refuses addresses that are not public', () => {
  test.each([
    ['private', ['10.0.0.5']],
    ['one of several private', [PUBLIC_IP, '192.168.1.1']],
    ['metadata', ['169.254.169.254']],
    ['loopback', ['127.0.0.1']],
    ['IPv4-mapped', ['::ffff:127.0.0.1']],
    ['NAT64', ['64:ff9b::7f00:1']],
    ['unique local', ['fd00::1']],
    ['no address at all', []],
    ['not an address', ['localhost']],
  ])('refuses a name whose answer is %s, without saying it', async (_case, answers) => {
    const { web, connections, requests } = outside(() => new Response('x'), { names: { 'inner.test': [answers] } })
    expect(await refusal(web.get('http://inner.test/', limits))).toBe('it has no public address')
    expect([...connections, ...requests]).toEqual([])
  })

  test('a name that does not exist is refused in the same words as an inner one', async () => {
    const { web } = outside(() => new Response('x'))
    expect(await refusal(web.get('http://absent.example/', limits))).toBe('it has no public address')
  })

  test.each([
    'http://127.0.0.1/',
    'http://[::1]/',
    'http://[::ffff:10.0.0.1]/',
    'http://10.1.2.3/',
    'http://0x7f.1/',
    'http://2130706433/',
    'http://user:pw@public.test/',
    'ftp://public.test/',
    'http://public.test:8080/',
    'https://public.test:22/',
    'http://public.test:0/',
    'nonsense',
  ])('refuses %s before anything is sent', async (url) => {
    const { web, connections, lookups } = outside(() => new Response('x'), { allowLoopback: true })
    await refusal(web.get(url, limits))
    expect([...connections, ...lookups]).toEqual([])
  })

  test('a name that changes its address is resolved once a hop, so it cannot change between check and use', async () => {
    const rebinding = { names: { 'rebind.test': [[PUBLIC_IP], ['127.0.0.1']] } }
    const once = outside(() => new Response('x'), rebinding)
    expect((await once.web.get('http://rebind.test/', limits)).status).toBe(200)
    expect(once.lookups).toEqual(['rebind.test'])

    const again = outside(() => redirect('http://rebind.test/again'), rebinding)
    expect(await refusal(again.web.get('http://rebind.test/', limits))).toBe('it has no public address')
    expect(again.lookups).toEqual(['rebind.test', 'rebind.test'])
    expect(again.connections).toEqual([`${PUBLIC_IP}:80`])
  })
})

describe('rules 10.9: get checks every redirect again', () => {
  test.each([301, 302, 303, 307, 308])('follows %d, also a relative one, and checks the certificate of the new name', async (status) => {
    const { web, requests } = outside(({ url }) => (url.endsWith('/here') ? new Response('x') : redirect('/here', status)))
    expect((await web.get('https://public.test/there', limits)).status).toBe(200)
    expect(requests).toEqual(['GET https://public.test/there', 'GET https://public.test/here'])
  })

  test.each([1, 2, 3])('refuses a private address at hop %d', async (hop) => {
    for (const inner of [
      'http://inner.test/',
      'http://10.0.0.1/',
      'http://127.0.0.1:9/',
      '//[::1]/',
      'http://0x7f.1/',
      'file:///etc/passwd',
    ]) {
      let answered = 0
      const { web, connections } = outside(() => redirect(++answered === hop ? inner : `/${answered}`), {
        names: { 'inner.test': [['10.0.0.1']] },
      })
      await refusal(web.get('http://public.test/', limits))
      expect(connections).toEqual(Array(hop).fill(`${PUBLIC_IP}:80`))
    }
  })

  test('three redirects are followed, a fourth is refused, and so is a loop', async () => {
    const { web, requests } = outside(({ url }) => {
      const left = Number(new URL(url).searchParams.get('left'))
      return left > 0 ? redirect(`?left=${left - 1}`) : new Response('x')
    })
    expect((await web.get('http://public.test/?left=3', limits)).status).toBe(200)
    expect(await refusal(web.get('http://public.test/?left=4', limits))).toContain('more than 3')
    expect(requests.length).toBe(8)

    const loop = outside(() => redirect('http://public.test/'))
    expect(await refusal(loop.web.get('http://public.test/', limits))).toContain('more than 3')
    expect(loop.requests.length).toBe(4)
  })

  test('a redirect without location is an answer', async () => {
    const { web } = outside(() => new Response(null, { status: 302 }))
    expect((await web.get('http://public.test/', limits)).status).toBe(302)
  })

  test('the deadline covers all hops together', async () => {
    const { web } = outside(({ url }) => (url.endsWith('/hang') ? never() : redirect('/hang')))
    expect(await refusal(web.get('http://public.test/', hasty))).toBe('it did not answer within 40 ms')
  })
})

describe('rules 10.9: get: time and size', () => {
  test('a name server, headers or a body that never come end at the deadline, and the connection with them', async () => {
    const unresolved = createGuardedFetch({ resolve: () => new Promise(() => {}) })
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
    const proxy = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch: ({ url }) => (proxied.push(url), new Response('proxied', { status: 502 })),
    })
    started.push(proxy)
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

describe('rules 10.21: post brings an endpoint’s answer, and reaches public addresses alone', () => {
  const request = {
    headers: { 'content-type': 'application/json', 'webhook-id': 'msg_1' },
    body: '{"a":1}',
    timeoutMs: 5_000,
    answerBytesMax: 64,
  }

  test('sends headers and body, and brings status, start of the answer and duration', async () => {
    const { web, requests, headers, bodies } = outside(() => new Response('thanks', { status: 202 }))
    const posted = await web.post('https://public.test/hook?x=1', request)
    expect(posted).toEqual({ status: 202, bodyStart: 'thanks', durationMs: expect.any(Number) })
    expect(requests).toEqual(['POST https://public.test/hook?x=1'])
    expect(headers[0]!.get('webhook-id')).toBe('msg_1')
    expect(headers[0]!.get('host')).toBe('public.test')
    expect(bodies).toEqual(['{"a":1}'])
  })

  test.each([301, 302, 307, 308])('rules 10.21: %d of an endpoint is an answer and is not followed', async (status) => {
    const { web, requests, lookups } = outside(() => redirect('https://public.test/elsewhere', status))
    expect((await web.post('https://public.test/hook', request)).status).toBe(status)
    expect([requests.length, lookups.length]).toEqual([1, 1])
  })

  test('a longer answer counts, and only its start is kept', async () => {
    const endless = () => new ReadableStream({ pull: (stream) => stream.enqueue(new TextEncoder().encode('ab'.repeat(5_000))) })
    const { web } = outside(() => new Response(endless(), { status: 200 }))
    expect(await web.post('https://public.test/hook', request)).toMatchObject({ status: 200, bodyStart: 'ab'.repeat(32) })
  })

  test('a compressed answer counts, and nothing of it is kept', async () => {
    const { web } = outside(() => new Response(Bun.gzipSync('hello'), { headers: { 'content-encoding': 'gzip' } }))
    expect(await web.post('https://public.test/hook', request)).toMatchObject({ status: 200, bodyStart: '' })
  })

  test('the deadline covers name, headers and body', async () => {
    for (const answer of [never, () => new Response(new ReadableStream({ start: (stream) => stream.enqueue('a') }))]) {
      const { web, requests } = outside(answer)
      expect(await refusal(web.post('https://public.test/hook', { ...request, timeoutMs: 100 }))).toBe('it did not answer within 100 ms')
      expect(requests.length).toBeLessThan(2)
    }
  })

  test.each([
    'http://public.test/hook',
    'http://127.0.0.1/hook',
    'http://localhost/hook',
    'https://127.0.0.1/hook',
    'https://inner.test/hook',
    'https://public.test:8443/hook',
    'https://user:pw@public.test/hook',
  ])('rules 10.21: delivers nothing to %s, and opens no connection', async (url) => {
    const { web, connections, requests } = outside(() => new Response('x'), {
      names: { 'inner.test': [['10.0.0.1']], localhost: [['127.0.0.1']] },
    })
    await refusal(web.post(url, request))
    expect([...connections, ...requests]).toEqual([])
  })

  test('rules 11: simulated mode: http reaches loopback at any port, by address and by name, and nothing else', async () => {
    const names = { localhost: [['::1', '127.0.0.1']], 'mixed.test': [['127.0.0.1', '10.0.0.1']], 'inner.test': [['10.0.0.1']] }
    const { web, requests, httpPort } = outside(() => new Response('x'), { allowLoopback: true, names })
    for (const host of ['127.0.0.1', '[::1]', 'localhost'])
      expect((await web.post(`http://${host}:${httpPort}/hook`, request)).status).toBe(200)
    expect(requests.length).toBe(3)
    for (const host of ['public.test', 'mixed.test', 'inner.test', '10.0.0.1', '169.254.169.254', PUBLIC_IP])
      expect(await refusal(web.post(`http://${host}:${httpPort}/hook`, request))).toBe('it has no loopback address')
    expect(await refusal(web.post('https://127.0.0.1/hook', request))).toBe('it has no public address')
    expect(requests.length).toBe(3)
  })
})
