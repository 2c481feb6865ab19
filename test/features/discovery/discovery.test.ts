import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { ERRORS } from '../../../src/domain/errors/error-catalogue.ts'
import { ERROR_CODES } from '../../../src/domain/errors.ts'
import { LIMITS } from '../../../src/domain/limits.ts'
import { RATES } from '../../../src/domain/limits/rates.ts'
import { expectNothingHappened } from '../../support/nothing-happened.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

/** A place for a value that has none; quoted JSON in braces is text. */
const HOLE = /\{\w/

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ policy: { rateLimits: false } })
})
afterAll(() => app.close())
const get = (path: string, headers: Record<string, string> = {}) => app.call('GET', path, undefined, { headers })

describe('GET /api/agent', () => {
  test('rules 9.3: version, cluster and commit; limits, rates and error codes are those of the server', async () => {
    const { status, body } = await get('/api/agent')
    expect(status).toBe(200)
    const { buybackAtomicMin, ...sameNames } = LIMITS
    const limits = { ...sameNames, buybackMin: buybackAtomicMin }
    expect(body).toMatchObject({ ok: true, version: '1', cluster: 'simulated', build: { commit: 'dev' }, limits, rates: RATES })
    expect(body.limits).not.toHaveProperty('buybackAtomicMin')
    expect(body.autohire.seats).toEqual({ minimum: 1, maximum: 8, default: 5 })
    expect(body.links.errors).toEndWith('/errors')
  })

  test('rules 10.6: every mode and its fee map, referred or not, totals 10,000', async () => {
    const { modes } = (await get('/api/agent')).body
    expect(Object.keys(modes)).toEqual(['split', 'buyback', 'raid', 'agent'])
    for (const { standard, referred } of Object.values(modes) as any[]) {
      for (const map of [standard, referred]) expect(Object.values(map as Record<string, number>).reduce((a, b) => a + b)).toBe(10_000)
    }
    expect(modes.agent.standard).toEqual({ crewPoolBps: 6_000, deskBps: 1_500, platformBuybackBps: 2_500, referrerBps: 0 })
  })

  test('rules 5.3: says who may call each route, and that crank’s launcher key is optional', async () => {
    const { endpoints } = (await get('/api/agent')).body
    const of = (method: string, path: string) => endpoints.find(({ routes }: any) => routes.includes(`${method} ${path}`))
    expect(of('POST', '/api/agent/crank')).toMatchObject({ auth: 'key', launcherKey: 'optional' })
    expect(of('POST', '/api/agent/launch')).toMatchObject({ auth: 'key', launcherKey: 'required' })
    expect(of('POST', '/api/agent/keys')).toMatchObject({ auth: 'operator key', launcherKey: 'no' })
    expect(of('POST', '/api/coins/{mint}/featured')).toMatchObject({ auth: 'ops key' })
    expect(of('POST', '/api/agent/launch/dry-run/{id}/approve')).toMatchObject({ auth: 'wallet signature' })
    expect(of('GET', '/api/coins')).toMatchObject({ auth: 'none' })
  })

  test.each(['/api/agent', '/openapi.json', '/llms.txt', '/llms-full.txt', '/.well-known/agent.json', '/.well-known/ai-plugin.json'])(
    'RFC 9110: %s is the same until the service restarts: ETag, and 304 for whoever has it',
    async (path) => {
      const { headers, status } = await get(path)
      expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=300'])
      expect((await get(path, { 'if-none-match': headers.get('etag')! })).status).toBe(304)
    },
  )

  test('decision "Worked examples": with a real chain no example pays a wallet that nobody holds, and routes of the simulated chain are in no document of a service with a real one', async () => {
    const real = await createTestApp()
    const deps = { ...real.deps, simulation: null, policy: { ...real.deps.policy, cluster: 'mainnet-beta' as const } }
    const { createApp } = await import('../../../src/app.ts')
    const handle = createApp(deps)
    const read = async (path: string) => (await handle(new Request(`http://launch.test${path}`), '198.51.100.7')).text()
    expect(await read('/llms-full.txt')).not.toContain('### POST /api/simulated')
    expect(JSON.parse(await read('/api/simulated/wallets/w'))).toMatchObject({ status: 404, code: 'simulated_only' })
    const { paths } = JSON.parse(await read('/openapi.json'))
    const { crew } = paths['/api/agent/launch'].post.requestBody.content['application/json'].example
    expect(crew.map(({ wallet }: { wallet: string }) => wallet)).toEqual(['YOUR_ADDRESS', 'YOUR_ADDRESS'])
    for (const [commands] of (await read('/llms-full.txt')).matchAll(/^```sh\n[\s\S]*?^```$/gm))
      expect(commands).not.toMatch(/"[1-9A-HJ-NP-Za-km-z]{32,44}"/)
    expect(await read('/openapi.json')).not.toContain('/api/simulated/clock')
    await real.close()
  })
})

