import { afterEach, describe, expect, test } from 'bun:test'
import { AgentCard, canonicalizeAgentCard, verifyAgentCardSignature } from '@a2a-js/sdk'
import { createLocalJWKSet, flattenedVerify } from 'jose'
import { createA2a } from '../../../src/adapters/a2a/a2a.ts'
import { Secret } from '../../../src/lib/secret.ts'
import type { Launchpad } from '../../../src/ports/launchpad/launchpad.ts'
import { createTestApp, newPerson, type TestApp } from '../../support/test-app.ts'
import type { TestAppOptions } from '../../support/test-deps.ts'
import { createAgentClient } from '../a2a/agent-client.ts'

const open: TestApp[] = []
afterEach(async () => {
  for (const app of open.splice(0)) await app.close()
})

async function start(options: TestAppOptions = {}): Promise<TestApp> {
  const app = await createTestApp({ policy: { rateLimits: false }, ...options })
  open.push(app)
  return app
}

const cardOf = async (app: TestApp) => (await app.call('GET', '/.well-known/agent-card.json')).body
const keysOf = async (app: TestApp) => (await app.call('GET', '/.well-known/jwks.json')).body

const newKey = () => newPerson().secret

/** The simulated launchpad without one of its capabilities. */
function without(operation: 'unsigned' | 'crank') {
  return (pad: Launchpad): Launchpad => {
    const { unsigned, feeShare, ...launching } = pad
    const facts = { ...pad.facts, operations: pad.facts.operations.filter((one) => one !== operation) }
    return { ...launching, facts, ...(operation === 'crank' ? (unsigned ? { unsigned } : {}) : feeShare ? { feeShare } : {}) }
  }
}

/** Throws unless a key of the service signed this card in the protocol's form, security schemes and all. */
async function verify(app: TestApp, card: any): Promise<void> {
  const [{ protected: header, signature }] = card.signatures
  const form = canonicalizeAgentCard(card)
  expect(form).toContain('"securitySchemes":')
  const payload = new TextEncoder().encode(form)
  await flattenedVerify(
    { protected: header, payload: Buffer.from(payload).toString('base64url'), signature },
    createLocalJWKSet(await keysOf(app)),
  )
}

