import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sampleDirectory } from '../../support/sample-kols.ts'
import { createTestApp, newPerson, type TestApp } from '../../support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ kols: sampleDirectory })
})
afterAll(() => app.close())

const get = (path: string) => app.call('GET', path)
const handles = (body: { kols: { handle: string }[] }) => body.kols.map(({ handle }) => handle)

describe('GET /api/kols', () => {
  test('rules 10.27: every field of a kol and no other, best rank first, 50 at a time', async () => {
    const { status, body } = await get('/api/kols')
    expect(status).toBe(200)
    expect(body.kols).toHaveLength(50)
    expect(body.kols[0]).toEqual({
      id: expect.stringMatching(/^kol_\d+$/),
      rank: 1,
      handle: 'LaneBuilds_sample001',
      displayName: 'Lane Builds',
      aliases: [],
      wallet: sampleDirectory[0]!.wallet,
      evmWallet: sampleDirectory[0]!.evmWallet,
      followers: 2_815_822,
      narratives: ['music', 'privacy'],
      roles: ['dev', 'kol'],
      correlated: [],
      verified: true,
    })
    expect(body.kols.map(({ rank }: { rank: number }) => rank)).toEqual(Array.from({ length: 50 }, (_, at) => at + 1))
  })

  test('rules 10.26: pages of up to 200 join to the whole directory', async () => {
    const first = await get('/api/kols?limit=200')
    const second = await get(`/api/kols?limit=200&cursor=${first.body.nextCursor}`)
    expect([...handles(first.body), ...handles(second.body)]).toEqual(sampleDirectory.map(({ handle }) => handle))
    expect(second.body.nextCursor).toBeNull()
  })

  test.each([
    ['a handle, exactly', 'LaneBuilds_sample001', 'LaneBuilds_sample001'],
    ['a handle as people write it', '@lanebuilds', 'LaneBuilds_sample001'],
    ['a name begun', 'Lane Bui', 'LaneBuilds_sample001'],
    ['an alias', 'LCharts', 'LibertyCharts_sample002'],
  ])('decision "A search of the directory": finds by %s', async (_case, q, handle) => {
    expect(handles((await get(`/api/kols?q=${encodeURIComponent(q)}`)).body)).toEqual([handle])
  })

  test('decision "A search of the directory": finds by narrative, whole names before begun words', async () => {
    const { body } = await get('/api/kols?q=frogs&limit=200')
    const tagged = sampleDirectory.filter(({ narratives }) => narratives.includes('frogs')).map(({ handle }) => handle)
    expect(handles(body).slice(0, tagged.length)).toEqual(tagged)
  })

  test.each(['"', '*', "' OR 1=1 --", 'lane* OR raid', 'NEAR(a b)', '{names}: x', '%', '((((', ':*', '\ud83d'])(
    'decision "A search of the directory": hostile text is a search for its words: %j',
    async (q) => {
      const { status, body } = await get(`/api/kols?q=${encodeURIComponent(q.toWellFormed())}`)
      expect([status, body.ok]).toEqual([200, true])
      expect(body.kols.length).toBeLessThan(20)
    },
  )

  test('decision "A search of the directory": a blank q is no search', async () => {
    expect((await get('/api/kols?q=%20&limit=3')).body.kols).toHaveLength(3)
  })

  test.each(['limit=0', 'limit=201', 'limit=1.5', 'limit=x', `q=${'x'.repeat(101)}`, 'cursor=nonsense'])(
    'rules 10.26: refuses the query %s, and names the field that breaks it',
    async (query) => {
      expect(await get(`/api/kols?${query}`)).toMatchObject({ status: 400, body: { ok: false, errors: [{ path: expect.any(String) }] } })
    },
  )

  test('rules 4.3: needs no key and takes no notice of a bad one; nothing can be written', async () => {
    expect((await app.call('GET', '/api/kols?limit=1', undefined, { key: 'svc_ak_nonsense' })).status).toBe(200)
    const version = await app.deps.storage.kols.version()
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) expect((await app.call(method, '/api/kols', {})).status).toBe(405)
    expect(await app.deps.storage.kols.version()).toBe(version)
  })
})

describe('GET /api/kols/wallet/{wallet}', () => {
  test('rules 4.3: answers with the KOL, of two handles on one wallet with the better rank', async () => {
    const shared = sampleDirectory.find((kol, at) => sampleDirectory.slice(0, at).some(({ wallet }) => wallet === kol.wallet))!
    const best = sampleDirectory.find(({ wallet }) => wallet === shared.wallet)!
    expect(best.rank).toBeLessThan(shared.rank)
    expect(await get(`/api/kols/wallet/${shared.wallet}`)).toMatchObject({ status: 200, body: { ok: true, kol: { handle: best.handle } } })
  })

  test.each([newPerson().wallet, 'nonsense', "'", encodeURIComponent('🐸')])(
    'rules 4.3: 404 for %s, which is the wallet of no KOL',
    async (wallet) => {
      expect(await get(`/api/kols/wallet/${wallet}`)).toMatchObject({ status: 404, body: { code: 'kol_not_found' } })
    },
  )

  test('rules 4.3: 404 for whoever opted out, who is in no list either', async () => {
    const { handle, wallet } = sampleDirectory[20]!
    await app.deps.storage.kols.setOptedOut(handle, true)
    expect((await get(`/api/kols/wallet/${wallet}`)).status).toBe(404)
    expect(handles((await get(`/api/kols?q=${handle}`)).body)).toEqual([])
    await app.deps.storage.kols.setOptedOut(handle, false)
    expect((await get(`/api/kols/wallet/${wallet}`)).status).toBe(200)
  })
})
