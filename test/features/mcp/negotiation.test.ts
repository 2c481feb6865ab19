import { expect, test } from 'bun:test'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

const BOTH = 'application/json, text/event-stream'

const post = async (app: TestApp, message: object, headers: Record<string, string>, path = '/mcp') => {
  const response = await app.raw(
    new Request(`http://launch.test${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
    }),
  )
  const text = await response.text()
  return { status: response.status, body: JSON.parse(/^data: (.+)$/m.exec(text)?.[1] ?? text) }
}

const initialize = (protocolVersion: string) => ({
  method: 'initialize',
  params: { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } },
})

const LIST = { method: 'tools/list', params: {} }

test.each([
  ['2026-07-28', '2026-07-28', '2025-11-25'],
  ['2027-01-01', '2027-01-01', '2025-11-25'],
  ['2027-01-01', '2025-06-18', '2025-06-18'],
  ['2025-06-18', '2027-01-01', '2025-11-25'],
  ['draft', '2024-11-05', '2024-11-05'],
  ['', '2025-11-25', '2025-11-25'],
])(
  'decision "MCP": initialize negotiates whatever version its header says: %p in the header, %p in the message',
  async (header, asked, agreed) => {
    const app = await createTestApp()
    const answer = await post(app, initialize(asked), { accept: BOTH, 'mcp-protocol-version': header })
    expect(answer).toMatchObject({ status: 200, body: { result: { protocolVersion: agreed } } })
    await app.close()
  },
)

test('decision "MCP": any other message is held to the version of its header', async () => {
  const app = await createTestApp()
  expect((await post(app, LIST, { accept: BOTH, 'mcp-protocol-version': '2027-01-01' })).status).toBe(400)
  expect((await post(app, LIST, { accept: BOTH, 'mcp-protocol-version': '2025-11-25' })).status).toBe(200)
  await app.close()
})

test.each(['', ' ', ',', '2025-11-25, 2025-11-25', ' 2025-06-18 '])(
  'decision "MCP": a version that is blank, or came twice, is none or one: %p',
  async (version) => {
    const app = await createTestApp()
    expect((await post(app, LIST, { accept: BOTH, 'mcp-protocol-version': version })).status).toBe(200)
    const two = await post(app, LIST, { accept: BOTH, 'mcp-protocol-version': '2025-11-25, 2025-06-18' })
    expect(two).toMatchObject({ status: 400, body: { error: { message: expect.stringContaining('2025-11-25, 2025-06-18') } } })
    await app.close()
  },
)

test.each([
  ['*/*', 200],
  ['*/*;q=0.8', 200],
  ['application/*, text/*', 200],
  ['Application/JSON, Text/Event-Stream', 200],
  ['text/event-stream;q=0.5, */*;q=0.1', 200],
  ['application/json', 406],
  ['text/event-stream', 406],
  ['*/*, text/event-stream;q=0', 406],
])('RFC 9110: by 12.5.1 Accept: %s to /mcp is %p', async (accept, status) => {
  const app = await createTestApp()
  expect((await post(app, LIST, { accept })).status).toBe(status)
  const called = { method: 'tools/call', params: { name: 'proof', arguments: {} } }
  expect((await post(app, called, { accept })).status).toBe(status)
  await app.close()
})

test('RFC 9110: by 12.5.1 a message without Accept takes any type', async () => {
  const app = await createTestApp()
  const request = new Request('http://launch.test/mcp', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...LIST }),
  })
  request.headers.delete('accept')
  expect((await app.raw(request)).status).toBe(200)
  await app.close()
})

test('decision "MCP": /mcp/ is /mcp', async () => {
  const app = await createTestApp()
  expect(await post(app, initialize('2025-11-25'), { accept: BOTH }, '/mcp/')).toMatchObject({ status: 200, body: { result: {} } })
  const got = await app.raw(new Request('http://launch.test/mcp/'))
  expect([got.status, got.headers.get('allow')]).toEqual([405, (await app.raw(new Request('http://launch.test/mcp'))).headers.get('allow')])
  await app.close()
})
