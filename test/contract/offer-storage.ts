import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { KeyId, OperationId } from '../../src/domain/brands.ts'
import type { Storage } from '../../src/ports/storage/storage.ts'
import { charged } from '../support/charged.ts'
import { at, launchRow, lockRow } from '../support/storage-rows.ts'

/** What every storage promises of launches and locks that wait for signatures. */
export function offerContract(name: string, fresh: () => Promise<Storage>): void {
  describe(`offer storage: ${name}`, () => {
    let storage: Storage
    beforeEach(async () => void (storage = await fresh()))
    afterEach(() => storage.close())

    const launchOffer = (id: string, expiresAtMs = 60_000) =>
      charged({ operation: launchRow(id), unsigned: [], expiresAtMs: at(expiresAtMs) })
    const lockOffer = (id: string, expiresAtMs = 60_000) => charged({ operation: lockRow(id), unsigned: [], expiresAtMs: at(expiresAtMs) })
    const keyOf = ({ operation }: { operation: { keyId: KeyId } }) => operation.keyId

    test('rules 10.20: a launch is found as a launch and a lock as a lock, and neither as the other', async () => {
      await storage.launchOffers.insert(launchOffer('launch'))
      await storage.launchOffers.insert(lockOffer('lock'))
      const [launch, lock] = ['launch', 'lock'] as OperationId[]
      expect(await storage.launchOffers.find(launch!)).toMatchObject({ operation: { id: 'launch', kind: 'launch' } })
      expect(await storage.launchOffers.findLock(lock!)).toMatchObject({ operation: { id: 'lock', kind: 'wire-fees' } })
      expect([await storage.launchOffers.find(lock!), await storage.launchOffers.findLock(launch!)]).toEqual([null, null])
    })

    test('decision "Everything that is kept has an owner, a bound and an end": only launches count for the times of a key, and both as dry-runs that wait', async () => {
      const offers = [launchOffer('launch', 2_000), lockOffer('lock', 1_000)] as const
      for (const offer of offers) await storage.launchOffers.insert(offer)
      expect(await storage.launchOffers.expiryTimes(keyOf(offers[0]), at(0))).toEqual([at(2_000)])
      expect((await storage.dryRuns.waitingOf(keyOf(offers[0]))).own).toBe(2)
    })

    test('decision "Everything that is kept has an owner, a bound and an end": what expired goes, of both kinds, at most so many at a time', async () => {
      for (const offer of [launchOffer('launch', 1_000), lockOffer('lock', 1_000), lockOffer('later', 3_000)]) {
        await storage.launchOffers.insert(offer)
      }
      expect([await storage.launchOffers.prune(at(2_000), 1), await storage.launchOffers.prune(at(2_000), 5)]).toEqual([1, 1])
      expect(await storage.launchOffers.findLock('later' as OperationId)).not.toBeNull()
    })
  })
}
