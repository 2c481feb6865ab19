import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Type } from '@sinclair/typebox'
import { DecimalNumber } from '../../src/domain/money/decimals.ts'
import { Enum, Nullable } from '../../src/domain/json.ts'
import { Text } from '../../src/domain/text/text.ts'
import { registerSchemaKinds } from '../../src/domain/text/schema-kinds.ts'
import { mendBody } from '../../src/http/request/body/mend-body.ts'
import { connectModern } from '../support/mcp-client.ts'
import { expectNothingHappened } from '../support/nothing-happened.ts'
import { createTestApp, newPerson, type TestApp } from '../support/test-app.ts'

registerSchemaKinds()

const Member = Type.Object({ handle: Text({ maxLength: 20 }), share: Type.Integer({ minimum: 1 }), role: Type.Optional(Enum(['a', 'b'])) })
const Body = Type.Object({
  name: Type.Optional(Text({ maxLength: 20 })),
  sol: Type.Optional(DecimalNumber(9, { minimum: 0, maximum: 10 })),
  ratio: Type.Optional(Type.Number()),
  count: Type.Optional(Type.Integer()),
  on: Type.Optional(Type.Boolean()),
  always: Type.Optional(Type.Literal(true)),
  crew: Type.Optional(Type.Array(Member)),
  tags: Type.Optional(Type.Array(Text({ maxLength: 40 }))),
  events: Type.Optional(Type.Array(Enum(['launch.created', 'coin.graduated']))),
  hire: Type.Optional(Type.Object({ seats: Type.Optional(Type.Integer()) })),
  later: Type.Optional(Nullable(Type.Integer())),
  either: Type.Optional(Type.Union([Type.Integer(), Type.Boolean()])),
  both: Type.Optional(Type.Union([Type.Array(Type.Integer()), Type.Integer()])),
})

const CREW = [{ handle: '@one', share: 100 }]

