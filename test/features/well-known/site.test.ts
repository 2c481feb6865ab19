import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import schema from '../../fixtures/mcp-server-card.schema.json'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ env: { BASE_URL: 'https://launch.example.com', SERVICE_TITLE: 'Frogs & Co' } })
})
afterAll(() => app.close())
const get = (path: string) => app.call('GET', path)

describe('rules 4.1: the card of the MCP server is where clients and catalogues look for it', () => {
  test('is of the schema that clients check it with, and names the endpoint, its revisions and its header', async () => {
    const { body, headers } = await get('/mcp/server-card')
    const ajv = new Ajv2020({ strict: false })
    ;(addFormats as unknown as (ajv: Ajv2020) => void)(ajv)
    const validate = ajv.compile(schema)
    expect([validate(body), validate.errors]).toEqual([true, null])
    expect(headers.get('content-type')).toBe('application/mcp-server-card+json')
    expect(body).toMatchObject({ name: 'com.example.launch/agent-launch', title: 'Frogs & Co' })
    const [remote] = body.remotes
    expect([remote.url, remote.headers[0].name]).toEqual(['https://launch.example.com/mcp', 'x-svc-api-key'])
    expect(remote.supportedProtocolVersions).toContain('2026-07-28')
  })

  test('the catalogue names it, and server.json for the registry says the same', async () => {
    const { body: catalog, headers } = await get('/.well-known/ai-catalog.json')
    expect(headers.get('content-type')).toBe('application/ai-catalog+json')
    expect(catalog.entries.map(({ identifier, url }: any) => [identifier, url])).toEqual([
      ['urn:air:launch.example.com:a2a:agent-launch', 'https://launch.example.com/.well-known/agent-card.json'],
      ['urn:air:launch.example.com:mcp:agent-launch', 'https://launch.example.com/mcp/server-card'],
    ])
    const { name, description, version } = (await get('/mcp/server-card')).body
    expect((await get('/server.json')).body).toMatchObject({ name, description, version, remotes: [{ type: 'streamable-http' }] })
  })
})

describe('rules 4.1: what crawlers, browsers and agents ask a site for is there without a key', () => {
  test('SKILL.md begins with a name and a description, and never asks for a secret elsewhere than in its header', async () => {
    const { body, headers } = await get('/SKILL.md')
    expect(headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    const [, head, text] = body.split('---\n')
    expect(head).toMatch(/^name: [a-z0-9-]{1,64}\ndescription: .{50,1024}\n$/)
    expect(text).toContain('https://launch.example.com')
    expect(text.length / 4).toBeLessThan(2_500)
  })

  test('robots.txt and sitemap.xml name each other and pages that there are', async () => {
    expect((await get('/robots.txt')).body).toContain('Sitemap: https://launch.example.com/sitemap.xml')
    const pages = [...(await get('/sitemap.xml')).body.matchAll(/<loc>https:\/\/launch\.example\.com(.*?)<\/loc>/g)].map(([, path]) => path)
    expect(pages.length).toBeGreaterThan(2)
    for (const path of pages) expect([path, (await get(path)).status]).toEqual([path, 200])
  })

  test('favicon.ico is an icon file with one PNG of 32 pixels; icon.svg is the pages’ own', async () => {
    const response = await app.raw(new Request('http://launch.test/favicon.ico'))
    const bytes = Buffer.from(await response.arrayBuffer())
    expect([response.headers.get('content-type'), bytes.readUInt16LE(2), bytes.readUInt16LE(4)]).toEqual(['image/x-icon', 1, 1])
    const png = bytes.subarray(bytes.readUInt32LE(18))
    expect([png.length, png.subarray(1, 4).toString(), png.readUInt32BE(16)]).toEqual([bytes.readUInt32LE(14), 'PNG', 32])
    expect((await app.raw(new Request('http://launch.test/icon.svg'))).headers.get('content-type')).toBe('image/svg+xml')
  })
})
