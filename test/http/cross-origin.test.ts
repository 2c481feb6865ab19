import { describe, expect, test } from 'bun:test'
import { inlineSharedParts } from '../../src/http/openapi/inline-shared-parts.ts'
import { createPaidApp } from '../support/payment-bank.ts'
import { createTestApp, type TestApp } from '../support/test-app.ts'

const BASE = 'http://launch.test'
/** An inspector that runs in a browser on the machine of its user. */
const INSPECTOR = 'http://localhost:6274'
const STRANGER = 'https://elsewhere.example'

const names = (headers: Headers, name: string): string[] => (headers.get(name) ?? '').split(', ').filter((part) => part !== '')

/** What a browser asks before it sends a page's request, and whether it then would. */
async function preflight(app: TestApp, path: string, asked: { origin: string; method: string; headers: readonly string[] }) {
  const { status, headers } = await app.raw(
    new Request(BASE + path, {
      method: 'OPTIONS',
      headers: {
        origin: asked.origin,
        'access-control-request-method': asked.method,
        'access-control-request-headers': asked.headers.join(','),
      },
    }),
  )
  const allowed = names(headers, 'access-control-allow-headers')
  return (
    status === 204 &&
    ['*', asked.origin].includes(headers.get('access-control-allow-origin') ?? '') &&
    ['GET', 'POST', ...names(headers, 'access-control-allow-methods')].includes(asked.method) &&
    asked.headers.every((name) => allowed.includes(name))
  )
}

/** The headers of an answer that a page of this origin may read; null when it may read nothing. */
const readable = ({ headers }: Response, origin: string): Headers | null => {
  if (!['*', origin].includes(headers.get('access-control-allow-origin') ?? '')) return null
  return new Headers(
    names(headers, 'access-control-expose-headers').flatMap((name) => [[name, headers.get(name) ?? '']] as [string, string][]),
  )
}

const OF_A_CALL = ['authorization', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name', 'mcp-session-id', 'x-svc-api-key']

const callTool = (app: TestApp, name: string, origin: string) =>
  app.raw(
    new Request(`${BASE}/mcp`, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {} } }),
    }),
  )

describe('decision "The API is open to pages of other origins": a client in a browser, on the machine of its user,', () => {
  test('may send a call of a tool with its key, and reads the answer and where to get a key', async () => {
    const app = await createTestApp()
    expect(await preflight(app, '/mcp', { origin: INSPECTOR, method: 'POST', headers: OF_A_CALL })).toBe(true)
    const answered = await callTool(app, 'proof', INSPECTOR)
    expect([answered.status, readable(answered, INSPECTOR)]).toEqual([200, expect.any(Headers)])
    // An answer to one origin is none for another one.
    expect(answered.headers.get('vary')).toBe('origin')
    const refused = await callTool(app, 'list_launches', INSPECTOR)
    expect([refused.status, readable(refused, INSPECTOR)?.get('www-authenticate')]).toEqual([
      401,
      expect.stringContaining('resource_metadata='),
    ])
    await app.close()
  })

  test('may find the authorization server, register and get a key', async () => {
    const app = await createTestApp()
    for (const path of ['oauth-protected-resource/mcp', 'oauth-protected-resource', 'oauth-authorization-server']) {
      const target = `/.well-known/${path}`
      expect(await preflight(app, target, { origin: STRANGER, method: 'GET', headers: ['mcp-protocol-version'] })).toBe(true)
      expect(readable(await app.raw(new Request(BASE + target, { headers: { origin: STRANGER } })), STRANGER)).not.toBeNull()
    }
    // Where it asks for what there is not, it reads that.
    const nothing = await app.raw(new Request(`${BASE}/.well-known/openid-configuration`, { headers: { origin: STRANGER } }))
    expect([nothing.status, readable(nothing, STRANGER)]).toEqual([404, expect.any(Headers)])
    for (const path of ['/oauth/register', '/oauth/token']) {
      expect(await preflight(app, path, { origin: STRANGER, method: 'POST', headers: ['content-type'] })).toBe(true)
      const refused = await app.raw(new Request(BASE + path, { method: 'POST', headers: { origin: STRANGER }, body: '{}' }))
      expect([refused.status, readable(refused, STRANGER)]).toEqual([400, expect.any(Headers)])
    }
    await app.close()
  })

  test('rules 5.2: sends no launcher secret to /mcp', async () => {
    const app = await createTestApp()
    expect(await preflight(app, '/mcp', { origin: INSPECTOR, method: 'POST', headers: ['x-launcher-key'] })).toBe(false)
    await app.close()
  })
})

