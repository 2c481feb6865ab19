import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { toBase58 } from '../../../src/lib/bytes.ts'
import { newKeyPair } from '../../support/new-key-pair.ts'
import { expectNothingHappened } from '../../support/nothing-happened.ts'
import { signOffer } from '../../support/sign-offer.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'
import { createAgentClient } from './agent-client.ts'

let app: TestApp
/** A JSON-RPC call as any client might send it. */
const rpc = (body: unknown, headers: Record<string, string> = { 'a2a-version': '1.0' }) => app.call('POST', '/a2a', body, { headers })
const sendMessage = (data: unknown, more: object = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'SendMessage',
  params: { message: { messageId: 'message-1', role: 'ROLE_USER', parts: [{ data }], ...more } },
})

describe('decision "Other agents": a message of A2A 1.0 is answered with what its route answers', () => {
  beforeEach(async () => void (app = await createTestApp()))
  afterEach(() => app.close())

  test('another agent claims a key, dry-runs, launches unsigned and looks the coin up by messages alone', async () => {
    const { key } = (await (await createAgentClient(app)).ask('claimKey', { label: 'an agent' })).data
    const { ask } = await createAgentClient(app, { 'x-svc-api-key': key })
    const mintPair = newKeyPair()
    const coin = app.launchBody({ mintPubkey: toBase58(mintPair.publicKey) })
    const dryRun = (await ask('dryRun', coin)).data
    expect(dryRun.ok).toBe(true)
    expect((await ask('getDryRun', { id: dryRun.dryRunId })).data).toMatchObject({ ok: true, plan: { name: 'Night Market Frog' } })
    const offer = (await ask('prepareLaunch', { ...coin, dryRunId: dryRun.dryRunId })).data
    const transactions = signOffer(offer, [app.launcher.pair, mintPair])
    const launched = (await ask('submitLaunch', { launchId: offer.launchId, transactions })).data
    expect(launched).toMatchObject({ ok: true, feeShareLocked: true, mint: toBase58(mintPair.publicKey) })
    expect((await ask('getCoin', { mint: launched.mint })).data.coin).toMatchObject({ mint: launched.mint })
    expect((await ask('listCoins', { q: 'frog', limit: 1 })).data.coins).toHaveLength(1)
    expect((await ask('listLaunches')).data.launches).toHaveLength(1)
  })

  test('decision "Other spellings": its input may be the JSON text of one, or null', async () => {
    const { ask } = await createAgentClient(app, { 'x-svc-api-key': await app.claim() })
    expect((await ask('dryRun', JSON.stringify(app.launchBody()))).data.dryRunId).toBeString()
    expect((await ask('listLaunches', null)).data.launches).toEqual([])
    for (const input of ['[]', '{', 'text', '{"limit":1,"limit":2}'])
      expect((await ask('listLaunches', input)).data).toMatchObject({ ok: false, errors: [{ path: '/input' }] })
  })

  test('decision "Strangers’ words": behind what a route answers a text says whose words are in it', async () => {
    const { parts } = (await rpc(sendMessage({ skill: 'listCoins' }))).body.result.message
    expect(parts[0].data.coins).toEqual([])
    expect(parts.slice(1)).toEqual([{ text: expect.stringContaining('data that strangers wrote') }])
  })

  test('what the route answers is what the message is answered with, refusals too', async () => {
    const key = await app.claim()
    const { ask } = await createAgentClient(app, { 'x-svc-api-key': key })
    const bad = app.launchBody({ name: 'x' })
    const { body } = await app.call('POST', '/api/agent/launch/dry-run', bad, { key })
    const { requestId: _one, ...problem } = body
    const { requestId: _other, ...answered } = (await ask('dryRun', bad)).data
    expect(answered).toEqual({ ...problem, instance: answered.instance })
    expect(answered.errors[0].path).toBe('/name')
  })

  test('without a key, and with a wrong one, the route refuses, and nothing happens', async () => {
    for (const headers of [{}, { 'x-svc-api-key': 'svc_ak_wrong' }]) {
      const { ask } = await createAgentClient(app, headers as Record<string, string>)
      const { data } = await expectNothingHappened(app, () => ask('dryRun', app.launchBody()))
      expect(data).toMatchObject({ ok: false, code: 'api_key_invalid' })
    }
  })

  test('a message that names no skill is told how; one in a text is understood; an unknown one is refused', async () => {
    const { say, ask } = await createAgentClient(app)
    expect((await say('Please launch a coin for me.')).text).toContain('dryRun: ')
    expect((await say('{"skill":"searchKols","input":{"limit":1}}')).data).toMatchObject({ ok: true, kols: [] })
    expect((await say('{"skill":')).text).toContain('Name a skill')
    expect((await ask('launch')).data).toMatchObject({ code: 'validation_invalid', errors: [{ path: '/skill' }] })
  })

  test('an unforeseen error is told without its own text, which the log has', async () => {
    const { ask } = await createAgentClient(app)
    await ask('listCoins')
    Object.assign(app.deps.launchpads, {
      facts: () => {
        throw new Error('inner words of the service')
      },
    })
    const { data } = await ask('listCoins')
    expect(data).toMatchObject({ ok: false, code: 'internal_error' })
    expect(JSON.stringify(data)).not.toContain('inner words')
    expect(app.logLines.join('\n')).toContain('inner words')
  })

  test.each([
    ['a member that nothing reads', 'getCoin', { mint: 'm', other: 1 }, '/other'],
    ['no member of the path', 'getCoin', {}, '/mint'],
    ['another path', 'getCoin', { mint: '..' }, '/mint'],
    ['a list in the path', 'getCoin', { mint: ['m'] }, '/mint'],
    ['no object', 'getCoin', [1] as object, '/input'],
  ])('input with %s is refused by name', async (_what, skill, input, path) => {
    const { data } = await (await createAgentClient(app)).ask(skill, input)
    expect(data).toMatchObject({ ok: false, code: 'validation_invalid', errors: [{ path }] })
  })

  test('rules 5.2: a launcher secret in a message, however deep, is refused without an echo; one in a header is not read', async () => {
    const secret = app.launcher.secret
    for (const name of ['launcherKey', 'PRIVATE_KEY', 'secretKey', 'seed phrase']) {
      const { status, body } = await rpc(sendMessage({ skill: 'dryRun', input: { a: [{ [name]: secret }] } }))
      expect([name, status, body.code]).toEqual([name, 400, 'secret_in_body'])
      expect(JSON.stringify(body)).not.toContain(secret)
    }
    const key = await app.claim()
    const { ask } = await createAgentClient(app, { 'x-svc-api-key': key, 'x-launcher-key': 'no secret at all' })
    expect((await ask('dryRun', app.launchBody())).data.ok).toBe(true)
    expect(app.logLines.join('\n')).not.toContain(secret)
  })

  test('a webhook is registered and deleted', async () => {
    const { ask } = await createAgentClient(app, { 'x-svc-api-key': await app.claim() })
    const { webhook } = (await ask('registerWebhook', { url: 'https://example.com/hook', events: ['launch.created'] })).data
    expect((await ask('listWebhooks')).data.webhooks).toHaveLength(1)
    expect((await ask('deleteWebhook', { id: webhook.id })).data.ok).toBe(true)
    expect((await ask('listWebhooks')).data.webhooks).toEqual([])
  })

  test('calls count for the rate of their route, of the agent’s own address', async () => {
    const key = await app.claim()
    const { ask } = await createAgentClient(app, { 'x-svc-api-key': key })
    for (let call = 0; call < 30; call += 1) expect((await ask('autohire', {})).data.code).toBe('autohire_texts_required')
    expect((await ask('autohire', {})).data.code).toBe('rate_limit_exceeded')
    expect((await app.call('POST', '/api/agent/autohire', {}, { key })).status).toBe(429)
  })
})

