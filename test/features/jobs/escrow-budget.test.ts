import { afterEach, expect, test } from 'bun:test'
import { lamports, type Signature } from '../../../src/domain/brands.ts'
import { lookAfterJobs } from '../../../src/features/jobs/look-after-jobs.ts'
import { spendOnPayout } from '../../../src/features/jobs/spend-on-payout.ts'
import type { TransactionState } from '../../../src/domain/operation.ts'
import type { EscrowRail } from '../../../src/ports/escrow.ts'
import { expectRefusal } from '../../support/app-error.ts'
import { createJobsScene, type JobsScene } from '../../support/jobs-scene.ts'

/** A rail that signs what it is told, and a chain that does as it is told. */
function createRail() {
  const sent = new Set<string>()
  const rail = { status: 'landed' as TransactionState['status'], sent, paid: 0n }
  const escrow: EscrowRail = {
    chainId: 'solana:devnet',
    payoutMin: lamports(1),
    preparePayout: async ({ payoutId, amount }) => [
      { steps: ['transfer'], signature: payoutId as string as Signature, bytesBase64: String(amount), lastValidBlockHeight: 1 },
    ],
    advance: async ([transaction]) => {
      const { signature, bytesBase64 } = transaction!
      if (!sent.has(signature) && rail.status === 'landed') rail.paid += BigInt(bytesBase64)
      sent.add(signature)
      return [{ status: rail.status, height: 1, error: rail.status === 'failed' ? 'Unlucky' : null }]
    },
  }
  return { rail, escrow }
}

let scene: JobsScene
afterEach(() => scene.close())

// 20 dollars are 2,000,000 lamports at 10,000 dollars a SOL.
const begin = async (dailySol: string) => {
  const { rail, escrow } = createRail()
  scene = await createJobsScene({ rails: { [escrow.chainId]: async () => escrow }, env: { JOBS_DAILY_SOL: dailySol } })
  const accepted = async () => {
    const id = await scene.open({ chainId: 'solana:devnet' })
    await scene.claim(id)
    await scene.submit(id)
    await scene.verify(id, { approve: true })
    return id
  }
  const again = async (hours: number) => {
    await scene.app.clock.advance(hours * 3_600_000)
    await scene.run(lookAfterJobs)
  }
  return { rail, accepted, again }
}

test('an owner’s jobs are paid up to half of the day’s budget; the others wait, say why, and are paid the next day', async () => {
  const { rail, accepted, again } = await begin('0.008')
  const jobs = [await accepted(), await accepted(), await accepted()]
  await again(1)
  expect(await Promise.all(jobs.map(scene.stateOf))).toEqual(['paid', 'paid', 'verified'])
  expect(rail.paid).toBe(4_000_000n)
  expect((await scene.app.call('GET', `/api/jobs/${jobs[2]}`)).body.job.note).toBe(
    'The payout of 0.002 SOL is above what the escrow wallet still pays today (0 SOL for this owner).',
  )
  const { storage } = scene.app.deps
  const more = { payoutId: 'more', owner: (await storage.jobs.find(jobs[2]!))!.keyId, amount: lamports(1) }
  await expectRefusal(
    'escrow_budget_exceeded',
    storage.transaction((tx) => spendOnPayout(scene.app.deps, tx, more)),
  )
  await again(24)
  expect([await scene.stateOf(jobs[2]!), rail.paid]).toEqual(['paid', 6_000_000n])
})

test('a job of more than can ever be paid is refused before anything is reserved', async () => {
  await begin('0.003')
  const before = await scene.traces()
  const refused = await scene.create({ chainId: 'solana:devnet' })
  expect(refused).toMatchObject({ status: 400, body: { code: 'validation_invalid', errors: [{ path: '/budget' }] } })
  expect(await scene.traces()).toEqual(before)
  expect((await scene.create()).status).toBe(201)
})

test('a payout that expired costs nothing, one that failed on chain did', async () => {
  const { rail, accepted, again } = await begin('0.008')
  rail.status = 'expired'
  const id = await accepted()
  for (let times = 0; times < 4; times += 1) await again(0.1)
  rail.status = 'failed'
  for (let times = 0; times < 8; times += 1) await again(0.1)
  expect(await scene.stateOf(id)).toBe('verified')
  expect((await scene.app.deps.storage.spending.spent('escrow', 0 as never)).allAtomic).toBe(4_000_000n)
  rail.status = 'landed'
  await again(24)
  expect([await scene.stateOf(id), rail.paid]).toEqual(['paid', 2_000_000n])
})

test('the ledger’s own rail spends nothing', async () => {
  await begin('0')
  const id = await scene.open()
  await scene.claim(id)
  await scene.submit(id)
  await scene.verify(id, { approve: true })
  expect(await scene.stateOf(id)).toBe('paid')
  expect((await scene.app.deps.storage.spending.spent('escrow', 0 as never)).allAtomic).toBe(0n)
})
