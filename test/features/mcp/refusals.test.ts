import { describe, expect, test } from 'bun:test'
import { LIMITS } from '../../../src/domain/limits.ts'
import { connectModern, GENERATIONS } from '../../support/mcp-client.ts'
import { expectNothingHappened } from '../../support/nothing-happened.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

const HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

const call = (name: string, args: object) => ({ jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name, arguments: args } })

const post = async (app: TestApp, message: unknown, headers: Record<string, string> = {}) => {
  const body = typeof message === 'string' ? message : JSON.stringify(message)
  const response = await app.raw(new Request('http://launch.test/mcp', { method: 'POST', headers: { ...HEADERS, ...headers }, body }))
  const text = await response.text()
  const data = /^data: (.+)$/m.exec(text)?.[1] ?? text
  return { status: response.status, body: JSON.parse(data || 'null'), headers: response.headers }
}

describe.each(GENERATIONS)('decision "MCP": a client of %s is refused', (_revision, connect) => {
  test('an unknown tool, and arguments that break the schema, by the name of the field', async () => {
    const app = await createTestApp()
    const client = await connect(app, { key: await app.claim() })
    await client.tools()
    await expectNothingHappened(app, async () => expect(client.call('mint_money')).rejects.toMatchObject({ code: -32_602 }))
    expect(await expectNothingHappened(app, () => client.call('dry_run', app.launchBody({ ticker: '!' })))).toMatchObject({
      isError: true,
      body: { code: 'validation_invalid', errors: [{ path: '/ticker' }] },
    })
    expect(await expectNothingHappened(app, () => client.call('coin', { mint: '..' }))).toMatchObject({
      isError: true,
      body: { errors: [{ path: '/mint' }] },
    })
    expect(await expectNothingHappened(app, () => client.call('coin', {}))).toMatchObject({
      isError: true,
      body: { errors: [{ path: '/mint' }] },
    })
    expect(await expectNothingHappened(app, () => client.call('proof', { limit: 3, colour: 'red' }))).toMatchObject({
      isError: true,
      body: { errors: [{ path: '/colour' }] },
    })
    expect(await expectNothingHappened(app, () => client.call('proof', { limit: 100_000 }))).toMatchObject({
      isError: true,
      body: { code: 'validation_invalid' },
    })
    expect(
      await expectNothingHappened(app, () => client.call('coin', { mint: 'So11111111111111111111111111111111111111112' })),
    ).toMatchObject({
      isError: true,
      body: { code: 'coin_not_found' },
    })
    await client.close()
    await app.close()
  })

  test('a call that needs a key without one, and one whose key is unknown; reads are open', async () => {
    const app = await createTestApp()
    const [open, wrong] = await Promise.all([connect(app), connect(app, { key: `svc_ak_${'x'.repeat(32)}` })])
    for (const client of [open, wrong]) {
      await client.tools()
      expect((await client.call('proof')).isError).toBe(false)
    }
    expect(await expectNothingHappened(app, () => wrong.call('list_launches'))).toMatchObject({
      isError: true,
      body: { code: 'api_key_invalid' },
    })
    // Clients that speak OAuth are sent to get a key; these do not.
    const refused = await expectNothingHappened(app, () => open.call('list_launches').catch((error: unknown) => error))
    expect(String(refused)).toMatch(/api_key_invalid|401|Unauthorized/i)
    await Promise.all([open.close(), wrong.close()])
    await app.close()
  })

  test('rules 5.2: a secret, wherever it stands in the arguments and however it is written: no echo, nothing done, nothing logged', async () => {
    const app = await createTestApp()
    const client = await connect(app, { key: await app.claim() })
    for (const name of ['launcherKey', 'PRIVATE_KEY', 'secret-key', 'Mnemonic', 'seed', 'x-launcher-key', 'secret']) {
      const answer = await expectNothingHappened(app, () =>
        client.call('dry_run', app.launchBody({ agent: { deep: [{ [name]: app.launcher.secret }] } })),
      )
      expect(answer).toMatchObject({ isError: true, body: { code: 'secret_in_body', errors: [{ path: `/agent/deep/0/${name}` }] } })
      expect(JSON.stringify(answer)).not.toContain(app.launcher.secret)
    }
    // A secret key is one under any name, in each of its spellings.
    const bytes = [...app.launcher.pair.secretKey.reveal()]
    for (const description of [app.launcher.secret, ` ${app.launcher.secret}`, JSON.stringify(bytes), bytes]) {
      const answer = await expectNothingHappened(app, () => client.call('dry_run', app.launchBody({ description })))
      expect(answer).toMatchObject({ isError: true, body: { code: 'secret_in_body', errors: [{ path: '/description' }] } })
    }
    expect(app.logLines.join()).not.toContain(app.launcher.secret)
    expect(app.logLines.join()).not.toContain('/api/agent/launch/dry-run')
    await client.close()
    await app.close()
  })
})

