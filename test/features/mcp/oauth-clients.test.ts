import { describe, expect, test } from 'bun:test'
import { expectNothingHappened } from '../../support/nothing-happened.ts'
import { createTestApp } from '../../support/test-app.ts'
import { register, request, decide } from '../../support/oauth-calls.ts'
import { stubWeb } from '../../support/stub-web.ts'

const BASE = 'http://launch.test'
const BACK = 'https://client.example/callback'

describe('decision "OAuth": authorization of MCP clients', () => {
  test.each([
    [{ client_name: 'Good\u202egnp.exe' }, 'invalid_client_metadata'],
    [{ client_name: 'x'.repeat(65) }, 'invalid_client_metadata'],
    [{ client_name: 7 }, 'invalid_client_metadata'],
    [{ redirect_uris: [] }, 'invalid_redirect_uri'],
    [{ redirect_uris: undefined }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['data:text/html,x'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['http://client.example/callback'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['https://name:word@client.example/'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: [`${BACK}#part`] }, 'invalid_redirect_uri'],
    [{ redirect_uris: Array.from({ length: 9 }, (_, index) => `${BACK}/${index}`) }, 'invalid_redirect_uri'],
  ])('decision "OAuth": registration refuses %o, and stores nothing of any client', async (metadata, error) => {
    const app = await createTestApp()
    const refused = await expectNothingHappened(app, () => register(app, metadata))
    expect(refused).toMatchObject({ status: 400, body: { error } })
    expect((await expectNothingHappened(app, () => register(app))).status).toBe(201)
    await app.close()
  })

  test('a name with markup is text on the page', async () => {
    const app = await createTestApp()
    const { body } = await register(app, { client_name: '<img src=x onerror=alert(1)>{{PLACE}}' })
    const page = await app.raw(new Request(`${BASE}/oauth/authorize?${request(body.client_id)}`))
    const html = await page.text()
    expect(html).toContain('<bdi>&lt;img src=x onerror=alert(1)&gt;{{PLACE}}</bdi>')
    expect(html).toContain('<bdi>client.example</bdi>')
    expect(page.headers.get('content-security-policy')).toContain("form-action 'none'")
    await app.close()
  })

  test('decision "OAuth": a client may be the address of its own metadata', async () => {
    const id = 'https://client.example/oauth/metadata.json'
    const documents: Record<string, unknown> = {
      [id]: { client_id: id, client_name: 'By address', redirect_uris: [BACK] },
      [`${id}x`]: { client_id: id, client_name: 'By address', redirect_uris: [BACK] },
    }
    const web = stubWeb({
      get: async (url) => ({
        status: 200,
        contentType: 'application/json',
        bytes: new TextEncoder().encode(JSON.stringify(documents[url])),
      }),
    })
    const app = await createTestApp({ web })
    expect((await decide(app, request(id), { decision: 'claim' })).status).toBe(200)
    expect(await decide(app, request(`${id}x`), { decision: 'claim' })).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
    await app.close()
  })
})
