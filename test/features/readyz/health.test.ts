import { describe, expect, test } from 'bun:test'
import { ZORA_FACTS } from '../../../src/adapters/launchpads/zora/facts.ts'
import { unixMs } from '../../../src/domain/brands.ts'
import { createTestApp } from '../../support/test-app.ts'
import { toyLaunchpad } from '../../support/toy-launchpad.ts'

describe('decision "Ready": GET /healthz tells of the process, and GET /readyz of what it needs', () => {
  test('speaks of the process alone: it is 200 while storage and chain are gone', async () => {
    const gone = () => Promise.reject(new Error('gone'))
    const app = await createTestApp({ pad: (pad) => ({ ...pad, ping: gone }) })
    Object.assign(app.deps.storage, { ping: gone })
    expect(await app.call('GET', '/healthz')).toMatchObject({ status: 200, body: { ok: true } })
    await app.close()
  })
})

describe('decision "Ready": GET /readyz is 200 while what a launch needs works', () => {
  const secret = 'https://node.test/?api-key=hunter2'

  test('is 200 when storage, chain and outbox work', async () => {
    const app = await createTestApp()
    const answer = await app.call('GET', '/readyz')
    expect(answer).toMatchObject({ status: 200, body: { ok: true, ready: ['process', 'storage', 'chain', 'outbox'] } })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    await app.close()
  })

  test('nodes of another chain are named by their host: beside what is ready, and in what is not', async () => {
    let down = false
    const app = await createTestApp({
      pad: (pad) => ({ ...pad, ping: async () => (down ? Promise.reject(new Error(secret)) : undefined) }),
      disabled: [{ facts: ZORA_FACTS, reason: 'It is off.' }],
    })
    app.deps.nodes.record({ upstream: 'base', node: 1, host: 'right.test', status: 'proved', chain: '8453' })
    app.deps.nodes.record({ upstream: 'base', node: 2, host: 'wrong.test', status: 'wrong', chain: '84532' })
    const nodesLeftOut = [{ upstream: 'base', node: 2, host: 'wrong.test' }]
    expect(await app.call('GET', '/readyz')).toMatchObject({ status: 200, body: { nodesLeftOut } })
    down = true
    await app.clock.advance(3_000)
    const answer = await app.call('GET', '/readyz')
    expect(answer).toMatchObject({ status: 503, body: { errors: [{ path: '/chain' }] } })
    expect(answer.body.detail).toContain('node 2 of base (wrong.test) is of another chain')
    down = false
    app.deps.nodes.record({ upstream: 'base', node: 2, host: 'wrong.test', status: 'proved', chain: '8453' })
    await app.clock.advance(3_000)
    expect((await app.call('GET', '/readyz')).body.nodesLeftOut).toEqual([])
    await app.close()
  })

  test('a launchpad beside the default one whose chain does not answer is named, and all else is ready', async () => {
    let down = false
    const app = await createTestApp({
      entries: (simulated) => {
        const toy = toyLaunchpad(simulated)
        const ping = async () => (down ? Promise.reject(new Error(secret)) : undefined)
        return [{ ...toy, load: async () => ({ ...(await toy.load()), ping }) }]
      },
    })
    expect((await app.call('GET', '/readyz')).body.launchpadsSilent).toEqual([])
    down = true
    await app.clock.advance(3_000)
    expect(await app.call('GET', '/readyz')).toMatchObject({ status: 200, body: { ok: true, launchpadsSilent: ['toy'] } })
    await app.close()
  })

  test('a chain that does not answer is 503, which names it and repeats nothing of what the node said', async () => {
    const app = await createTestApp({ pad: (pad) => ({ ...pad, ping: () => Promise.reject(new Error(secret)) }) })
    const answer = await app.call('GET', '/readyz')
    expect(answer).toMatchObject({
      status: 503,
      body: {
        code: 'service_not_ready',
        ok: false,
        detail: 'The service is not ready: chain (no node of simulated answers).',
        errors: [{ path: '/chain', message: 'no node of simulated answers' }],
      },
    })
    expect(answer.headers.get('retry-after')).toBe('5')
    expect(JSON.stringify(answer.body)).not.toContain('hunter2')
    await app.close()
  })

  test('a chain that hangs is 503 after three seconds, and many who ask ask it once', async () => {
    let pings = 0
    const hangs = () => ((pings += 1), new Promise<void>(() => {}))
    const app = await createTestApp({ pad: (pad) => ({ ...pad, ping: hangs }) })
    const asking = [1, 2, 3].map(() => app.call('GET', '/readyz'))
    await app.clock.advance(3_000)
    for (const answer of await Promise.all(asking)) expect(answer).toMatchObject({ status: 503, body: { errors: [{ path: '/chain' }] } })
    expect(pings).toBe(1)
    await app.close()
  })

  test('a chain that is back is ready two seconds later', async () => {
    let down = true
    const app = await createTestApp({
      pad: (pad) => ({ ...pad, ping: async () => (down ? Promise.reject(new Error('down')) : undefined) }),
    })
    expect((await app.call('GET', '/readyz')).status).toBe(503)
    down = false
    expect((await app.call('GET', '/readyz')).status).toBe(503)
    await app.clock.advance(2_000)
    expect((await app.call('GET', '/readyz')).status).toBe(200)
    await app.close()
  })

  test('a storage that is gone is 503, and so is an outbox that cannot be read', async () => {
    const app = await createTestApp()
    const { storage } = app.deps
    Object.assign(storage, { ping: () => Promise.reject(new Error(secret)) })
    Object.assign(storage.webhooks, { backlog: () => Promise.reject(new Error(secret)) })
    const { status, body } = await app.call('GET', '/readyz')
    expect([status, body.errors.map(({ path }: { path: string }) => path)]).toEqual([503, ['/storage', '/outbox']])
    expect(JSON.stringify(body)).not.toContain('hunter2')
    await app.close()
  })

  test('a queue that is due for more than a minute with nobody at it is 503; one that rests after a failure is not', async () => {
    const app = await createTestApp()
    const { storage } = app.deps
    const key = await app.claim()
    const hook = { url: 'http://127.0.0.1:9/hook', events: ['launch.created'] }
    const { body } = await app.call('POST', '/api/webhooks', hook, { key })
    const { id: keyId } = (await storage.keys.list({ limit: 1, cursor: null })).rows[0]!
    const event = { id: 'evt_1', type: 'launch.created', mint: null, keyId, atMs: app.clock.nowMs(), data: {} as never } as const
    await storage.events.insert(event)
    expect((await app.call('GET', '/readyz')).status).toBe(200)
    await app.clock.advance(61_000)
    expect((await app.call('GET', '/readyz')).body.errors).toEqual([
      { path: '/outbox', message: 'a delivery has been due for 61 s and nobody sends it' },
    ])
    const nowMs = app.clock.nowMs()
    await storage.webhooks.claimDue({ id: 'lease', nowMs, untilMs: unixMs(nowMs + 30_000), endpointsMax: 1 })
    await storage.webhooks.finishTurn(
      body.webhook.id,
      'lease',
      { tried: [], nextAttemptAtMs: unixMs(nowMs + 3_600_000), firstFailedAtMs: nowMs, failures: 5, disabled: null },
      nowMs,
    )
    await app.clock.advance(3_000_000)
    expect((await app.call('GET', '/readyz')).status).toBe(200)
    await app.close()
  })

  test('probes are counted against no rate', async () => {
    const app = await createTestApp()
    for (let n = 0; n < 400; n += 1) for (const path of ['/healthz', '/readyz']) expect((await app.call('GET', path)).status).toBe(200)
    await app.close()
  })
})
