import { afterEach, describe, expect, test } from 'bun:test'
import { createTestApp, type TestApp } from '../support/test-app.ts'

let app: TestApp
afterEach(() => app.close())

const get = (path: string, headers: Record<string, string> = {}) => app.raw(new Request(`http://launch.test${path}`, { headers }))

describe('pages', () => {
  test.each(['/board', '/coin/anything', '/approve/anything'])(
    '%s is a page under a strict policy, and nothing in it is inline',
    async (path) => {
      app = await createTestApp()
      const response = await get(path)
      const html = await response.text()
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toContain('text/html')
      const policy = response.headers.get('content-security-policy')!
      for (const rule of [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
      ]) {
        expect(policy).toContain(rule)
      }
      expect(policy).not.toContain('unsafe')
      expect(response.headers.get('referrer-policy')).toBe('no-referrer')
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(response.headers.get('x-frame-options')).toBe('DENY')
      expect(html).not.toMatch(/<style|<script(?![^>]*\ssrc=)|\sstyle=|\son\w+=|https?:|\{\{/)
    },
  )

  test('an asset keeps its name as long as its content, a page is asked for again and answered 304, both compressed', async () => {
    app = await createTestApp()
    const html = await (await get('/board')).text()
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(html)![1]!
    const asset = await get(script, { 'accept-encoding': 'br, gzip' })
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(asset.headers.get('content-encoding')).toBe('gzip')
    const text = new TextDecoder().decode(Bun.gunzipSync(new Uint8Array(await asset.arrayBuffer())))
    expect(text).toBe(await (await get(script)).text())
    expect((await get(script, { 'accept-encoding': 'gzip;q=0' })).headers.get('content-encoding')).toBeNull()
    const page = await get('/board')
    expect(page.headers.get('cache-control')).toBe('no-cache')
    const again = await get('/board', { 'if-none-match': page.headers.get('etag')! })
    expect([again.status, await again.text()]).toEqual([304, ''])
    for (const path of ['/assets/board.html', '/assets/../package.json', '/assets/none.js']) expect((await get(path)).status).toBe(404)
  })

  test('the title of the service is text in the page, whatever the operator chose', async () => {
    app = await createTestApp({ policy: { serviceTitle: `<b>"Frog" & $& Co` } })
    const html = await (await get('/board')).text()
    expect(html).toContain('<title>&lt;b&gt;&quot;Frog&quot; &amp; $&amp; Co: board</title>')
    expect(html).not.toContain('<b>')
  })

  test('rules 4.1: the root sends a browser to the board, and is JSON for everyone else', async () => {
    app = await createTestApp()
    const browser = await get('/', { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' })
    expect([browser.status, browser.headers.get('location')]).toEqual([302, '/board'])
    for (const accept of ['*/*', 'application/json']) {
      const answer = await get('/', { accept })
      expect(answer.status).toBe(200)
      expect(await answer.json()).toMatchObject({ ok: true })
      expect(answer.headers.get('vary')).toContain('accept')
    }
  })
})
