import { expect, test } from 'bun:test'
import { lamports, type Mint } from '../../src/domain/brands.ts'
import type { Launcher } from '../../src/ports/launchpad/launcher.ts'
import { expectRefusal } from '../support/app-error.ts'
import type { LaunchpadActions, Shares } from './launchpad-harness.ts'

/** Locking, distributing, and what the chain says of a coin afterwards. */
export function feeShareTests(actions: () => LaunchpadActions): void {
  test('rules 3.2: without shareholders the fees stay open, go to the creator, and can be locked later by the creator alone', async () => {
    const { harness, launchpad, planFor, settle, offers, launchOpen, recordOf, readCoin } = actions()
    if (!offers('wire-fees')) return
    const { launcher, mint } = await launchOpen()
    expect((await readCoin(mint)).feeShare?.locked ?? false).toBe(false)
    await harness.trade(mint, harness.tradeLamports)
    await expectRefusal('fee_share_not_locked', launchpad.feeShare!.prepareDistribution(mint, launcher, recordOf(mint)))

    const { shareholders } = await planFor(3)
    await expectRefusal('launcher_not_creator', launchpad.feeShare!.prepareLock(mint, shareholders, await harness.fundedLauncher()))
    expect((await readCoin(mint)).feeShare?.locked ?? false).toBe(false)

    const lock = await launchpad.feeShare!.prepareLock(mint, shareholders, launcher)
    const states = await settle(lock.transactions)
    expect((await readCoin(mint, shareholders)).feeShare).toEqual({ locked: true, shareholders })
    const lockHeight = states.at(-1)!.height!
    if (launchpad.preLockFees) expect(await launchpad.preLockFees.read(mint, 0, lockHeight)).toBeGreaterThan(0n)
  })

  test('rules 3.2: the lock of a coin whose launch locked it is refused, and changes nothing', async () => {
    const { launchpad, planFor, launch, readCoin } = actions()
    const plan = await planFor(2)
    const { launcher, prepared } = await launch(plan)
    const { shareholders } = await planFor(3)
    await expectRefusal('fee_share_already_locked', launchpad.feeShare!.prepareLock(prepared.mint, shareholders, launcher))
    if (launchpad.unsigned)
      await expectRefusal('fee_share_already_locked', launchpad.unsigned.prepareLock(prepared.mint, shareholders, launcher.wallet))
    expect((await readCoin(prepared.mint)).feeShare).toEqual({ locked: true, shareholders: plan.shareholders })
  })

  test('rules 3.2: a second lock is refused, before it is signed and on chain', async () => {
    const { launchpad, planFor, settle, offers, launchOpen, readCoin } = actions()
    if (!offers('wire-fees')) return
    const { launcher, mint } = await launchOpen()
    const [first, second] = [(await planFor(3)).shareholders, (await planFor(5)).shareholders]
    const winner = await launchpad.feeShare!.prepareLock(mint, first, launcher)
    const loser = await launchpad.feeShare!.prepareLock(mint, second, launcher)
    await settle(winner.transactions)
    // Of several transactions the last may be the winner's own, which gives the coin up the same way.
    expect((await launchpad.advance(loser.transactions))[0]!.status).not.toBe('landed')
    await expectRefusal('fee_share_already_locked', launchpad.feeShare!.prepareLock(mint, second, launcher))
    expect((await readCoin(mint, first)).feeShare).toEqual({ locked: true, shareholders: first })
  })

  test('rules 10.20: a lock for the client to sign is that of the launcher alone, and refused as one that is signed here', async () => {
    const { harness, launchpad, planFor, settle, offers, launchOpen, readCoin } = actions()
    if (!launchpad.unsigned || !offers('wire-fees')) return
    const { launcher, mint } = await launchOpen()
    const { shareholders } = await planFor(3)
    const stranger = await harness.fundedLauncher()
    await expectRefusal('launcher_not_creator', launchpad.unsigned.prepareLock(mint, shareholders, stranger.wallet))
    const handed = await launchpad.unsigned.prepareLock(mint, shareholders, launcher.wallet)
    const signedHere = await launchpad.feeShare!.prepareLock(mint, shareholders, launcher)
    expect(handed.map(({ steps }) => steps)).toEqual(signedHere.transactions.map(({ steps }) => steps))
    expect(handed.every(({ signers }) => Bun.deepEquals(signers, [launcher.wallet]))).toBe(true)
    expect((await readCoin(mint)).feeShare?.locked ?? false).toBe(false)
    await settle(signedHere.transactions)
    await expectRefusal('fee_share_already_locked', launchpad.unsigned.prepareLock(mint, shareholders, launcher.wallet))
  })

  test('rules 10.23: below its minimum a distribution is not offered, and says what is missing', async () => {
    const { launchpad, planFor, launch, recordOf } = actions()
    const { launcher, prepared } = await launch(await planFor(5))
    const offer = await launchpad.feeShare!.prepareDistribution(prepared.mint, launcher, recordOf(prepared.mint))
    expect(offer.prepared).toBeNull()
    expect(offer.missingAtomic).toBeGreaterThan(0n)
  })

  test('rules 10.27: a distribution by anyone pays floor(bps × accrued) to the lamport, and that is what left the vault; twice', async () => {
    const { planFor, launch } = actions()
    const plan = await planFor(5)
    const { prepared } = await launch(plan)
    await distributeExactly(actions(), prepared.mint, plan.shareholders)
    await distributeExactly(actions(), prepared.mint, plan.shareholders)
  })

  test('rules 10.27: a shareholder who pays for the distribution is recorded with its share, not with what the fee left of it', async () => {
    const { harness, launch, planFor } = actions()
    const payer = await harness.fundedLauncher()
    const { shareholders } = await planFor(3)
    const shares = [{ ...shareholders[0]!, wallet: payer.wallet }, ...shareholders.slice(1)]
    const { prepared } = await launch(await planFor(0, { shareholders: shares }))
    await distributeExactly(actions(), prepared.mint, shares, payer)
  })

  test('rules 10.27: a launch is no distribution', async () => {
    const { launchpad, planFor, launch, recordOf } = actions()
    const { prepared } = await launch(await planFor(3))
    const { signature } = prepared.transactions[0]!
    expect(await launchpad.feeShare!.readDistribution(prepared.mint, signature, recordOf(prepared.mint))).toBeNull()
  })

  test('rules 10.27: a graduated coin trades, accrues and pays on', async () => {
    const { harness, launchpad, planFor, launch, accrued } = actions()
    if (!harness.graduate) return
    const plan = await planFor(3)
    const { prepared } = await launch(plan)
    await harness.graduate(prepared.mint)
    expect((await launchpad.readCoin(prepared.mint))!.stage).toBe('graduated')
    const before = await accrued(prepared.mint)
    await harness.trade(prepared.mint, harness.tradeLamports)
    expect(await accrued(prepared.mint)).toBeGreaterThan(before)
    await distributeExactly(actions(), prepared.mint, plan.shareholders)
  })

  test('rules 3.2: fees that go where the lock has them are no redirect, on the curve and in the pool', async () => {
    const { harness, launchpad, planFor, launch, readCoin } = actions()
    const { feeShare } = launchpad
    if (!feeShare?.readRedirects) return
    const [first, second] = [await planFor(3), await planFor(2)]
    const locked = [
      { mint: (await launch(first)).prepared.mint, shareholders: first.shareholders },
      { mint: (await launch(second)).prepared.mint, shareholders: second.shareholders },
    ]
    if (harness.graduate) await harness.graduate(locked[0]!.mint)
    await harness.expireTransactions()
    for (const { mint, shareholders } of locked) expect((await readCoin(mint)).feeShare).toEqual({ locked: true, shareholders })
    expect(await feeShare.readRedirects(locked.map((coin) => ({ ...coin, lockHeight: null })))).toEqual([])
  })

  test('rules 10.24: the largest holders come first, at most 20 of them', async () => {
    const { harness, launchpad, planFor, launch, offers } = actions()
    if (!offers('lock-holder-kol')) return
    const { prepared } = await launch(await planFor(3))
    expect(await launchpad.holders!.listLargest(prepared.mint)).toEqual([])
    for (let round = 0; round < 3; round += 1) await harness.trade(prepared.mint, harness.tradeLamports)
    const holders = await launchpad.holders!.listLargest(prepared.mint)
    expect(holders.length).toBeGreaterThan(0)
    expect(holders.length).toBeLessThanOrEqual(20)
    expect(holders).toEqual([...holders].sort((a, b) => (a.tokenMicros > b.tokenMicros ? -1 : 1)))
  })
}

