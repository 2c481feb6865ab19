import { describe, expect, test } from 'bun:test'
import { atomicUnits } from '../../../src/domain/brands.ts'
import { METRICS } from '../../../src/domain/metrics.ts'
import { startSchedule } from '../../../src/scheduler/schedule.ts'
import { parsePrometheus } from '../../support/parse-prometheus.ts'
import { createTestApp, newPerson, OPERATOR_KEY, type TestApp } from '../../support/test-app.ts'
import { createUpkeepScene } from '../../support/upkeep-scene.ts'

const LOOPBACK = '127.0.0.1'

/** What a scraper on the same machine reads. */
async function scrape(app: TestApp) {
  const { status, body, headers } = await app.call('GET', '/metrics', undefined, { address: LOOPBACK, headers: { host: '127.0.0.1:3000' } })
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  return parsePrometheus(body as string)
}

describe('decision "/metrics": who may read them', () => {
  test.each([
    ['a program on this machine', LOOPBACK, { host: 'localhost:3000' }],
    ['one over IPv6', '::1', { host: '[::1]:3000' }],
    ['the operator, by key', '198.51.100.7', { 'x-svc-api-key': OPERATOR_KEY }],
    ['the operator, by bearer token', '198.51.100.7', { authorization: `Bearer ${OPERATOR_KEY}` }],
  ])('%s', async (_who, address, headers) => {
    const app = await createTestApp()
    expect((await app.call('GET', '/metrics', undefined, { address, headers })).status).toBe(200)
    await app.close()
  })

  test.each([
    ['a stranger', '198.51.100.7', {}],
    ['a stranger behind a proxy on this machine', LOOPBACK, { host: 'localhost', 'x-forwarded-for': '198.51.100.7' }],
    ['a stranger who says that he is this machine', LOOPBACK, { host: 'localhost', 'x-forwarded-for': '127.0.0.1' }],
    ['one behind a proxy that tells the scheme alone', LOOPBACK, { host: 'localhost', 'x-forwarded-proto': 'https' }],
    ['one behind a proxy that tells the port alone', LOOPBACK, { host: 'localhost', 'x-forwarded-port': '443' }],
    ['one behind a content network', LOOPBACK, { host: 'localhost', 'cf-connecting-ip': '198.51.100.7' }],
    ['one behind another content network', LOOPBACK, { host: 'localhost', 'cdn-loop': 'network' }],
    ['one behind a load balancer', LOOPBACK, { host: 'localhost', 'x-amzn-trace-id': 'Root=1' }],
    ['a link on a page of another site', LOOPBACK, { host: 'localhost:3000', referer: 'https://other.example/page' }],
    ['a page whose name leads to this machine', LOOPBACK, { host: 'rebound.example' }],
    ['a page of another site', LOOPBACK, { host: 'localhost:3000', origin: 'https://other.example' }],
    ['a page without an origin', LOOPBACK, { host: 'localhost:3000', origin: 'null' }],
    ['a key that is none', '198.51.100.7', { authorization: 'Bearer wrong' }],
  ])('%s is refused with 401 and no metric', async (_who, address, headers) => {
    const app = await createTestApp({ env: { TRUSTED_PROXIES: '127.0.0.0/8' } })
    const answer = await app.call('GET', '/metrics', undefined, { address, headers })
    expect(answer).toMatchObject({ status: 401, body: { code: 'api_key_invalid' } })
    await app.close()
  })

  test('with a public address nothing is open to this machine without a key: a proxy may add no header', async () => {
    for (const [url, simulatedOpen] of [
      ['https://launch.acme.com', false],
      ['http://localhost:3000', true],
    ] as const) {
      const app = await createTestApp({ env: { BASE_URL: url, SIMULATED_OPEN: 'local', OPERATOR_API_KEY: OPERATOR_KEY } })
      // What nginx sends when it is told proxy_pass and nothing else.
      const asNginx = { address: LOOPBACK, headers: { host: '127.0.0.1:3000' } }
      expect((await app.call('GET', '/metrics', undefined, asNginx)).status).toBe(simulatedOpen ? 200 : 401)
      const moved = await app.call('POST', '/api/simulated/clock', { advanceMs: 1_000 }, asNginx)
      expect(moved.status).toBe(simulatedOpen ? 200 : 403)
      const keyed = { ...asNginx, headers: { ...asNginx.headers, authorization: `Bearer ${OPERATOR_KEY}` } }
      expect((await app.call('GET', '/metrics', undefined, keyed)).status).toBe(200)
      await app.close()
    }
  })

  test('a common key is refused with 401', async () => {
    const app = await createTestApp()
    const answer = await app.call('GET', '/metrics', undefined, { key: await app.claim() })
    expect(answer).toMatchObject({ status: 401, body: { code: 'operator_key_required' } })
    await app.close()
  })
})

