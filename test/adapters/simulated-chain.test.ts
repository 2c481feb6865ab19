import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lamports, unixMs } from '../../src/domain/brands.ts'
import type { SignedTransaction } from '../../src/domain/operation.ts'
import { fromBase64, toBase64 } from '../../src/lib/bytes.ts'
import { createSeededRandom } from '../support/seeded-random.ts'
import { createManualClock } from '../support/manual-clock.ts'
import { createSimulatedScene, newLauncher, newWallet, planOf } from '../support/simulated-scene.ts'

const SOL = 1_000_000_000n

describe('rules 11: simulated chain in a file', () => {
  let folder: string
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'simulated-chain-'))))
  afterEach(() => rmSync(folder, { recursive: true }))

  test('is found as it was left: coins, balances, shares, and what was signed before still lands once', async () => {
    const file = join(folder, 'chain.db')
    const clock = createManualClock()
    const launcher = newLauncher()
    const before = createSimulatedScene({ file, clock })
    const landed = await before.launchpad.prepareLaunch(planOf({ initialBuyAtomic: lamports(SOL) }), launcher)
    await before.launchpad.advance(landed.transactions)
    const coin = await before.launchpad.readCoin(landed.mint)
    const signed = await before.launchpad.prepareLaunch(planOf(), launcher)
    const sent = await before.launchpad.prepareLaunch(planOf({ ticker: 'XSLOW' }), launcher)
    await before.launchpad.advance(sent.transactions)
    const balance = await before.launchpad.balanceOf(launcher.wallet)
    // Not closed: a killed process closes nothing.

    await clock.advance(6_000)
    const after = createSimulatedScene({ file, clock })
    expect(await after.launchpad.readCoin(landed.mint)).toEqual(coin)
    expect(await after.launchpad.advance(landed.transactions)).toMatchObject([{ status: 'landed', height: 1 }])
    expect(await after.launchpad.readCoin(sent.mint)).toMatchObject({ feeShare: { locked: true } })
    expect(await after.launchpad.readCoin(signed.mint)).toBeNull()
    expect(await after.launchpad.advance(signed.transactions)).toMatchObject([{ status: 'landed', height: 16 }])
    const spent = balance - (await after.launchpad.balanceOf(launcher.wallet))
    expect(spent).toBe(2n * (5_623_560n + 5_852_160n + 10_000n))
    expect(await after.control.totals()).toMatchObject({ totalLamports: 0n })
    before.db.close()
    after.db.close()
  })

  test('takes the same bytes once, from two processes at a time', async () => {
    const file = join(folder, 'chain.db')
    const clock = createManualClock()
    const [one, other] = [createSimulatedScene({ file, clock }), createSimulatedScene({ file, clock })]
    const launcher = newLauncher()
    const prepared = await one.launchpad.prepareLaunch(planOf(), launcher)
    const answers = await Promise.all([one, other, one, other].map((scene) => scene.launchpad.advance(prepared.transactions)))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await other.launchpad.balanceOf(launcher.wallet)).toBe(lamports(10n * SOL - 11_485_720n))
    one.db.close()
    other.db.close()
  })

  test('never goes back to an earlier slot when the machine’s clock does', async () => {
    const file = join(folder, 'chain.db')
    const later = createSimulatedScene({ file, clock: createManualClock(unixMs(1_800_000_000_000)) })
    await later.clock.advance(100_000)
    await later.control.airdrop(newWallet(), lamports(1))
    expect(later.chain.view().slot).toBe(251)
    const earlier = createSimulatedScene({ file, clock: createManualClock(unixMs(1_700_000_000_000)) })
    expect(earlier.chain.view().slot).toBe(251)
    later.db.close()
    earlier.db.close()
  })
})

describe('rules 11: simulated chain and bytes that are not what they claim', () => {
  const cases: [string, (transaction: SignedTransaction) => SignedTransaction][] = [
    ['a changed message', (transaction) => ({ ...transaction, bytesBase64: changed(transaction.bytesBase64, -10) })],
    ['a changed second signature', (transaction) => ({ ...transaction, bytesBase64: changed(transaction.bytesBase64, 70) })],
    ['bytes cut short', (transaction) => ({ ...transaction, bytesBase64: transaction.bytesBase64.slice(0, 100) })],
    ['no bytes', (transaction) => ({ ...transaction, bytesBase64: '' })],
    ['text', (transaction) => ({ ...transaction, bytesBase64: 'not base64!' })],
    ['a later expiry than was signed', (transaction) => ({ ...transaction, lastValidBlockHeight: 10_000 })],
  ]

  test.each(cases)('%s is never executed, and does not harm the true bytes', async (_case, tamper) => {
    const { launchpad, clock } = createSimulatedScene()
    const launcher = newLauncher()
    const { transactions, mint } = await launchpad.prepareLaunch(planOf(), launcher)
    expect(await launchpad.advance(transactions.map(tamper))).toMatchObject([{ status: 'pending' }])
    expect(await launchpad.readCoin(mint)).toBeNull()
    expect(await launchpad.balanceOf(launcher.wallet)).toBe(lamports(10n * SOL))
    expect(await launchpad.advance(transactions)).toMatchObject([{ status: 'landed' }])
    await clock.advance(1)
  })

  test('a transaction of another chain is never executed', async () => {
    const here = createSimulatedScene()
    const elsewhere = createSimulatedScene({ clock: createManualClock(unixMs(1_700_000_000_000)) })
    const { transactions, mint } = await elsewhere.launchpad.prepareLaunch(planOf(), newLauncher())
    expect(await here.launchpad.advance(transactions)).toMatchObject([{ status: 'pending' }])
    expect(await here.launchpad.readCoin(mint)).toBeNull()
  })

  test('two launches that the launcher could pay one by one, but not together: the second fails and creates nothing', async () => {
    const { launchpad } = createSimulatedScene()
    const launcher = newLauncher()
    const plan = planOf({ initialBuyAtomic: lamports(6n * SOL) })
    const [first, second] = [await launchpad.prepareLaunch(plan, launcher), await launchpad.prepareLaunch(plan, launcher)]
    expect(await launchpad.advance(first.transactions)).toMatchObject([{ status: 'landed' }])
    expect(await launchpad.advance(second.transactions)).toMatchObject([{ status: 'failed', error: 'InsufficientLamports' }])
    expect(await launchpad.readCoin(second.mint)).toBeNull()
  })
})

/** The bytes with one bit of the given place changed; places below 0 count from the end. */
function changed(base64: string, index: number): string {
  const bytes = Uint8Array.from(fromBase64(base64)!)
  bytes[index < 0 ? bytes.length + index : index]! ^= 1
  return toBase64(bytes)
}

test('rules 11: with the same chance and the same time a launch is the same, byte for byte; with other chance it is another', async () => {
  const launcher = newLauncher()
  const plan = planOf()
  const launched = async (seed: number) => {
    const random = createSeededRandom(seed)
    const randomBytes = (length: number) => Uint8Array.from({ length }, () => random.below(256))
    const { db, launchpad } = createSimulatedScene({ randomBytes })
    const prepared = await launchpad.prepareLaunch(plan, launcher)
    db.close()
    return prepared
  }
  expect(await launched(1)).toEqual(await launched(1))
  expect((await launched(2)).mint).not.toBe((await launched(1)).mint)
})