describe('decision "Other spellings": a body in another spelling of the same', () => {
  test.each<[object, object]>([
    [{ name: null, crew: null, hire: null, on: null }, {}],
    [{ crew: [{ ...CREW[0], role: null }] }, { crew: CREW }],
    [{ later: null }, { later: null }],
    [{ crew: JSON.stringify(CREW) }, { crew: CREW }],
    [{ crew: ` ${JSON.stringify(CREW, null, 2)}\n` }, { crew: CREW }],
    [{ crew: [JSON.stringify(CREW[0])] }, { crew: CREW }],
    [{ crew: CREW[0] }, { crew: CREW }],
    [{ crew: JSON.stringify({ handle: '@one', share: '100' }) }, { crew: CREW }],
    [{ hire: '{"seats":"3"}' }, { hire: { seats: 3 } }],
    [{ hire: '{}' }, { hire: {} }],
    [{ tags: 'one' }, { tags: ['one'] }],
    [{ tags: '["one","two"]' }, { tags: ['one', 'two'] }],
    [{ tags: 420 }, { tags: ['420'] }],
    [{ events: 'launch.created' }, { events: ['launch.created'] }],
    [{ count: '60' }, { count: 60 }],
    [{ count: '-60' }, { count: -60 }],
    [{ count: '0' }, { count: 0 }],
    [{ count: ' 60 ' }, { count: 60 }],
    [{ count: '60.0' }, { count: 60 }],
    [{ sol: ' 0.1\n' }, { sol: 0.1 }],
    [
      { on: 'True', always: 'TRUE' },
      { on: true, always: true },
    ],
    [{ on: 'False ' }, { on: false }],
    [{ sol: '0.1' }, { sol: 0.1 }],
    [{ sol: '0.50' }, { sol: 0.5 }],
    [{ sol: '0.0000001' }, { sol: 1e-7 }],
    [{ sol: '2' }, { sol: 2 }],
    [{ sol: 0.1 + 0.2 }, { sol: 0.3 }],
    [{ sol: '0.30000000000000004' }, { sol: 0.3 }],
    [{ sol: 1.1 + 2.2 }, { sol: 3.3 }],
    [{ sol: 10 - 9.9 }, { sol: 0.1 }],
    [{ ratio: 0.1 + 0.2 }, { ratio: 0.1 + 0.2 }],
    [{ on: 'true' }, { on: true }],
    [{ on: 'false' }, { on: false }],
    [{ always: 'true' }, { always: true }],
    [{ name: 420 }, { name: '420' }],
    [{ later: '5' }, { later: 5 }],
    [{ either: '5' }, { either: 5 }],
    [{ either: 'true' }, { either: true }],
  ])('%j is read as %j', (body, meant) => expect(mendBody(Body, body)).toEqual(meant))

  test.each<object>([
    { count: '1e3' },
    { count: '+60' },
    { count: '0x10' },
    { count: '060' },
    { count: '1.000' },
    { count: '6 0' },
    { count: ' ' },
    { name: '' },
    { count: '' },
    { crew: '' },
    { on: 'truthy' },
    { count: '60.5' },
    { count: '-0' },
    { count: '9007199254740993' },
    { count: true },
    { ratio: '1e3' },
    { ratio: '.5' },
    { ratio: '5.' },
    { ratio: '1,5' },
    { ratio: '1_000' },
    { ratio: 'NaN' },
    { ratio: 'Infinity' },
    { ratio: '0.1000000000000000055' },
    { sol: 0.1234567891 },
    { sol: 1e-10 },
    { on: 'yes' },
    { on: 1 },
    { on: '1' },
    { always: 'false' },
    { name: 4.2 },
    { name: true },
    { name: { a: 1 } },
    { name: 2 ** 60 },
    { crew: 'not json' },
    { crew: '{"handle":"@one"}' },
    { crew: 'null' },
    { events: 'launch.unheardOf' },
    { events: 'launch.created,coin.graduated' },
    { hire: '[]' },
    { hire: '"{}"' },
    { both: '5' },
    { unheardOf: null },
    { unheardOf: '5' },
  ])('%j stays as it is, and is refused', (body) => expect(mendBody(Body, body)).toBe(body))

  test('a body that is right already is itself', () => {
    const body = { name: 'Frog', sol: 0.3, count: 60, on: true, crew: CREW, tags: ['[1]'], events: ['launch.created'], hire: { seats: 1 } }
    expect(mendBody(Body, body)).toBe(body)
  })

  test('in a JSON text a member that is there twice, and a secret, are refused by their names', () => {
    const refusal = (crew: string) => {
      try {
        return mendBody(Body, { crew })
      } catch (error) {
        return error
      }
    }
    expect(refusal('[{"handle":"@one","share":1,"sh\\u0061re":100}]')).toMatchObject({
      code: 'validation_invalid',
      fields: [{ path: '/crew/0/share' }],
    })
    expect(refusal('[{"handle":"@one","privateKey":"x"}]')).toMatchObject({
      code: 'secret_in_body',
      fields: [{ path: '/crew/0/privateKey' }],
    })
  })
})

