import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { lamports, type Mint, type Signature, unixMs } from '../../../src/domain/brands.ts'
import { coinRow, remitRow } from '../../support/storage-rows.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ policy: { baseUrl: 'https://launch.example', serviceTitle: 'Launch & Co' } })
  const { coins, remits } = app.deps.storage
  await coins.insert(coinRow('m1', { name: 'Night Frog', launchedAtMs: unixMs(1_000), graduatedAtMs: unixMs(90_000) }))
  await coins.insert(coinRow('m2', { name: 'Gull', ticker: 'GULL', launchedAtMs: unixMs(2_000), feeShareLocked: false }))
  await coins.insert(coinRow('m3', { name: 'Day Frog', launchedAtMs: unixMs(3_000), graduatedAtMs: unixMs(80_000) }))
  await remits.insert([remitRow('a', { mint: 'm2' as Mint, amountAtomic: lamports(7), signature: 'a' as Signature })])
  await remits.insert([remitRow('b', { mint: 'm3' as Mint, amountAtomic: lamports(12), signature: 'b' as Signature })])
})
afterAll(() => app.close())

const mints = async (query: string) => {
  const { status, body } = await app.call('GET', `/api/coins?${query}`)
  return status === 200 ? body.coins.map(({ mint }: { mint: string }) => mint).join(' ') : body.code
}

describe('rules 4.3: GET /api/coins lists coins in the order that was asked for', () => {
  test.each([
    ['', 'm3 m2 m1'],
    ['sort=newest', 'm3 m2 m1'],
    ['sort=paid', 'm3 m2 m1'],
    ['sort=paid&status=live', 'm2'],
    ['sort=graduated', 'm1 m3'],
    ['sort=graduated&status=live', ''],
    ['fees=open', 'm2'],
    ['fees=locked&q=frog', 'm3 m1'],
    ['sort=paid&q=frog', 'm3 m1'],
    ['platform=simulated', 'm3 m2 m1'],
    ['platform=elsewhere', 'platform_not_available'],
    ['sort=price', 'validation_invalid'],
    ['fees=maybe', 'validation_invalid'],
  ])('?%s lists %s', async (query, expected) => expect(await mints(query)).toBe(expected))

  test('a page goes on in the order of its list', async () => {
    const first = (await app.call('GET', '/api/coins?sort=paid&limit=1')).body
    const next = (await app.call('GET', `/api/coins?sort=paid&limit=1&cursor=${first.nextCursor}`)).body
    expect([first.coins[0].mint, next.coins[0].mint]).toEqual(['m3', 'm2'])
  })
})

const feed = (query = '', headers = {}) => app.call('GET', `/feed.xml${query}`, undefined, { headers })

describe('rules 4.3: GET /feed.xml is a feed of the coins that readers of RSS understand', () => {
  test('has the coins of a list in its order, with the times of their launch or graduation', async () => {
    const { headers, body: text } = await feed()
    expect(headers.get('content-type')).toBe('application/rss+xml;charset=utf-8')
    expect([...text.matchAll(/<guid>(.*)<\/guid>/g)].map(([, url]) => url)).toEqual(
      ['m3', 'm2', 'm1'].map((mint) => `https://launch.example/coin/${mint}`),
    )
    expect(text).toContain('<pubDate>Thu, 01 Jan 1970 00:00:03 GMT</pubDate>')
    expect(text).toContain('<title>Launch &amp;amp; Co</title>')
    const graduated = (await feed('?sort=graduated&q=frog')).body
    expect(graduated).toContain('<pubDate>Thu, 01 Jan 1970 00:01:30 GMT</pubDate>')
    expect(graduated).toContain('href="https://launch.example/feed.xml?sort=graduated&amp;q=frog" rel="self"')
    expect((await feed('?sort=price')).status).toBe(400)
  })

  test('RFC 9110: a reader that has the feed already is told so with 304', async () => {
    const etag = (await feed()).headers.get('etag')!
    expect((await feed('', { 'if-none-match': etag })).status).toBe(304)
  })

  test('names that are markup, or that XML cannot write, stay text', async () => {
    const own = await createTestApp()
    const name = `]]><script>alert(1)</script>&amp;\u0000\ud800\ufffe`
    await own.deps.storage.coins.insert(
      coinRow('h1', { name, ticker: '<b>"\'', description: '<img src=x onerror=alert(1)> <![CDATA[x]]>' }),
    )
    const text: string = (await own.call('GET', '/feed.xml?q=%3Cb%3E')).body
    const known = new Set(['?xml', 'rss', 'channel', 'title', 'link', 'description', 'language', 'atom:link', 'item', 'guid', 'pubDate'])
    const tags = [...text.matchAll(/<\/?([^\s>/]*)/g)].map(([, tag]) => tag!)
    expect(tags.filter((tag) => !known.has(tag))).toEqual([])
    expect(text).not.toMatch(/[\u0000-\u0008\ufffe\ud800-\udfff]/)
    // What an HTML reader makes of it is the name again, as text.
    expect(text).toContain('<title>]]&amp;gt;&amp;lt;script&amp;gt;')
    await own.close()
  })
})
