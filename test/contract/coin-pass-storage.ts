import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { lamports, type Mint, type Signature, unixMs } from '../../src/domain/brands.ts'
import type { Storage } from '../../src/ports/storage/storage.ts'
import { coinLock, coinRow, remitRow } from '../support/storage-rows.ts'

const at = unixMs

/** The mints of thirty coins that are on the curve; all but the first and the last ten have their fees locked. */
export async function insertCoins({ coins }: Storage): Promise<string[]> {
  const mints = Array.from({ length: 30 }, (_, index) => `coin${String(index).padStart(2, '0')}`)
  await Promise.all(mints.map((mint, index) => coins.insert(coinRow(mint, { feeShareLocked: index > 0 && index < 10 }))))
  await Promise.all(mints.slice(5, 20).map((mint) => coins.lock(mint as Mint, coinLock(mint))))
  return mints
}

/** What the passes over all coins keep in the storage: every database must pass it. */
export function coinPassContract(name: string, open: () => Promise<Storage>): void {
  describe(`storage contract, passes over coins: ${name}`, () => {
    let storage: Storage
    beforeEach(async () => {
      storage = await open()
    })
    afterEach(() => storage.close())

    test('decision "The crank pass": a job keeps its last run, and its position until that is cleared', async () => {
      expect(await storage.scheduledRuns.find('sweep')).toBeNull()
      expect((await storage.scheduledRuns.start('sweep', at(1))).position).toBeNull()
      expect(await storage.scheduledRuns.keepPosition('sweep', { startedAtMs: at(1), position: 'mint7' })).toBe(true)
      expect(await storage.scheduledRuns.start('sweep', at(2))).toMatchObject({
        lastStartedAtMs: 2,
        position: 'mint7',
        lastFinishedAtMs: null,
      })
      for (const position of ['mint3', null])
        expect(await storage.scheduledRuns.keepPosition('sweep', { startedAtMs: at(1), position })).toBe(false)
      expect(await storage.scheduledRuns.find('sweep')).toMatchObject({ position: 'mint7' })
      expect(await storage.scheduledRuns.keepPosition('sweep', { startedAtMs: at(2), position: null })).toBe(true)
      await storage.scheduledRuns.finish('sweep', { startedAtMs: at(2), nowMs: at(3), outcome: 'done', nextRunAtMs: at(9) })
      const run = {
        name: 'sweep',
        lastStartedAtMs: at(2),
        lastFinishedAtMs: at(3),
        lastOutcome: 'done',
        nextRunAtMs: at(9),
        position: null,
      }
      expect(await storage.scheduledRuns.list()).toEqual([run])
    })

    test('decision "Quiet coins": passes that keep what they saw of the same coins, in any order, do not hold each other up', async () => {
      const mints = (await insertCoins(storage)) as Mint[]
      const orders = [mints, mints.toReversed(), mints.toSorted((a, b) => (a.at(-1)! < b.at(-1)! ? -1 : 1))]
      for (let round = 1; round <= 40; round++) {
        await Promise.all(
          orders.flatMap((order, index) => [
            storage.coinPasses.keepLooks(
              (['curve', 'split', 'crank'] as const)[index]!,
              order.map((mint) => ({ mint, dueAtMs: at(round), changedToAtomic: lamports(round) })),
              at(round),
            ),
            storage.coinPasses.lookNow(order, at(round - 1)),
          ]),
        )
      }
      expect((await storage.coinPasses.listCurvesDue({ nowMs: at(40), limit: 99 })).map(({ mint }) => mint).toSorted()).toEqual(mints)
    })

    test('decision "The crank pass": of two runs of a job the later one is recorded, in whatever order they end', async () => {
      const end = (startedAtMs: number, outcome: string) =>
        storage.scheduledRuns.finish('overtaken', { startedAtMs: at(startedAtMs), nowMs: at(20), outcome, nextRunAtMs: null })
      await storage.scheduledRuns.start('overtaken', at(11))
      await storage.scheduledRuns.start('overtaken', at(12))
      expect(await Promise.all([end(12, 'later'), end(11, 'earlier')])).toEqual([true, false])
      expect(await end(11, 'earlier')).toBe(false)
      expect(await storage.scheduledRuns.find('overtaken')).toMatchObject({ lastStartedAtMs: at(12), lastOutcome: 'later' })
      expect(await storage.scheduledRuns.finish('never', { startedAtMs: at(1), nowMs: at(2), outcome: 'x', nextRunAtMs: null })).toBe(false)
    })

    test('rules 10.27: the totals follow coins, locks and remits, at once and in any order, and no row counts twice', async () => {
      const mints = await insertCoins(storage)
      expect(await storage.coins.insert(coinRow(mints[0]!))).toBe(false)
      await Promise.all(mints.slice(5, 20).map((mint) => storage.coins.lock(mint as Mint, coinLock('late'))))
      const remits = Array.from({ length: 40 }, (_, index) => remitRow(`remit${index}`, { amountAtomic: lamports(9_007_199_254_740_993n) }))
      await Promise.all(remits.map((remit) => storage.remits.insert([remit])))
      expect(await storage.remits.insert(remits.slice(0, 5))).toBe(0)
      const gone = storage.transaction(async (tx) => {
        await tx.coins.insert(coinRow('undone'))
        await tx.remits.insert([remitRow('undone')])
        throw new Error('undone')
      })
      await expect(gone).rejects.toThrow('undone')
      expect(await storage.totals.read()).toEqual({
        coins: 30,
        locked: 19,
        remits: 40,
        remitted: { SOL: lamports(40n * 9_007_199_254_740_993n), ETH: lamports(0), WETH: lamports(0) },
        buybacks: 0,
        bought: { SOL: lamports(0), ETH: lamports(0), WETH: lamports(0) },
      })
    })

    test('decision "Alarms": the oldest coin whose split is not locked is known, until none is left', async () => {
      expect(await storage.coinPasses.oldestUnlockedAtMs()).toBeNull()
      for (const [mint, launchedAtMs] of Object.entries({ old: 1_000, older: 500, locked: 1 }))
        await storage.coins.insert(coinRow(mint, { launchedAtMs: at(launchedAtMs), feeShareLocked: mint === 'locked' }))
      expect(await storage.coinPasses.oldestUnlockedAtMs()).toBe(at(500))
      await storage.coins.lock('older' as Mint, coinLock('older'))
      expect(await storage.coinPasses.oldestUnlockedAtMs()).toBe(at(1_000))
      await storage.coins.lock('old' as Mint, coinLock('old'))
      expect(await storage.coinPasses.oldestUnlockedAtMs()).toBeNull()
    })

    test('rules 3.3: a graduation is noted once, a featured post once and only after it', async () => {
      const mint = 'graduating' as Mint
      await storage.coins.insert(coinRow(mint))
      expect(await storage.coins.feature(mint, { url: 'u', atMs: at(1) })).toBeNull()
      const noted = await Promise.all(Array.from({ length: 10 }, (_, index) => storage.coins.graduate(mint, at(100 + index))))
      expect(noted.filter((coin) => coin !== null)).toHaveLength(1)
      const posts = await Promise.all(['a', 'b', 'c'].map((url) => storage.coins.feature(mint, { url, atMs: at(200) })))
      expect(posts.filter((coin) => coin !== null)).toHaveLength(1)
      expect(await storage.coins.graduate('nothing' as Mint, at(1))).toBeNull()
    })

    test('decision "The crank pass": walks through coins in the order of their mints', async () => {
      await insertCoins(storage)
      const walk = async (list: (after: Mint | null, limit: number) => Promise<readonly { mint: Mint }[]>) => {
        const seen: Mint[] = []
        let after: Mint | null = null
        for (;;) {
          const batch = await list(after, 7)
          if (batch.length === 0) return seen
          seen.push(...batch.map(({ mint }) => mint))
          after = batch.at(-1)!.mint
        }
      }
      const locked = await walk((after, limit) => storage.coinPasses.listLocked(after, { nowMs: at(0), limit }))
      expect(locked).toHaveLength(19)
      expect(locked).toEqual(locked.toSorted())
      const wait = { fromAtomic: lamports(10n ** 16n + 1n), untilMs: at(5) }
      await storage.coinPasses.waitForFees(locked[0]!, wait)
      expect((await storage.coinPasses.listLocked(null, { nowMs: at(0), limit: 1 }))[0]).toMatchObject({
        crankFromAtomic: wait.fromAtomic,
        crankWaitUntilMs: wait.untilMs,
      })
    })

    test('decision "The crank pass": what a coin waits for is what was recorded last, to the wei, and of an unknown coin there is nothing', async () => {
      const { coinPasses, coins } = storage
      const [mint, other, none] = ['waits' as Mint, 'waits not' as Mint, 'none' as Mint]
      for (const of of [mint, other]) await coins.insert(coinRow(of))
      const nothing = await coinPasses.findWait(mint)
      expect(nothing).toEqual({ fromAtomic: lamports(0), untilMs: at(0) })
      const wait = { fromAtomic: lamports(40n * 10n ** 18n + 1n), untilMs: at(1_795_000_000_000) }
      for (const recorded of [{ fromAtomic: lamports(9), untilMs: at(9) }, wait]) {
        expect(await coinPasses.waitForFees(mint, recorded)).toBe(true)
        expect(await coinPasses.findWait(mint)).toEqual(recorded)
      }
      // A crank that read an older state does not end what a later one decided.
      expect(await coinPasses.waitForFees(mint, { fromAtomic: lamports(9), untilMs: at(9) })).toBe(false)
      expect(await coinPasses.findWait(mint)).toEqual(wait)
      expect(await coinPasses.findWait(other)).toEqual(nothing)
      expect(await coinPasses.waitForFees(none, wait)).toBe(false)
      expect([await coinPasses.findWait(none), await coins.find(none)]).toEqual([null, null])
    })

    test('decision "Remits of others’ cranks": readings of remits come when they are due, longest due first', async () => {
      await insertCoins(storage)
      const due = await storage.coinPasses.listReadingsDue(at(0), 100)
      expect(due).toHaveLength(19)
      for (const [index, cursor] of due.entries()) {
        const reading = { readTo: 'r' as Signature, newest: 'n' as Signature, before: 'b' as Signature, dueAtMs: at(1_000 - index) }
        expect(await storage.coinPasses.keepReading(cursor, reading)).toBe(true)
      }
      expect(await storage.coinPasses.listReadingsDue(at(981), 100)).toEqual([])
      const [first, second] = await storage.coinPasses.listReadingsDue(at(983), 2)
      expect(first).toEqual({
        mint: due.at(-1)!.mint,
        platform: 'simulated',
        readTo: 'r' as Signature,
        newest: 'n' as Signature,
        before: 'b' as Signature,
      })
      expect(second!.mint).toBe(due.at(-2)!.mint)
    })

    test('decision "Remits of others’ cranks": of readings that end at once from one cursor one is kept, and a late one changes nothing', async () => {
      await storage.coins.insert(coinRow('read', { feeShareLocked: true }))
      const [cursor] = await storage.coinPasses.listReadingsDue(at(10_000), 1)
      const readings = ['x', 'y', 'z'].map((readTo) => ({ readTo: readTo as Signature, newest: null, before: null, dueAtMs: at(1) }))
      const kept = await Promise.all(readings.map((reading) => storage.coinPasses.keepReading(cursor!, reading)))
      expect(kept.filter(Boolean)).toHaveLength(1)
      const [now] = await storage.coinPasses.listReadingsDue(at(1), 1)
      expect(now).toEqual({
        mint: cursor!.mint,
        platform: cursor!.platform,
        newest: null,
        before: null,
        readTo: readings[kept.indexOf(true)]!.readTo,
      })
      // A cursor with nothing read yet is one too.
      expect(await storage.coinPasses.keepReading({ ...now!, readTo: null }, readings[0]!)).toBe(false)
      expect(await storage.coinPasses.listReadingsDue(at(1), 1)).toEqual([now!])
    })

    test('rules 10.25: amounts of ETH are kept to the wei beyond what a bigint column holds, and are counted apart from SOL', async () => {
      const before = await storage.totals.read()
      const wei = 40n * 10n ** 18n + 123_456_789_123_456_789n
      await storage.coins.insert(coinRow('0xeth', { currency: 'ETH', platform: 'zora' }))
      const paid = (id: string) => remitRow(id, { mint: '0xeth' as Mint, currency: 'ETH', amountAtomic: lamports(wei) })
      for (const id of ['eth1', 'eth2', 'eth3']) expect(await storage.remits.insert([paid(id)])).toBe(1)
      expect(await storage.remits.insert([paid('eth1')])).toBe(0)
      const { rows } = await storage.remits.list({ limit: 10, cursor: null }, { mint: '0xeth' as Mint })
      expect(rows.map(({ amountAtomic: amount, currency }) => [amount, currency])).toEqual(Array(3).fill([lamports(wei), 'ETH']))
      expect(await storage.coins.find('0xeth' as Mint)).toMatchObject({ currency: 'ETH', paidAtomic: lamports(3n * wei) })
      const after = await storage.totals.read()
      expect(after).toEqual({
        ...before,
        coins: before.coins + 1,
        locked: before.locked + 1,
        remits: before.remits + 3,
        remitted: { ...before.remitted, ETH: lamports(before.remitted.ETH + 3n * wei) },
      })
      const hours = await storage.remits.feesByHour(at(0))
      expect(hours.every(({ amountAtomic: amount }) => amount < 10n ** 18n)).toBe(true)
    })
  })
}