/** Distributes what waits, and checks every payment to the lamport. */
async function distributeExactly(actions: LaunchpadActions, mint: Mint, shareholders: Shares, by?: Launcher): Promise<void> {
  const { harness, launchpad, settle, accrued, recordOf, payableDistribution } = actions
  const payer = by ?? (await harness.fundedLauncher())
  await harness.trade(mint, harness.tradeLamports)
  const { transactions } = await payableDistribution(mint, payer)
  const before = await accrued(mint)
  const [state] = await settle(transactions)
  expect(state).toMatchObject({ status: 'landed', error: null })
  const distribution = await launchpad.feeShare!.readDistribution(mint, transactions[0]!.signature, recordOf(mint))
  const expected = shareholders.map(({ wallet, bps: share }) => ({ wallet, amountAtomic: lamports((BigInt(share) * before) / 10_000n) }))
  const byWallet = (a: { wallet: string }, b: { wallet: string }) => (a.wallet < b.wallet ? -1 : 1)
  expect([...distribution!.payments].sort(byWallet)).toEqual([...expected].sort(byWallet))
  expect(distribution).toMatchObject({ signature: transactions[0]!.signature, height: state!.height })
  const paid = distribution!.payments.reduce((sum, payment) => sum + payment.amountAtomic, 0n)
  expect(paid).toBe(before - (await accrued(mint)))
}