test('rules 5.2: a launcher secret in a header is refused before anything is read', async () => {
  const app = await createTestApp()
  const ask = () => post(app, call('proof', {}), { 'x-launcher-key': app.launcher.secret })
  const { status, body } = await expectNothingHappened(app, ask)
  expect({ status, body }).toMatchObject({ status: 400, body: { jsonrpc: '2.0', id: null, error: { data: { code: 'secret_in_body' } } } })
  expect(JSON.stringify(body) + app.logLines.join()).not.toContain(app.launcher.secret)
  await app.close()
})

test('rules 5.2: a secret outside the arguments of a tool is refused too', async () => {
  const app = await createTestApp()
  const inMeta = { ...call('proof', {}), params: { name: 'proof', arguments: {}, _meta: { privateKey: app.launcher.secret } } }
  for (const message of [inMeta, { jsonrpc: '2.0', id: 7, method: 'prompts/get', params: { name: 'launch', arguments: { seed: 'x' } } }]) {
    const { status, body } = await expectNothingHappened(app, () => post(app, message))
    expect({ status, body }).toMatchObject({ status: 400, body: { id: 7, error: { data: { code: 'secret_in_body' } } } })
  }
  await app.close()
})

test('decision "A request to /mcp": a batch is refused whole: no call of it is made', async () => {
  const app = await createTestApp()
  const { status, body } = await expectNothingHappened(app, () => post(app, [call('proof', {}), call('claim_key', {})]))
  expect({ status, body }).toMatchObject({ status: 400, body: { error: { code: -32_600, data: { code: 'validation_invalid' } } } })
  expect(app.logLines.join()).not.toContain('/api/proof')
  await app.close()
})

test('rules 10.3: text that is no JSON, and a body over the limit, are refused by their codes', async () => {
  const app = await createTestApp()
  expect(await post(app, '{"jsonrpc"')).toMatchObject({ status: 400, body: { error: { code: -32_700, data: { code: 'body_not_json' } } } })
  const huge = call('dry_run', { imageBase64: 'A'.repeat(LIMITS.bodyBytesMax) })
  expect(await post(app, huge)).toMatchObject({ status: 413, body: { error: { data: { code: 'body_too_large' } } } })
  const long = call('dry_run', { description: 'A'.repeat(LIMITS.bodyTextMax + 1) })
  expect(await post(app, long)).toMatchObject({ status: 400, body: { error: { data: { code: 'validation_invalid' } } } })
  await app.close()
})

test('rules 10.3: a picture as large as the route takes it goes through', async () => {
  const app = await createTestApp()
  const client = await connectModern(app, { key: await app.claim() })
  const answer = await expectNothingHappened(app, () => client.call('dry_run', app.launchBody({ imageBase64: 'A'.repeat(6_600_000) })))
  // It came through to the route, which looked at it.
  expect(answer).toMatchObject({ isError: true, body: { code: expect.stringContaining('image') } })
  await client.close()
  await app.close()
})

test.each([
  ['Host', { host: 'evil.example' }, 403],
  ['Origin', { origin: 'https://evil.example' }, 403],
  ['Origin', { origin: 'null' }, 403],
])('decision "A request to /mcp": a request by a page of another origin: %s %p', async (header, headers, status) => {
  const app = await createTestApp()
  const answer = await post(app, call('claim_key', {}), headers)
  expect(answer).toMatchObject({
    status,
    body: { error: { data: { code: 'origin_not_allowed', detail: expect.stringContaining(header) } } },
  })
  expect((await app.deps.storage.keys.list({ limit: 10, cursor: null })).rows).toEqual([])
  await app.close()
})

