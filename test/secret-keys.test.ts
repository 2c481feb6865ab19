import { expect, test } from 'bun:test'
import { sha256Hex, toBase58, toBase64 } from '../src/lib/bytes.ts'
import { signDetached } from '../src/lib/ed25519.ts'
import { newKeyPair } from './support/new-key-pair.ts'
import { serveToRead } from './support/serve-to-read.ts'

const BACK = 'http://127.0.0.1:9/back'
const VERIFIER = 'v'.repeat(43)

test('rules 5.4: a claimed key and an approver’s token are in no log line, no file, no table and no answer but the one that hands them out', async () => {
  const approver = newKeyPair()
  const wallet = toBase58(approver.publicKey)
  const { url, end } = await serveToRead({ APPROVER_WALLETS: wallet })
  const answers: string[] = []
  /** `handsOut` is told of no answer: that is where the secret belongs. */
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}, handsOut = false) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      redirect: 'manual',
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!handsOut) answers.push(text, JSON.stringify([...response.headers]))
    return { status: response.status, text }
  }
  const claimed = await call('POST', '/api/agent/keys/claim', { label: 'mine' }, {}, true)
  const { key } = JSON.parse(claimed.text) as { key: string }
  expect(key).toStartWith('svc_ak_')
  const by = { 'x-svc-api-key': key }

  // Where it belongs.
  const used = [
    await call('GET', '/api/agent/keys', undefined, by),
    await call('GET', '/api/agent/launches', undefined, by),
    await call('POST', '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' }, { ...by, accept: 'application/json, text/event-stream' }),
    await call('POST', '/a2a', { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: {} }, by),
  ]
  expect(used.map(({ status }) => status)).toEqual([200, 200, 200, 200])

  // Handed to a client by OAuth, sealed in its code.
  const registered = await call('POST', '/oauth/register', { client_name: 'A client', redirect_uris: [BACK] })
  const { client_id: clientId } = JSON.parse(registered.text) as { client_id: string }
  const params = String(
    new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: BACK,
      code_challenge: Buffer.from(sha256Hex(VERIFIER), 'hex').toString('base64url'),
      code_challenge_method: 'S256',
    }),
  )
  const decided = await call('POST', '/oauth/authorize', { params, decision: 'use', key })
  expect(decided.status).toBe(200)
  const code = new URL((JSON.parse(decided.text) as { location: string }).location).searchParams.get('code')!
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    code_verifier: VERIFIER,
    client_id: clientId,
    redirect_uri: BACK,
  })
  const token = await call('POST', '/oauth/token', String(form), { 'content-type': 'application/x-www-form-urlencoded' }, true)
  expect(JSON.parse(token.text)).toMatchObject({ access_token: key })

  // Where it is sent by mistake, or mistyped.
  await call('GET', `/api/coins?key=${key}`)
  await call('GET', `/api/coins/${key}`)
  await call('GET', `/nothing/${key}`)
  await call('POST', '/api/agent/launch/dry-run', { [key]: key, name: 5 }, by)
  await call('POST', '/api/agent/launch/dry-run', `{"key":"${key}"`, by)
  await call('POST', '/api/agent/launch', {}, { ...by, 'x-launcher-key': key })
  await call('GET', '/api/agent/keys', undefined, { 'x-svc-api-key': `${key}x` })
  await call('GET', '/metrics', undefined, { authorization: `Bearer ${key}` })
  const misplaced: [string, object][] = [
    [key, {}],
    ['tools/call', { name: key, arguments: { key } }],
    ['tools/call', { name: 'coin', arguments: { mint: key, [key]: key } }],
    ['prompts/get', { name: key, arguments: { [key]: key } }],
    ['prompts/get', { name: 'launch', arguments: { [key]: 'x' } }],
    ['resources/read', { uri: `http://127.0.0.1/llms/${key}` }],
    ['resources/read', { uri: key }],
    ['resources/read', { uri: `${url}/api/coins/${key}` }],
  ]
  for (const [method, params] of misplaced) {
    await call('POST', '/mcp', { jsonrpc: '2.0', id: 1, method, params }, by)
    await call('POST', '/a2a', { jsonrpc: '2.0', id: 1, method, params }, { ...by, 'a2a-version': '1.0' })
  }
  const skill = { message: { role: 'ROLE_USER', messageId: 'one', parts: [{ data: { skill: key, input: { key } } }] } }
  await call('POST', '/a2a', { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: skill }, { ...by, 'a2a-version': '1.0' })
  await call(
    'POST',
    '/oauth/token',
    String(new URLSearchParams({ grant_type: 'authorization_code', code: key, code_verifier: VERIFIER })),
    {
      'content-type': 'application/x-www-form-urlencoded',
    },
  )

  // An approver's.
  // The service's own time, to the second.
  const timestamp = String(Date.parse((await fetch(`${url}/healthz`)).headers.get('date')!))
  const [, host] = /data-host="([^"]+)"/.exec(await (await fetch(`${url}/approvals`)).text())!
  const signature = toBase58(signDetached(new TextEncoder().encode(`svc-open-approvals:${host}:${wallet}:${timestamp}`), approver))
  const headers = { 'x-svc-wallet': wallet, 'x-svc-timestamp': timestamp, 'x-svc-signature': signature }
  const opened = await call('POST', '/api/approvals/open', undefined, headers, true)
  expect(opened.status).toBe(200)
  const { token: approvals } = JSON.parse(opened.text) as { token: string }
  expect((await call('GET', '/api/approvals', undefined, { 'x-svc-approvals-token': approvals })).status).toBe(200)
  await call('GET', `/api/approvals?token=${approvals}`, undefined, { 'x-svc-approvals-token': `${approvals}x` })
  await call('GET', `/api/approvals/${approvals}`, undefined, { 'x-svc-api-key': approvals })

  const { log, written } = await end()
  const haystacks: [string, Buffer][] = [...written, ['the answers', Buffer.from(answers.join('\n'))]]
  expect(haystacks.length).toBeGreaterThan(4)
  expect(log).toContain('"path":"/api/agent/keys"')
  for (const secret of [key, approvals]) {
    const needles = [secret, secret.slice(7, 30), toBase64(Buffer.from(secret)).slice(0, 36), Buffer.from(secret).toString('hex')]
    for (const [name, bytes] of haystacks)
      for (const needle of needles)
        expect({ name, needle: needle.length, found: bytes.includes(needle) }).toEqual({ name, needle: needle.length, found: false })
  }
}, 60_000)
