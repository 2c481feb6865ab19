import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { LIMITS } from '../../../src/domain/limits.ts'
import { sweepJobs } from '../../../src/features/jobs/sweep-jobs.ts'
import { createJobsScene, type JobsScene } from '../../support/jobs-scene.ts'
import { newPerson, type Person } from '../../support/test-app.ts'

let scene: JobsScene
const idsOf = async (person: Person, more = '') => {
  const { body } = await scene.app.call('GET', `/api/jobs?worker=${person.wallet}${more}`)
  return body.jobs.map(({ id }: { id: string }) => id)
}

beforeAll(async () => {
  scene = await createJobsScene()
})
afterAll(() => scene.close())

describe('decision "Jobs": what a worker has, holds at most, and gives back', () => {
  test('a worker who claims all has three, and the others stay open; one given back or decided makes room', async () => {
    const greedy = newPerson()
    const ids: string[] = []
    for (let made = 0; made < 5; made += 1) ids.push(await scene.open())
    const answers = await Promise.all(ids.map((id) => scene.claim(id, greedy)))
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused).toHaveLength(2)
    for (const answer of refused)
      expect(answer).toMatchObject({
        status: 409,
        body: { code: 'job_claims_exceeded', detail: 'This wallet has 3 jobs whose work is not decided, and 3 are the most at once.' },
      })
    const held = ids.filter((_, index) => answers[index]!.status === 200)
    const others = ids.filter((id) => !held.includes(id))
    for (const id of others) expect(await scene.stateOf(id)).toBe('open')
    expect((await idsOf(greedy)).toSorted()).toEqual(held.toSorted())
    // What is handed in and not decided is held as well; asking again for what one has is no new claim.
    await scene.submit(held[0]!, undefined, greedy)
    expect((await scene.claim(others[0]!, greedy)).body.code).toBe('job_claims_exceeded')
    expect((await scene.claim(held[1]!, greedy)).status).toBe(200)
    await scene.verify(held[0]!, { approve: true })
    expect((await scene.claim(others[0]!, greedy)).status).toBe(200)
    expect((await scene.release(held[1]!, greedy)).body.job).toMatchObject({ state: 'open', worker: null, urls: [] })
    expect((await scene.claim(others[1]!, greedy)).status).toBe(200)
    expect(await idsOf(greedy, '&state=paid')).toEqual([held[0]!])
    expect(await idsOf(newPerson())).toEqual([])
  })

  test('a job given back is as new: another claims it, with all of the time, and is paid', async () => {
    const id = await scene.open()
    const [first, second] = [newPerson(), newPerson()]
    await scene.claim(id, first)
    const before = await scene.app.deps.storage.jobs.budget(scene.mint)
    const { job } = (await scene.release(id, first)).body
    expect(new Date(job.deadline).getTime()).toBe(scene.app.clock.nowMs() + LIMITS.jobOpenMs)
    expect(await scene.app.deps.storage.jobs.budget(scene.mint)).toEqual(before)
    expect((await scene.submit(id, undefined, first)).body.code).toBe('job_state_not_allowed')
    expect((await scene.claim(id, second)).body.job.worker).toBe(second.wallet)
    await scene.submit(id, undefined, second)
    expect((await scene.verify(id, { approve: true })).body.job).toMatchObject({ state: 'paid', worker: second.wallet })
  })

  test('nobody else gives it back, nor what is handed in or late, and nobody for the sixth time', async () => {
    const refused = async (id: string, person: Person, expected: string) => {
      const before = await scene.traces(id)
      expect((await scene.release(id, person)).body.code).toBe(expected)
      expect(await scene.traces(id)).toEqual(before)
    }
    const id = await scene.open()
    const own = newPerson()
    await refused(id, own, 'job_state_not_allowed')
    for (let released = 0; released < LIMITS.jobReleasesMax; released += 1) {
      await scene.claim(id, own)
      expect((await scene.release(id, own)).status).toBe(200)
    }
    await scene.claim(id, own)
    await refused(id, newPerson(), 'job_worker_required')
    await refused(id, own, 'job_releases_exceeded')
    const [handedIn, late] = [await scene.open(), await scene.open()]
    await scene.claim(handedIn, own)
    await scene.submit(handedIn, undefined, own)
    await refused(handedIn, own, 'job_state_not_allowed')
    await scene.claim(late, own)
    await scene.app.clock.advance(LIMITS.jobWorkMs)
    await refused(late, own, 'job_deadline_expired')
    await scene.run(sweepJobs)
  })
})
