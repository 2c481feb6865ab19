import { describe, expect, test } from 'bun:test'
import { pruneStorage } from '../../../src/features/maintenance/prune-storage.ts'
import { connectByOAuth } from '../../support/oauth-client.ts'
import { expectNothingHappened } from '../../support/nothing-happened.ts'
import { createTestApp, OPERATOR_KEY, type TestApp } from '../../support/test-app.ts'
import { VERIFIER, register, request, decide } from '../../support/oauth-calls.ts'

const BASE = 'http://launch.test'
const BACK = 'https://client.example/callback'

const token = async (app: TestApp, form: Record<string, string>) => {
  const response = await app.raw(new Request(`${BASE}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) }))
  return { status: response.status, body: (await response.json()) as any, headers: response.headers }
}

/** A client that was granted a key, and what it would exchange. */
async function granted(app: TestApp, key: string) {
  const clientId = (await register(app)).body.client_id as string
  const { body } = await decide(app, request(clientId), { decision: 'use', key })
  const code = new URL(body.location).searchParams.get('code')!
  return { grant_type: 'authorization_code', code, code_verifier: VERIFIER, client_id: clientId, redirect_uri: BACK }
}

const call = (app: TestApp, headers: Record<string, string> = {}, name = 'list_launches') =>
  app.raw(
    new Request(`${BASE}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      body: JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name, arguments: {} } }),
    }),
  )

