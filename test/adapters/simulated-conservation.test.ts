import { describe, expect, test } from 'bun:test'
import { CURVE_TOKEN_MICROS } from '../../src/adapters/launchpads/simulated/bonding-curve.ts'
import { type Lamports, lamports, type Mint } from '../../src/domain/brands.ts'
import { AppError } from '../../src/domain/errors.ts'
import { createSeededRandom } from '../support/seeded-random.ts'
import { createSimulatedScene, newLauncher, newWallet, planOf, type SimulatedScene } from '../support/simulated-scene.ts'

const SOL = 1_000_000_000n
const STEPS = 1_500
// Few enough that holders meet their coin again, and some curves are bought out.
const MINTS_IN_PLAY = 3
const TICKERS = ['GOOD', 'GOOD', 'GOOD', 'XCREATEFAIL', 'XLOCKFAIL', 'XSLOW', 'XEXPIRE']

/** What the books must say after every step, whatever happened. */
async function checkBooks({ db, control, chain, launchpad }: SimulatedScene, mints: readonly Mint[], issuedLamports: bigint) {
  expect(await control.totals()).toEqual({ totalLamports: 0n, issuedLamports: issuedLamports as Lamports })
  const { total } = db.query<{ total: bigint }, []>(`SELECT SUM(lamports) AS total FROM account WHERE address <> 'faucet'`).get()!
  expect(total ?? 0n).toBe(issuedLamports)
  for (const mint of mints) {
    const coin = chain.view().state.coins.find(mint)
    if (!coin || coin.completeSlot !== null) continue
    const held = db.query<{ total: bigint | null }, [string]>('SELECT SUM(tokens) AS total FROM holder WHERE mint = ?').get(mint)!.total
    expect((held ?? 0n) + coin.unsoldTokenMicros).toBe(CURVE_TOKEN_MICROS)
    const shareholders = (await launchpad.readCoin(mint))!.feeShare?.shareholders ?? []
    expect([0, 10_000]).toContain(shareholders.reduce((sum, share) => sum + share.bps, 0))
  }
}

describe('rules 11: simulated chain: no lamport is made or lost', () => {
  test.each([1, 2, 3, 4, 5])('through random launches, trades, locks, distributions and graduations (seed %i)', async (seed) => {
    const random = createSeededRandom(seed).below
    const scene = createSimulatedScene()
    const { launchpad, control, clock, db } = scene
    const launchers = Array.from({ length: 5 }, newLauncher)
    const wallets = [...launchers.map((launcher) => launcher.wallet), ...Array.from({ length: 3 }, newWallet)]
    const mints: Mint[] = []
    let given = 0n
    const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)]!
    const mint = () => pick(mints.slice(-MINTS_IN_PLAY))
    const amount = () => lamports(BigInt(1 + random(10 ** (4 + random(8)))))

    const steps: (() => Promise<unknown>)[] = [
      async () => {
        if (random(10) > 0) return null
        const shareholders = random(4) === 0 ? [] : planOf().shareholders
        const plan = planOf({ ticker: pick(TICKERS), initialBuyAtomic: random(2) ? amount() : lamports(0), shareholders })
        const prepared = await launchpad.prepareLaunch(plan, pick(launchers))
        mints.push(prepared.mint)
        return launchpad.advance(prepared.transactions)
      },
      () => control.trade({ mint: mint(), wallet: pick(wallets), side: 'buy', lamports: amount() }),
      () => control.trade({ mint: mint(), wallet: pick(wallets), side: 'sell', lamports: amount() }),
      () => control.trade({ mint: mint(), wallet: pick(wallets), side: 'sell' }),
      async () => {
        const offer = await launchpad.feeShare!.prepareDistribution(mint(), pick(launchers))
        return offer.prepared && launchpad.advance(offer.prepared.transactions)
      },
      async () => {
        const lock = await launchpad.feeShare!.prepareLock(mint(), planOf().shareholders, pick(launchers))
        return launchpad.advance(lock.transactions)
      },
      async () => {
        const gift = amount()
        await control.airdrop(pick(wallets), gift)
        given += gift
      },
      async () => {
        if (random(20) > 0) return null
        const target = mint()
        const before = await control.inspect(target)
        const after = await control.graduate(target)
        given += after.reserveLamports - before.reserveLamports
        return after
      },
      () => clock.advance(random(3_000)),
    ]

    const newWallets = () => {
      // Lands what is due, which may touch a new wallet, before the wallets are counted.
      scene.chain.view()
      return db
        .query<{ count: bigint }, []>(`SELECT COUNT(*) AS count FROM account WHERE address NOT LIKE '%:%' AND length(address) > 30`)
        .get()!.count
    }
    while (mints.length === 0) await steps[0]!()
    for (let step = 0; step < STEPS; step += 1) {
      try {
        await pick(steps)()
      } catch (error) {
        // Refusals are part of the play: they must leave the books alone.
        if (!(error instanceof AppError)) throw error
      }
      if (step % 20 === 0) await checkBooks(scene, mints, given + newWallets() * 10n * SOL)
    }
    await checkBooks(scene, mints, given + newWallets() * 10n * SOL)

    const seen = (sql: string) => db.query<{ count: bigint }, []>(`SELECT COUNT(*) AS count FROM ${sql}`).get()!.count
    expect(seen(`executed WHERE error IS NULL`)).toBeGreaterThan(20n)
    expect(seen(`trade WHERE side = 'sell'`)).toBeGreaterThan(20n)
    expect(seen(`coin WHERE complete_slot IS NOT NULL`)).toBeGreaterThan(0n)
    db.close()
  })

  test('every distribution pays what its vault lost, and leaves the dust there', async () => {
    const random = createSeededRandom(7).below
    const { launchpad, control } = createSimulatedScene()
    const launcher = newLauncher()
    const trader = newWallet()
    await control.airdrop(trader, lamports(10_000n * SOL))
    const { mint, transactions } = await launchpad.prepareLaunch(planOf(), launcher)
    await launchpad.advance(transactions)
    for (let round = 0; round < 50; round += 1) {
      await control.trade({ mint, wallet: trader, side: 'buy', lamports: lamports(BigInt(10_000_000 + random(1_000_000_000))) })
      const before = (await control.inspect(mint)).vaultLamports
      const offer = await launchpad.feeShare!.prepareDistribution(mint, launcher)
      const sent = offer.prepared!.transactions
      await launchpad.advance(sent)
      const { payments } = (await launchpad.feeShare!.readDistribution(mint, sent[0]!.signature))!
      const after = (await control.inspect(mint)).vaultLamports
      expect(payments.reduce((sum, payment) => sum + payment.amountAtomic, 0n)).toBe(before - after)
      expect(after - 650_240n).toBeLessThan(2n)
      expect((await launchpad.feeShare!.prepareDistribution(mint, launcher)).prepared).toBeNull()
    }
  })
})
