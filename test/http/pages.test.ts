import { afterEach, describe, expect, test } from 'bun:test'
import { readConfig } from '../../src/config/read-config.ts'
import { makeKol } from '../support/make-kol.ts'
import { createTestApp, newPerson, type TestApp } from '../support/test-app.ts'
import { HOSTILE } from '../browser/support/hostile-texts.ts'
import { seedCoins, splitOf } from '../browser/support/seed-board.ts'

let app: TestApp
afterEach(() => app.close())

const get = (path: string, headers: Record<string, string> = {}) => app.raw(new Request(`http://launch.test${path}`, { headers }))

describe('pages', () => {
  test.each([
    '/board',
    '/about',
    '/approve/anything',
    '/leaderboard',
    '/treasury',
    '/operator',
    '/wallet/0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  ])('rules 10.28: %s is a page under a strict policy, and nothing in it is inline', async (path) => {
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
  })

  test('RFC 9110: an asset keeps its name as long as its content, a page is asked for again and answered 304, both compressed', async () => {
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

  test('rules 10.28: the title of the service is text in the page, whatever the operator chose', async () => {
    app = await createTestApp({ policy: { serviceTitle: `<b>"Frog" & $& Co` } })
    const html = await (await get('/board')).text()
    expect(html).toContain('<title>Coins · &lt;b&gt;&quot;Frog&quot; &amp; $&amp; Co</title>')
    expect(html).not.toContain('<b>')
  })

  test('rules 10.28: /about says who runs the service and where they are reached, and has no row for what is not named', async () => {
    app = await createTestApp()
    const unnamed = await (await get('/about')).text()
    expect(unnamed).toContain('class="operator-none"')
    expect(unnamed).toContain('class="contact-none"')
    for (const [contact, link] of [
      ['help@launch.example', 'mailto:help@launch.example'],
      ['https://launch.example/help', 'https://launch.example/help'],
    ]) {
      await app.close()
      app = await createTestApp({ env: { OPERATOR_NAME: 'Frog & Co', OPERATOR_CONTACT: contact! } })
      const html = await (await get('/about')).text()
      expect(html).toContain('<dd>Frog &amp; Co</dd>')
      expect(html).toContain(`<a href="${link}">${contact!.replace('https://', '')}</a>`)
    }
    for (const contact of ['javascript:alert(1)', 'http://launch.example', 'https://user@launch.example', 'nobody'])
      expect(() => readConfig({ OPERATOR_CONTACT: contact })).toThrow('OPERATOR_CONTACT must be an e-mail address or an https address')
  })

  test('rules 10.28: the page of a coin says in its HTML what the coin is and who gets its fees, whatever its words are', async () => {
    app = await createTestApp()
    const [coin] = await seedCoins(app, 1, () => ({
      name: `</title><script>alert("1")</script> \u05E9\u05DC\u05D5\u05DD`,
      ticker: 'FROG',
      description: `"Frogs" & {{MINT}} ${'\u{1F438}'.repeat(300)}`,
    }))
    const response = await get(`/coin/${coin!.mint}`)
    const html = await response.text()
    expect(response.status).toBe(200)
    expect(html).toContain('<title>&lt;/title&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; שלום ($FROG) ·')
    expect(html).not.toContain('<script>alert')
    const meta = (name: string) => new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1]
    expect(meta('og:title')).toContain('($FROG)')
    expect(meta('og:url')).toBe(`${app.deps.policy.baseUrl}/coin/${coin!.mint}`)
    expect(meta('og:image')).toBe(`${app.deps.policy.baseUrl}/coin/${coin!.mint}/card.png?locked`)
    const summary = meta('og:description')!
    expect(summary).toStartWith('Creator fees, locked on chain: ')
    expect(summary).toEndWith('…')
    expect(summary.isWellFormed()).toBe(true)
    for (const { handle, bps } of coin!.shareholders) expect(html).toContain(`${handle} ${bps / 100}%`)
  })

  test('rules 10.28: the page of a KOL is text in its title and its previews, whatever the directory has of it', async () => {
    app = await createTestApp()
    const kol = makeKol({ handle: 'moonboy', displayName: `${HOSTILE.name} {{HANDLE}} "&'`, wallet: newPerson().wallet })
    await app.deps.storage.kols.upsert([{ ...kol, optedOut: false }])
    const html = await (await get('/kol/@MOONBOY')).text()
    const shown = `&lt;img src=x onerror=pwned=1&gt; {{HANDLE}} &quot;&amp;&#39; (@moonboy)`
    expect(html).toContain(`<title>${shown} ·`)
    expect(html).toContain(`<meta property="og:title" content="${shown}" />`)
    expect(html).toContain('<meta property="og:description" content="The creator fees that @moonboy was paid for promoting coins." />')
    expect(html).not.toContain('<img')
  })

  test('decision "The card of a coin": a crawler may read page, card and picture of a coin, asks for the head of each, and is told where they are with https', async () => {
    app = await createTestApp({ env: { BASE_URL: 'https://launch.example' } })
    const [coin] = await seedCoins(app, 1)
    const crawl = (path: string, method = 'GET') =>
      app.raw(new Request(`http://launch.test${path}`, { method, headers: { 'user-agent': 'Twitterbot/1.0', accept: '*/*' } }))
    const html = await (await crawl(`/coin/${coin!.mint}`)).text()
    const meta = (name: string) => new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)![1]!
    for (const name of ['og:url', 'og:image', 'twitter:image']) expect(meta(name)).toStartWith(`https://launch.example/coin/${coin!.mint}`)
    expect(html).toContain(`<link rel="canonical" href="https://launch.example/coin/${coin!.mint}" />`)
    expect(html).toContain(`<image href="/api/coins/${coin!.mint}/logo"`)
    for (const part of [coin!.name, coin!.ticker, coin!.description, coin!.mint]) expect(html.slice(html.indexOf('<main'))).toContain(part)
    const { pathname, search } = new URL(meta('og:image'))
    for (const path of [`/coin/${coin!.mint}`, pathname + search, `/api/coins/${coin!.mint}/logo`]) {
      const [head, whole] = [await crawl(path, 'HEAD'), await crawl(path)]
      expect([path, head.status, whole.status]).toEqual([path, 200, 200])
      expect([path, head.headers.get('content-type')]).toEqual([path, whole.headers.get('content-type')])
    }
    const disallowed = [...(await (await crawl('/robots.txt')).text()).matchAll(/^Disallow: (.*)$/gm)].map(([, path]) => path!)
    for (const path of ['/coin/', '/wallet/', '/kol/', '/leaderboard', '/api/coins/'])
      expect([path, disallowed.some((rule) => path.startsWith(rule) || rule.startsWith(path))]).toEqual([path, false])
  }, 120_000)

  test('decision "The card of a coin": a preview of a coin’s page keeps to what validators of cards ask for', async () => {
    app = await createTestApp()
    const [coin] = await seedCoins(app, 1, () => ({
      name: '\u{1F438}'.repeat(32),
      feeShareLocked: false,
      shareholders: splitOf().map((share, index) => ({ ...share, handle: `@${'long'.repeat(15)}${index}` })),
    }))
    const html = await (await get(`/coin/${coin!.mint}`)).text()
    const metas = [...html.matchAll(/<meta (?:name|property)="([^"]*)" content="([^"]*)"/g)].map(([, name, content]) => [name, content])
    const meta = Object.fromEntries(metas) as Record<string, string>
    expect(metas.length).toBe(Object.keys(meta).length)
    expect(meta).toMatchObject({ 'og:type': 'website', 'twitter:card': 'summary_large_image', 'og:image:type': 'image/png' })
    for (const name of ['title', 'description', 'image', 'image:alt']) expect(meta[`twitter:${name}`]).toBe(meta[`og:${name}`]!)
    // 1.91 to 1, and larger than the 600 by 315 below which a picture is shown small.
    const [width, height] = [Number(meta['og:image:width']), Number(meta['og:image:height'])]
    expect([width, height]).toEqual([1_200, 630])
    expect(meta['og:image']).toBe(`${app.deps.policy.baseUrl}/coin/${coin!.mint}/card.png?open`)
    const letters = (text: string) => [...new Intl.Segmenter().segment(text)].length
    expect(letters(meta['og:title']!)).toBeLessThanOrEqual(70)
    expect(letters(meta['og:description']!)).toBeLessThanOrEqual(200)
    expect(letters(meta['og:image:alt']!)).toBeLessThanOrEqual(420)
    // Crawlers read the head within the first kilobytes.
    expect(html.indexOf('</head>')).toBeLessThan(8_192)
  })

  test('rules 10.1: the address of a launch that failed says so and when, and nothing of what it was to be; programs get what they got', async () => {
    app = await createTestApp()
    const headers = { 'x-launcher-key': app.launcher.secret }
    const body = app.launchBody({ ticker: 'XCREATEFAIL', name: 'Paper Lantern' })
    expect((await app.call('POST', '/api/agent/launch', body, { key: await app.claim(), headers })).status).toBe(400)
    const { mint, failure } = (await app.deps.storage.operations.list('launch', { limit: 1, cursor: null })).rows[0]!
    const page = await get(`/coin/${mint}`, { accept: 'text/html' })
    const html = await page.text()
    expect(page.status).toBe(404)
    expect(html).toContain('This launch failed')
    expect(html).toMatch(/No coin was made: the launch failed on \d+\s\w+\s\d{4} at \d\d:\d\d\sUTC\./)
    for (const own of ['Paper Lantern', 'XCREATEFAIL', failure!.code, app.launcher.wallet]) expect(html).not.toContain(own)
    expect((await app.call('GET', `/api/coins/${mint}`)).body).toMatchObject({ code: 'coin_not_found' })
  })

  test('rules 10.1: what is not there is a page with status 404 for browsers, and a problem for everyone else', async () => {
    app = await createTestApp()
    const unknown = await get('/coin/unknown')
    expect([unknown.status, unknown.headers.get('content-type')]).toEqual([404, 'text/html;charset=utf-8'])
    expect(await unknown.text()).toContain('There is no such coin here')
    for (const path of ['/wallet/unknown', '/kol/unknown']) expect((await get(path)).status).toBe(404)
    const astray = await get('/nowhere', { accept: 'text/html' })
    expect([astray.status, astray.headers.get('content-type')]).toEqual([404, 'text/html;charset=utf-8'])
    expect(astray.headers.get('content-security-policy')).toContain("default-src 'none'")
    for (const [path, accept] of [
      ['/nowhere', '*/*'],
      ['/api/nowhere', 'text/html'],
      // A route of the documents answers in its own form.
      ['/llms/nothing.txt', 'text/html'],
    ] as const) {
      const answer = await get(path, { accept })
      expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'application/problem+json'])
    }
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
