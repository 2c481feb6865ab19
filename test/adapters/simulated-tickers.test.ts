import { describe, expect, test } from 'bun:test'
import { bps, lamports } from '../../src/domain/brands.ts'
import { launchProgress } from '../../src/domain/operation.ts'
import { expectRefusal } from '../support/app-error.ts'
import { createSimulatedScene, newLauncher, newWallet, planOf } from '../support/simulated-scene.ts'

const FIRST_BUY = { initialBuyAtomic: lamports(100_000_000) }

describe('rules 11: simulated mode: tickers that misbehave', () => {
  test('XCREATEFAIL fails on chain: no coin, and only the transaction fee is gone', async () => {
    const { launchpad } = createSimulatedScene()
    const launcher = newLauncher()
    const before = await launchpad.balanceOf(launcher.wallet)
    const prepared = await launchpad.prepareLaunch(planOf({ ticker: 'XCREATEFAIL', ...FIRST_BUY }), launcher)
    const states = await launchpad.advance(prepared.transactions)
    expect(states).toEqual([{ status: 'failed', height: 1, error: 'CreateRefused' }])
    expect(await launchpad.advance(prepared.transactions)).toEqual(states)
    expect(await launchpad.readCoin(prepared.mint)).toBeNull()
    expect(before - (await launchpad.balanceOf(launcher.wallet))).toBe(10_000n)
  })

  test('XLOCKFAIL creates and does not lock; a later lock succeeds', async () => {
    const { launchpad, control } = createSimulatedScene()
    const launcher = newLauncher()
    const plan = planOf({ ticker: 'XLOCKFAIL', ...FIRST_BUY })
    const prepared = await launchpad.prepareLaunch(plan, launcher)
    expect(prepared.lockPath).toBe('sequential')
    expect(prepared.transactions.map((transaction) => transaction.steps)).toEqual([['create'], ['lock', 'buy']])
    const progress = launchProgress(prepared.transactions, await launchpad.advance(prepared.transactions))
    expect(progress).toMatchObject({ stage: 'created', createHeight: 1, lockHeight: null, lockError: 'LockRefused' })
    expect(await launchpad.readCoin(prepared.mint)).toMatchObject({ creator: launcher.wallet, feeShare: null })
    expect(await launchpad.holders!.listLargest(prepared.mint)).toEqual([])

    await control.trade({ mint: prepared.mint, wallet: newWallet(), side: 'buy', lamports: lamports(1_000_000_000) })
    const lock = await launchpad.feeShare!.prepareLock(prepared.mint, plan.shareholders, launcher)
    expect(await launchpad.advance(lock.transactions)).toMatchObject([{ status: 'landed', error: null }])
    expect((await launchpad.readCoin(prepared.mint))!.feeShare).toEqual({ locked: true, shareholders: plan.shareholders })
    expect(await launchpad.preLockFees!.read(prepared.mint, 1, 1)).toBe(lamports(2_962_963))
  })

  test('XLOCKFAIL with atomicRequired is refused before anything is signed', async () => {
    const { launchpad } = createSimulatedScene()
    const launcher = newLauncher()
    const plan = planOf({ ticker: 'XLOCKFAIL', atomicRequired: true })
    const before = await launchpad.balanceOf(launcher.wallet)
    await expectRefusal('atomic_not_possible', launchpad.estimateLaunch(plan, launcher.wallet))
    await expectRefusal('atomic_not_possible', launchpad.prepareLaunch(plan, launcher))
    expect(await launchpad.balanceOf(launcher.wallet)).toBe(before)
  })

  test('XSLOW lands by itself 5 s after it was first sent, however often it is sent again', async () => {
    const { launchpad, clock } = createSimulatedScene()
    const prepared = await launchpad.prepareLaunch(planOf({ ticker: 'XSLOW' }), newLauncher())
    await clock.advance(10_000)
    expect(await launchpad.advance(prepared.transactions)).toMatchObject([{ status: 'pending' }])
    await clock.advance(4_999)
    expect(await launchpad.advance(prepared.transactions)).toMatchObject([{ status: 'pending' }])
    expect(await launchpad.readCoin(prepared.mint)).toBeNull()
    await clock.advance(1)
    expect(await launchpad.readCoin(prepared.mint)).toMatchObject({ feeShare: { locked: true } })
    await clock.advance(60_000)
    // 15 s after genesis is slot 38 of 400 ms, wherever the time is now.
    expect(await launchpad.advance(prepared.transactions)).toEqual([{ status: 'landed', height: 38, error: null }])
  })

  test('XSLOW that was sent too late to land is expired', async () => {
    const { launchpad, clock } = createSimulatedScene()
    const prepared = await launchpad.prepareLaunch(planOf({ ticker: 'XSLOW' }), newLauncher())
    await clock.advance(58_000)
    expect(await launchpad.advance(prepared.transactions)).toMatchObject([{ status: 'pending' }])
    await clock.advance(10_000)
    expect(await launchpad.advance(prepared.transactions)).toMatchObject([{ status: 'expired' }])
    expect(await launchpad.readCoin(prepared.mint)).toBeNull()
  })

  test('XEXPIRE never lands, and is dead after 25 blocks', async () => {
    const { launchpad, clock } = createSimulatedScene()
    const launcher = newLauncher()
    const before = await launchpad.balanceOf(launcher.wallet)
    const prepared = await launchpad.prepareLaunch(planOf({ ticker: 'XEXPIRE' }), launcher)
    expect(prepared.transactions.map((transaction) => transaction.lastValidBlockHeight)).toEqual([26])
    await clock.advance(10_000)
    expect(await launchpad.advance(prepared.transactions)).toMatchObject([{ status: 'pending' }])
    await clock.advance(400)
    expect(await launchpad.advance(prepared.transactions)).toMatchObject([{ status: 'expired' }])
    expect(await launchpad.readCoin(prepared.mint)).toBeNull()
    expect(await launchpad.balanceOf(launcher.wallet)).toBe(before)
  })

  test('the lock of a launch that expired was never sent', async () => {
    const { launchpad, clock } = createSimulatedScene()
    const prepared = await launchpad.prepareLaunch(planOf({ ticker: 'XLOCKFAIL' }), newLauncher())
    await clock.advance(61_000)
    const states = await launchpad.advance(prepared.transactions)
    expect(states.map((state) => state.status)).toEqual(['expired', 'expired'])
  })

  test('a program among the shareholders is not refused by the lock, and stops every distribution', async () => {
    const { launchpad } = createSimulatedScene()
    const launcher = newLauncher()
    const program = '11111111111111111111111111111111' as ReturnType<typeof newWallet>
    const shareholders = [newWallet(), program].map((wallet) => ({ wallet, bps: bps(5_000) }))
    const prepared = await launchpad.prepareLaunch(planOf({ shareholders, initialBuyAtomic: lamports(1_000_000_000) }), launcher)
    expect(await launchpad.advance(prepared.transactions)).toMatchObject([{ status: 'landed' }])
    await expectRefusal('chain_refused', launchpad.feeShare!.prepareDistribution(prepared.mint, launcher))
  })
})
