import { describe, expect, test } from 'bun:test'
import type { Mint } from '../../../src/domain/brands.ts'
import { crankAllCoins } from '../../../src/features/crank/crank-all-coins.ts'
import { createUpkeepScene } from '../../support/upkeep-scene.ts'

/** Three coins, two of them cranked. */
async function busyScene() {
  const scene = await createUpkeepScene()
  const mints: Mint[] = []
  for (let coin = 0; coin < 3; coin += 1) {
    mints.push(await scene.launch())
    await scene.app.clock.advance(1_000)
  }
  for (const mint of mints.slice(0, 2)) await scene.buy(mint)
  await scene.run(crankAllCoins)
  return { ...scene, mints }
}

const LISTS = [
  ['/api/proof', 'items'],
  ['/api/coins', 'coins'],
  ['/api/coins/live', 'coins'],
  ['/api/coins/graduated-unfeatured', 'coins'],
  ['/api/remits', 'remits'],
  ['/api/buybacks', 'buybacks'],
] as const

describe('public reads', () => {
  test('rules 10.27: the proof tape tells launches, locks and remits, newest first, and counts everything', async () => {
    const { call, mints } = await busyScene()
    const { status, body } = await call('GET', '/api/proof?limit=3')
    expect(status).toBe(200)
    expect(body.items.map(({ kind }: { kind: string }) => kind)).toEqual(['remit', 'remit', 'lock'])
    expect(body.items[0]).toMatchObject({ ticker: 'NMFROG', wallets: 5, signature: expect.any(String), slot: expect.any(Number) })
    expect(body.items[2]).toMatchObject({ mint: mints[2], wallets: 5, lamports: null })
    expect(body.stats).toMatchObject({ coins: 3, locked: 3, remits: 10, buybacks: 0, boughtSol: 0 })
    expect(BigInt(body.stats.remittedLamports)).toBe(BigInt(body.items[0].lamports) + BigInt(body.items[1].lamports))
    expect(body).toMatchObject({ cluster: 'simulated', treasury: expect.any(String), generatedAt: '2026-11-21T00:00:03.000Z' })
  })

  test('rules 4.3: the proof list is empty before the first launch', async () => {
    const { call } = await createUpkeepScene()
    expect((await call('GET', '/api/proof')).body).toMatchObject({
      ok: true,
      items: [],
      nextCursor: null,
      stats: { coins: 0, remits: 0, remittedSol: 0 },
    })
    expect((await call('GET', '/api/board')).body).toMatchObject({ ok: true, coins: [], remits: [] })
    expect((await call('GET', '/api/buybacks')).body).toEqual({
      ok: true,
      buybacks: [],
      nextCursor: null,
      totals: { runs: { under_way: 0, executed: 0, skipped: 0, failed: 0 }, spent: { amount: '0', decimals: 9, currency: 'SOL' } },
      treasury: { wallet: null, balance: null, spent: { amount: '0', decimals: 9, currency: 'SOL' }, coins: [] },
    })
  })

  test('rules 10.27: the board has coins, remits, totals and its time', async () => {
    const { call } = await busyScene()
    const { body } = await call('GET', '/api/board')
    expect([body.coins.length, body.remits.length]).toEqual([3, 10])
    expect(body).toMatchObject({ ok: true, cluster: 'simulated', generatedAt: expect.any(String), stats: { coins: 3, remits: 10 } })
  })

  test('rules 10.25: remits can be asked for by mint; an unknown one has none', async () => {
    const { call, mints } = await busyScene()
    const { remits } = (await call('GET', `/api/remits?mint=${mints[0]}`)).body
    expect(remits).toHaveLength(5)
    expect(remits[0]).toEqual({
      id: expect.any(String),
      mint: mints[0],
      currency: 'SOL',
      ticker: 'NMFROG',
      wallet: expect.any(String),
      handle: expect.any(String),
      role: expect.any(String),
      amount: { amount: remits[0].lamports, decimals: 9, currency: 'SOL' },
      lamports: expect.stringMatching(/^\d+$/),
      sol: expect.any(Number),
      signature: expect.any(String),
      slot: expect.any(Number),
      at: expect.any(String),
    })
    expect((await call('GET', '/api/remits?mint=unknown')).body.remits).toEqual([])
  })

  test.each(LISTS)('rules 10.26: %s: cursors lead through all rows, each once, in order', async (path, name) => {
    const { call } = await busyScene()
    const whole = (await call('GET', `${path}?limit=200`)).body[name]
    const seen: unknown[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body } = await call('GET', `${path}?limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`)
      seen.push(...body[name])
      cursor = body.nextCursor
    }
    expect(seen).toEqual(whole)
  })

  test.each(LISTS)('rules 10.26: %s: a limit or cursor outside its range is 400', async (path) => {
    const { call } = await createUpkeepScene()
    for (const query of ['limit=0', 'limit=201', 'limit=-1', 'limit=1.5', 'limit=x']) {
      expect(await call('GET', `${path}?${query}`)).toMatchObject({ status: 400, body: { code: 'validation_invalid' } })
    }
    if (path !== '/api/buybacks')
      expect(await call('GET', `${path}?cursor=nonsense`)).toMatchObject({ status: 400, body: { code: 'cursor_invalid' } })
  })

  test.each([...LISTS.map(([path]) => path), '/api/board'])(
    'decision "ETags": %s: an ETag that stays while nothing happens, and 304 to who has it',
    async (path) => {
      const { app, call, launch, buy, run } = await busyScene()
      const first = await call('GET', path)
      const etag = first.headers.get('etag')!
      expect(first.headers.get('cache-control')).toBe('public, max-age=5')
      await app.clock.advance(10_000)
      const again = await call('GET', path, undefined, { headers: { 'if-none-match': `"other", ${etag}` } })
      expect(again).toMatchObject({ status: 304, body: '' })
      expect(again.headers.get('etag')).toBe(etag)
      if (path === '/api/buybacks' || path.endsWith('unfeatured')) return
      await buy(await launch())
      await run(crankAllCoins)
      const changed = await call('GET', path, undefined, { headers: { 'if-none-match': etag } })
      expect(changed.status).toBe(200)
      expect(changed.headers.get('etag')).not.toBe(etag)
    },
  )

  test('decision "ETags": an error has no ETag and is not cached', async () => {
    const { call } = await createUpkeepScene()
    const { status, headers } = await call('GET', '/api/coins/unknown')
    expect([status, headers.get('etag'), headers.get('cache-control')]).toEqual([404, null, 'no-store'])
  })

  test('rules 10.27: the totals stay right under 50 launches and their cranks at once', async () => {
    const { app, launch, buy, call, run } = await createUpkeepScene()
    const mints = await Promise.all(Array.from({ length: 50 }, (_, index) => launch(index % 5 === 0 ? { ticker: 'XLOCKFAIL' } : {})))
    await Promise.all(mints.map((mint) => buy(mint, 0.1)))
    await Promise.all([run(crankAllCoins), ...mints.slice(0, 10).map((mint) => call('POST', '/api/agent/wire-fees', { mint }))])
    const { rows } = await app.deps.storage.remits.list({ limit: 1_000, cursor: null })
    const remittedLamports = rows.reduce((sum, { amountAtomic: lamports }) => sum + lamports, 0n)
    expect(await app.deps.storage.totals.read()).toEqual({
      coins: 50,
      locked: 42,
      remits: rows.length,
      remitted: { SOL: remittedLamports as never, ETH: 0n as never, WETH: 0n as never },
      buybacks: 0,
      bought: { SOL: 0n as never, ETH: 0n as never, WETH: 0n as never },
    })
  })
})