describe('decision "Other agents": what is no call of A2A 1.0 is refused by the protocol’s own errors', () => {
  beforeAll(async () => void (app = await createTestApp({ policy: { rateLimits: false } })))
  afterAll(() => app.close())

  test.each([
    ['nothing', undefined, -32602],
    ['an unknown method', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: {} }, -32601],
    ['the method of an old version', { jsonrpc: '2.0', id: 1, method: 'message/send', params: {} }, -32601],
    ['a message without an id', sendMessage({ skill: 'discover' }, { messageId: '' }), expect.any(Number)],
    ['a task that there is not', { jsonrpc: '2.0', id: 1, method: 'GetTask', params: { id: 'none' } }, -32001],
    ['a stream', { ...sendMessage({ skill: 'discover' }), method: 'SendStreamingMessage' }, expect.any(Number)],
    [
      'a webhook for a task',
      { jsonrpc: '2.0', id: 1, method: 'CreateTaskPushNotificationConfig', params: { taskId: 'none' } },
      expect.any(Number),
    ],
  ])('%s is an error of JSON-RPC', async (_what, body, code) => {
    const { status, body: answer } = await expectNothingHappened(app, () => rpc(body))
    expect([status, answer.jsonrpc, answer.error.code]).toEqual([200, '2.0', code])
    expect(answer).not.toHaveProperty('result')
  })

  test.each([
    ['SendMessage', { message: { messageId: 'm', role: 'ROLE_USER', parts: [null] } }],
    ['SendMessage', { message: { messageId: 'm', role: 'ROLE_USER', parts: [5] } }],
    ['SendMessage', { message: { messageId: 'm', role: 'ROLE_USER', parts: [{ raw: 5 }] } }],
    ['SendMessage', { message: { messageId: { toString: 1 }, role: 'ROLE_USER', parts: [] } }],
    ['SendMessage', { message: 5 }],
    ['SendMessage', { message: { messageId: 'm', parts: 'text' }, configuration: 7, metadata: [] }],
    ['SendStreamingMessage', { message: { messageId: 'm', role: 'ROLE_USER', parts: [null] } }],
    ['GetTask', { id: { toString: 1 } }],
    ['GetTask', { id: {} }],
    ['SendMessage', { message: { messageId: 'm', role: 'ROLE_USER', taskId: {}, parts: [{ text: 'x' }] } }],
    ['ListTasks', { contextId: { toString: 1 }, pageSize: 'many' }],
    ['CancelTask', { id: { toString: null } }],
    ['SubscribeToTask', { id: { toString: null } }],
    ['CreateTaskPushNotificationConfig', { taskId: { toString: null }, authentication: null }],
    ['GetTaskPushNotificationConfig', { taskId: { toString: null } }],
    ['DeleteTaskPushNotificationConfig', { taskId: { toString: null } }],
    ['ListTaskPushNotificationConfigs', { taskId: { toString: null } }],
    ['GetExtendedAgentCard', { tenant: { toString: null } }],
  ])('parameters of %s that its reader fails at are refused in words of the service: %j', async (method, params) => {
    const { body } = await expectNothingHappened(app, () => rpc({ jsonrpc: '2.0', id: 1, method, params }))
    const text = JSON.stringify(body)
    for (const inner of ['evaluating', 'Buffer', 'primitive', 'is not a', 'undefined', 'Symbol', 'first argument', '[object'])
      expect(text).not.toContain(inner)
    if (body.error) expect([-32602, -32001, -32003, -32004, -32007, -32600]).toContain(body.error.code)
  })

  test('an error that the protocol does not know is told without its own text, and written down', async () => {
    const reply = () => Promise.reject(new Error('inner words of a reply'))
    const { answerJsonRpc } = await import('../../../src/adapters/a2a/answer-json-rpc.ts')
    const errors: string[] = []
    const call = {
      body: sendMessage({ skill: 'discover' }),
      version: '1.0',
      reply,
      unforeseen: async (error: any) => (errors.push(error.message), 'told'),
    }
    const answer = JSON.stringify(await answerJsonRpc((await app.call('GET', '/.well-known/agent-card.json')).body, call))
    expect(answer).toContain('told')
    expect(answer).not.toContain('inner words')
    expect(errors).toEqual(['inner words of a reply'])
  })

  test('another version of the protocol is refused with those that there are', async () => {
    for (const version of ['0.3', '2.0']) {
      const { error } = (await rpc(sendMessage({ skill: 'discover' }), { 'a2a-version': version })).body
      expect(error.code).toBe(-32009)
    }
  })

  test('a batch, what is no JSON object, or too large, is refused as on every route', async () => {
    const batch = [sendMessage({ skill: 'discover' }), sendMessage({ skill: 'discover' })]
    for (const body of ['"hello"', batch]) expect((await rpc(body)).body.code).toBe('validation_invalid')
    expect((await rpc('{')).body.code).toBe('body_not_json')
    expect((await rpc(sendMessage({ skill: 'dryRun', input: { name: 'x'.repeat(70_000) } }))).body.code).toBe('body_too_large')
  })

  test('references to tasks that there are not print nothing', async () => {
    const { body } = await rpc(sendMessage({ skill: 'discover' }, { referenceTaskIds: ['a', 'b'] }))
    expect(body.result.message.parts[0].data.ok).toBe(true)
  })
})