test.each([[{}], [{ origin: 'http://launch.test' }], [{ host: 'localhost:4000', origin: 'http://127.0.0.1:4000' }]])(
  'decision "A request to /mcp": a request of its own origin, of this machine, or of no page is taken: %p',
  async (headers) => {
    const app = await createTestApp()
    expect(await post(app, call('proof', {}), headers as Record<string, string>)).toMatchObject({ status: 200, body: { id: 7 } })
    await app.close()
  },
)

test('decision "MCP": other methods are 405', async () => {
  const app = await createTestApp()
  for (const method of ['GET', 'DELETE']) {
    const response = await app.raw(new Request('http://launch.test/mcp', { method, headers: HEADERS }))
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'OPTIONS, POST'])
  }
  await app.close()
})

test('decision "MCP": an old revision is served, one that there is not is refused, and a session of somebody else’s opens nothing', async () => {
  const app = await createTestApp()
  const hello = (protocolVersion: string) => ({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion, capabilities: {}, clientInfo: { name: 'old', version: '1' } },
  })
  expect((await post(app, hello('2024-11-05'))).body.result.protocolVersion).toBe('2024-11-05')
  const future = {
    ...call('proof', {}),
    params: {
      name: 'proof',
      arguments: {},
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2099-01-01',
        'io.modelcontextprotocol/clientCapabilities': {},
        'io.modelcontextprotocol/clientInfo': { name: 'new', version: '1' },
      },
    },
  }
  const ofFuture = { 'mcp-protocol-version': '2099-01-01', 'mcp-method': 'tools/call', 'mcp-name': 'proof' }
  expect(await post(app, future, ofFuture)).toMatchObject({ status: 400, body: { error: { code: -32_022 } } })
  // There are no sessions: who calls is said by the key of each message.
  const session = { 'mcp-session-id': 'of-another-key' }
  const { status, body } = await post(app, call('list_launches', {}), session)
  expect([status, body.error.data.code]).toEqual([401, 'api_key_invalid'])
  const [own, other] = [await app.claim(), await app.claim()]
  const headers = { 'x-launcher-key': app.launcher.secret }
  expect((await app.call('POST', '/api/agent/launch', app.launchBody(), { key: own, headers })).status).toBe(201)
  const seenBy = async (key: string) =>
    (await post(app, call('list_launches', {}), { ...session, 'x-svc-api-key': key })).body.result.structuredContent.launches.length
  expect([await seenBy(own), await seenBy(other)]).toEqual([1, 0])
  await app.close()
})

test('decision "OAuth": a bearer token is a key', async () => {
  const app = await createTestApp()
  const { body } = await post(app, call('list_launches', {}), { authorization: `Bearer ${await app.claim()}` })
  expect(body.result.structuredContent).toMatchObject({ ok: true, launches: [] })
  await app.close()
})

test('rules 10.18: calls count for the limit of their route, and messages for one of their own', async () => {
  const app = await createTestApp()
  const client = await connectModern(app, { key: await app.claim() })
  const codes = []
  for (let count = 0; count < 21; count += 1) codes.push((await client.call('crank', { mint: 'x' })).body.code)
  expect(codes.at(-1)).toBe('rate_limit_exceeded')
  expect(codes.slice(0, 20)).not.toContain('rate_limit_exceeded')
  await client.close()
  await app.close()
})

test('rules 10.1: an unforeseen error is told without its own text', async () => {
  const app = await createTestApp()
  Object.assign(app.deps.storage.coins, { listFacts: () => Promise.reject(new Error('inner words of the service')) })
  const client = await connectModern(app)
  const answer = await client.call('list_coins')
  expect(answer).toMatchObject({ isError: true, body: { code: 'internal_error' } })
  expect(JSON.stringify(answer)).not.toContain('inner words')
  await client.close()
  await app.close()
})
