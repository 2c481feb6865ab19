import { afterEach, describe, expect, test } from 'bun:test'
import { createOutsides } from '../../support/outsides.ts'
import { PUBLIC_IP } from '../../support/outside-web.ts'
import { refusal } from '../../support/fetch-refusal.ts'

const limits = { bytesMax: 1_000, timeoutMs: 5_000 }
const hasty = { bytesMax: 1_000, timeoutMs: 40 }
const never = () => new Promise<Response>(() => {})
const { outside, stopAll } = createOutsides()
const redirect = (location: string, status = 302) => new Response(null, { status, headers: { location } })

afterEach(stopAll)

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
