import { describe, expect, test } from 'bun:test'
import { BOUGHT_OUT_LAMPORTS, CURVE_TOKEN_MICROS, SUPPLY_TOKEN_MICROS } from '../../src/adapters/launchpads/simulated/bonding-curve.ts'
import { type Lamports, lamports, type Mint, type TokenMicros, tokenMicros, type Wallet } from '../../src/domain/brands.ts'
import { expectRefusal, refusalOf } from '../support/app-error.ts'
import { createSimulatedScene, newLauncher, newWallet, planOf } from '../support/simulated-scene.ts'

const SOL = 1_000_000_000n

async function launchedScene() {
  const scene = createSimulatedScene()
  const prepared = await scene.launchpad.prepareLaunch(planOf(), newLauncher())
  await scene.launchpad.advance(prepared.transactions)
  const rich = newWallet()
  await scene.control.airdrop(rich, lamports(1_000n * SOL))
  return { ...scene, mint: prepared.mint, rich }
}

describe('rules 11: simulated control: trades', () => {
  test('a buy of 1 SOL gets what pump gives for it, and 30 bps go to the vault', async () => {
    const { control, mint, rich } = await launchedScene()
    const trade = await control.trade({ mint, wallet: rich, side: 'buy', lamports: lamports(SOL) })
    expect(trade).toMatchObject({ lamports: SOL, tokenMicros: 34_199_203_154_141n, creatorFeeLamports: 2_962_963n })
    expect(await control.inspect(mint)).toMatchObject({ vaultLamports: 650_240n + 2_962_963n, holderCount: 1, tradeCount: 1 })
  })

  test('a sale brings what was asked for, and all that there is when that is less', async () => {
    const { control, mint, rich } = await launchedScene()
    const { tokenMicros: tokens } = await control.trade({ mint, wallet: rich, side: 'buy', lamports: lamports(2n * SOL) })
    const part = await control.trade({ mint, wallet: rich, side: 'sell', lamports: lamports(SOL) })
    expect(part.lamports - SOL).toBeGreaterThanOrEqual(0n)
    expect(part.lamports - SOL).toBeLessThan(5n)
    const rest = await control.trade({ mint, wallet: rich, side: 'sell', lamports: lamports(50n * SOL) })
    expect(tokenMicros(part.tokenMicros + rest.tokenMicros)).toBe(tokens)
    expect((await control.wallet(rich)).holdings).toEqual([])
    await expectRefusal('chain_refused', control.trade({ mint, wallet: rich, side: 'sell' }))
  })

  test('tokens can be named, and a sale of all names nothing', async () => {
    const { control, mint, rich } = await launchedScene()
    expect((await control.trade({ mint, wallet: rich, side: 'buy', tokenMicros: tokenMicros(1_000_000) })).tokenMicros).toBe(
      tokenMicros(1_000_000),
    )
    await control.trade({ mint, wallet: rich, side: 'buy', tokenMicros: tokenMicros(5_000_000_000) })
    expect((await control.trade({ mint, wallet: rich, side: 'sell', tokenMicros: tokenMicros(1_000_000) })).tokenMicros).toBe(
      tokenMicros(1_000_000),
    )
    expect((await control.trade({ mint, wallet: rich, side: 'sell' })).tokenMicros).toBe(tokenMicros(5_000_000_000))
  })

  test('a quote is what the trade then is, and changes nothing', async () => {
    const { control, mint, rich } = await launchedScene()
    const orders = [
      { side: 'buy', lamports: lamports(3n * SOL) },
      { side: 'buy', tokenMicros: tokenMicros(7_000_000) },
      { side: 'sell', lamports: lamports(SOL) },
      { side: 'sell', tokenMicros: tokenMicros(1_000_000) },
      { side: 'sell' },
    ] as const
    for (const order of orders) {
      const before = [await control.inspect(mint), await control.wallet(rich), control.changes()]
      const quote = await control.quote({ mint, wallet: rich, ...order })
      expect([await control.inspect(mint), await control.wallet(rich), control.changes()]).toEqual(before)
      expect(await control.trade({ mint, wallet: rich, ...order })).toEqual(quote)
    }
    await expectRefusal('chain_refused', control.quote({ mint, wallet: rich, side: 'sell' }))
    await expectRefusal(
      'mint_unknown',
      control.quote({ mint: newWallet() as unknown as Mint, wallet: rich, side: 'buy', lamports: lamports(SOL) }),
    )
  })

  test('a buy of more than is left completes the curve; the pool opens two slots later', async () => {
    const { control, clock, launchpad, mint, rich } = await launchedScene()
    const trade = await control.trade({ mint, wallet: rich, side: 'buy', lamports: lamports(500n * SOL) })
    expect(trade.tokenMicros).toBe(CURVE_TOKEN_MICROS)
    expect(trade.lamports).toBeLessThan(90n * SOL)
    expect((await launchpad.readCoin(mint))!.stage).toBe('graduating')
    const refusal = await refusalOf(control.trade({ mint, wallet: rich, side: 'sell' }))
    expect(refusal.message).toBe('The chain refused the transaction: BondingCurveComplete.')
    await clock.advance(800)
    expect((await launchpad.readCoin(mint))!.stage).toBe('graduated')
    const accrued = (await launchpad.readCoin(mint))!.accruedAtomic
    await control.trade({ mint, wallet: rich, side: 'sell', lamports: lamports(SOL) })
    expect((await launchpad.readCoin(mint))!.accruedAtomic).toBeGreaterThan(accrued)
  })

  test('a forced graduation leaves the vault as it was, and happens once', async () => {
    const { control, clock, mint, rich } = await launchedScene()
    await control.trade({ mint, wallet: rich, side: 'buy', lamports: lamports(SOL) })
    const { vaultLamports } = await control.inspect(mint)
    expect(await control.graduate(mint)).toMatchObject({ stage: 'graduating', vaultLamports, reserveLamports: BOUGHT_OUT_LAMPORTS })
    await clock.advance(800)
    expect(await control.graduate(mint)).toMatchObject({ stage: 'graduated', vaultLamports, reserveLamports: BOUGHT_OUT_LAMPORTS })
  })

  test('fees before the lock go to the creator, and are counted between the slots that are asked for', async () => {
    const { control, clock, launchpad, rich } = await launchedScene()
    const launcher = newLauncher()
    const { mint, transactions } = await launchpad.prepareLaunch(planOf({ shareholders: [] }), launcher)
    await launchpad.advance(transactions)
    const before = await launchpad.balanceOf(launcher.wallet)
    await control.trade({ mint, wallet: rich, side: 'buy', lamports: lamports(SOL) })
    await clock.advance(4_000)
    await control.trade({ mint, wallet: rich, side: 'buy', lamports: lamports(SOL) })
    expect((await launchpad.balanceOf(launcher.wallet)) - before).toBe(2n * 2_962_963n)
    expect(await launchpad.preLockFees!.read(mint, 1, 10)).toBe(lamports(2_962_963))
    expect(await launchpad.preLockFees!.read(mint, 1, 11)).toBe(lamports(2n * 2_962_963n))
    expect((await launchpad.readCoin(mint))!.accruedAtomic).toBe(lamports(0))
  })
})

