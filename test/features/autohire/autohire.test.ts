import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { treasuryOn } from '../../../src/domain/chain.ts'
import { sampleDirectory } from '../../support/sample-kols.ts'
import { expectNothingHappened } from '../../support/nothing-happened.ts'
import { createTestApp, newPerson, OPERATOR_KEY, type TestApp } from '../../support/test-app.ts'
import type { Policy } from '../../../src/ports/policy.ts'

const PATH = '/api/agent/autohire'
const FROG = { name: 'Night Market Frog', ticker: 'NMFROG', description: 'A frog that trades noodles at night.' }
let app: TestApp
let key: string
async function open(policy: Partial<Policy> = {}): Promise<void> {
  app = await createTestApp({ kols: sampleDirectory, policy })
  key = await app.claim()
}
const close = () => app.close()

const autohire = (body: unknown, options: { key?: string | undefined } = { key }) => app.call('POST', PATH, body, options)

describe('POST /api/agent/autohire', () => {
  beforeAll(() => open({ rateLimits: false }))
  afterAll(close)

  test('rules 2.7: answers match, hires, crew, seats, warnings, disclaimer and tip, and sends nothing', async () => {
    const { status, body } = await expectNothingHappened(app, () => autohire(FROG))
    expect(status).toBe(200)
    expect(Object.keys(body).toSorted()).toEqual(['crew', 'disclaimer', 'hires', 'match', 'ok', 'seats', 'tip', 'warnings'])
    expect(body).toMatchObject({ ok: true, seats: 5, warnings: [] })
    expect(body.match.terms).toContainEqual({ term: 'frog', field: 'name', weight: 3.25 })
    expect(body.match.narratives[0]).toEqual({ narrative: 'frogs', weight: 3.25, through: ['frog'] })
    expect(body.disclaimer).toContain('not opt-in partners')
    expect(body.hires).toHaveLength(5)
    for (const hire of body.hires) {
      expect(Object.keys(hire).toSorted()).toEqual(
        ['displayName', 'followers', 'handle', 'rank', 'reasons', 'role', 'score', 'share', 'wallet'].toSorted(),
      )
      expect(hire.reasons[0]).toMatch(/^matches narrative frogs through 'frog' in the name \(weight \d+\.\d\)$/)
    }
    expect(body.crew).toEqual(
      body.hires.map((hire: any) => ({ handle: hire.handle, wallet: hire.wallet, share: hire.share, hireRole: hire.role })),
    )
    expect(body.crew.reduce((sum: number, { share }: { share: number }) => sum + share, 0)).toBe(100)
    expect((await autohire(FROG)).body).toEqual(body)
  })

  test('rules 10.8: its crew is taken as crew[] by a dry-run, with the same wallets and shares', async () => {
    const { body } = await autohire({ ...FROG, seats: 3 })
    const dryRun = await app.call('POST', '/api/agent/launch/dry-run', app.launchBody({ crew: body.crew }), { key })
    expect(dryRun).toMatchObject({ status: 200, body: { hirePlan: null } })
    expect(dryRun.body.crew.map(({ wallet }: { wallet: string }) => wallet)).toEqual(
      body.hires.map(({ wallet }: { wallet: string }) => wallet),
    )
  })

  test('rules 1.3: a coin named Brave Raid never matches ai', async () => {
    const { body } = await autohire({ name: 'Brave Raid', ticker: 'BRAVE', description: 'Paid in rain and grain again.' })
    expect(body.match.narratives.map(({ narrative }: { narrative: string }) => narrative)).not.toContain('ai')
  })

  test.each([
    ['a ticker alone', { ticker: 'DOGE' }],
    ['a description alone', { description: 'A dog\nthat dances' }],
    ['one seat', { name: 'Doge', seats: 1 }],
    ['eight seats', { name: 'Doge', seats: 8 }],
  ])('rules 2.3: takes %s, and hires for as many seats', async (_case, body) => {
    const answer = await autohire(body)
    expect(answer.status).toBe(200)
    expect(answer.body.hires).toHaveLength((body as { seats?: number }).seats ?? 5)
  })

  test('decision "Other spellings": seats as text are as many, and a null is not there', async () => {
    const asked = await autohire({ ...FROG, seats: 3 })
    expect(asked).toMatchObject({ status: 200, body: { seats: 3 } })
    expect((await autohire({ ...FROG, seats: '3', fallback: null })).body).toEqual(asked.body)
  })

  test('rules 1.3: a coin that nobody speaks of is a 400 that names crew[] and the fallback; the fallback hires by rank', async () => {
    const zorblax = { name: 'Zorblax', ticker: 'ZBX', description: 'Qwxyz' }
    const refused = await expectNothingHappened(app, () => autohire(zorblax))
    expect(refused).toMatchObject({ status: 400, body: { code: 'autohire_no_match' } })
    for (const part of ['crew[]', '"fallback": "rank"']) expect(refused.body.fix).toContain(part)
    const hired = await autohire({ ...zorblax, fallback: 'rank' })
    expect(hired).toMatchObject({ status: 200, body: { hires: [{ rank: 1, score: 0 }, {}, {}, {}, {}] } })
    expect(await autohire({ ...zorblax, fallback: 'any' })).toMatchObject({ status: 400, body: { errors: [{ path: '/fallback' }] } })
  })

  test.each([
    ['no text at all', {}, '/name', 'autohire_texts_required'],
    ['blank texts', { name: ' ', ticker: '', description: ' ' }, '/name', 'autohire_texts_required'],
    ['a text of no width', { name: ' ', description: '\u200b' }, '/description', 'validation_invalid'],
    ['0 seats', { name: 'Doge', seats: 0 }, '/seats', 'validation_invalid'],
    ['9 seats', { name: 'Doge', seats: 9 }, '/seats', 'validation_invalid'],
    ['half a seat', { name: 'Doge', seats: 2.5 }, '/seats', 'validation_invalid'],
    ['seats with decimals in text', { name: 'Doge', seats: '5.5' }, '/seats', 'validation_invalid'],
    ['a name of 33', { name: 'x'.repeat(33) }, '/name', 'validation_invalid'],
    ['a ticker of 14', { ticker: 'x'.repeat(14) }, '/ticker', 'validation_invalid'],
    ['a description of 205', { description: 'x'.repeat(205) }, '/description', 'validation_invalid'],
    ['a field it does not know', { name: 'Doge', crew: [] }, '/crew', 'validation_invalid'],
    ['a secret', { name: 'Doge', privateKey: 'x' }, '/privateKey', 'secret_in_body'],
  ])('rules 2.3: refuses %s by its path, and nothing happened', async (_case, body, path, code) => {
    const answer = await expectNothingHappened(app, () => autohire(body))
    expect(answer).toMatchObject({ status: 400, body: { ok: false, code, errors: [{ path }] } })
  })

  test.each([[undefined], ['svc_ak_nonsense'], ['']])('rules 5.1: refuses the key %p before it reads the body', async (bad) => {
    expect(await autohire({ seats: 99 }, { key: bad })).toMatchObject({ status: 401, body: { code: 'api_key_invalid' } })
  })
})

