import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atomicUnits, type JobId } from '../../../src/domain/brands.ts'
import { partsFor, shareOf, unpaidOf } from '../../../src/domain/kit/parts-for.ts'
import { sweepJobs } from '../../../src/features/jobs/sweep-jobs.ts'
import { checkJob, checkSums } from '../../support/check-jobs.ts'
import { databasesUnderTest } from '../../support/databases-under-test.ts'
import { Killed, dyingStorage } from '../../support/dying-storage.ts'
import { historiesWeb, playJobHistories } from '../../support/job-histories.ts'
import { createJobsScene, type JobsScene } from '../../support/jobs-scene.ts'
import { forInputs } from '../../support/property.ts'
import { createSeededRandom } from '../../support/seeded-random.ts'
import { newPerson } from '../../support/test-app.ts'
import { createRandomRail, createTestRail, type TestRail } from '../../support/test-rail.ts'

const DAY_MS = 24 * 3_600_000

test('decision "Jobs in parts": the shares of a price are its sum, differ by a unit at most, and what is unpaid is what is left', () => {
  forInputs((random) => {
    const parts = 1 + random.below(31)
    const amountAtomic = atomicUnits(BigInt(random.below(2 ** 31)) * BigInt(1 + random.below(2 ** 20)))
    const shares = Array.from({ length: parts }, (_, index) => shareOf({ amountAtomic, parts, part: index + 1 }) as bigint)
    let leftAtomic: bigint = amountAtomic
    shares.forEach((share, index) => {
      expect(unpaidOf({ amountAtomic, parts, part: index + 1 }) as bigint).toBe(leftAtomic)
      leftAtomic -= share
    })
    expect(leftAtomic).toBe(0n)
    expect(shares[0]! - shares.at(-1)! <= 1n).toBe(true)
    expect(shares).toEqual(shares.toSorted((one, other) => Number(other - one)))
    const least = atomicUnits(BigInt(random.below(2 ** 31)))
    expect(partsFor(amountAtomic, parts, least)).toBe(shares.every((share) => share >= least) ? parts : 1)
  })
})

