import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type JobId, lamports } from '../../../src/domain/brands.ts'
import { LIMITS } from '../../../src/domain/limits.ts'
import { OWN_LIMITS } from '../../../src/domain/limits/own-limits.ts'
import { sweepJobs } from '../../../src/features/jobs/sweep-jobs.ts'
import { pruneStorage } from '../../../src/features/maintenance/prune-storage.ts'
import { charged } from '../../support/charged.ts'
import { createJobsScene, type JobsScene, SOL_USD } from '../../support/jobs-scene.ts'

let scene: JobsScene
const detail = async (id: string) => (await scene.app.call('GET', `/api/jobs/${id}`)).body
const path = (history: { to: string }[]) => history.map(({ to }) => to)

beforeAll(async () => {
  scene = await createJobsScene()
})
afterAll(() => scene.close())

describe('rules 3.3: a job goes from its owner to a worker and back, each step once, and is paid once', () => {
  test('made, claimed, handed in, accepted, paid: each step once, and the money goes from budget to worker', async () => {
    const before = await scene.app.deps.storage.jobs.budget(scene.mint)
    const made = await scene.create({ template: 'x-upkeep', postsPerWeek: 5, budget: 12.5 })
    expect(made).toMatchObject({
      status: 201,
      body: { ok: true, job: { state: 'open', budgetUsd: 12.5, solUsd: SOL_USD, lamports: '125000', postsPerWeek: 5, worker: null } },
    })
    const { id } = made.body.job
    expect(await scene.claim(id)).toMatchObject({ status: 200, body: { job: { state: 'claimed', worker: scene.worker.wallet } } })
    expect(await scene.submit(id)).toMatchObject({ status: 200, body: { job: { state: 'submitted', urls: ['https://public.test/page'] } } })
    expect(await scene.verify(id, { approve: true, reason: 'nice' })).toMatchObject({ status: 200, body: { job: { state: 'paid' } } })
    const { history, escrow, payoutSignature } = await detail(id)
    expect(path(history)).toEqual(['open', 'claimed', 'submitted', 'verified', 'paying', 'paid'])
    expect(history.map(({ actor }: { actor: string }) => actor)).toEqual(['owner', 'worker', 'worker', 'owner', 'clock', 'clock'])
    expect(escrow).toMatchObject([
      { kind: 'reserve', from: `budget:${scene.mint}`, to: `escrow:${id}`, lamports: '125000' },
      { kind: 'pay', from: `escrow:${id}`, to: `worker:${scene.worker.wallet}`, lamports: '125000' },
    ])
    expect(payoutSignature).toBeNull()
    const after = await scene.app.deps.storage.jobs.budget(scene.mint)
    expect([after.reservedAtomic - before.reservedAtomic, after.spentAtomic - before.spentAtomic]).toEqual([0n, 125_000n])
  })

  test('decision "Other spellings": a budget as text is the same order', async () => {
    const made = await scene.create({ template: 'x-upkeep', postsPerWeek: '5', budget: '12.5' })
    expect(made).toMatchObject({ status: 201, body: { job: { budgetUsd: 12.5, lamports: '125000', postsPerWeek: 5 } } })
    await scene.cancel(made.body.job.id)
  })

  test('asking for the same again changes nothing: claim, submit, verify, cancel; rules 10.32: the audit log has one payout', async () => {
    const id = await scene.open()
    await scene.claim(id)
    expect((await scene.claim(id)).status).toBe(200)
    await scene.submit(id)
    expect((await scene.submit(id)).status).toBe(200)
    await scene.verify(id, { approve: true })
    expect(await scene.verify(id, { approve: true })).toMatchObject({ status: 200, body: { job: { state: 'paid' } } })
    expect((await detail(id)).history).toHaveLength(6)
    const { rows } = await scene.app.deps.storage.operatorLog.list({ limit: 100, cursor: null })
    expect(rows.filter(({ subject }) => subject === id)).toMatchObject([
      { kind: 'job.paid', by: { way: 'clock' }, detail: { worker: scene.worker.wallet, amount: expect.stringMatching(/^0\.\d+ SOL$/) } },
    ])
    const other = await scene.open()
    await scene.cancel(other, { reason: 'changed my mind' })
    expect(await scene.cancel(other)).toMatchObject({ status: 200, body: { job: { state: 'refunded', note: 'changed my mind' } } })
    expect(path((await detail(other)).history)).toEqual(['open', 'cancelled', 'refunded'])
  })

  test('a key whose jobs ended unpaid a thousand times makes no more until those that it called off are removed', async () => {
    const own = await createJobsScene()
    const id = await own.open()
    await own.cancel(id)
    const { storage } = own.app.deps
    const job = (await storage.jobs.find(id as JobId))!
    for (let made = 1; made < OWN_LIMITS.jobsRefundedPerKey; made += 1)
      await storage.jobs.insert(charged({ ...job, id: `job_again_${made}` as JobId, amountAtomic: lamports(1) }), lamports(10n ** 18n))
    expect(await own.create()).toMatchObject({ status: 429, body: { code: 'job_quota_exceeded', retryAfterSec: 3_600 } })
    await own.app.clock.advance(OWN_LIMITS.jobCancelledRetentionMs + 1_000)
    await pruneStorage(own.app.deps)
    expect(await storage.jobs.find(id as JobId)).toBeNull()
    expect((await own.create()).status).toBe(201)
    await own.close()
  })

  test('with an idempotency key a retry finds the job, at once and later; another order with it is refused', async () => {
    const headers = { 'x-idempotency-key': 'memes-for-frog' }
    const answers = await Promise.all(Array.from({ length: 6 }, () => scene.create({}, { headers })))
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.job.id}`)).size).toBe(1)
    expect(answers.filter((answer) => answer.headers.get('idempotency-replayed') === 'true')).toHaveLength(5)
    const { id } = answers[0]!.body.job
    await scene.cancel(id)
    expect(await scene.create({}, { headers })).toMatchObject({ status: 201, body: { job: { id, state: 'refunded' } } })
    const before = await scene.traces()
    expect(await scene.create({ budget: 41 }, { headers })).toMatchObject({ status: 409, body: { code: 'idempotency_key_reused' } })
    expect(await scene.traces()).toEqual(before)
  })

  test('rejected work is not paid, and its budget is free again', async () => {
    const id = await scene.open()
    await scene.claim(id)
    await scene.submit(id)
    const answer = await scene.verify(id, { approve: false, reason: 'not ours' })
    expect(answer).toMatchObject({ status: 200, body: { job: { state: 'refunded', note: 'not ours' } } })
    const { history, escrow } = await detail(id)
    expect(path(history).slice(-2)).toEqual(['rejected', 'refunded'])
    expect(escrow.map(({ kind }: { kind: string }) => kind)).toEqual(['reserve', 'refund'])
    expect(await scene.verify(id, { approve: true })).toMatchObject({ status: 409, body: { code: 'job_state_not_allowed' } })
  })

  test('the clock ends what nobody took, what is late, and decides about what the owner did not look at', async () => {
    const [untaken, late, good, bad] = [await scene.open(), await scene.open(), await scene.open(), await scene.open()]
    for (const id of [late, good, bad]) await scene.claim(id)
    await scene.submit(good)
    await scene.submit(bad, ['https://public.test/other'])
    await scene.app.clock.advance(LIMITS.jobReviewMs - 10_000)
    expect((await scene.run(sweepJobs)).outcome).toBe('0 deadlines, 0 paid, 0 failed')
    await scene.app.clock.advance(10_000)
    expect((await scene.run(sweepJobs)).outcome).toBe('3 deadlines, 1 paid, 0 failed')
    await scene.app.clock.advance(LIMITS.jobOpenMs)
    expect((await scene.run(sweepJobs)).outcome).toBe('1 deadlines, 0 paid, 0 failed')
    const ends = await Promise.all([untaken, late, good, bad].map(async (id) => path((await detail(id)).history).slice(-3)))
    expect(ends).toEqual([
      ['open', 'expired', 'refunded'],
      ['claimed', 'expired', 'refunded'],
      ['verified', 'paying', 'paid'],
      ['submitted', 'rejected', 'refunded'],
    ])
    expect((await detail(bad)).job.note).toContain('none of them names $NMFROG')
  })

  test('lists show jobs newest first, by coin and by state; templates name the rails and promise nothing', async () => {
    const id = await scene.open()
    const list = (query: string) => scene.app.call('GET', `/api/jobs${query}`)
    expect((await list(`?mint=${scene.mint}&limit=1`)).body).toMatchObject({ jobs: [{ id }], nextCursor: expect.any(String) })
    expect((await list('?state=open')).body.jobs.map((job: { id: string }) => job.id)).toEqual([id])
    expect((await list('?mint=nobody')).body.jobs).toEqual([])
    expect(await list('?state=lost')).toMatchObject({ status: 400, body: { errors: [{ path: '/state' }] } })
    const { body } = await list('/templates')
    expect(body.templates.map((template: { id: string }) => template.id)).toEqual([
      'meme-pack',
      'banner-logo',
      'x-upkeep',
      'website-polish',
    ])
    expect(body.rails).toEqual([{ chainId: 'sim', asset: 'SOL' }])
    expect(body.disclaimer).toContain('Nobody is promised any earnings')
    await scene.cancel(id)
  })
})

describe('decision "Content checks": content checks', () => {
  test.each([
    [['https://public.test/page'], 'paid'],
    [['https://public.test/a.png', 'https://public.test/page'], 'paid'],
    [['https://public.test/nmfrog-1.png'], 'paid'],
    [['https://public.test/a.png'], '/urls none of them names $NMFROG or the mint'],
    [['https://public.test/other'], '/urls none of them names $NMFROG or the mint'],
    [['https://public.test/page', 'https://public.test/file.zip'], '/urls/1 it is not a picture or a page'],
  ])('%p: %s', async (urls, end) => {
    const id = await scene.open()
    await scene.claim(id)
    expect((await scene.submit(id, urls)).status).toBe(200)
    const answer = await scene.verify(id)
    if (end === 'paid') expect(answer).toMatchObject({ status: 200, body: { job: { state: 'paid' } } })
    else {
      expect(answer).toMatchObject({
        status: 400,
        body: { code: 'job_content_invalid', detail: `What was handed in does not pass: ${end}.` },
      })
      expect(await scene.stateOf(id)).toBe('submitted')
      await scene.verify(id, { approve: false })
    }
  })

  test('a picture is no page for x-upkeep', async () => {
    const id = await scene.open({ template: 'x-upkeep', budget: 1 })
    await scene.claim(id)
    await scene.submit(id, ['https://public.test/nmfrog.png'])
    expect((await scene.verify(id)).body.errors).toEqual([{ path: '/urls/0', message: 'it is not a page' }])
    await scene.verify(id, { approve: false })
  })
})
