import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { atomicUnits, type KeyId, type Wallet } from '../../src/domain/brands.ts'
import type { StoredPolicy } from '../../src/ports/storage/policy.ts'
import type { Storage } from '../../src/ports/storage/storage.ts'
import { at } from '../support/storage-rows.ts'

/** What every storage promises of spending policies. */
export function policyContract(name: string, fresh: () => Promise<Storage>): void {
  describe(`policy storage: ${name}`, () => {
    let storage: Storage
    beforeEach(async () => void (storage = await fresh()))
    afterEach(() => storage.close())

    const approval = (by: string) => ({ by: by as Wallet, atMs: at(1), proof: { message: 'bQ==', signature: 'cw==' } })
    const stored = (hash: string, changes: Partial<StoredPolicy['policy']> = {}): StoredPolicy => ({
      hash,
      policy: {
        host: 'launch.test',
        keyId: 'ak_1' as KeyId,
        platforms: ['pump'],
        currency: 'SOL',
        // More than a double holds.
        launchMaxAtomic: atomicUnits(9_007_199_254_740_993n),
        dayMaxAtomic: atomicUnits(10n ** 30n),
        firstBuyMaxAtomic: atomicUnits(0),
        wallets: [],
        directory: true,
        fromMs: at(0),
        untilMs: at(1_000),
        ...changes,
      },
      approvals: [approval('first')],
      approvalsRequired: 2,
      signedAtMs: at(hash.length),
      revokedAtMs: null,
    })

    test('decision "A spending policy": a policy is found as it was signed, each hash once', async () => {
      expect(await storage.policies.insert(stored('a'))).toBe(true)
      expect(await storage.policies.insert(stored('a', { directory: false }))).toBe(false)
      expect(await storage.policies.find('a')).toEqual(stored('a'))
      expect(await storage.policies.find('b')).toBeNull()
    })

    test('decision "A spending policy": of two approvals at once of what was seen one counts, and the other is seen to have lost', async () => {
      await storage.policies.insert(stored('a'))
      const seen = (await storage.policies.find('a'))!
      const both = await Promise.all(['second', 'third'].map((by) => storage.policies.approve(seen, approval(by))))
      const won = both.filter((one) => one !== null)
      expect(won).toHaveLength(1)
      expect(await storage.policies.find('a')).toEqual(won[0]!)
      expect(won[0]!.approvals).toHaveLength(2)
      expect(await storage.policies.approve(won[0]!, approval('fourth'))).toMatchObject({ approvals: { length: 3 } })
    })

    test('decision "A spending policy": a policy ends once, and takes no approval afterwards', async () => {
      await storage.policies.insert(stored('a'))
      const ended = await storage.policies.revoke('a', at(5))
      expect(ended).toEqual({ ...stored('a'), revokedAtMs: at(5) })
      expect([await storage.policies.revoke('a', at(6)), await storage.policies.revoke('b', at(6))]).toEqual([null, null])
      expect(await storage.policies.approve(ended!, approval('second'))).toBeNull()
      expect(await storage.policies.find('a')).toEqual(ended)
    })

    test('decision "A spending policy": of a key those live that were not revoked and whose time is not over', async () => {
      const policies = [
        stored('a', { untilMs: at(10) }),
        stored('bb', { untilMs: at(11) }),
        stored('ccc'),
        stored('dddd'),
        stored('eeeee', { keyId: 'ak_2' as KeyId }),
      ]
      for (const policy of policies) await storage.policies.insert(policy)
      await storage.policies.revoke('dddd', at(2))
      const living = await storage.policies.listLiving('ak_1' as KeyId, at(10))
      expect(living.map(({ hash }) => hash)).toEqual(['ccc', 'bb'])
      const first = await storage.policies.list({ limit: 2, cursor: null }, null)
      expect(first.rows.map(({ hash }) => hash)).toEqual(['eeeee', 'dddd'])
      const rest = await storage.policies.list({ limit: 9, cursor: first.nextCursor }, null)
      expect(rest.rows.map(({ hash }) => hash)).toEqual(['ccc', 'bb', 'a'])
      const others = await storage.policies.list({ limit: 9, cursor: null }, 'ak_2' as KeyId)
      expect(others.rows.map(({ hash }) => hash)).toEqual(['eeeee'])
    })
  })
}
