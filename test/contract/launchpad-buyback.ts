import { expect, test as always } from 'bun:test'
import { bps, lamports, type Mint, tokenMicros } from '../../src/domain/brands.ts'
import type { BuybackOrder } from '../../src/domain/buyback.ts'
import { AppError } from '../../src/domain/errors.ts'
import type { Launcher } from '../../src/ports/launchpad/launcher.ts'
import type { LaunchpadActions } from './launchpad-harness.ts'

const MILLI_SOL = 1_000_000n

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'no error',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  )

/** Buying a coin back, and burning it. */
export function buybackTests(actions: () => LaunchpadActions): void {
  /** A platform without buybacks has nothing to show here. */
  const test = (name: string, work: () => Promise<void>) =>
    always(name, async () => {
      if (actions().launchpad.buyback) await work()
    })
  const orderFor = (mint: Mint, changes: Partial<BuybackOrder> = {}): BuybackOrder => ({
    mint,
    atomicMax: lamports(50n * MILLI_SOL),
    reserveAtomic: lamports(10n * MILLI_SOL),
    slippageBps: bps(100),
    burn: true,
    ...changes,
  })
  const heldBy = async (mint: Mint, { wallet }: Launcher) =>
    (await actions().launchpad.holders!.listLargest(mint)).find((holder) => holder.wallet === wallet)?.tokenMicros ?? tokenMicros(0)

  /** Buys; everything that must hold of any buyback is checked on the way. */
  async function buyBack(order: BuybackOrder, payer: Launcher) {
    const { launchpad, settle } = actions()
    const before = await launchpad.balanceOf(payer.wallet)
    const { prepared, quote } = await launchpad.buyback!.prepare(order, payer)
    expect(await launchpad.balanceOf(payer.wallet)).toBe(before)
    expect(prepared.transactions.map(({ steps }) => steps)).toEqual([order.burn ? ['buy', 'burn'] : ['buy']])
    expect(quote.atomicMax + quote.overheadAtomic).toBeLessThanOrEqual(order.atomicMax)
    expect((await settle(prepared.transactions)).map(({ status }) => status)).toEqual(['landed'])
    const receipt = (await launchpad.buyback!.readReceipt(order.mint, payer.wallet, prepared.transactions[0]!.signature))!
    const after = await launchpad.balanceOf(payer.wallet)
    expect(receipt.spentAtomic).toBe(lamports(before - after))
    expect(receipt.spentAtomic).toBeLessThanOrEqual(order.atomicMax)
    expect(receipt.tokenMicros).toBe(quote.tokenMicros)
    expect(receipt.burnedTokenMicros).toBe(order.burn ? quote.tokenMicros : tokenMicros(0))
    expect(after).toBeGreaterThanOrEqual(order.reserveAtomic)
    return { quote, receipt }
  }

  test('decision "A buyback": a buyback spends no more than allowed, takes just the tokens it promised, and burns them in the same transaction', async () => {
    const { harness, planFor, launch } = actions()
    const { mint } = (await launch(await planFor(2))).prepared
    const payer = await harness.fundedLauncher()
    const { quote, receipt } = await buyBack(orderFor(mint), payer)
    expect(quote.venue).toBe('curve')
    expect(quote.impactBps).toBeGreaterThan(0)
    // The slippage is what is left over: the buy is worth its money.
    expect(receipt.spentAtomic).toBeGreaterThan((quote.atomicMax * 97n) / 100n)
    expect(await heldBy(mint, payer)).toBe(tokenMicros(0))
    const kept = await buyBack(orderFor(mint, { burn: false }), payer)
    expect(await heldBy(mint, payer)).toBe(kept.receipt.tokenMicros)
    // What was there before is not burned.
    await buyBack(orderFor(mint), payer)
    expect(await heldBy(mint, payer)).toBe(kept.receipt.tokenMicros)
  })

  test('decision "A buyback": a coin in its pool is bought back there', async () => {
    const { harness, planFor, launch } = actions()
    if (!harness.graduate) return
    const { mint } = (await launch(await planFor(2))).prepared
    await harness.graduate(mint)
    const payer = await harness.fundedLauncher()
    expect((await buyBack(orderFor(mint), payer)).quote.venue).toBe('pool')
    const kept = await buyBack(orderFor(mint, { burn: false }), payer)
    expect(await heldBy(mint, payer)).toBe(kept.receipt.tokenMicros)
  })

  test('decision "A buyback": a price that moved past the slippage fails on chain: nothing is bought, and nothing else leaves the wallet than the fee', async () => {
    const { harness, launchpad, planFor, launch, settle } = actions()
    const { mint } = (await launch(await planFor(2))).prepared
    const payer = await harness.fundedLauncher()
    const { prepared } = await launchpad.buyback!.prepare(orderFor(mint, { slippageBps: bps(10) }), payer)
    const before = await launchpad.balanceOf(payer.wallet)
    for (let round = 0; round < 5; round += 1) await harness.trade(mint, harness.tradeLamports)
    expect((await settle(prepared.transactions)).map(({ status }) => status)).toEqual(['failed'])
    expect(before - (await launchpad.balanceOf(payer.wallet))).toBeLessThan(MILLI_SOL)
    expect(await heldBy(mint, payer)).toBe(tokenMicros(0))
  })

  test('decision "A buyback": refuses a coin that is none, and a wallet whose reserve leaves too little', async () => {
    const { harness, launchpad, planFor, launch } = actions()
    const { mint } = (await launch(await planFor(2))).prepared
    const payer = await harness.fundedLauncher()
    expect(await codeOf(launchpad.buyback!.prepare(orderFor(harness.unknownMint), payer))).toBe('mint_unknown')
    const all = await launchpad.balanceOf(payer.wallet)
    expect(await codeOf(launchpad.buyback!.prepare(orderFor(mint, { reserveAtomic: all }), payer))).toBe('buyback_balance_too_low')
    const rest = orderFor(mint, { reserveAtomic: lamports(all - 20n * MILLI_SOL) })
    const { quote } = await launchpad.buyback!.prepare(rest, payer)
    expect(quote.atomicMax + quote.overheadAtomic).toBe(lamports(20n * MILLI_SOL))
  })

  test('decision "A buyback": what was prepared and never sent is dead when its blockhash is', async () => {
    const { harness, launchpad, planFor, launch, settle } = actions()
    const { mint } = (await launch(await planFor(2))).prepared
    const payer = await harness.fundedLauncher()
    const before = await launchpad.balanceOf(payer.wallet)
    const { prepared } = await launchpad.buyback!.prepare(orderFor(mint), payer)
    await harness.expireTransactions()
    expect((await settle(prepared.transactions)).map(({ status }) => status)).toEqual(['expired'])
    expect(await launchpad.balanceOf(payer.wallet)).toBe(before)
    expect(await launchpad.buyback!.readReceipt(mint, payer.wallet, prepared.transactions[0]!.signature)).toBeNull()
  })
}
