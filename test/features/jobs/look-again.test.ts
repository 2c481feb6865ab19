import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { JobId } from '../../../src/domain/brands.ts'
import { LIMITS } from '../../../src/domain/limits.ts'
import { OWN_LIMITS } from '../../../src/domain/limits/own-limits.ts'
import { sweepJobs } from '../../../src/features/jobs/sweep-jobs.ts'
import { FetchRefused } from '../../../src/ports/outbound/web.ts'
import { createJobsScene, type JobsScene } from '../../support/jobs-scene.ts'
import { stubWeb } from '../../support/stub-web.ts'

const NOTHING = '0 deadlines, 0 paid, 0 failed'

/** A job whose work waits for its decision by the clock, which is due now. */
async function due(scene: JobsScene): Promise<JobId> {
  const id = await scene.open()
  await scene.claim(id)
  await scene.submit(id)
  await scene.app.clock.advance(LIMITS.jobReviewMs)
  return id
}

describe('decision "Content checks": an address that cannot be reached never decides', () => {
  let scene: JobsScene
  const job = async (id: JobId) => (await scene.app.deps.storage.jobs.find(id))!
  beforeAll(async () => {
    scene = await createJobsScene()
  })
  afterAll(() => scene.close())

  test('a page that is 404 for the minute of the decision changes nothing: an hour later it is paid', async () => {
    const id = await due(scene)
    const before = await scene.traces(id)
    scene.webDown = true
    expect((await scene.run(sweepJobs)).outcome).toBe(NOTHING)
    scene.webDown = false
    expect(await job(id)).toMatchObject({
      state: 'submitted',
      looks: 1,
      note: expect.stringContaining('/urls/0 it answers with status 404'),
    })
    expect(await scene.traces(id)).toMatchObject({ ...(before as object), jobs: expect.anything() })
    await scene.app.clock.advance(OWN_LIMITS.jobLookMs - 1)
    expect((await scene.run(sweepJobs)).outcome).toBe(NOTHING)
    await scene.app.clock.advance(1)
    expect((await scene.run(sweepJobs)).outcome).toBe('1 deadlines, 1 paid, 0 failed')
    expect(await scene.stateOf(id)).toBe('paid')
  })

  test('after a day of looks the work is its worker’s again, who hands it in anew; the looks begin again', async () => {
    const id = await due(scene)
    scene.webDown = true
    for (let looks = 1; looks < OWN_LIMITS.jobLooksMax; looks += 1) {
      expect((await scene.run(sweepJobs)).outcome).toBe(NOTHING)
      expect(await job(id)).toMatchObject({ state: 'submitted', looks })
      await scene.app.clock.advance(OWN_LIMITS.jobLookMs)
    }
    expect((await scene.run(sweepJobs)).outcome).toBe('1 deadlines, 0 paid, 0 failed')
    scene.webDown = false
    const nowMs = scene.app.clock.nowMs()
    const deadlineMs = nowMs + LIMITS.jobWorkMs
    expect(await job(id)).toMatchObject({ state: 'claimed', worker: scene.worker.wallet, deadlineMs, looks: 0 })
    expect((await scene.submit(id)).body.job).toMatchObject({ state: 'submitted', note: null })
    expect((await scene.verify(id)).body.job.state).toBe('paid')
  })

  test('work is handed in five times for a job and not a sixth, whoever has it', async () => {
    const id = await scene.open()
    await scene.claim(id)
    for (let handedIn = 0; handedIn < LIMITS.jobHandInsMax; handedIn += 1) {
      expect((await scene.submit(id)).body.job).toMatchObject({ state: 'submitted' })
      await scene.app.clock.advance(LIMITS.jobReviewMs)
      scene.webDown = true
      for (let looks = 0; looks < OWN_LIMITS.jobLooksMax; looks += 1) {
        await scene.run(sweepJobs)
        await scene.app.clock.advance(OWN_LIMITS.jobLookMs)
      }
      scene.webDown = false
      expect(await scene.stateOf(id)).toBe('claimed')
    }
    const before = await scene.traces(id)
    expect(await scene.submit(id)).toMatchObject({ status: 409, body: { code: 'job_hand_ins_exceeded' } })
    expect(await scene.traces(id)).toEqual(before)
  })

  test('while it is looked at again, the owner may still decide', async () => {
    const id = await due(scene)
    scene.webDown = true
    await scene.run(sweepJobs)
    expect((await scene.verify(id, { approve: true })).body.job.state).toBe('paid')
    scene.webDown = false
  })

  test('work that is reached and is not what the job asks for is not paid', async () => {
    const id = await scene.open()
    await scene.claim(id)
    await scene.submit(id, ['https://public.test/other'])
    await scene.app.clock.advance(LIMITS.jobReviewMs)
    expect((await scene.run(sweepJobs)).outcome).toBe('1 deadlines, 0 paid, 0 failed')
    expect(await scene.stateOf(id)).toBe('refunded')
  })
})

test('decision "Content checks": looks that this process could not make count for nothing, however many they are', async () => {
  let ours = false
  const bytes = new TextEncoder().encode('about $NMFROG')
  const web = stubWeb({
    get: async () => {
      if (ours) throw new FetchRefused('it could not be asked', { ours })
      return { status: 200, contentType: 'text/html', bytes }
    },
  })
  const scene = await createJobsScene({ web })
  const id = await due(scene)
  ours = true
  for (let looks = 0; looks < 2 * OWN_LIMITS.jobLooksMax; looks += 1) {
    expect((await scene.run(sweepJobs)).outcome).toBe(NOTHING)
    await scene.app.clock.advance(OWN_LIMITS.jobLookMs)
  }
  expect((await scene.app.deps.storage.jobs.find(id))!).toMatchObject({ state: 'submitted', looks: 0 })
  ours = false
  expect((await scene.run(sweepJobs)).outcome).toBe('1 deadlines, 1 paid, 0 failed')
  await scene.close()
})