describe('decision "Other spellings": a launch', () => {
  let app: TestApp
  let key: string
  beforeAll(async () => {
    app = await createTestApp({ env: { JOBS_ENABLED: '1' }, policy: { rateLimits: false } })
    key = await app.claim()
  })
  afterAll(() => app.close())

  const other = (body: Record<string, any>) => ({
    ...body,
    twitter: null,
    website: null,
    dryRunId: body.dryRunId ?? null,
    intent: null,
    crew: JSON.stringify(
      body.crew.map((member: { share: number; hireRole?: string }) => ({
        ...member,
        share: String(member.share),
        hireRole: member.hireRole ?? null,
      })),
    ),
    initialBuySol: '0.30000000000000004',
    atomicRequired: 'False',
  })
  const own = () => app.launchBody({ initialBuySol: 0.3, atomicRequired: false, twitter: undefined, website: undefined })

  test('is planned the same over HTTP and MCP, whichever way it is spelled', async () => {
    const client = await connectModern(app, { key })
    const answers = [
      await app.call('POST', '/api/agent/launch/dry-run', own(), { key }),
      await app.call('POST', '/api/agent/launch/dry-run', other(own()), { key }),
      await client.call('dry_run', other(own())),
    ]
    const plans = await Promise.all(
      answers.map(async ({ body }) => (await app.call('GET', `/api/agent/launch/dry-run/${body.dryRunId}`)).body.plan),
    )
    expect(plans[1]).toEqual(plans[0])
    expect(plans[2]).toEqual(plans[0])
    await client.close()
  })

  test('is read over MCP with all of its arguments as a JSON text, without them, and with no idempotency key', async () => {
    const call = async (name: string, args: unknown) => {
      const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', 'x-svc-api-key': key }
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } })
      const text = await (await app.raw(new Request('http://launch.test/mcp', { method: 'POST', headers, body }))).text()
      return JSON.parse(/^data: (.+)$/m.exec(text)?.[1] ?? text)
    }
    expect((await call('dry_run', JSON.stringify(other(own())))).result.structuredContent.dryRunId).toBeString()
    expect((await call('proof', null)).result.structuredContent.ok).toBe(true)
    expect((await call('proof', { limit: '5', cursor: null })).result.structuredContent.ok).toBe(true)
    expect((await call('claim_key', '{"label":"a","label":"b"}')).error.data.errors[0].path).toBe('/params/arguments/label')
    const job = { mint: newPerson().wallet, template: 'meme-pack', chainId: 'sim', asset: 'SOL', budget: '25', idempotencyKey: null }
    expect((await call('create_job', job)).result.structuredContent.code).toBe('mint_unknown')
  })

  test('rules 5.2: over MCP a secret in a JSON text is found by its name and by what it is', async () => {
    const client = await connectModern(app, { key })
    for (const crew of [
      JSON.stringify([{ handle: '@one', privateKey: 'x' }]),
      JSON.stringify([{ handle: '@one', wallet: app.launcher.secret, share: 100 }]),
    ]) {
      const answer = await expectNothingHappened(app, () => client.call('dry_run', { ...own(), crew }))
      expect(answer).toMatchObject({ isError: true, body: { code: 'secret_in_body' } })
      expect(JSON.stringify(answer)).not.toContain(app.launcher.secret)
    }
    await client.close()
  })

  test('is one wish, however it is spelled: its idempotency key answers both', async () => {
    const headers = { 'x-launcher-key': app.launcher.secret, 'x-idempotency-key': 'one-wish-two-spellings' }
    const first = await app.call('POST', '/api/agent/launch', own(), { key, headers })
    const second = await app.call('POST', '/api/agent/launch', other(own()), { key, headers })
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body.mint).toBe(first.body.mint)
  })

  test('with what means two things is refused for that alone', async () => {
    const body = { ...other(own()), ticker: '!', initialBuySol: '1e-1' }
    const refused = await expectNothingHappened(app, () => app.call('POST', '/api/agent/launch/dry-run', body, { key }))
    expect(refused).toMatchObject({ status: 400, body: { code: 'validation_invalid' } })
    expect(refused.body.errors.map(({ path }: { path: string }) => path)).toEqual(['/ticker', '/initialBuySol'])
  })

  test('to wire fees, and a webhook for one event, are read so too', async () => {
    const wired = { intent: 'wire-fees', mint: newPerson().wallet, crew: JSON.stringify(own().crew), mode: null }
    const answer = await app.call('POST', '/api/agent/launch/dry-run', wired, { key })
    expect(answer.body.code).not.toBe('validation_invalid')
    const hook = { url: 'https://hooks.example/in', events: 'launch.created' }
    expect(await app.call('POST', '/api/webhooks', hook, { key })).toMatchObject({
      status: 201,
      body: { webhook: { events: ['launch.created'] } },
    })
  })
})