const folder = mkdtempSync(join(tmpdir(), 'parts-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.each(databasesUnderTest(() => mkdtempSync(join(folder, 'db-'))))('decision "Jobs in parts": on %s', (_name, make) => {
  let scene: JobsScene
  let rail: TestRail
  beforeEach(async () => {
    rail = createTestRail({ fate: () => 'landed' })
    scene = await createJobsScene({ rails: { [rail.chainId]: async () => rail }, databaseUrl: await make() })
    // 120.1 dollars are 750,625 lamports then: one more than four equal shares.
    scene.price = { usd: 160_000, stale: false }
  })
  afterEach(() => scene.close())

  const check = async (id: JobId) => {
    await checkSums(scene, [id])
    return checkJob(scene, () => rail.landed, id)
  }
  const claimed = async (changes: Record<string, unknown> = {}) => {
    const id = await scene.open({ template: 'x-upkeep', budget: 120.1, chainId: rail.chainId, ...changes })
    expect((await scene.claim(id)).status).toBe(200)
    return id
  }
  const pages = (part: number) => [`https://public.test/page/${part}`]
  const submit = (id: string, part: number) => scene.submit(id, pages(part), scene.worker, part)
  const accept = (id: string, part: number) => scene.verify(id, { part, approve: true })
  const paid = async (id: string, part: number) => {
    expect((await submit(id, part)).status).toBe(200)
    expect((await accept(id, part)).status).toBe(200)
  }
  const states = async (id: string) =>
    (await scene.app.call('GET', `/api/jobs/${id}`)).body.job.parts.map(({ state }: { state: string }) => state)
  const pass = async (ms: number) => {
    await scene.app.clock.advance(ms)
    await scene.run(sweepJobs)
  }

  test('a month of posts is paid part by part, each once, and is done with the last', async () => {
    const id = await claimed()
    for (const part of [1, 2, 3]) {
      await paid(id, part)
      expect(await check(id)).toMatchObject({ state: 'claimed', part: part + 1, urls: [] })
      expect(await states(id)).toEqual([1, 2, 3, 4].map((one) => (one <= part ? 'paid' : one === part + 1 ? 'now' : 'later')))
      // A week is left for the next.
      await pass(6 * DAY_MS)
    }
    await paid(id, 4)
    const job = await check(id)
    expect([job.state, rail.landed.size, rail.paidTo(scene.worker.wallet)]).toEqual(['paid', 4, job.amountAtomic as never])
    expect(await states(id)).toEqual(['paid', 'paid', 'paid', 'paid'])
  })

  test('a request about a part that is over, or not yet under way, is about no other; one that names none is refused', async () => {
    const id = await claimed()
    expect((await submit(id, 2)).body).toMatchObject({ code: 'validation_invalid', errors: [{ path: '/part' }] })
    expect((await scene.submit(id, pages(1))).body).toMatchObject({ code: 'validation_invalid', errors: [{ path: '/part' }] })
    await paid(id, 1)
    expect((await submit(id, 1)).status).toBe(400)
    expect((await accept(id, 2)).body).toMatchObject({ status: 409, code: 'job_state_not_allowed' })
    await submit(id, 2)
    const before = await scene.traces(id)
    expect((await accept(id, 1)).body.job).toMatchObject({ state: 'submitted', parts: [{ state: 'paid' }, { state: 'now' }, {}, {}] })
    expect((await scene.verify(id, { part: 1, approve: false })).status).toBe(400)
    expect((await scene.verify(id, { approve: true })).status).toBe(400)
    expect((await scene.verify(id, { part: 3 })).status).toBe(400)
    expect(await scene.traces(id)).toEqual(before)
    expect(rail.landed.size).toBe(1)
  })

  test.each([
    ['is late', async (id: string) => pass(8 * DAY_MS).then(() => id)],
    ['is refused', async (id: string) => submit(id, 3).then(() => scene.verify(id, { part: 3, approve: false }))],
    ['is given back', async (id: string) => scene.release(id)],
    ['is called off, and its worker agrees', async (id: string) => scene.cancel(id, { reason: 'enough' }).then(() => scene.release(id))],
  ])('with two parts paid a job whose third %s ends: what is paid stands, the rest is free again', async (_how, end) => {
    const id = await claimed()
    await paid(id, 1)
    await paid(id, 2)
    await end(id)
    const { state, amountAtomic } = await check(id)
    expect(state).toBe('refunded')
    const { paid: out, refunded } = await checkSums(scene, [id])
    expect([out + refunded, out - refunded]).toEqual([amountAtomic, 1n])
    expect(await states(id)).toEqual(['paid', 'paid', 'refunded', 'refunded'])
    expect((await scene.claim(id, newPerson())).status).toBe(409)
    // It cost money: it counts as no failed job of its key, and is kept.
    const { jobs } = scene.app.deps.storage
    expect(await jobs.countRefunded((await jobs.find(id))!.keyId)).toBe(0)
    expect(await jobs.pruneCancelled((scene.app.clock.nowMs() + DAY_MS) as never, 10)).toBe(0)
  })

  test('before its first part is paid it waits for another worker, who begins with the first', async () => {
    const id = await claimed()
    expect((await scene.release(id)).body.job).toMatchObject({ state: 'open', worker: null })
    const other = newPerson()
    await scene.claim(id, other)
    expect((await scene.submit(id, pages(1), other, 1)).status).toBe(200)
  })

  test('five hand-ins are for each part, and a job between two parts is in its worker’s hands', async () => {
    const id = await claimed()
    await paid(id, 1)
    for (let times = 0; times < 5; times += 1) {
      expect((await submit(id, 2)).status).toBe(200)
      scene.webDown = true
      for (let looks = 0; looks < 25; looks += 1) await pass(looks === 0 ? 7 * DAY_MS : 3_600_001)
      scene.webDown = false
      expect(await scene.stateOf(id)).toBe('claimed')
    }
    expect((await submit(id, 2)).body.code).toBe('job_hand_ins_exceeded')
    expect(await scene.app.deps.storage.jobs.countHeld(scene.worker.wallet)).toBe(1)
  })

  test('of what is asked at once about a part one thing happens: two hand-ins, two decisions, a decision and a second one of the next part', async () => {
    const id = await claimed()
    const handedIn = await Promise.all([submit(id, 1), submit(id, 1), submit(id, 1)])
    expect(handedIn.map(({ status }) => status)).toContain(200)
    await Promise.all([accept(id, 1), accept(id, 1), scene.run(sweepJobs), submit(id, 2), accept(id, 2)])
    await pass(61_000)
    expect((await check(id)).part).toBe(2)
    expect(rail.landed.size).toBe(1)
  })

  test('a hand-in and a release at once after a paid part: it is handed in, or has ended', async () => {
    const id = await claimed()
    await paid(id, 1)
    await scene.cancel(id, { reason: 'enough' })
    await Promise.all([submit(id, 2), scene.release(id)])
    expect(['submitted', 'refunded']).toContain((await check(id)).state)
  })

  test('a process that is killed at any call of the storage while a part is paid pays it once, and the next is under way', async () => {
    let [kills, payouts] = [0, 0]
    for (let calls = 0, died = true; died; calls += 1) {
      const id = await claimed({ budget: 120 })
      await submit(id, 1)
      const dying = dyingStorage(scene.app.deps.storage, calls)
      const jobs = scene.app.deps.storage.jobs
      const { verifyJob } = await import('../../../src/features/jobs/verify-job.ts')
      const caller = { keyId: (await jobs.find(id))!.keyId, operator: false } as never
      const decision = { caller, id, part: 1, approve: true, reason: null }
      await verifyJob({ ...scene.app.deps, storage: dying.storage }, decision).catch((error: unknown) =>
        expect(error).toBeInstanceOf(Killed),
      )
      died = dying.died()
      kills += Number(died)
      payouts += 1
      await accept(id, 1)
      await pass(61_000)
      expect(await checkJob(scene, () => rail.landed, id)).toMatchObject({ state: 'claimed', part: 2 })
      expect(rail.landed.size).toBe(payouts)
      await scene.release(id)
    }
    expect(kills).toBeGreaterThan(5)
  })
})

const others = databasesUnderTest(() => mkdtempSync(join(folder, 'db-'))).filter(([name]) => name !== 'SQLite')
test.skipIf(others.length === 0).each(others)(
  'rules 3.3: random histories on %s too: reserved = paid + refunded + held, and nobody is paid twice, though processes are killed',
  async (_name, make) => {
    const random = createSeededRandom(7)
    const rail = createRandomRail(random)
    const scene = await createJobsScene({ web: historiesWeb, rails: { [rail.chainId]: async () => rail }, databaseUrl: await make() })
    scene.price = { usd: 5_000_000, stale: false }
    await playJobHistories({ scene, chain: { landed: () => rail.landed }, random, count: 100 })
    await scene.close()
  },
)