describe('rules 11: simulated control: bad input', () => {
  const system = '11111111111111111111111111111111' as Wallet

  test('is refused by its own code, and changes nothing', async () => {
    const { control, mint, rich } = await launchedScene()
    const buy = { mint, wallet: rich, side: 'buy' } as const
    const before = [await control.inspect(mint), await control.wallet(rich), await control.totals()]
    await expectRefusal('mint_unknown', control.trade({ ...buy, mint: newWallet() as string as Mint, lamports: lamports(1) }))
    await expectRefusal('wallet_invalid', control.trade({ ...buy, wallet: 'nobody' as Wallet, lamports: lamports(1) }))
    await expectRefusal('wallet_invalid', control.trade({ ...buy, wallet: system, lamports: lamports(1) }))
    await expectRefusal('validation_invalid', control.trade(buy))
    await expectRefusal('validation_invalid', control.trade({ ...buy, lamports: lamports(0) }))
    await expectRefusal('validation_invalid', control.trade({ ...buy, lamports: (10n ** 30n) as Lamports }))
    await expectRefusal('validation_invalid', control.trade({ ...buy, tokenMicros: -1n as TokenMicros }))
    await expectRefusal('validation_invalid', control.trade({ ...buy, tokenMicros: tokenMicros(SUPPLY_TOKEN_MICROS + 1n) }))
    await expectRefusal('validation_invalid', control.trade({ ...buy, lamports: lamports(5), tokenMicros: tokenMicros(5) }))
    await expectRefusal('chain_refused', control.trade({ ...buy, lamports: lamports(1) }))
    await expectRefusal('chain_refused', control.trade({ ...buy, wallet: newWallet(), lamports: lamports(11n * SOL) }))
    await expectRefusal('chain_refused', control.trade({ ...buy, side: 'sell' }))
    await expectRefusal('coin_not_found', control.inspect(newWallet() as string as Mint))
    await expectRefusal('mint_unknown', control.graduate(newWallet() as string as Mint))
    await expectRefusal('wallet_invalid', control.wallet('nobody'))
    await expectRefusal('wallet_invalid', control.airdrop(system, lamports(1)))
    await expectRefusal('validation_invalid', control.airdrop(rich, lamports(0)))
    await expectRefusal('validation_invalid', control.airdrop(rich, (10n ** 30n) as Lamports))
    expect([await control.inspect(mint), await control.wallet(rich), await control.totals()]).toEqual(before)
  })

  test('a new wallet holds 10 SOL, and an airdrop adds', async () => {
    const { control } = createSimulatedScene()
    const wallet = newWallet()
    expect(await control.wallet(wallet)).toEqual({ wallet, lamports: lamports(10n * SOL), holdings: [] })
    expect(await control.airdrop(wallet, lamports(SOL))).toMatchObject({ lamports: 11n * SOL })
  })
})
