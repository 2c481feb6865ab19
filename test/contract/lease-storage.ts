import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { unixMs } from '../../src/domain/brands.ts'
import type { Storage } from '../../src/ports/storage/storage.ts'

const at = unixMs

/** Leases of names, which one holder has at a time: every database must pass it. */
export function leaseContract(name: string, open: () => Promise<Storage>): void {
  describe(`decision "One replica leads": storage contract, leases: ${name}`, () => {
    let storage: Storage
    beforeAll(async () => {
      storage = await open()
    })
    afterAll(() => storage.close())
    const take = (lease: string, holder: string, nowMs: number, forMs = 100) =>
      storage.leases.take(lease, holder, { nowMs: at(nowMs), untilMs: at(nowMs + forMs) })

    test('its time is told in whole milliseconds, and goes on', async () => {
      const [first, second] = [await storage.timeMs(), await storage.timeMs()]
      expect(Number.isSafeInteger(first)).toBe(true)
      expect(second).toBeGreaterThanOrEqual(first)
      // Databases of tests are on this machine.
      expect(Math.abs(second - Date.now())).toBeLessThan(60_000)
    })

    test('of 20 that take a lease at once one has it, until it expires or is given up', async () => {
      const holders = Array.from({ length: 20 }, (_, index) => `holder ${index}`)
      const taken = await Promise.all(holders.map((holder) => take('job', holder, 0)))
      expect(taken.filter(Boolean)).toHaveLength(1)
      const [winner, loser] = [holders[taken.indexOf(true)]!, holders[taken.indexOf(false)]!]
      expect([await take('job', winner, 50), await take('job', loser, 149), await take('job', loser, 150)]).toEqual([true, false, true])
      expect(await take('job', winner, 200)).toBe(false)
      await storage.leases.release('job', winner)
      expect(await take('job', winner, 200)).toBe(false)
      await storage.leases.release('job', loser)
      expect(await take('job', winner, 200)).toBe(true)
    })

    test('whoever has it makes it longer, and nobody else does', async () => {
      expect(await take('long', 'one', 0)).toBe(true)
      expect(await take('long', 'one', 90)).toBe(true)
      expect(await take('long', 'other', 189, 9_000)).toBe(false)
      expect(await take('long', 'other', 190)).toBe(true)
      expect(await take('long', 'one', 191)).toBe(false)
    })

    test('leases of two names have nothing to do with each other', async () => {
      expect(await take('left', 'one', 0)).toBe(true)
      expect(await take('right', 'other', 0)).toBe(true)
      await storage.leases.release('left', 'other')
      await storage.leases.release('right', 'one')
      expect([await take('left', 'other', 1), await take('right', 'one', 1)]).toEqual([false, false])
    })

    test('decision "Replicas are replaced one by one": leases that have expired are forgotten, and no others', async () => {
      await storage.leases.prune(at(1_000_000))
      await take('over', 'one', 0)
      await take('held', 'one', 1)
      expect([await storage.leases.prune(at(100)), await storage.leases.prune(at(100))]).toEqual([1, 0])
      expect([await take('over', 'other', 50), await take('held', 'other', 50)]).toEqual([true, false])
      await storage.leases.prune(at(1_000_000))
    })

    test('giving up what nobody has is nothing, and what is free can be had by anybody', async () => {
      await storage.leases.release('free', 'one')
      expect(await take('free', 'other', 0)).toBe(true)
    })

    test('of 20 that come when it has expired one has it', async () => {
      expect(await take('late', 'first', 0)).toBe(true)
      const taken = await Promise.all(Array.from({ length: 20 }, (_, index) => take('late', `holder ${index}`, 100)))
      expect(taken.filter(Boolean)).toHaveLength(1)
    })
  })
}
