import { describe, expect, test } from 'bun:test'
import { Secret } from '../../../src/lib/secret.ts'
import { createUpkeepScene } from '../../support/upkeep-scene.ts'

describe('GET /api/agent/status/{mint}', () => {
  test('rules 2.7: says from the chain what is locked, what waits, and where the coin trades', async () => {
    const { call, launch, buy } = await createUpkeepScene()
    const mint = await launch()
    await buy(mint, 2)
    const { status, body, headers } = await call('GET', `/api/agent/status/${mint}`)
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body).toMatchObject({ ok: true, cluster: 'simulated', mint, feeShareLocked: true, holderKol: false, stage: 'curve' })
    expect(body.coin).toMatchObject({ mint, ticker: 'NMFROG', status: 'live', feeShareLocked: true })
    expect(body.onChain.shareholders.reduce((sum: number, { bps }: { bps: number }) => sum + bps, 0)).toBe(10_000)
    expect(BigInt(body.accruedLamports)).toBeGreaterThan(0n)
    expect(body.tip).toContain('crank')
  })

  test('rules 10.16: our own row is not believed', async () => {
    const { app, call, launch } = await createUpkeepScene()
    const mint = await launch({ ticker: 'XLOCKFAIL' })
    const coin = (await app.deps.storage.coins.find(mint))!
    expect(await app.deps.storage.coins.lock(mint, { ...coin, feeShareSignature: coin.signature })).not.toBeNull()
    const { body } = await call('GET', `/api/agent/status/${mint}`)
    expect(body).toMatchObject({ feeShareLocked: false, onChain: null, coin: { feeShareLocked: false } })
    expect(body.tip).toContain('wire-fees')
  })

  test('rules 10.16: a lock to other wallets than the recorded ones is not ours', async () => {
    const { app, call, launch } = await createUpkeepScene()
    const mint = await launch({ ticker: 'XLOCKFAIL' })
    const coin = (await app.deps.storage.coins.find(mint))!
    const lock = { ...coin, shareholders: coin.shareholders.slice(1), feeShareSignature: coin.signature }
    expect(await app.deps.storage.coins.lock(mint, lock)).not.toBeNull()
    const launcher = app.pad.parseLauncher(new Secret(app.launcher.secret))
    await app.pad.advance((await app.pad.feeShare!.prepareLock(mint, coin.shareholders, launcher)).transactions)
    const { body } = await call('GET', `/api/agent/status/${mint}`)
    expect(body).toMatchObject({ feeShareLocked: false, onChain: { locked: true } })
  })

  test('decision "Graduated": follows a coin through the gap between its complete curve and its pool', async () => {
    const { app, call, launch } = await createUpkeepScene()
    const mint = await launch()
    await app.deps.simulation!.graduate(mint)
    expect((await call('GET', `/api/agent/status/${mint}`)).body.stage).toBe('graduating')
    await app.clock.advance(2_000)
    expect((await call('GET', `/api/agent/status/${mint}`)).body.stage).toBe('graduated')
  })

  test('rules 7: 401 without a key, 404 for a coin that is not ours', async () => {
    const { app, call, launch } = await createUpkeepScene()
    const mint = await launch()
    expect((await app.call('GET', `/api/agent/status/${mint}`)).body.code).toBe('api_key_invalid')
    expect(await call('GET', '/api/agent/status/nothing')).toMatchObject({ status: 404, body: { code: 'coin_not_found' } })
  })

  test('rules 7: 503 when the chain does not know a coin that we have: the node is behind', async () => {
    const { call, launch } = await createUpkeepScene({
      pad: (pad) => ({ ...pad, readCoin: (mint) => (behind ? Promise.resolve(null) : pad.readCoin(mint)) }),
    })
    let behind = false
    const mint = await launch()
    behind = true
    expect(await call('GET', `/api/agent/status/${mint}`)).toMatchObject({ status: 503, body: { code: 'upstream_unavailable' } })
  })
})