test.each([
  STRANGER,
  'null',
  'https://launch.test.elsewhere.example',
  'http://localhost.elsewhere.example',
  'http://localhost@elsewhere.example',
])(
  'decision "The API is open to pages of other origins": a page of %s may ask nothing of /mcp, and reads no answer of it',
  async (origin) => {
    const app = await createTestApp()
    expect(await preflight(app, '/mcp', { origin, method: 'POST', headers: ['content-type'] })).toBe(false)
    const refused = await callTool(app, 'proof', origin)
    expect([refused.status, readable(refused, origin)]).toEqual([403, null])
    await app.close()
  },
)

test('decision "The API is open to pages of other origins": the page where a person decides is shared with nobody, nor is the API where nothing is sold', async () => {
  const app = await createTestApp()
  for (const path of ['/oauth/authorize', '/api/coins', '/llms.txt', '/mcp-and-more', '/oauth/token-and-more']) {
    expect([path, await preflight(app, path, { origin: STRANGER, method: 'POST', headers: [] })]).toEqual([path, false])
    const answer = await app.raw(new Request(BASE + path, { headers: { origin: STRANGER } }))
    expect([path, readable(answer, STRANGER)]).toEqual([path, null])
  }
  await app.close()
})

describe('rules 5: where pages of other origins may call,', () => {
  test('they may send every header that any route reads, with every method, and no launcher secret to a tool', async () => {
    const { app } = await createPaidApp()
    const { paths, components } = inlineSharedParts((await app.call('GET', '/openapi.json')).body) as any
    const documented = [
      ...Object.values(components.securitySchemes as Record<string, { in: string; name: string }>).map(({ name }) => name.toLowerCase()),
      ...Object.values(paths as Record<string, Record<string, { parameters?: { in: string; name: string }[] }>>).flatMap((methods) =>
        Object.values(methods).flatMap(({ parameters = [] }) =>
          parameters.flatMap(({ in: where, name }) => (where === 'header' ? [name] : [])),
        ),
      ),
    ]
    const read = [...documented, ...(await headersInSource())].filter((name) => !NOT_OF_PAGES.has(name))
    expect(read).toContain('x-svc-approvals-token')
    for (const [path, methods] of Object.entries(paths as Record<string, object>)) {
      if (!path.startsWith('/api/')) continue
      for (const method of Object.keys(methods)) {
        const asked = { origin: STRANGER, method: method.toUpperCase(), headers: [...new Set(read)] }
        expect([method, path, await preflight(app, path, asked)]).toEqual([method, path, true])
      }
    }
    const ofTools = read.filter((name) => name !== 'x-launcher-key')
    expect(await preflight(app, '/mcp', { origin: INSPECTOR, method: 'POST', headers: ofTools })).toBe(true)
    await app.close()
  })

  test('they read every header that answers are documented with', async () => {
    const { app } = await createPaidApp()
    const { components } = (await app.call('GET', '/openapi.json')).body
    const answer = await app.raw(new Request(`${BASE}/api/coins`, { headers: { origin: STRANGER } }))
    const shown = names(answer.headers, 'access-control-expose-headers')
    // A browser keeps this one for itself.
    const documented = Object.keys(components.headers).filter((name) => name !== 'strict-transport-security')
    expect(documented.filter((name) => !shown.includes(name))).toEqual([])
    expect(shown).toEqual(expect.arrayContaining(['payment-required', 'payment-response', 'x-payment-response']))
    await app.close()
  })
})

/** Headers that browsers, proxies and HTTP itself write, for which no page needs leave; and those of answers. */
const NOT_OF_PAGES = new Set([
  'accept-encoding',
  'access-control-request-method',
  'cache-control',
  'content-length',
  'forwarded',
  'host',
  'origin',
  'payment-required',
  'payment-response',
  'referer',
  'sec-fetch-site',
  'transfer-encoding',
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-request-id',
])

/** Every name that code which answers requests asks of their headers. */
async function headersInSource(): Promise<string[]> {
  const found: string[] = []
  for (const folder of ['http', 'features', 'mcp'])
    for (const path of new Bun.Glob('**/*.ts').scanSync(`src/${folder}`)) {
      const text = await Bun.file(`src/${folder}/${path}`).text()
      for (const [, name] of text.matchAll(/headers\.(?:get|has)\('([\w-]+)'\)/g)) found.push(name!)
    }
  return found
}
