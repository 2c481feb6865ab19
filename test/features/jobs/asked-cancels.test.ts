import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { LIMITS } from '../../../src/domain/limits.ts'
import { sweepJobs } from '../../../src/features/jobs/sweep-jobs.ts'
import { createJobsScene, type JobsScene } from '../../support/jobs-scene.ts'

let scene: JobsScene
const why = { reason: 'We have someone now.' }
const lastSteps = async (id: string) => {
  const { history } = (await scene.app.call('GET', `/api/jobs/${id}`)).body
  return history.slice(-2).map(({ to, actor, note }: Record<string, string>) => [to, actor, note])
}
async function claimed(): Promise<string> {
  const id = await scene.open()
  await scene.claim(id)
  return id
}

beforeAll(async () => {
  scene = await createJobsScene()
})
afterAll(() => scene.close())

describe('decision "Jobs": a claimed job is called off with a reason, and with its worker’s consent or after the deadline', () => {
  test('without a reason nothing is asked, and with one nothing but that is changed', async () => {
    const id = await claimed()
    const before = await scene.traces(id)
    const refused = { status: 400, body: { code: 'validation_invalid', errors: [{ path: '/reason' }] } }
    expect(await scene.cancel(id)).toMatchObject(refused)
    expect(await scene.traces(id)).toEqual(before)
    expect((await scene.cancel(id, why)).body.job).toMatchObject({ state: 'claimed', cancelReason: why.reason })
    expect((await scene.cancel(id, { reason: 'another' })).body.job).toMatchObject({ state: 'claimed', cancelReason: why.reason })
    expect(await scene.traces(id)).toMatchObject({ ...(before as object), jobs: expect.anything() })
    const { jobs } = (await scene.app.call('GET', `/api/jobs?worker=${scene.worker.wallet}&state=claimed`)).body
    expect(jobs).toMatchObject([{ id, cancelReason: why.reason }])
    expect((await scene.release(id)).body.job).toMatchObject({ state: 'refunded', note: why.reason, cancelReason: null })
    expect(await lastSteps(id)).toEqual([
      ['cancelled', 'worker', why.reason],
      ['refunded', 'worker', why.reason],
    ])
  })

  test('a worker who hands in all the same is decided about, and may be paid', async () => {
    const id = await claimed()
    await scene.cancel(id, why)
    expect((await scene.submit(id)).body.job).toMatchObject({ state: 'submitted', cancelReason: null })
    expect((await scene.cancel(id, why)).body.code).toBe('job_state_not_allowed')
    expect((await scene.verify(id, { approve: true })).body.job.state).toBe('paid')
  })

  test('a worker who does neither until the deadline has the job called off; so has one who is late, at once', async () => {
    const [asked, late] = [await claimed(), await claimed()]
    await scene.cancel(asked, why)
    await scene.app.clock.advance(LIMITS.jobWorkMs)
    expect((await scene.cancel(late)).body.job.state).toBe('refunded')
    expect((await scene.run(sweepJobs)).outcome).toBe('1 deadlines, 0 paid, 0 failed')
    expect(await lastSteps(asked)).toEqual([
      ['cancelled', 'clock', why.reason],
      ['refunded', 'clock', why.reason],
    ])
  })
})
