import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { DryRunId, KeyId, Wallet } from '../../src/domain/brands.ts'
import type { Storage } from '../../src/ports/storage/storage.ts'
import { at, coinRow, dryRunRow, planRow } from '../support/storage-rows.ts'

/** What an approver is shown beside a plan, over every storage. */
export function approverContract(name: string, fresh: () => Promise<Storage>): void {
  describe(`storage contract, approver: ${name}`, () => {
    let storage: Storage
    beforeAll(async () => {
      storage = await fresh()
    })
    afterAll(() => storage.close())

    const plan = { ...planRow(), wish: { ...planRow().wish, name: 'Compared', launcherPubkey: 'launcher' as Wallet } }
    const asked = (changes: object = {}) => ({
      id: 'mine' as DryRunId,
      keyId: 'ak_1' as KeyId,
      launcher: null,
      coin: 'Compared',
      untilMs: at(500),
      ...changes,
    })

    test('the last approved or used plan of a coin is found by key or launcher, and no other one', async () => {
      const row = (id: string, changes: object = {}) => storage.dryRuns.insert(dryRunRow(id, { plan, ...changes }))
      const found = async (changes: object = {}) => (await storage.dryRuns.findLastApproved(asked(changes)))?.id ?? null
      await row('open', { createdAtMs: at(90) })
      expect(await found()).toBeNull()
      await row('approved', { createdAtMs: at(1), approvedAtMs: at(10) })
      await row('used', { createdAtMs: at(2), consumedAtMs: at(20) })
      await row('later', { createdAtMs: at(3), approvedAtMs: at(600) })
      await row('of another key', { createdAtMs: at(4), approvedAtMs: at(30), keyId: 'ak_2' as KeyId })
      expect(String(await found())).toBe('used')
      expect(String(await found({ id: 'used' }))).toBe('approved')
      expect(String(await found({ untilMs: at(600) }))).toBe('later')
      expect(String(await found({ launcher: 'launcher' }))).toBe('of another key')
      expect(await found({ coin: 'Another' })).toBeNull()
      expect(await found({ keyId: 'ak_9', launcher: 'nobody' })).toBeNull()
    })

    test('namesakes: by name and by ticker in any case, of one key and of others, each once and no more than asked for', async () => {
      for (const [mint, keyId, coin, ticker] of [
        ['n1', 'ak_1', 'Moth', 'MOTH'],
        ['n2', 'ak_2', 'MOTH', 'OTHER'],
        ['n3', 'ak_2', 'Another', 'moth'],
        ['n4', 'ak_2', 'Mothball', 'MOTHB'],
      ] as const)
        await storage.coins.insert(coinRow(mint, { keyId: keyId as KeyId, name: coin, ticker }))
      const find = async (limit: number) => {
        const { own, others } = await storage.coins.namesakes({ name: 'moth', ticker: 'Moth' }, { keyId: 'ak_1' as KeyId, limit })
        return [own.map(({ mint }) => String(mint)), others.map(({ mint }) => String(mint)).toSorted()]
      }
      expect(await find(9)).toEqual([['n1'], ['n2', 'n3']])
      expect((await find(1))[1]).toHaveLength(1)
    })
  })
}
