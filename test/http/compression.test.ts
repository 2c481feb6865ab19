import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { taggedResponse } from '../../src/http/answers/cacheable.ts'
import { gzipOnce } from '../../src/http/answers/gzip.ts'
import { coinRow } from '../support/storage-rows.ts'
import { createTestApp, type TestApp } from '../support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  for (const n of [1, 2, 3, 4, 5]) await app.deps.storage.coins.insert(coinRow(`packed${n}`))
})
afterAll(() => app.close())

const get = (path: string, headers: Record<string, string> = {}) => app.raw(new Request(`http://launch.test${path}`, { headers }))
const opened = async (response: Response) => new TextDecoder().decode(Bun.gunzipSync(await response.bytes()))

describe('rules 10.33: public reads and documents are compressed for who takes it, a caller’s own answers never', () => {
  for (const path of ['/api/coins', '/llms.txt', '/openapi.json']) {
    test(`${path} is the same text in fewer bytes for a client that accepts gzip, the first time and again`, async () => {
      const plain = await get(path)
      const text = await plain.text()
      expect(plain.headers.get('content-encoding')).toBeNull()
      expect(plain.headers.get('vary')).toContain('accept-encoding')
      for (const encoding of ['gzip', 'br;q=1, gzip;q=0.5']) {
        const packed = await get(path, { 'accept-encoding': encoding })
        expect(packed.headers.get('content-encoding')).toBe('gzip')
        expect(packed.headers.get('vary')).toBe(plain.headers.get('vary'))
        expect(packed.headers.get('etag')).toBe(plain.headers.get('etag'))
        const bytes = await packed.clone().bytes()
        expect(bytes.length).toBeLessThan(text.length * 0.6)
        expect(await opened(packed)).toBe(text)
      }
    })

    test(`${path} is plain for a client that refuses gzip, and has no body for one that has it`, async () => {
      for (const encoding of ['identity', 'gzip;q=0', 'br']) {
        expect((await get(path, { 'accept-encoding': encoding })).headers.get('content-encoding')).toBeNull()
      }
      const tag = (await get(path)).headers.get('etag')!
      const unchanged = await get(path, { 'accept-encoding': 'gzip', 'if-none-match': tag })
      expect([unchanged.status, unchanged.headers.get('content-encoding'), await unchanged.text()]).toEqual([304, null, ''])
      expect(unchanged.headers.get('vary')).toContain('accept-encoding')
    })
  }

  test('a short answer is sent as it is, and so is every answer to a key', async () => {
    const gzip = { 'accept-encoding': 'gzip' }
    expect((await get('/api/coins?q=nothing-like-it', gzip)).headers.get('content-encoding')).toBeNull()
    const key = await app.claim()
    const own = await get('/api/webhooks', { ...gzip, 'x-svc-api-key': key })
    expect([own.status, own.headers.get('content-encoding')]).toEqual([200, null])
  })

  test('an answer that varies by its origin varies by both', () => {
    const answer = { body: '', gzip: gzipOnce('x'.repeat(1_400)), tag: '"t"', headers: {} }
    const { headers } = taggedResponse(new Request('http://launch.test'), answer, { vary: 'origin' })
    expect(headers.get('vary')).toBe('origin, accept-encoding')
  })
})
