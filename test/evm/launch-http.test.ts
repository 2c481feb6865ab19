import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { createEvmService, type EvmService } from './support/evm-service.ts'
import { describeAnvil } from './support/anvil.ts'
import { ETH, REFERRER } from './support/evm-scene.ts'

setDefaultTimeout(60_000)

describeAnvil('a launch on Base through the API', () => {
  let service: EvmService
  beforeAll(async () => void (service = await createEvmService()))
  afterAll(() => service.stop())

  test('spec 1.10: dry-run, launch, status: the fees are locked 60/15/25 and the ownership is gone', async () => {
    const launcher = await service.person()
    const body = service.body(launcher)
    const dryRun = await service.post('/api/agent/launch/dry-run', body)
    expect(dryRun).toMatchObject({ status: 200, body: { lockPath: 'sequential', cost: { currency: 'ETH' } } })
    expect(dryRun.body.warnings.join(' ')).toMatch(/first 10 seconds.*99%.*10,000,000 coins/s)
    expect(dryRun.body.shareholders.map(({ wallet, bps }: any) => [wallet, bps])).toEqual([
      ...service.crew.map(({ evmWallet }, place) => [evmWallet, [3_000, 1_800, 1_200][place]]),
      [launcher.wallet, 1_500],
      [service.treasury, 2_500],
    ])
    const launched = await service.post('/api/agent/launch', { ...body, dryRunId: dryRun.body.dryRunId }, launcher)
    expect(launched).toMatchObject({ status: 201, body: { platform: 'zora', feeShareLocked: true, lockPath: 'sequential' } })
    const { mint } = launched.body
    expect(launched.body.launchpadUrl).toBe(`https://zora.co/coin/base:${mint.toLowerCase()}`)
    expect(launched.body.preLockCreatorFeesLamports).toBe('0')
    const status = await service.get(`/api/agent/status/${mint}`)
    expect(status).toMatchObject({ status: 200, body: { feeShareLocked: true, onChain: { locked: true } } })

    await service.trade(mint, 10n * ETH)
    const before = new Map(
      await Promise.all(launched.body.shareholders.map(async ({ wallet }: any) => [wallet, await service.weiOf(wallet)])),
    )
    expect(await service.weiOf(REFERRER)).toBe((10n * ETH * 20n) / 10_000n)
    const payer = await service.person()
    const cranked = await service.post('/api/agent/crank', { mint }, payer)
    // 0xSplits keeps one wei of the 0.05 ETH, and each share its dust.
    const parts = launched.body.shareholders.map(({ bps }: any) => ((ETH / 20n - 1n) * BigInt(bps)) / 10_000n)
    const distributedLamports = String(parts.reduce((sum: bigint, part: bigint) => sum + part, 0n))
    expect(cranked).toMatchObject({ status: 200, body: { currency: 'ETH', distributedLamports } })
    for (const [place, { wallet }] of launched.body.shareholders.entries()) {
      expect((await service.weiOf(wallet)) - (before.get(wallet) as bigint)).toBe(parts[place])
    }
    const { remits } = (await service.get(`/api/remits?mint=${mint}`)).body
    expect(remits).toHaveLength(5)
    expect(remits.every(({ currency, signature }: any) => currency === 'ETH' && signature === cranked.body.signature)).toBe(true)
    expect((await service.get(`/api/coins/${mint}`)).body.coin).toMatchObject({ paidLamports: distributedLamports, currency: 'ETH' })
    const { stats, coins } = (await service.get('/api/board')).body
    expect(stats).toMatchObject({ remittedWei: distributedLamports, remittedLamports: '0' })
    expect(coins[0]).toMatchObject({ mint, currency: 'ETH' })
  })
})
