import { describe, expect, test } from 'bun:test'
import { watchRedirects } from '../../../src/features/coins/watch-redirects.ts'
import { crankAllCoins } from '../../../src/features/crank/crank-all-coins.ts'
import { OPERATOR_KEY } from '../../support/test-app.ts'
import { createUpkeepScene, type UpkeepScene } from '../../support/upkeep-scene.ts'

/** A coin whose fees are taken away, one whose fees are not, and a minute later. */
async function aMinuteLater(scene: UpkeepScene) {
  const taken = await scene.launch({ ticker: 'XREDIRECT' })
  await scene.app.clock.advance(1_000)
  const kept = await scene.launch()
  await scene.app.clock.advance(59_000)
  return { taken, kept }
}

const mintsOf = async ({ call }: UpkeepScene, path: string) =>
  (await call('GET', path)).body.coins.map(({ mint }: { mint: string }) => mint)

describe('decision "Fees taken away": the watch of splits', () => {
  test('a locked coin that pays its crew no more is marked and told of exactly once, wherever it is shown', async () => {
    const scene = await createUpkeepScene()
    const { app, run, call, footprint } = scene
    const { taken, kept } = await aMinuteLater(scene)
    const runs = await Promise.all([run(watchRedirects), run(watchRedirects), run(watchRedirects)])
    expect(runs.map(({ outcome }) => Number(/(\d) redirected/.exec(outcome)![1])).reduce((a, b) => a + b)).toBe(1)
    await app.clock.advance(300_000)
    expect((await run(watchRedirects)).outcome).toBe('1 coins read, 0 redirected')
    expect((await footprint(taken)).events).toEqual(['launch.created', 'feeShare.locked', 'coin.feesRedirected'])
    expect((await footprint(kept)).events).toEqual(['launch.created', 'feeShare.locked'])

    const feesRedirected = { at: '2026-11-21T00:01:00.000Z', to: 'its holders' }
    const { coin } = (await call('GET', `/api/coins/${taken}`)).body
    expect(coin).toMatchObject({ feeShareLocked: false, feesLockedAtLaunch: true, feesRedirected })
    expect((await app.deps.storage.events.list(taken)).at(-1)!.data).toMatchObject({ mint: taken, ticker: 'XREDIRECT', feesRedirected })
    expect((await call('GET', `/api/coins/${kept}`)).body.coin).toMatchObject({ feeShareLocked: true, feesRedirected: null })
    const status = (await call('GET', `/api/agent/status/${taken}`, undefined, { key: OPERATOR_KEY })).body
    expect(status).toMatchObject({ feeShareLocked: false, feesRedirected, accruedLamports: '0' })
    expect(status.tip).toContain('its holders')
    expect((await call('GET', '/api/board')).body.coins.map((each: { feesRedirected: unknown }) => each.feesRedirected)).toEqual([
      null,
      feesRedirected,
    ])
    const wallet = coin.shareholders[0].wallet as string
    const { coins } = (await call('GET', `/api/wallets/${wallet}/coins`)).body
    expect(coins.map((each: Record<string, unknown>) => [each['mint'], each['feeShareLocked'], each['feesRedirected']])).toEqual([
      [kept, true, false],
      [taken, false, true],
    ])
    expect(await mintsOf(scene, '/api/coins?fees=redirected')).toEqual([taken])
    expect(await mintsOf(scene, '/api/coins?fees=locked')).toEqual([kept])
    expect(await mintsOf(scene, '/api/coins?fees=open')).toEqual([])
    expect(await app.call('GET', '/metrics', undefined, { key: OPERATOR_KEY })).toMatchObject({
      body: expect.stringContaining('svc_coins_redirected_lately 1'),
    })
  })

  test('the status says it before the watch does; it is not cranked, by the clock or by hand', async () => {
    const scene = await createUpkeepScene()
    const { app, run, call, buy } = scene
    const mint = await scene.launch({ ticker: 'XREDIRECT' })
    await buy(mint)
    await app.clock.advance(60_000)
    const status = (await call('GET', `/api/agent/status/${mint}`, undefined, { key: OPERATOR_KEY })).body
    expect([status.feeShareLocked, status.feesRedirected, status.accruedLamports]).toEqual([false, null, '0'])
    expect(status.tip).toContain('its holders')
    expect(await call('POST', '/api/agent/crank', { mint })).toMatchObject({ body: { code: 'fee_share_not_locked' } })
    expect((await run(crankAllCoins)).outcome).toBe('1 coins read, 0 paid out, 0 failed')
    await run(watchRedirects)
    expect((await run(crankAllCoins)).outcome).toBe('0 coins read, 0 paid out, 0 failed')
  })

  test('a read that fails marks nothing, is told, and the next pass finds the coin', async () => {
    const scene = await createUpkeepScene()
    const { app, run, call } = scene
    const { taken } = await aMinuteLater(scene)
    const feeShare = app.pad.feeShare as { readRedirects?: NonNullable<typeof app.pad.feeShare>['readRedirects'] }
    const reads = feeShare.readRedirects!
    feeShare.readRedirects = async () => Promise.reject(new Error('the node is gone'))
    await expect(run(watchRedirects)).rejects.toThrow('the node is gone')
    expect((await call('GET', `/api/coins/${taken}`)).body.coin).toMatchObject({ feeShareLocked: true, feesRedirected: null })
    feeShare.readRedirects = reads
    expect((await run(watchRedirects)).outcome).toBe('2 coins read, 1 redirected')
  })

  test('what its crew was paid before stays on record, and what was paid past this service is still read', async () => {
    const scene = await createUpkeepScene()
    const mint = await scene.launch({ ticker: 'XREDIRECT' })
    await scene.buy(mint, 5)
    const paid = await scene.crankByStranger(mint)
    expect(paid).toBeGreaterThan(0n)
    await scene.app.clock.advance(60_000)
    await scene.run(watchRedirects)
    expect(await scene.app.deps.storage.coinPasses.listReadingsDue(scene.app.clock.nowMs(), 10)).toMatchObject([{ mint }])
  })
})

test('rules 10.28: /about says of each launchpad that is enabled who can still change a locked split', async () => {
  const { app } = await createUpkeepScene()
  const page = (await app.call('GET', '/about')).body as string
  expect(page).toContain('<dt>Simulated launchpad</dt><dd>Once locked, neither the launcher nor this service')
  expect(page).not.toContain('{{')
})
