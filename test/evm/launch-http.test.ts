import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { bps, lamports } from '../../src/domain/brands.ts'
import { AppError } from '../../src/domain/errors.ts'
import { createEvmService, type EvmService, launcherOf } from './support/evm-service.ts'
import { describeAnvil } from './support/anvil.ts'
import { ETH, newEvmWallet, REFERRER } from './support/evm-scene.ts'
import { olderLaunch } from './support/older-launch.ts'

setDefaultTimeout(180_000)

describeAnvil('a launch on Base that broke off: those in three transactions, as older services signed them, and all', () => {
  test('rules 3.2: with its lock replaced it is 202, says what to do, and wire-fees locks it to the same wallets with one transaction', async () => {
    const taken = { wallet: null as string | null }
    const service = await createEvmService({
      pad: (pad, anvil) => ({
        ...pad,
        prepareLaunch: (plan, by) => olderLaunch(anvil, plan, by),
        async advance(transactions) {
          const states = await pad.advance(transactions)
          const used = taken.wallet && Number(await anvil.call<string>('eth_getTransactionCount', taken.wallet, 'latest'))
          // The launcher sends something else in the place of the third.
          if (used === 2) await anvil.sendAs(taken.wallet!, { to: taken.wallet!, value: 1n })
          return states
        },
      }),
    })
    const launcher = await service.person()
    taken.wallet = launcher.wallet
    const launched = await service.post('/api/agent/launch', service.body(launcher), launcher)
    expect(launched).toMatchObject({ status: 202, body: { feeShareLocked: false, lockSlot: null } })
    expect(launched.body.nextSteps.join(' ')).toContain('/api/agent/wire-fees')
    taken.wallet = null
    const { mint, shareholders } = launched.body
    expect((await service.get(`/api/agent/status/${mint}`)).body).toMatchObject({ feeShareLocked: false, creator: launcher.wallet })
    expect((await service.post('/api/agent/crank', { mint }, launcher)).body.code).toBe('fee_share_not_locked')
    const stranger = await service.person()
    expect((await service.post('/api/agent/wire-fees', { mint }, stranger)).body.code).toBe('launcher_not_creator')

    const wired = await service.post('/api/agent/wire-fees', { mint }, launcher)
    expect(wired).toMatchObject({ status: 201, body: { feeShareLocked: true, shareholders } })
    expect(Number(await service.anvil.call<string>('eth_getTransactionCount', launcher.wallet, 'latest'))).toBe(4)
    expect((await service.get(`/api/agent/status/${mint}`)).body.feeShareLocked).toBe(true)
    expect((await service.post('/api/agent/wire-fees', { mint }, launcher)).body.code).toBe('fee_share_already_locked')
    expect((await service.post('/api/agent/lock-holder-kol', { mint }, launcher)).body.code).toBe('operation_not_offered')
    await service.stop()
  })

  test('decision "Cranks of one coin within 3 s": the same request joins its lock: while that waits for a block, and when it has landed and nobody has seen it yet', async () => {
    const dark = { now: false }
    const service = await createEvmService({
      blocks: 0,
      pad: (pad) => ({
        ...pad,
        async advance(transactions) {
          const states = await pad.advance(transactions)
          if (dark.now) throw new AppError('upstream_unavailable', { upstream: 'the Base RPC' })
          return states
        },
      }),
    })
    const { anvil } = service
    const launcher = await service.person()
    const owner = launcherOf(service.launchpad, launcher)
    const shareholders = [{ wallet: newEvmWallet(), bps: bps(10_000) }]
    const plan = { name: 'Joined', ticker: 'JOIN', metadataUri: 'https://coins.example/m/1', initialBuyAtomic: lamports(0) }
    const made = await olderLaunch(anvil, { ...plan, shareholders, atomicRequired: false }, owner)
    const open = made.transactions.filter(({ steps }) => !steps.includes('lock'))
    for (let round = 0; round < 6; round += 1) {
      await service.launchpad.advance(open)
      await anvil.mine(3)
    }
    const body = {
      mint: made.mint,
      platform: 'zora',
      mode: 'agent',
      crew: service.crew.map(({ wallet: _solana, evmWallet, ...seat }) => ({ ...seat, wallet: evmWallet })),
    }
    const wire = (changes: object = {}) => service.post('/api/agent/wire-fees', { ...body, ...changes }, launcher)

    await anvil.call('evm_setAutomine', false)
    expect(await wire()).toMatchObject({ status: 503, body: { code: 'launch_unresolved' } })
    expect(await wire()).toMatchObject({ status: 503, body: { code: 'launch_unresolved' } })
    expect(await wire({ mode: 'raid' })).toMatchObject({ status: 409, body: { code: 'wire_fees_in_progress' } })
    await anvil.call('evm_setAutomine', true)
    await anvil.mine()
    dark.now = true
    for (let round = 0; round < 4; round += 1) {
      expect(await wire()).toMatchObject({ status: 503, body: { code: 'launch_unresolved' } })
      await anvil.mine(3)
    }
    // The lock is in its block by now: nobody owns the coin any more.
    dark.now = false
    expect(await wire()).toMatchObject({ status: 201, body: { feeShareLocked: true, mint: made.mint } })
    await service.stop()
  })

  test('rules 10.10: replaced before the coin: proved dead, the approval is free again, and the next try is the one coin', async () => {
    const taken = { wallet: null as string | null }
    const service = await createEvmService({
      pad: (pad, anvil) => ({
        ...pad,
        async advance(transactions) {
          if (taken.wallet) await anvil.sendAs(taken.wallet, { to: taken.wallet, value: 1n })
          taken.wallet = null
          return pad.advance(transactions)
        },
      }),
    })
    const launcher = await service.person()
    const body = service.body(launcher)
    const { dryRunId } = (await service.post('/api/agent/launch/dry-run', body)).body
    taken.wallet = launcher.wallet
    const dead = await service.post('/api/agent/launch', { ...body, dryRunId }, launcher)
    expect(dead).toMatchObject({ status: 400, body: { code: 'launch_expired' } })
    expect((await service.get('/api/coins')).body.coins).toEqual([])
    const again = await service.post('/api/agent/launch', { ...body, dryRunId }, launcher)
    expect(again).toMatchObject({ status: 201, body: { feeShareLocked: true } })
    expect((await service.get('/api/coins')).body.coins).toHaveLength(1)
    await service.stop()
  })
})

