import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { expectNothingBut, expectNothingHappened } from '../../support/nothing-happened.ts'
import { createTestApp, CREW_WALLETS, type TestApp } from '../../support/test-app.ts'

const PATH = '/api/agent/launch/dry-run'
let app: TestApp
let key: string
const dryRun = (changes: Record<string, unknown> = {}) => app.call('POST', PATH, app.launchBody(changes), { key })

beforeEach(async () => {
  app = await createTestApp()
  key = await app.claim()
})
afterEach(() => app.close())

describe('POST /api/agent/launch/dry-run', () => {
  test('rules 1.4, 1.11 and 2.4: tells the whole plan, spends nothing and needs no secret', async () => {
    const answer = await expectNothingBut(['dryRunsAndOffers', 'pictureBytes', 'events'], app, () => dryRun())
    expect(answer.status).toBe(200)
    expect(answer.headers.get('x-svc-cluster')).toBe('simulated')
    const { body } = answer
    expect(body).toMatchObject({
      ok: true,
      cluster: 'simulated',
      dryRunId: expect.stringMatching(/^[0-9a-f]{64}$/),
      approvalUrl: `http://launch.test/approve/${body.dryRunId}`,
      expiresAt: new Date(app.clock.nowMs() + 1_800_000).toISOString(),
      imageSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      feeMap: { platformBuybackBps: 2_500, deskBps: 1_500, crewPoolBps: 6_000, referrerBps: 0 },
      referral: null,
      hirePlan: null,
      vibe: 'A frog that trades noodles at night. Launched with Agent Launch Service.',
      attribution: 'Launched with Agent Launch Service.',
      lockPath: 'atomic-v1',
      warnings: [],
    })
    expect(body.shareholders.map(({ role, bps }: { role: string; bps: number }) => [role, bps])).toEqual([
      ['kol', 3_000],
      ['kol', 1_800],
      ['kol', 1_200],
      ['agent', 1_500],
      ['treasury', 2_500],
    ])
    const sum = body.cost.items.reduce((total: bigint, item: { lamports: string }) => total + BigInt(item.lamports), 0n)
    expect(sum.toString()).toBe(body.cost.lamports)
  })

  test('decision "Other spellings": initialBuySol and a share as text are the same plan as numbers', async () => {
    const planOf = async (initialBuySol: unknown, share: unknown) => {
      const { status, body } = await dryRun({ initialBuySol, crew: [{ handle: 'a', wallet: CREW_WALLETS[0], share }] })
      expect(status).toBe(200)
      return (await app.call('GET', `${PATH}/${body.dryRunId}`)).body.plan
    }
    expect(await planOf('1', '100')).toEqual(await planOf(1, 100))
  })

  test('rules 10.9: a plan without a picture of its own has none to show', async () => {
    const { mint } = (
      await app.call('POST', '/api/agent/launch', app.launchBody({ ticker: 'XLOCKFAIL' }), {
        key,
        headers: { 'x-launcher-key': app.launcher.secret },
      })
    ).body
    const wiring = await app.call('POST', PATH, { intent: 'wire-fees', mint, launcherPubkey: app.launcher.wallet }, { key })
    expect(wiring.status).toBe(200)
    expect(await app.call('GET', `${PATH}/${wiring.body.dryRunId}/image`)).toMatchObject({ status: 404, body: { code: 'logo_not_found' } })
  })

  test('rules 10.7: the launcher in its own crew is refused: it never receives the crew slice', async () => {
    const crew = [{ handle: 'me', wallet: app.launcher.wallet, share: 100 }]
    expect(await expectNothingHappened(app, () => dryRun({ crew }))).toMatchObject({
      status: 400,
      body: { errors: [{ path: '/crew/0/wallet' }] },
    })
  })

  test('rules 10.3: counts code points, so 8 four-byte letters are a name of 8', async () => {
    expect((await dryRun({ name: '🐸'.repeat(8), description: '🐸'.repeat(204) })).status).toBe(200)
  })

  test('rules 2.1: the $ goes, the rest is upper-case', async () => {
    const { body } = await dryRun({ ticker: '$frog' })
    expect((await app.call('GET', `${PATH}/${body.dryRunId}`)).body.plan.ticker).toBe('FROG')
  })

  test.each([
    ['split', 0, 7_500],
    ['buyback', 2_000, 5_500],
    ['raid', 2_500, 5_000],
    ['agent', 1_500, 6_000],
  ])(
    'rules 10.6: mode %s leaves %i bps to the agent and %i to the crew, beside the treasury’s 2,500',
    async (mode, deskBps, crewPoolBps) => {
      const { body } = await dryRun({ mode })
      expect(body.feeMap).toEqual({ platformBuybackBps: 2_500, deskBps, crewPoolBps, referrerBps: 0 })
      expect(body.shareholders.reduce((sum: number, { bps }: { bps: number }) => sum + bps, 0)).toBe(10_000)
    },
  )

  test('rules 10.7: nine crew wallets do not fit beside agent and treasury: the refusal says that 8 do', async () => {
    const shares = [20, 10, 10, 10, 10, 10, 10, 10, 10]
    const crew = shares.map((share, index) => ({ handle: `h${index}`, wallet: CREW_WALLETS[index], share }))
    expect(await expectNothingHappened(app, () => dryRun({ crew }))).toMatchObject({
      status: 400,
      body: { code: 'crew_too_large', detail: expect.stringContaining('8 crew wallets fit') },
    })
    expect((await dryRun({ crew: [{ ...crew[0], share: 30 }, ...crew.slice(1, 8)] })).status).toBe(200)
  })

  test('rules 10.7: one wallet with two seats is one shareholder with both shares', async () => {
    const crew = [
      { handle: 'a', wallet: CREW_WALLETS[0], share: 60 },
      { handle: 'b', wallet: CREW_WALLETS[0], share: 40 },
    ]
    expect((await dryRun({ crew })).body.shareholders[0]).toMatchObject({ wallet: CREW_WALLETS[0], role: 'kol', handle: 'a+b', bps: 6_000 })
  })

  test('rules 10.8: holderKol: nothing to lock yet, and it says so', async () => {
    const { status, body } = await dryRun({ crew: undefined, holderKol: true })
    expect(status).toBe(200)
    expect(body).toMatchObject({ lockPath: 'holder-kol-open', crew: [], warnings: [expect.stringContaining('lock-holder-kol')] })
  })

  test('rules 2.4: a launcher who cannot pay is warned', async () => {
    await app.close()
    app = await createTestApp({ pad: (pad) => ({ ...pad, balanceOf: async () => 5n as never }) })
    key = await app.claim()
    expect((await dryRun()).body.warnings).toEqual([expect.stringContaining('holds 0.000000005 SOL')])
  })

  test('rules 5.1: no key and a bad key are 401 even when the body is bad, and 401 costs no rate', async () => {
    for (const bad of [undefined, 'svc_ak_wrong', `${key}x`, `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`]) {
      for (const body of [{ nonsense: 1 }, '{not json', 'x'.repeat(100)]) {
        expect((await expectNothingHappened(app, () => app.call('POST', PATH, body, { key: bad }))).status).toBe(401)
      }
    }
    expect((await dryRun()).headers.get('ratelimit-remaining')).toBe('59')
  })

  test('rules 10.3: what is not JSON, JSON that is no object, and a body over 8 MB are refused, and no plan is kept', async () => {
    const refused = (body: unknown) => expectNothingHappened(app, () => app.call('POST', PATH, body, { key }))
    expect(await refused('{"name":')).toMatchObject({ status: 400, body: { code: 'body_not_json' } })
    for (const body of ['[]', undefined, '['.repeat(100_000)]) expect((await refused(body)).status).toBe(400)
    const large = { ...app.launchBody(), imageBase64: 'A'.repeat(8_388_609) }
    expect(await refused(large)).toMatchObject({ status: 413, body: { code: 'body_too_large' } })
  })
})
