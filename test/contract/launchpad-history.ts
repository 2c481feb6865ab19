import { expect, test } from 'bun:test'
import { bps, lamports, type Mint, type Signature, type Wallet } from '../../src/domain/brands.ts'
import type { BuybackOrder } from '../../src/domain/buyback.ts'
import type { Movement } from '../../src/domain/ledger/movement.ts'
import type { LaunchpadActions } from './launchpad-harness.ts'

/** All that happened to a wallet, told in stretches. */
export function historyTests(actions: () => LaunchpadActions): void {
  /** The whole history, read in stretches of two; each must begin where the one before ended. */
  async function readAll(wallet: Wallet, from: Signature | null = null): Promise<readonly Movement[]> {
    const { history } = actions().launchpad
    const found: Movement[] = []
    for (let after = from; ;) {
      const page = await history!.read(wallet, { after, limit: 2 })
      expect(page.movements.length).toBeLessThanOrEqual(2)
      if (page.movements[0]) expect(page.beforeAtomic).toBe(page.movements[0].beforeAtomic)
      found.push(...page.movements)
      after = page.readTo ?? after
      if (page.complete) return found
    }
  }

  test('rules 10.35: every transaction of a wallet is told once, failed ones too, and they add up to what it holds', async () => {
    const { harness, launchpad, planFor, launch, settle, payableDistribution } = actions()
    if (!launchpad.history) return
    const { mint } = (await launch(await planFor(2))).prepared
    const payer = await harness.fundedLauncher()
    const opened = (await readAll(payer.wallet)).at(-1)?.signature ?? null
    const beforeAtomic = await launchpad.history.finalBalanceOf(payer.wallet)

    const distributed = await payableDistribution(mint, payer)
    await settle(distributed.transactions)
    const lost = await launchpad.buyback?.prepare(orderFor(mint), payer)
    for (let round = 0; lost && round < 5; round += 1) await harness.trade(mint, harness.tradeLamports)
    if (lost) expect((await settle(lost.prepared.transactions)).map(({ status }) => status)).toEqual(['failed'])

    const movements = await readAll(payer.wallet, opened)
    const signatures = [...distributed.transactions, ...(lost?.prepared.transactions ?? [])].map(({ signature }) => signature)
    expect(movements.map(({ signature }) => signature)).toEqual(signatures)
    for (const { feeAtomic } of movements) expect(feeAtomic).toBeGreaterThan(0n)
    const leftAtomic = movements.reduce((sum, movement) => sum + movement.beforeAtomic - movement.afterAtomic, 0n)
    expect(await launchpad.history.finalBalanceOf(payer.wallet)).toBe((beforeAtomic - leftAtomic) as typeof beforeAtomic)
    // What failed cost its fee, and nothing else.
    const failed = lost && movements.at(-1)!
    if (failed) expect(failed.beforeAtomic - failed.afterAtomic).toBe(failed.feeAtomic)
    expect(await readAll(payer.wallet, signatures.at(-1)!)).toEqual([])
  })

  test('decision "Rebuilt from the chain": a locked coin is found by each wallet of its split, with its first transaction', async () => {
    const { harness, launchpad, planFor, launch } = actions()
    if (!launchpad.pastCoins) return
    const plan = await planFor(2)
    const { mint } = (await launch(plan)).prepared
    for (const { wallet } of plan.shareholders) expect(await launchpad.pastCoins.list(wallet, 'shareholder')).toContain(mint)
    const [stranger] = await harness.freshWallets(1)
    expect(await launchpad.pastCoins.list(stranger!, 'shareholder')).toEqual([])
    const { createHeight, lockHeight } = await launchpad.pastCoins.readBeginnings(mint)
    expect(createHeight).toBeLessThanOrEqual(lockHeight)
  })

  test('rules 10.35: a wallet that nothing happened to has no history, and what it holds is told', async () => {
    const { harness, launchpad } = actions()
    if (!launchpad.history) return
    const [wallet] = await harness.freshWallets(1)
    const page = await launchpad.history.read(wallet!, { after: null, limit: 10 })
    expect(page.movements.filter(({ feeAtomic }) => feeAtomic > 0n)).toEqual([])
    expect(page.complete).toBe(true)
    const sumAtomic = page.movements.reduce(
      (sum, movement) => sum + movement.afterAtomic - movement.beforeAtomic,
      page.beforeAtomic as bigint,
    )
    expect(await launchpad.history.finalBalanceOf(wallet!)).toBe(sumAtomic as typeof page.beforeAtomic)
  })
}

const orderFor = (mint: Mint): BuybackOrder => ({
  mint,
  atomicMax: lamports(50_000_000),
  reserveAtomic: lamports(10_000_000),
  slippageBps: bps(10),
  burn: false,
})
