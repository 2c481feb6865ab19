import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createReadCache, type CachedAnswer } from '../../src/http/request/read-cache.ts'
import { coinRow } from '../support/storage-rows.ts'
import { createTestApp, type TestApp } from '../support/test-app.ts'

let app: TestApp
let reads = 0
beforeAll(async () => {
  app = await createTestApp()
  const { listFacts } = app.deps.storage.coins
  Object.assign(app.deps.storage.coins, {
    listFacts: (...args: Parameters<typeof listFacts>) => {
      reads += 1
      return listFacts(...args)
    },
  })
})
afterAll(() => app.close())

const mints = async (path = '/api/coins', headers: Record<string, string> = {}) => {
  const { body } = await app.call('GET', path, undefined, { headers })
  return (body.coins as { mint: string }[]).map(({ mint }) => mint)
}

describe('rules 4.3: public reads never show what was before a write of this process', () => {
  test('are read once while nothing is written, and never shown after a write of this process', async () => {
    expect(await mints()).toEqual([])
    const before = reads
    expect(await mints()).toEqual([])
    expect(reads).toBe(before)
    for (const n of [1, 2, 3]) {
      await app.deps.storage.coins.insert(coinRow(`cached${n}`))
      expect(await mints()).toHaveLength(n)
      expect(await mints()).toHaveLength(n)
    }
    await app.deps.storage.coins.graduate(coinRow('cached3').mint, app.clock.nowMs())
    expect((await app.call('GET', '/api/coins')).body.coins.map((coin: { status: string }) => coin.status)).toContain('graduated')
  })

  test('a write under way while they are read makes their answer count for nobody else', async () => {
    const { storage } = app.deps
    const [shown] = await Promise.all([mints('/api/coins?limit=200'), storage.transaction((tx) => tx.coins.insert(coinRow('cached4')))])
    expect([3, 4]).toContain(shown.length)
    expect(await mints('/api/coins?limit=200')).toHaveLength(4)
  })

  test('a transaction that is rolled back shows nothing of itself', async () => {
    const failing = app.deps.storage.transaction(async (tx) => {
      await tx.coins.insert(coinRow('never'))
      throw new Error('rolled back')
    })
    const shown = mints('/api/coins?limit=199')
    expect(failing).rejects.toThrow('rolled back')
    expect(await shown).toHaveLength(4)
    expect(await mints('/api/coins?limit=199')).toHaveLength(4)
  })

  test('other queries are other answers', async () => {
    expect(await mints('/api/coins?limit=1')).toHaveLength(1)
    expect(await mints('/api/coins?limit=2')).toHaveLength(2)
  })

  test('a second later they are read again: other processes may have written', async () => {
    await mints()
    const before = reads
    await app.clock.advance(999)
    await mints()
    expect(reads).toBe(before)
    await app.clock.advance(1)
    await mints()
    expect(reads).toBe(before + 1)
  })

  test('a kept answer counts for the limit, has its own request id, and is 304 for whoever has it', async () => {
    const first = await app.call('GET', '/api/coins')
    const again = await app.call('GET', '/api/coins')
    expect(Number(again.headers.get('ratelimit-remaining'))).toBe(Number(first.headers.get('ratelimit-remaining')) - 1)
    expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
    expect(again.headers.get('etag')).toBe(first.headers.get('etag'))
    const headers = { 'if-none-match': first.headers.get('etag')! }
    const unchanged = await app.call('GET', '/api/coins', undefined, { headers })
    expect(unchanged).toMatchObject({ status: 304, body: '' })
    expect(unchanged.headers.get('content-type')).toBeNull()
    const calls = Array.from({ length: 301 }, () => app.call('GET', '/api/coins', undefined, { address: '192.0.2.77' }))
    const refused = (await Promise.all(calls)).filter(({ status }) => status !== 200)
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual([[429, 'rate_limit_exceeded']])
  })
})

describe('decision "Everything that is kept has an owner, a bound and an end": the read cache', () => {
  const answer = (text: string): CachedAnswer => ({
    route: '/x',
    rateGroup: 'public-read',
    body: text,
    gzip: null,
    tag: '"t"',
    headers: {},
    lasting: false,
  })

  test('holds 500 answers and 16 million characters of them and of what was asked, the newest', () => {
    const cache = createReadCache(app.deps)
    const mark = cache.mark()
    for (let n = 0; n < 501; n += 1) cache.keep(`/${n}`, answer('x'), mark)
    expect(cache.find('/0')).toBeNull()
    expect(cache.find('/1')).not.toBeNull()
    cache.keep('/large', answer('x'.repeat(16_000_000 - 6)), mark)
    expect(cache.find('/500')).toBeNull()
    expect(cache.find('/large')).not.toBeNull()
    cache.keep('/larger', answer('x'.repeat(16_000_001)), mark)
    expect(cache.find('/larger')).toBeNull()
  })
})