describe('rules 4.1: the signed agent card is one that other agents find, read and verify', () => {
  test('the official client finds it by the address alone, and the SDK reads all of it', async () => {
    const app = await start()
    const { client, sent } = await createAgentClient(app)
    const card = await cardOf(app)
    expect(sent[0]!.path).toBe('/.well-known/agent-card.json')
    expect(AgentCard.toJSON(AgentCard.fromJSON(card))).toEqual(card)
    expect(card).toMatchObject({
      name: 'Agent Launch Service',
      supportedInterfaces: [{ url: 'http://launch.test/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
      capabilities: { streaming: false, pushNotifications: false },
    })
    expect((await client.getAgentCard()).name).toBe(card.name)
  })

  test('its signature is of the key that /.well-known/jwks.json has; a changed card, and another key, are seen', async () => {
    const app = await start()
    const card = await cardOf(app)
    await verify(app, card)
    const header = JSON.parse(Buffer.from(card.signatures[0].protected, 'base64url').toString())
    const { keys } = await keysOf(app)
    expect(header).toEqual({ alg: 'ES256', kid: keys[0].kid, typ: 'JOSE', jku: 'http://launch.test/.well-known/jwks.json' })
    expect(keys[0]).not.toHaveProperty('d')
    await verifyAgentCardSignature(async (kid) => keys.find((key: any) => key.kid === kid))(AgentCard.fromJSON(card))
    const changed = { ...card, supportedInterfaces: [{ ...card.supportedInterfaces[0], url: 'https://elsewhere.example/a2a' }] }
    await expect(verify(app, changed)).rejects.toThrow()
    const other = await createA2a(new Secret('another key')).signed({ ...card, signatures: [] }, 'http://launch.test/.well-known/jwks.json')
    await expect(verify(app, other)).rejects.toThrow()
  })

  test('the key is the same on every replica and after a restart, and another under another SECRET_KEY', () => {
    const [first, again, other] = ['one secret key', 'one secret key', 'another'].map((text) => createA2a(new Secret(text)).keys())
    expect(again).toEqual(first!)
    expect(other![0]!.kid).not.toBe(first![0]!.kid)
  })

  test.each([
    '/.well-known/agent-card.json',
    '/.well-known/jwks.json',
    '/.well-known/ai-catalog.json',
    '/.well-known/agent-registration.json',
    '/SKILL.md',
    '/robots.txt',
    '/sitemap.xml',
  ])('%s is anyone’s: an ETag, 304 for whoever has it, and readable from pages of other origins', async (path) => {
    const app = await start()
    const { status, headers } = await app.call('GET', path)
    expect([status, headers.get('access-control-allow-origin'), headers.get('cache-control')]).toEqual([200, '*', 'public, max-age=300'])
    expect((await app.call('GET', path, undefined, { headers: { 'if-none-match': headers.get('etag')! } })).status).toBe(304)
  })

  test('no document names another host than BASE_URL’s', async () => {
    const app = await start({ env: { BASE_URL: 'https://coins.example.com' } })
    for (const path of [
      '/.well-known/agent-card.json',
      '/.well-known/ai-catalog.json',
      '/.well-known/agent-registration.json',
      '/SKILL.md',
    ]) {
      const { body } = await app.call('GET', path)
      expect(JSON.stringify(body)).not.toMatch(/launch\.test|127\.0\.0\.1|localhost/)
      expect(JSON.stringify(body)).toContain('https://coins.example.com')
    }
  })
})

describe('decision "The agent card": no card promises what a setting switched off', () => {
  const skillsOf = async (app: TestApp): Promise<string[]> => (await cardOf(app)).skills.map(({ id }: { id: string }) => id)
  const JOBS = ['listJobs', 'createJob', 'verifyJob', 'cancelJob']
  const UNSIGNED = ['prepareLaunch', 'submitLaunch', 'prepareWireFees', 'prepareLockHolderKol', 'submitLock']
  const SETTINGS: readonly (readonly [string, TestAppOptions, readonly string[], readonly string[]])[] = [
    ['as it comes', {}, UNSIGNED, [...JOBS, 'crank']],
    ['JOBS_ENABLED=1', { env: { JOBS_ENABLED: '1' } }, JOBS, ['crank']],
    ['CRANK_PAYER_KEY', { env: { CRANK_PAYER_KEY: newKey() } }, ['crank'], JOBS],
    ['a launchpad without unsigned launches', { pad: without('unsigned') }, ['dryRun'], UNSIGNED],
    ['a launchpad without cranks', { env: { CRANK_PAYER_KEY: newKey() }, pad: without('crank') }, ['dryRun'], ['crank']],
  ]

  test.each(SETTINGS)('%s: the card has the skills that this allows, and none that it lacks', async (_name, options, has, lacks) => {
    const app = await start(options)
    const skills = await skillsOf(app)
    expect(skills).toEqual(expect.arrayContaining([...has]))
    expect(skills.filter((id) => lacks.includes(id))).toEqual([])
  })

  test.each(SETTINGS)(
    '%s: every skill of the card is answered by its route, and none that it lacks',
    async (_name, options, _has, lacks) => {
      const app = await start(options)
      const { ask } = await createAgentClient(app, { 'x-svc-api-key': await app.claim() })
      for (const skill of await skillsOf(app)) {
        const { data } = await ask(skill, {})
        expect([skill, typeof data.ok]).toEqual([skill, 'boolean'])
        expect([skill, data.code]).not.toEqual([
          skill,
          expect.stringMatching(/disabled|not_offered|not_supported|not_available|route_not_found|method/),
        ])
      }
      for (const skill of lacks)
        expect((await ask(skill)).data).toMatchObject({ ok: false, code: 'validation_invalid', errors: [{ path: '/skill' }] })
    },
  )

  test('the catalogue, the registration and SKILL.md name an MCP endpoint only where there is one', async () => {
    const app = await start()
    const has = (await app.call('POST', '/mcp', {})).status !== 404
    const { entries } = (await app.call('GET', '/.well-known/ai-catalog.json')).body
    const { services } = (await app.call('GET', '/.well-known/agent-registration.json')).body
    expect(entries.some(({ url }: any) => url.endsWith('/mcp/server-card'))).toBe(has)
    expect(services.some(({ name }: any) => name === 'MCP')).toBe(has)
    expect((await app.call('GET', '/SKILL.md')).body.includes('/mcp')).toBe(has)
    expect((await app.call('GET', '/mcp/server-card')).status).toBe(has ? 200 : 404)
    expect((await app.call('GET', '/server.json')).status).toBe(has ? 200 : 404)
  })
})
