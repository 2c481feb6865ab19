import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { type Mint, unixMs as at } from '../../src/domain/brands.ts'
import type { Storage } from '../../src/ports/storage/storage.ts'
import { coinRow } from '../support/storage-rows.ts'

const DUE = { nowMs: at(0), limit: 10 }

/** What is kept of coins whose fees were taken away: every database must pass it. */
export function redirectContract(name: string, open: () => Promise<Storage>): void {
  describe(`storage contract, redirected fees: ${name}`, () => {
    let storage: Storage
    beforeEach(async () => {
      storage = await open()
    })
    afterEach(() => storage.close())

    test('decision "Fees taken away": a redirect is noted once, of a locked coin alone, which leaves the passes and keeps its totals', async () => {
      const { coins, coinPasses } = storage
      const [locked, open] = ['locked' as Mint, 'open' as Mint]
      await coins.insert(coinRow(locked, { lockHeight: 7 }))
      await coins.insert(coinRow(open, { feeShareLocked: false }))
      const before = await storage.totals.read()
      const { shareholders, launchedAtMs } = coinRow(locked)
      expect(await coinPasses.listSplits(null, DUE)).toEqual([
        { mint: locked, platform: 'simulated', accruedAtomic: null, sinceMs: launchedAtMs, shareholders, lockHeight: 7, launchedAtMs },
      ])
      expect(await coinPasses.redirect(open, { atMs: at(100), to: 'its holders' })).toBeNull()
      expect(await coinPasses.redirect('nothing' as Mint, { atMs: at(100), to: 'its holders' })).toBeNull()
      const noted = await Promise.all([100, 101, 102].map((atMs) => coinPasses.redirect(locked, { atMs: at(atMs), to: `w${atMs}` })))
      const first = noted.find((coin) => coin !== null)
      expect(noted.filter((coin) => coin !== null)).toHaveLength(1)
      expect(first).toMatchObject({ feeShareLocked: false, feesLockedAtLaunch: true })
      expect(await coins.find(locked)).toEqual(first!)
      expect([await coinPasses.listSplits(null, DUE), await coinPasses.listLocked(null, DUE)]).toEqual([[], []])
      const { atMs } = first!.feesRedirected!
      expect([await coinPasses.countRedirectedSince(atMs), await coinPasses.countRedirectedSince(at(atMs + 1))]).toEqual([1, 0])
      expect(await storage.totals.read()).toEqual(before)
      const page = { limit: 10, cursor: null }
      for (const [filter, mints] of [
        [{ redirected: true }, [locked]],
        [{ redirected: false }, [open]],
        [{ locked: true }, []],
        [{ locked: false }, [open]],
      ] as const)
        expect((await coins.list(page, filter)).rows.map(({ mint }) => mint)).toEqual([...mints])
    })
  })
}
