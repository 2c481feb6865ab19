import { afterEach, describe, expect, test } from 'bun:test'
import { createOutsides } from '../../support/outsides.ts'
import { PUBLIC_IP } from '../../support/outside-web.ts'
import { refusal } from '../../support/fetch-refusal.ts'

const never = () => new Promise<Response>(() => {})
const { outside, stopAll } = createOutsides()
const redirect = (location: string, status = 302) => new Response(null, { status, headers: { location } })

afterEach(stopAll)

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
