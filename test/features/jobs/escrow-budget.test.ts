import { afterEach, expect, test } from 'bun:test'
import { lamports, atomicUnits } from '../../../src/domain/brands.ts'
import { sweepJobs } from '../../../src/features/jobs/sweep-jobs.ts'
import { spendOnPayout } from '../../../src/features/jobs/spend-on-payout.ts'
import type { TransactionState } from '../../../src/domain/operation.ts'
import { expectRefusal } from '../../support/app-error.ts'
import { createJobsScene, type JobsScene } from '../../support/jobs-scene.ts'
import { createTestRail } from '../../support/test-rail.ts'

/** A rail whose chain does as it is told. */
function createRail() {
  const chain = { status: 'landed' as TransactionState['status'] }
  const escrow = createTestRail({ fate: () => chain.status })
  return { chain, escrow, paid: () => [...escrow.landed.values()].reduce((sum, amount) => sum + amount, 0n) }
}

let scene: JobsScene
afterEach(() => scene.close())

// 200 dollars are 2,000,000 lamports at 100,000 dollars a SOL.
const begin = async (dailySol: string) => {
  const { chain, escrow, paid } = createRail()
  scene = await createJobsScene({ rails: { [escrow.chainId]: async () => escrow }, env: { JOBS_DAILY_SOL: dailySol } })
  const accepted = async () => {
    const id = await scene.open({ chainId: 'solana:devnet', budget: 200 })
    await scene.claim(id)
    await scene.submit(id)
    await scene.verify(id, { approve: true })
    return id
  }
  const again = async (hours: number) => {
    await scene.app.clock.advance(hours * 3_600_000)
    await scene.run(sweepJobs)
  }
  return { chain, paid, accepted, again }
}

test('decision "Every wallet that spends by itself has a budget": an owner’s jobs are paid up to half of the day’s budget; the others wait, say why, and are paid the next day', async () => {
  const { paid, accepted, again } = await begin('0.008')
  const jobs = [await accepted(), await accepted(), await accepted()]
  await again(1)
  expect(await Promise.all(jobs.map(scene.stateOf))).toEqual(['paid', 'paid', 'verified'])
  expect(paid()).toBe(4_000_000n)
  expect((await scene.app.call('GET', `/api/jobs/${jobs[2]}`)).body.job.note).toBe(
    'The payout of 0.002 SOL is above what the escrow wallet still pays today (0 SOL for this owner).',
  )
  const { storage } = scene.app.deps
  const more = { payoutId: 'more', owner: (await storage.jobs.find(jobs[2]!))!.keyId, amountAtomic: lamports(1) }
  await expectRefusal(
    'escrow_budget_exceeded',
    storage.transaction((tx) => spendOnPayout(scene.app.deps, tx, more)),
  )
  await again(24)
  expect([await scene.stateOf(jobs[2]!), paid()]).toEqual(['paid', 6_000_000n])
})

test('decision "Every wallet that spends by itself has a budget": a job of more than can ever be paid is refused before anything is reserved', async () => {
  await begin('0.003')
  const before = await scene.traces()
  const refused = await scene.create({ chainId: 'solana:devnet', budget: 200 })
  expect(refused).toMatchObject({ status: 400, body: { code: 'validation_invalid', errors: [{ path: '/budget' }] } })
  expect(await scene.traces()).toEqual(before)
  expect((await scene.create()).status).toBe(201)
})

test('decision "Every wallet that spends by itself has a budget": a payout that expired costs nothing, one that failed on chain did', async () => {
  const { chain, paid, accepted, again } = await begin('0.008')
  chain.status = 'expired'
  const id = await accepted()
  for (let times = 0; times < 4; times += 1) await again(0.1)
  chain.status = 'failed'
  for (let times = 0; times < 8; times += 1) await again(0.1)
  expect(await scene.stateOf(id)).toBe('verified')
  expect((await scene.app.deps.storage.spending.spent('escrow', 0 as never)).allAtomic).toBe(atomicUnits(4_000_000n))
  chain.status = 'landed'
  await again(24)
  expect([await scene.stateOf(id), paid()]).toEqual(['paid', 2_000_000n])
})

test('decision "Every wallet that spends by itself has a budget": the ledger’s own rail spends nothing', async () => {
  await begin('0')
  const id = await scene.open()
  await scene.claim(id)
  await scene.submit(id)
  await scene.verify(id, { approve: true })
  expect(await scene.stateOf(id)).toBe('paid')
  expect((await scene.app.deps.storage.spending.spent('escrow', 0 as never)).allAtomic).toBe(atomicUnits(0n))
})
