import { expect, test } from 'bun:test'
import { lamports } from '../../src/domain/brands.ts'
import type { NoRehearsal, Rehearsal } from '../../src/domain/plan/rehearsal.ts'
import type { LaunchpadActions } from './launchpad-harness.ts'

/** What it says of a launch that it ran. */
export function doneOf(outcome: Rehearsal | NoRehearsal): Rehearsal {
  if ('reason' in outcome) throw new Error(outcome.reason)
  return outcome
}

/** Launches that are run and not sent. */
export function rehearsalTests(actions: () => LaunchpadActions): void {
  test('decision "A rehearsal": costs and buys what the launch then does, and changes nothing', async () => {
    const { harness, launchpad, planFor, settle } = actions()
    if (!launchpad.rehearsals) return
    const plan = await planFor(3, { initialBuyAtomic: lamports(harness.tradeLamports) })
    const launcher = await harness.fundedLauncher()
    const before = await launchpad.balanceOf(launcher.wallet)
    const rehearsed = doneOf(await launchpad.rehearsals.run(plan, launcher.wallet))
    expect(await launchpad.balanceOf(launcher.wallet)).toBe(before)
    expect(doneOf(await launchpad.rehearsals.run(plan, launcher.wallet))).toMatchObject({ costAtomic: rehearsed.costAtomic })

    const { mint, transactions } = await launchpad.prepareLaunch(plan, launcher)
    await settle(transactions)
    expect(rehearsed.costAtomic).toBe(lamports(before - (await launchpad.balanceOf(launcher.wallet))))
    expect(rehearsed).toMatchObject({ payer: launcher.wallet, standsIn: null, firstBuy: { spentAtomic: plan.initialBuyAtomic } })
    if (launchpad.markets) expect((await launchpad.markets.read([mint]))[0]).toMatchObject(rehearsed.priceAfterLaunch)
    expect(rehearsed.others.buys).toBeGreaterThan(0)
    const paidAtomic = rehearsed.sharesAtomic.reduce((sum, share) => sum + share, 0n)
    expect(rehearsed.feesAtomic - paidAtomic).toBeLessThan(BigInt(plan.shareholders.length))
  })

  test('decision "A rehearsal": another wallet stands in for a launcher who is not named or holds too little', async () => {
    const { harness, launchpad, planFor } = actions()
    if (!launchpad.rehearsals) return
    const plan = await planFor(2)
    const [nobody] = await harness.freshWallets(1)
    const unnamed = doneOf(await launchpad.rehearsals.run(plan, null))
    expect(unnamed).toMatchObject({ standsIn: 'unnamed', firstBuy: null })
    const holds = await launchpad.balanceOf(nobody!)
    const { standsIn } = doneOf(await launchpad.rehearsals.run(plan, nobody!))
    expect(standsIn).toBe(holds > 0n ? null : 'balance-too-low')
  })
}