describeAnvil('a launch on Base through the API', () => {
  let service: EvmService
  beforeAll(async () => void (service = await createEvmService()))
  afterAll(() => service.stop())

  test('rules 1.10: dry-run, launch, status: the fees are locked 60/15/25 and the ownership is gone', async () => {
    const launcher = await service.person()
    const body = service.body(launcher)
    const dryRun = await service.post('/api/agent/launch/dry-run', body)
    expect(dryRun).toMatchObject({ status: 200, body: { lockPath: 'atomic-evm', cost: { currency: 'ETH' } } })
    expect(dryRun.body.warnings.join(' ')).toMatch(/first 10 seconds.*99%.*10,000,000 coins/s)
    expect(dryRun.body.shareholders.map(({ wallet, bps }: any) => [wallet, bps])).toEqual([
      ...service.crew.map(({ evmWallet }, index) => [evmWallet, [3_000, 1_800, 1_200][index]]),
      [launcher.wallet, 1_500],
      [service.treasury, 2_500],
    ])
    const launched = await service.post('/api/agent/launch', { ...body, dryRunId: dryRun.body.dryRunId }, launcher)
    expect(launched).toMatchObject({
      status: 201,
      body: { platform: 'zora', feeShareLocked: true, feesLockedAtLaunch: true, lockPath: 'atomic-evm' },
    })
    const { mint } = launched.body
    expect(launched.body.launchpadUrl).toBe(`https://zora.co/coin/base:${mint.toLowerCase()}`)
    expect(launched.body.lockSlot).toBe(launched.body.createSlot)
    expect(launched.body).not.toHaveProperty('preLockCreatorFees')
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
    const wei = String(parts.reduce((sum: bigint, part: bigint) => sum + part, 0n))
    const inEth = { amount: wei, decimals: 18, currency: 'ETH' }
    expect(cranked).toMatchObject({ status: 200, body: { currency: 'ETH', distributed: inEth, missing: null } })
    for (const [index, { wallet }] of launched.body.shareholders.entries()) {
      expect((await service.weiOf(wallet)) - (before.get(wallet) as bigint)).toBe(parts[index])
    }
    const { remits } = (await service.get(`/api/remits?mint=${mint}`)).body
    expect(remits).toHaveLength(5)
    expect(remits.every(({ currency, signature }: any) => currency === 'ETH' && signature === cranked.body.signature)).toBe(true)
    const { coin } = (await service.get(`/api/coins/${mint}`)).body
    expect(coin).toMatchObject({ paid: inEth, currency: 'ETH' })
    const { items } = (await service.get('/api/proof')).body
    expect(items[0]).toMatchObject({ kind: 'remit', amount: inEth, currency: 'ETH' })
    // The names of SOL are of SOL alone.
    for (const view of [cranked.body, coin, items[0], ...remits])
      expect(Object.keys(view).filter((name) => /lamports$|sol$/i.test(name))).toEqual([])
    const { stats, coins } = (await service.get('/api/board')).body
    const nothing = { amount: '0', decimals: 9, currency: 'SOL' }
    expect(stats).toMatchObject({
      remitted: [nothing, inEth, { amount: '0', decimals: 18, currency: 'WETH' }],
      remittedWei: wei,
      remittedLamports: '0',
    })
    expect(coins[0]).toMatchObject({ mint, paid: { currency: 'ETH' } })
  })
})