describe('GET /errors/{code}', () => {
  test('rules 10.1: is the type of every problem, and says what it means, where it comes and what to do', async () => {
    const problem = (await get('/api/coins/none')).body
    const { pathname } = new URL(problem.type)
    const { status, body } = await get(pathname)
    expect(status).toBe(200)
    expect(body).toMatchObject({ code: 'coin_not_found', status: 404, detail: problem.detail, fix: problem.fix })
    expect(body.routes).toContain('GET /api/coins/{mint}')
  })

  test('rules 10.1: every code of the catalogue has one', async () => {
    for (const code of Object.keys(ERRORS)) expect((await get(`/errors/${code}`)).body).toMatchObject({ ok: true, code })
  })

  test('rules 10.1: its example is whole, here and in the other documents', async () => {
    const lines = (await get('/llms-full.txt')).body.split('## Every error code')[1].trim().split('\n')
    expect(lines).toHaveLength(ERROR_CODES.length)
    for (const [index, code] of ERROR_CODES.entries()) {
      const { detail, example, fix } = (await get(`/errors/${code}`)).body
      expect({ code, example }).toEqual({ code, example: expect.not.stringMatching(HOLE) })
      const line = `${detail} ${fix}${example === detail ? '' : ` As in: "${example}"`}`
      expect(lines[index].replace(/^- \w+ \(\d+\): /, '')).toBe(line)
    }
  })

  test('rules 10.28: a browser gets a page under the pages’ CSP, whoever accepts text gets text', async () => {
    const page = await get('/errors/plan_mismatch', { accept: 'text/html,*/*' })
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(page.body).toContain('<h1 class="error-code">plan_mismatch</h1>')
    expect(page.body).not.toContain('{{')
    const text = await get('/errors/plan_mismatch', { accept: 'text/plain' })
    expect(text.body).toStartWith('plan_mismatch (400 ')
  })

  test('rules 10.28: a browser gets every code as a page too, in whatever order it and a program ask', async () => {
    for (let round = 0; round < 2; round += 1) {
      const text = await get('/errors', { accept: '*/*' })
      expect(text.body).toStartWith('# Every error code\n\n- validation_invalid (400): ')
      const page = await get('/errors', { accept: 'text/html,*/*' })
      expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
      expect([text, page].map(({ headers }) => headers.get('vary'))).toEqual(['accept, accept-encoding', 'accept, accept-encoding'])
      const listed = [...page.body.matchAll(/<li><a href="\/errors\/(\w+)">/g)].map(([, code]) => code)
      expect(listed).toEqual([...ERROR_CODES])
      expect(page.body).not.toContain('{{')
    }
  })

  test.each(['nothing', 'toString', '__proto__', '%3Cscript%3E'])(
    'rules 10.1: an unknown code (%s) is 404, to a browser too',
    async (code) => {
      expect(await get(`/errors/${code}`)).toMatchObject({ status: 404, body: { code: 'error_code_not_found' } })
      expect((await get(`/errors/${code}`, { accept: 'text/html' })).status).toBe(404)
    },
  )
})

describe('rules 11: the controls of the simulated chain', () => {
  test('are nobody’s where others than this machine come in and the operator did not open them', async () => {
    const shut = await createTestApp({ env: { SIMULATED_OPEN: '0' } })
    const nowMs = shut.deps.clock.nowMs()
    const refused = await expectNothingHappened(shut, () => shut.call('POST', '/api/simulated/clock', { advanceMs: 1 }))
    expect(refused).toMatchObject({ status: 403, body: { code: 'simulated_control_not_allowed' } })
    expect(shut.deps.clock.nowMs()).toBe(nowMs)
    await shut.close()
  })
})

describe('methods', () => {
  test.each([
    ['PUT', '/api/coins', 'GET, HEAD, OPTIONS'],
    ['GET', '/api/agent/launch', 'OPTIONS, POST'],
    ['POST', '/api/coins/some-mint', 'GET, HEAD, OPTIONS'],
    ['POST', '/board', 'GET, HEAD, OPTIONS'],
    // A path of its own beside /api/agent/keys/{id} and /api/jobs/{id}.
    ['GET', '/api/agent/keys/claim', 'OPTIONS, POST'],
    ['PUT', '/api/jobs/coin', 'OPTIONS, POST'],
  ])('RFC 9110: %s %s is 405 with what is allowed', async (method, path, allow) => {
    const { status, body, headers } = await app.call(method, path)
    expect([status, body.code, headers.get('allow')]).toEqual([405, 'method_not_allowed', allow])
  })

  test('RFC 9110: OPTIONS is 204 with what is allowed, HEAD the headers of GET, and an unknown path stays 404', async () => {
    const options = await app.call('OPTIONS', '/api/agent/keys')
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS, POST'])
    const head = await app.call('HEAD', '/llms.txt')
    expect([head.status, head.body, head.headers.get('content-type')]).toEqual([200, '', 'text/plain; charset=utf-8'])
    expect(await app.call('PUT', '/nowhere')).toMatchObject({ status: 404, body: { code: 'route_not_found' } })
    expect((await app.call('OPTIONS', '/nowhere')).status).toBe(404)
  })
})

test('rules 10.17: llms.txt says what a lost answer is met with: no pipelining, and an idempotency key', async () => {
  const own = await createTestApp()
  const { body } = await own.call('GET', '/llms.txt')
  expect(body).toContain('Do not pipeline requests on one connection')
  await own.close()
})
