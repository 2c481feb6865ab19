import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type JobId, lamports, type Mint, type Wallet } from '../../src/domain/brands.ts'
import type { JobMove } from '../../src/ports/storage/jobs.ts'
import type { Storage } from '../../src/ports/storage/storage.ts'
import { at, jobRow } from '../support/storage-rows.ts'

/** What the escrow of a job in parts promises, over every storage. */
export function jobPartContract(name: string, fresh: () => Promise<Storage>): void {
  describe(`storage contract, jobs in parts: ${name}`, () => {
    let storage: Storage
    beforeAll(async () => {
      storage = await fresh()
    })
    afterAll(() => storage.close())

    const move = (id: string, changes: Partial<JobMove> & Pick<JobMove, 'from' | 'to'>) =>
      storage.jobs.move(id as JobId, { actor: 'clock', atMs: at(1), ...changes })
    const budgetOf = (mint: string) => storage.jobs.budget(mint as Mint)

    test('decision "Jobs in parts": a paid part leaves the escrow alone, no change about it reaches the next, and the last ends the job', async () => {
      const mint = 'parts' as Mint
      const id = 'parts'
      await storage.jobs.insert(jobRow(id, { mint, amountAtomic: lamports(100), parts: 3 }), lamports(100))
      await move(id, { from: ['open'], to: 'claimed', worker: 'w' as Wallet })
      const pay = async (part: number, to: 'claimed' | 'paid') => {
        await move(id, { from: ['claimed'], part, to: 'submitted', urls: ['https://work.example'] })
        await move(id, { from: ['submitted'], part, to: 'verified' })
        await move(id, { from: ['verified'], part, to: 'paying' })
        return move(id, { from: ['paying'], part, to })
      }
      await expect(pay(1, 'paid')).rejects.toThrow('part 1 of 3')
      expect(await move(id, { from: ['paying'], to: 'claimed' })).toMatchObject({ part: 2, urls: [] })
      await expect(move(id, { from: ['claimed'], to: 'open' })).rejects.toThrow('part 2 of 3')
      expect(await budgetOf(mint)).toEqual({ reservedAtomic: lamports(66), spentAtomic: lamports(34) })
      await move(id, { from: ['claimed'], to: 'submitted' })
      for (const part of [1, 3]) expect(await move(id, { from: ['submitted'], part, to: 'verified' })).toBeNull()
      expect(await move(id, { from: ['submitted'], part: 2, to: 'claimed' })).toMatchObject({ part: 2 })
      await pay(2, 'claimed')
      await expect(pay(3, 'claimed')).rejects.toThrow('part 3 of 3')
      expect(await move(id, { from: ['paying'], to: 'paid' })).toMatchObject({ state: 'paid', part: 3 })
      expect((await storage.jobs.transfers(id as JobId)).map(({ kind, amountAtomic }) => `${kind} ${amountAtomic}`)).toEqual([
        'reserve 100',
        'pay 34',
        'pay 33',
        'pay 33',
      ])
      expect(await budgetOf(mint)).toEqual({ reservedAtomic: lamports(0), spentAtomic: lamports(100) })
    })
  })
}