describe('decision "/metrics": what they say', () => {
  test('what each wallet has spent today and may still spend, to the lamport; wallets without a key are left out', async () => {
    const scene = await createUpkeepScene({ env: { CRANK_DAILY_LAMPORTS: '50000' } })
    const mint = await scene.launch()
    const read = async () => {
      await scene.app.clock.advance(11_000)
      const { value, families } = await scrape(scene.app)
      const crank = { budget: 'crank', currency: 'SOL' }
      const samples = families.get('svc_wallet_budget_left_atomic')!.samples.length
      return [value('svc_wallet_budget_spent_atomic', crank), value('svc_wallet_budget_left_atomic', crank), samples]
    }
    expect(await read()).toEqual([0, 50_000, 1])
    await scene.buy(mint)
    await scene.call('POST', '/api/agent/crank', { mint }, { headers: {} })
    expect(await read()).toEqual([5_000, 45_000, 1])
    await scene.app.clock.advance(24 * 3_600_000)
    expect(await read()).toEqual([0, 50_000, 1])
  })

  test('it is in Prometheus’ text form, every metric with its help and type, hostile labels too', async () => {
    const app = await createTestApp()
    app.deps.metrics.count('svc_rpc_calls_total', { upstream: 'a"b\\c\nd', node: '1', method: 'm', outcome: 'ok' })
    const { families, has } = await scrape(app)
    expect([...families].map(([name, { type, help }]) => ({ name, type, help }))).toEqual(
      Object.entries(METRICS).map(([name, { type, help }]) => ({ name, type, help })),
    )
    expect(has('svc_rpc_calls_total', { upstream: 'a"b\\c\nd' })).toBe(true)
    await app.close()
  })

  test('requests are counted by method, route and status, with their times', async () => {
    const app = await createTestApp()
    for (const path of ['/api/coins', '/api/coins', '/api/coins/none', '/nowhere', '/readyz']) await app.call('GET', path)
    const { value } = await scrape(app)
    expect(value('svc_http_requests_total', { method: 'GET', route: '/api/coins', status: '200' })).toBe(2)
    expect(value('svc_http_requests_total', { route: '/api/coins/:mint', status: '404' })).toBe(1)
    expect(value('svc_http_requests_total', { route: 'unmatched', status: '404' })).toBe(1)
    expect(value('svc_http_requests_total', { route: '/readyz', status: '200' })).toBe(1)
    expect(value('svc_http_request_duration_seconds_count', { route: '/api/coins' })).toBe(2)
    await app.close()
  })

  test('launches are counted by path and outcome, each once, and other work by kind', async () => {
    const { app, launch, buy, call } = await createUpkeepScene()
    const mint = await launch()
    await launch()
    const open = await call('POST', '/api/agent/launch', app.launchBody({ ticker: 'XLOCKFAIL' }), { key: OPERATOR_KEY })
    const expiring = call('POST', '/api/agent/launch', app.launchBody({ ticker: 'XEXPIRE' }), { key: OPERATOR_KEY })
    await app.clock.advance(20_000)
    expect([open.status, (await expiring).status]).toEqual([202, 400])
    expect((await call('POST', '/api/agent/wire-fees', { mint: open.body.mint })).status).toBe(201)
    await buy(mint)
    expect((await call('POST', '/api/agent/crank', { mint })).status).toBe(200)
    const { value, families } = await scrape(app)
    const rows = families
      .get('svc_launches_total')!
      .samples.map(({ labels: { path, outcome }, value: times }) => ({ path, outcome, times }))
    expect(rows).toEqual([
      { path: 'atomic-v1', outcome: 'locked', times: 2 },
      { path: open.body.lockPath, outcome: 'unlocked', times: 1 },
      { path: 'atomic-v1', outcome: 'failed', times: 1 },
    ])
    expect(value('svc_operations_total', { kind: 'launch', outcome: 'failed' })).toBe(1)
    expect(value('svc_operations_total', { kind: 'wire-fees', outcome: 'done' })).toBe(1)
    expect(value('svc_operations_total', { kind: 'crank', outcome: 'done' })).toBe(1)
    await app.close()
  })

  test('the outbox: how many wait, how old the oldest is, and how long nobody has been at it', async () => {
    const app = await createTestApp()
    const key = await app.claim()
    await app.call('POST', '/api/webhooks', { url: 'http://127.0.0.1:9/hook', events: ['launch.created', 'feeShare.locked'] }, { key })
    expect((await scrape(app)).value('svc_outbox_pending')).toBe(0)
    const headers = { 'x-launcher-key': app.launcher.secret }
    expect((await app.call('POST', '/api/agent/launch', app.launchBody(), { key, headers })).status).toBe(201)
    await app.clock.advance(90_000)
    const { value } = await scrape(app)
    expect(value('svc_outbox_pending')).toBe(2)
    expect(value('svc_outbox_oldest_seconds')).toBe(90)
    expect(value('svc_outbox_overdue_seconds')).toBe(90)
    await app.close()
  })

  test('cron: last run, how long it took, what came of it, and the next', async () => {
    const { app, launch } = await createUpkeepScene({ env: { CRANK_CRON: '*/10 * * * *' } })
    await launch()
    const schedule = startSchedule(app.deps)
    await app.clock.advance(600_000)
    const { value } = await scrape(app)
    const tenPast = Date.UTC(2026, 10, 21, 0, 10) / 1_000
    expect(value('svc_cron_last_started_timestamp_seconds', { job: 'crank' })).toBe(tenPast)
    expect(value('svc_cron_last_finished_timestamp_seconds', { job: 'crank' })).toBe(tenPast)
    expect(value('svc_cron_last_duration_seconds', { job: 'crank' })).toBe(0)
    expect(value('svc_cron_last_run_failed', { job: 'crank' })).toBe(0)
    expect(value('svc_cron_next_run_timestamp_seconds', { job: 'crank' })).toBe(tenPast + 600)
    expect(value('svc_cron_runs_total', { job: 'crank', outcome: 'ok' })).toBe(1)
    expect(value('svc_cron_runs_total', { job: 'prune', outcome: 'ok' })).toBe(10)
    expect(value('svc_cron_last_finished_timestamp_seconds', { job: 'settle' })).toBe(tenPast)

    Object.assign(app.pad.feeShare!, { readAccrued: () => Promise.reject(new Error('no chain')) })
    await app.clock.advance(600_000)
    const later = await scrape(app)
    expect(later.value('svc_cron_last_run_failed', { job: 'crank' })).toBe(1)
    expect(later.value('svc_cron_runs_total', { job: 'crank', outcome: 'failed' })).toBe(1)
    await schedule.stop()
  })

  test('balances of the operator’s wallets; NaN, and no waiting beyond a second, while the chain does not say', async () => {
    const payer = newPerson()
    let hangs = false
    const app = await createTestApp({
      env: { CRANK_PAYER_KEY: payer.secret },
      pad: (pad) => ({ ...pad, balanceOf: (wallet) => (hangs ? new Promise(() => {}) : pad.balanceOf(wallet)) }),
    })
    const labels = { role: 'crank', wallet: payer.wallet, platform: 'simulated', currency: 'SOL' }
    expect((await scrape(app)).value('svc_wallet_balance_atomic', labels)).toBe(10_000_000_000)
    hangs = true
    expect((await scrape(app)).value('svc_wallet_balance_atomic', labels)).toBe(10_000_000_000)
    await app.clock.advance(10_000)
    const scraping = scrape(app)
    await app.clock.advance(1_000)
    expect((await scraping).value('svc_wallet_balance_atomic', labels)).toBeNaN()
    await app.close()
  })

  test('an amount stands there to its last digit, however large', async () => {
    const payer = newPerson()
    const app = await createTestApp({
      env: { CRANK_PAYER_KEY: payer.secret },
      pad: (pad) => ({ ...pad, balanceOf: async () => atomicUnits(123_456_789_012_345_678_901n) }),
    })
    const { body } = await app.call('GET', '/metrics', undefined, { key: OPERATOR_KEY })
    expect(body).toContain(
      `svc_wallet_balance_atomic{role="crank",wallet="${payer.wallet}",platform="simulated",currency="SOL"} 123456789012345678901\n`,
    )
    await app.close()
  })

  test('no secret of the configuration or of a caller is in it', async () => {
    const payer = newPerson()
    const app = await createTestApp({ env: { CRANK_PAYER_KEY: payer.secret } })
    const key = await app.claim()
    const headers = { 'x-launcher-key': app.launcher.secret }
    await app.call('POST', '/api/agent/launch', app.launchBody(), { key, headers })
    await app.call('GET', `/${key}`)
    const { body } = await app.call('GET', '/metrics', undefined, { address: LOOPBACK, headers: { host: 'localhost' } })
    for (const secret of [payer.secret, app.launcher.secret, key, OPERATOR_KEY]) expect(body).not.toContain(secret)
    await app.close()
  })
})
