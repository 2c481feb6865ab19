import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type JobId, lamports, type Mint, type PayoutId, type Signature, unixMs, type Wallet } from '../../src/domain/brands.ts'
import type { CoinJob } from '../../src/domain/kit/coin-job.ts'
import { LIMITS } from '../../src/domain/limits.ts'
import type { EscrowPayout, JobMove } from '../../src/ports/storage/jobs.ts'
import type { Storage } from '../../src/ports/storage/storage.ts'
import { at, jobRow, T0 } from '../support/storage-rows.ts'

const payoutRow = (id: string, jobId: string, part = 1): EscrowPayout => ({
  id: id as PayoutId,
  jobId: jobId as JobId,
  part,
  transactions: [{ steps: ['transfer'], signature: `sig_${id}` as Signature, bytesBase64: 'AA==', lastValidBlockHeight: 7 }],
  state: 'living',
  createdAtMs: T0,
})

const ENOUGH = lamports(9_007_199_254_740_993n)

/** What jobs and their escrow promise, over every storage. */
export function jobContract(name: string, fresh: () => Promise<Storage>): void {
  describe(`storage contract, jobs: ${name}`, () => {
    let storage: Storage
    beforeAll(async () => {
      storage = await fresh()
    })
    afterAll(() => storage.close())

    const move = (id: string, changes: Partial<JobMove> & Pick<JobMove, 'from' | 'to'>) =>
      storage.jobs.move(id as JobId, { actor: 'clock', atMs: at(1), ...changes })
    const budgetOf = (mint: string) => storage.jobs.budget(mint as Mint)

    test('rules 3.3: of 50 parallel reservations as many are kept as the accrued fees cover, to the lamport, and the others leave nothing', async () => {
      const jobs = Array.from({ length: 50 }, (_, position) => jobRow(`race_${position}`, { mint: 'race' as Mint }))
      const kept = await Promise.all(jobs.map((job) => storage.jobs.insert(job, lamports(1_099))))
      expect(kept.filter((job) => job !== null)).toHaveLength(10)
      expect(await budgetOf('race')).toEqual({ reservedAtomic: lamports(1_000), spentAtomic: lamports(0) })
      expect((await storage.jobs.list({ limit: 99, cursor: null }, { mint: 'race' as Mint })).rows).toHaveLength(10)
      const lost = jobs.find((_, position) => kept[position] === null)!
      expect([await storage.jobs.find(lost.id), await storage.jobs.steps(lost.id), await storage.jobs.transfers(lost.id)]).toEqual([
        null,
        [],
        [],
      ])
    })

    test('rules 3.3: for the kit: the newest of each template in each state but refunded that makes the whole item, however many came after', async () => {
      const mint = 'kit' as Mint
      const position = async (id: string, changes: Partial<CoinJob>, ...states: JobMove['to'][]) => {
        await storage.jobs.insert(jobRow(id, { mint, amountAtomic: lamports(1), ...changes }), ENOUGH)
        const path = ['open', ...states] as const
        for (const [index, to] of states.entries()) expect(await move(id, { from: [path[index]!], to })).not.toBeNull()
      }
      const paid = ['claimed', 'submitted', 'verified', 'paying', 'paid'] as const
      await position('kit_paid_first', {}, ...paid)
      await position('kit_paid', { createdAtMs: at(1) }, ...paid)
      await position('kit_open', { createdAtMs: at(2), template: 'meme-pack' })
      await position('kit_part', { createdAtMs: at(3), wholeItem: false }, ...paid)
      for (let index = 0; index <= LIMITS.pageMax; index += 1)
        await position(`kit_refunded_${index}`, { createdAtMs: at(10 + index) }, 'cancelled', 'refunded')
      const listed = await storage.jobs.listForKit(mint)
      expect(listed.map(({ id, state }) => [id as string, state])).toEqual([
        ['kit_open', 'open'],
        ['kit_paid', 'paid'],
      ])
      expect(listed[1]).toEqual((await storage.jobs.find('kit_paid' as JobId))!)
    })

    test('rules 3.3: a job comes back as it was, its exact lamports too, and its money stands in the ledger', async () => {
      const job = jobRow('same', {
        mint: 'same' as Mint,
        amountAtomic: ENOUGH,
        urls: ['https://a.test/ü'],
        worker: 'w' as Wallet,
        note: 'n',
      })
      expect(await storage.jobs.insert(job, ENOUGH)).toEqual(job)
      expect(await storage.jobs.find(job.id)).toEqual(job)
      expect(await storage.jobs.transfers(job.id)).toEqual([
        { jobId: job.id, kind: 'reserve', from: 'budget:same', to: 'escrow:same', amountAtomic: ENOUGH, atMs: T0 },
      ])
      expect(await storage.jobs.insert(jobRow('more', { mint: 'same' as Mint, amountAtomic: lamports(1) }), ENOUGH)).toBeNull()
    })

    test('rules 3.3: of parallel moves one happens; what the states do not have is an error, and changes nothing', async () => {
      await storage.jobs.insert(jobRow('moved'), ENOUGH)
      const claims = await Promise.all(
        ['a', 'b', 'c', 'd'].map((worker) => move('moved', { from: ['open'], to: 'claimed', actor: 'worker', worker: worker as Wallet })),
      )
      expect(claims.filter((won) => won !== null)).toHaveLength(1)
      expect(claims.find((won) => won !== null)).toEqual((await storage.jobs.find('moved' as JobId))!)
      for (const [from, to] of [
        ['open', 'paid'],
        ['claimed', 'refunded'],
        ['paid', 'refunded'],
        ['refunded', 'open'],
      ] as const) {
        expect(move('moved', { from: [from], to })).rejects.toThrow('cannot be')
        await move('moved', { from: [from], to }).catch(() => {})
      }
      expect(await move('moved', { from: ['open'], to: 'cancelled' })).toBeNull()
      expect(await move('nobody', { from: ['open'], to: 'cancelled' })).toBeNull()
      expect((await storage.jobs.steps('moved' as JobId)).map(({ from, to, actor }) => [from, to, actor])).toEqual([
        [null, 'open', 'owner'],
        ['open', 'claimed', 'worker'],
      ])
    })

    test('decision "Jobs": a deadline divides time: before it one may, from it on the clock may', async () => {
      await storage.jobs.insert(jobRow('late'), ENOUGH)
      const end = unixMs(T0 + LIMITS.jobOpenMs)
      const late = { from: ['open'], to: 'claimed', deadline: 'running', worker: 'w' as Wallet } as const
      expect(await move('late', { ...late, atMs: end })).toBeNull()
      expect(await move('late', { from: ['open'], to: 'expired', deadline: 'over', atMs: unixMs(end - 1) })).toBeNull()
      expect((await storage.jobs.listOverdue(unixMs(end - 1), 9)).map(({ id }) => id as string)).not.toContain('late')
      expect((await storage.jobs.listOverdue(end, 99)).map(({ id }) => id as string)).toContain('late')
      const claimed = await move('late', { ...late, atMs: unixMs(end - 1) })
      expect(claimed).toMatchObject({ state: 'claimed', deadlineMs: unixMs(end - 1 + LIMITS.jobWorkMs) })
    })

    test('rules 3.3: money leaves the escrow once: with paid to the worker, with refunded to the budget', async () => {
      const mint = 'money' as Mint
      for (const id of ['gone', 'back']) await storage.jobs.insert(jobRow(id, { mint }), lamports(200))
      await move('back', { from: ['open'], to: 'cancelled' })
      const refunds = await Promise.all([1, 2, 3].map(() => move('back', { from: ['cancelled'], to: 'refunded' })))
      expect(refunds.filter((won) => won !== null)).toHaveLength(1)
      await move('gone', { from: ['open'], to: 'claimed', worker: 'w1' as Wallet })
      await move('gone', { from: ['claimed'], to: 'submitted', urls: ['https://a.test'] })
      expect(await storage.jobs.listUnpaid(at(9), 9)).toEqual([])
      await move('gone', { from: ['submitted'], to: 'verified' })
      expect((await storage.jobs.listUnpaid(at(9), 9)).map(({ id }) => id as string)).toEqual(['gone'])
      await storage.jobs.postpone('gone' as JobId, at(20), 'later')
      expect(await storage.jobs.listUnpaid(at(19), 9)).toEqual([])
      await move('gone', { from: ['verified'], to: 'paying' })
      const payments = await Promise.all([1, 2, 3].map(() => move('gone', { from: ['paying'], to: 'paid' })))
      expect(payments.filter((won) => won !== null)).toHaveLength(1)
      expect(await budgetOf('money')).toEqual({ reservedAtomic: lamports(0), spentAtomic: lamports(100) })
      expect((await storage.jobs.transfers('gone' as JobId)).map(({ kind, to }) => [kind, to])).toEqual([
        ['reserve', 'escrow:gone'],
        ['pay', 'worker:w1'],
      ])
      expect((await storage.jobs.transfers('back' as JobId)).map(({ kind, to }) => [kind, to])).toEqual([
        ['reserve', 'escrow:back'],
        ['refund', 'budget:money'],
      ])
      expect(await storage.jobs.insert(jobRow('again', { mint, amountAtomic: lamports(100) }), lamports(200))).not.toBeNull()
      expect(await storage.jobs.insert(jobRow('over', { mint, amountAtomic: lamports(1) }), lamports(200))).toBeNull()
    })

    test('rules 3.3: a job has one payout that is not dead, and none after one that landed', async () => {
      const kept = await Promise.all(['p1', 'p2', 'p3'].map((id) => storage.jobs.insertPayout(payoutRow(id, 'payee'))))
      const first = kept.find((payout) => payout !== null)!
      expect(kept.filter((payout) => payout !== null)).toEqual([payoutRow(first.id, 'payee')])
      expect(await storage.jobs.payouts('payee' as JobId)).toEqual([first])
      expect(await storage.jobs.endPayout(first.id, 'dead', at(1))).toBe(true)
      expect(await storage.jobs.endPayout(first.id, 'landed', at(1))).toBe(false)
      expect(await storage.jobs.payouts('payee' as JobId)).toEqual([])
      expect(await storage.jobs.insertPayout(payoutRow('p4', 'payee'))).not.toBeNull()
      const ends = await Promise.all([1, 2].map(() => storage.jobs.endPayout('p4' as PayoutId, 'landed', at(2))))
      expect(ends.filter((won) => won)).toHaveLength(1)
      expect(await storage.jobs.insertPayout(payoutRow('p5', 'payee'))).toBeNull()
      expect(await storage.jobs.insertPayout(payoutRow('p6', 'payee', 2))).not.toBeNull()
      expect((await storage.jobs.payouts('payee' as JobId)).map(({ id, part }) => `${id} of part ${part}`)).toEqual([
        'p4 of part 1',
        'p6 of part 2',
      ])
    })

    test('decision "Jobs": a wallet’s jobs are listed, and those that are claimed or handed in counted; one given back is nobody’s', async () => {
      const worker = 'holder' as Wallet
      const countHeld = () => storage.jobs.countHeld(worker)
      for (const id of ['h1', 'h2', 'h3']) {
        await storage.jobs.insert(jobRow(id), ENOUGH)
        await move(id, { from: ['open'], to: 'claimed', worker })
      }
      expect(await countHeld()).toBe(3)
      await move('h1', { from: ['claimed'], to: 'submitted' })
      expect(await countHeld()).toBe(3)
      await move('h1', { from: ['submitted'], to: 'verified' })
      expect(await move('h2', { from: ['claimed'], to: 'open', worker: null, urls: [] })).toMatchObject({ worker: null, state: 'open' })
      expect(await countHeld()).toBe(1)
      const { rows } = await storage.jobs.list({ limit: 9, cursor: null }, { worker })
      expect(rows.map(({ id }) => id as string)).toEqual(['h3', 'h1'])
      expect(await storage.jobs.countHeld('nobody' as Wallet)).toBe(0)
    })

    test('decision "Content checks": a decision that is due is put off, one that is not, or is no longer to be made, is left', async () => {
      const id = 'looked' as JobId
      await storage.jobs.insert(jobRow(id), ENOUGH)
      await move(id, { from: ['open'], to: 'claimed', worker: 'w' as Wallet })
      const dueMs = (await move(id, { from: ['claimed'], to: 'submitted' }))!.deadlineMs!
      const again = { looks: 1, untilMs: unixMs(dueMs + 5), note: 'not reached' }
      expect(await storage.jobs.lookAgain(id, { ...again, atMs: unixMs(dueMs - 1) })).toBe(false)
      expect(await storage.jobs.lookAgain(id, { ...again, atMs: dueMs })).toBe(true)
      expect(await storage.jobs.lookAgain(id, { ...again, looks: 2, atMs: dueMs })).toBe(false)
      expect(await storage.jobs.find(id)).toMatchObject({ state: 'submitted', looks: 1, deadlineMs: again.untilMs, note: 'not reached' })
      expect(await move(id, { from: ['submitted'], to: 'claimed', atMs: unixMs(dueMs + 5) })).toMatchObject({ looks: 0 })
      expect(await storage.jobs.lookAgain(id, { ...again, atMs: unixMs(dueMs + 9) })).toBe(false)
    })

    test('decision "Jobs": a worker is asked once, while the job is claimed and in time; the next state has no question', async () => {
      const id = 'asked' as JobId
      await storage.jobs.insert(jobRow(id), ENOUGH)
      expect(await storage.jobs.askCancel(id, 'why', at(1))).toBeNull()
      const dueMs = (await move(id, { from: ['open'], to: 'claimed', worker: 'w' as Wallet }))!.deadlineMs!
      expect(await storage.jobs.askCancel(id, 'why', dueMs)).toBeNull()
      const asked = await Promise.all(['why', 'why else'].map((reason) => storage.jobs.askCancel(id, reason, at(2))))
      expect(asked.filter((job) => job !== null)).toEqual([(await storage.jobs.find(id))!])
      expect(await move(id, { from: ['claimed'], to: 'submitted' })).toMatchObject({ cancelReason: null })
    })

    test('rules 10.26: lists go on where a page ended, also among jobs of one moment', async () => {
      const mint = 'pages' as Mint
      for (const id of ['l1', 'l2', 'l3']) await storage.jobs.insert(jobRow(id, { mint }), ENOUGH)
      const first = await storage.jobs.list({ limit: 2, cursor: null }, { mint, state: 'open' })
      const second = await storage.jobs.list({ limit: 2, cursor: first.nextCursor }, { mint, state: 'open' })
      expect([...first.rows, ...second.rows].map(({ id }) => id as string)).toEqual(['l3', 'l2', 'l1'])
      expect(second.nextCursor).toBeNull()
    })

    test('decision "Everything that is kept has an owner, a bound and an end": jobs that ended unpaid are counted by key; those that were called off go after a time, and nothing else of the ledger', async () => {
      const keyId = 'ak_called_off' as CoinJob['keyId']
      const mint = 'mint of called off' as Mint
      const end = async (id: string, cause: 'cancelled' | 'expired', atMs = at(10)) => {
        await storage.jobs.insert(jobRow(id, { keyId, mint }), ENOUGH)
        await storage.jobs.move(id as JobId, { from: ['open'], to: cause, actor: 'owner', atMs })
        await storage.jobs.move(id as JobId, { from: [cause], to: 'refunded', actor: 'owner', atMs })
      }
      await end('off_1', 'cancelled')
      await end('off_2', 'cancelled')
      await end('off_late', 'cancelled', at(50))
      await end('over', 'expired')
      await storage.jobs.insert(jobRow('off_open', { keyId, mint }), ENOUGH)
      expect(await storage.jobs.countRefunded(keyId)).toBe(4)
      const budget = await storage.jobs.budget(mint)
      expect(await storage.jobs.pruneCancelled(at(20), 1)).toBe(1)
      while ((await storage.jobs.pruneCancelled(at(20), 5)) > 0);
      expect(await storage.jobs.countRefunded(keyId)).toBe(2)
      for (const id of ['off_1', 'off_2'] as JobId[]) {
        expect(await storage.jobs.find(id)).toBeNull()
        expect([await storage.jobs.steps(id), await storage.jobs.transfers(id)]).toEqual([[], []])
      }
      expect(await storage.jobs.transfers('over' as JobId)).toHaveLength(2)
      expect(await storage.jobs.transfers('off_open' as JobId)).toHaveLength(1)
      expect(await storage.jobs.budget(mint)).toEqual(budget)
    })
  })
}