describe('POST /api/agent/autohire, where something changes', () => {
  beforeEach(() => open())
  afterEach(close)

  test('rules 5.1: a revoked key hires nobody; the operator’s does', async () => {
    const { id } = (await app.call('GET', '/api/agent/keys', undefined, { key })).body.keys[0]
    await app.call('DELETE', `/api/agent/keys/${id}`, undefined, { key })
    expect((await autohire(FROG)).status).toBe(401)
    expect((await autohire(FROG, { key: OPERATOR_KEY })).status).toBe(200)
  })

  test('rules 8: a key asks 30 times a minute', async () => {
    for (let call = 0; call < 30; call += 1) expect((await autohire(FROG)).status).toBe(200)
    expect(await autohire(FROG)).toMatchObject({ status: 429, body: { code: 'rate_limit_exceeded' } })
    await app.clock.advance(60_000)
    expect((await autohire(FROG)).status).toBe(200)
  })

  test('decision "An opt-out": an opt-out counts from the next request on, and an opt-in too', async () => {
    const { handle } = (await autohire(FROG)).body.hires[0]
    const hired = async () => (await autohire(FROG)).body.hires.map((hire: { handle: string }) => hire.handle)
    await app.deps.storage.kols.setOptedOut(handle, true)
    expect(await hired()).not.toContain(handle)
    await app.deps.storage.kols.setOptedOut(handle, false)
    expect(await hired()).toContain(handle)
  })

  test('decision "Autohire excludes": the treasury is never hired, even when it is a KOL', async () => {
    const treasury = sampleDirectory.map((kol) => ({ ...kol, wallet: treasuryOn(app.deps.policy.chains, 'simulated:1') }))
    const own = await createTestApp({ kols: treasury })
    expect(await own.call('POST', PATH, FROG, { key: await own.claim() })).toMatchObject({
      status: 400,
      body: { code: 'autohire_unavailable' },
    })
    await own.close()
  })

  test('rules 1.3: fewer fitting profiles than seats hires fewer and says so', async () => {
    const frogs = sampleDirectory.filter(({ narratives }) => narratives.includes('frogs')).slice(0, 2)
    const others = sampleDirectory.filter(({ narratives }) => narratives.every((narrative) => narrative === 'music'))
    const small = await createTestApp({ kols: [...frogs, ...others] })
    const { body } = await small.call('POST', PATH, FROG, { key: await small.claim() })
    expect(body.hires).toHaveLength(2)
    expect(body).toMatchObject({ seats: 5, warnings: ['Only 2 of 5 seats are filled: no more profiles fit this coin.'] })
    expect(body.crew.map(({ share }: { share: number }) => share)).toEqual([50, 50])
    await small.close()
  })

  test('rules 10.8: an empty directory is a 400 that says who fills it', async () => {
    const empty = await createTestApp()
    const answer = await empty.call('POST', PATH, FROG, { key: await empty.claim() })
    expect(answer).toMatchObject({ status: 400, body: { code: 'autohire_unavailable', fix: expect.stringContaining('kols import') } })
    await empty.close()
  })

  test('rules 10.7: a referred key with 8 seats gets 7 and a warning', async () => {
    const { handle } = sampleDirectory[100]!
    await app.deps.storage.kols.setReferralCode(handle, 'FROG')
    const claimed = await app.call('POST', '/api/agent/keys/claim', { referralCode: 'frog' }, { address: newPerson().wallet })
    const { status, body } = await autohire({ ...FROG, seats: 8 }, { key: claimed.body.key })
    expect(status).toBe(200)
    expect(body.hires).toHaveLength(7)
    expect(body.seats).toBe(8)
    expect(body.warnings).toEqual([
      '8 seats were asked for and 7 fit: the launchpad takes 10 wallets, and agent, referrer, treasury hold 3 of them.',
    ])
  })
})