describe('decision "OAuth": authorization of MCP clients', () => {
  test.each(['modern', 'legacy'] as const)(
    'the official client (%s) finds the server, registers, and calls with the key that a person claimed for it',
    async (generation) => {
      // The client sends secrets over TLS alone.
      const SAFE = 'https://launch.test'
      const app = await createTestApp({ policy: { baseUrl: SAFE } })
      const fetch = async (url: string | URL | Request, init?: RequestInit) => app.raw(new Request(url as URL, init))
      const client = await connectByOAuth(generation, { address: `${SAFE}/mcp`, returnsTo: BACK, fetch })
      // Reads are open: nobody is sent anywhere for them.
      expect(await client.call('proof')).toMatchObject({ structuredContent: { ok: true } })
      expect(client.sentTo()).toBeNull()
      expect(await client.call('list_launches')).toBe('unauthorized')
      const sentTo = new URL(client.sentTo()!)
      expect(sentTo.href.startsWith(`${SAFE}/oauth/authorize?`)).toBe(true)

      const page = await app.raw(new Request(sentTo))
      expect(page.status).toBe(200)
      expect(await page.text()).toContain('<bdi>Official</bdi>')
      const { body } = await decide(app, sentTo.search.slice(1), { decision: 'claim' })
      expect(Object.fromEntries(new URL(body.location).searchParams)).toMatchObject({ state: 'its state', iss: SAFE })
      await client.goOn(body.location)
      expect(await client.call('list_launches')).toMatchObject({ structuredContent: { ok: true, launches: [] } })

      // The token is an ordinary key, with its limits, and can be revoked as one.
      const { access_token: key, refresh_token: refreshToken } = client.tokens()!
      const own = await app.call('GET', '/api/agent/keys', undefined, { key })
      expect(own.body.keys).toMatchObject([{ label: 'Official', agentName: 'Official', launchesPerHour: 5, ops: false }])
      expect(refreshToken).toBeUndefined()
      await app.call('DELETE', `/api/agent/keys/${own.body.keys[0].id}`, undefined, { key })
      const revoked = await call(app, { authorization: `Bearer ${key}` })
      expect([revoked.status, revoked.headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('error="invalid_token"')])
      // There is nothing to refresh: a person is asked again.
      expect(await client.call('list_launches')).toBe('unauthorized')
      expect(client.sentTo()).toStartWith(`${SAFE}/oauth/authorize?`)
      await client.close()
      await app.close()
    },
  )

  test('a call that needs a key is answered 401 with the way to one, and a key in a header of its own never', async () => {
    const app = await createTestApp()
    const open = await call(app)
    expect(open.status).toBe(401)
    expect(open.headers.get('www-authenticate')).toBe(
      `Bearer resource_metadata="${BASE}/.well-known/oauth-protected-resource/mcp", scope="launch"`,
    )
    expect(await open.json()).toMatchObject({ jsonrpc: '2.0', id: 7, error: { data: { code: 'api_key_invalid' } } })
    expect((await call(app, {}, 'proof')).status).toBe(200)
    expect((await call(app, { 'x-svc-api-key': 'svc_ak_wrong' })).status).toBe(200)
    const both = await Promise.all(['', '/mcp'].map((path) => app.call('GET', `/.well-known/oauth-protected-resource${path}`)))
    for (const { body } of both) expect(body).toMatchObject({ resource: `${BASE}/mcp`, authorization_servers: [BASE] })
    expect((await app.call('GET', '/.well-known/oauth-authorization-server')).body).toMatchObject({
      issuer: BASE,
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    })
    await app.close()
  })

  test('a code is exchanged once, for its own verifier, client, address and resource, within 60 seconds', async () => {
    const app = await createTestApp()
    const key = await app.claim()
    const form = await granted(app, key)
    const other = (await register(app, { client_name: 'Another' })).body.client_id as string
    const refusals: [Record<string, string>, string][] = [
      [{ code_verifier: 'w'.repeat(43) }, 'invalid_grant'],
      [{ code_verifier: 'short' }, 'invalid_request'],
      [{ client_id: other }, 'invalid_grant'],
      [{ redirect_uri: 'https://client.example/other' }, 'invalid_grant'],
      [{ code: form.client_id }, 'invalid_grant'],
      [{ code: `${form.code.slice(0, -8)}AAAAAAAA` }, 'invalid_grant'],
      [{ resource: 'https://elsewhere.example/mcp' }, 'invalid_target'],
      [{ grant_type: 'refresh_token' }, 'unsupported_grant_type'],
    ]
    for (const [changes, error] of refusals) {
      const refused = await expectNothingHappened(app, () => token(app, { ...form, ...changes }))
      expect([changes, refused.status, refused.body.error]).toEqual([changes, 400, error])
      expect(JSON.stringify(refused.body)).not.toContain(key)
    }
    const answers = await Promise.all([token(app, form), token(app, form)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
    const got = answers.find(({ status }) => status === 200)!
    expect(got.body).toEqual({ access_token: key, token_type: 'Bearer', scope: 'launch' })
    expect(got.headers.get('cache-control')).toBe('no-store')
    expect((await token(app, form)).body.error).toBe('invalid_grant')

    const late = await granted(app, key)
    await app.clock.advance(60_000)
    expect((await token(app, late)).body.error).toBe('invalid_grant')
    expect(app.logLines.join('\n')).not.toContain(key)
    expect(app.logLines.join('\n')).not.toContain(form.code)
    await app.close()
  })

  test('decision "OAuth": a code that was used is remembered for as long as it would be good, whatever is tidied up meanwhile', async () => {
    const app = await createTestApp()
    const form = await granted(app, await app.claim())
    expect((await token(app, form)).status).toBe(200)
    await app.clock.advance(59_999)
    await pruneStorage(app.deps)
    expect(await token(app, form)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    await app.close()
  })

  test('decision "OAuth": nobody is sent to an address that the client did not register, nor for a request that is refused', async () => {
    const app = await createTestApp({ policy: { rateLimits: false } })
    const clientId = (await register(app, { redirect_uris: [BACK, 'http://127.0.0.1:8000/callback', 'cursor://mcp/callback'] })).body
      .client_id
    const bad = [
      request('v1.unknown'),
      request('https://'),
      request(clientId, { redirect_uri: undefined }),
      request(clientId, { redirect_uri: `${BACK}/more` }),
      request(clientId, { redirect_uri: 'https://CLIENT.example/callback' }),
      request(clientId, { redirect_uri: 'https://client.example:8443/callback' }),
      request(clientId, { redirect_uri: 'http://127.0.0.1:9000/other' }),
      request(clientId, { redirect_uri: 'http://localhost:8000/callback' }),
      request(clientId, { redirect_uri: 'http://127.0.0.1:9000@evil.example/callback' }),
      request(clientId, { response_type: 'token' }),
      request(clientId, { code_challenge: undefined }),
      request(clientId, { code_challenge_method: 'plain' }),
      request(clientId, { resource: 'https://elsewhere.example/mcp' }),
      request(clientId, { state: 's'.repeat(1_025) }),
      `${request(clientId)}&state=twice`,
    ]
    for (const params of bad) {
      const [page, posted] = await expectNothingHappened(app, async () => [
        await app.raw(new Request(`${BASE}/oauth/authorize?${params}`)),
        await decide(app, params, { decision: 'claim' }),
      ])
      expect([params, page!.status, page!.headers.get('location')]).toEqual([params, 400, null])
      expect([400, 401]).toContain(posted!.status)
      expect((posted as { body: any }).body.location).toBeUndefined()
    }
    // On this machine the port may be any. @see RFC 8252 7.3
    const local = await decide(app, request(clientId, { redirect_uri: 'http://127.0.0.1:9000/callback' }), { decision: 'deny' })
    expect(local.body.location).toBe(`http://127.0.0.1:9000/callback?error=access_denied&state=their+state&iss=${encodeURIComponent(BASE)}`)
    expect((await decide(app, request(clientId, { redirect_uri: 'cursor://mcp/callback' }), { decision: 'deny' })).status).toBe(200)
    await app.close()
  })

  test('no key of the operator, no unknown key, and no decision of another site is handed on', async () => {
    const app = await createTestApp({ env: { OPERATOR_API_KEY: OPERATOR_KEY } })
    const params = request((await register(app)).body.client_id)
    const refused = (decision: Record<string, unknown>, headers?: Record<string, string>) =>
      expectNothingHappened(app, () => decide(app, params, decision, headers))
    expect(await refused({ decision: 'use', key: OPERATOR_KEY })).toMatchObject({ status: 400, body: { error: 'access_denied' } })
    expect(await refused({ decision: 'use', key: 'svc_ak_unknown' })).toMatchObject({ status: 401, body: { code: 'api_key_invalid' } })
    expect(await refused({ decision: 'use' })).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
    expect(await refused({ decision: 'claim' }, { 'sec-fetch-site': 'cross-site' })).toMatchObject({ status: 400 })
    await app.close()
  })
})
