import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { Caller } from '../../../src/domain/api-key.ts'
import type { KeyId } from '../../../src/domain/brands.ts'
import { OWN_LIMITS } from '../../../src/domain/limits/own-limits.ts'
import { idempotencyKeyOf } from '../../../src/http/guards/idempotency.ts'
import { launchCalls } from '../../support/launch-calls.ts'
import { expectNothingHappened, traces } from '../../support/nothing-happened.ts'
import { type Answer, createTestApp, type TestApp } from '../../support/test-app.ts'

const PATH = '/api/agent/launch'
let app: TestApp
let key: string

async function start(options: Parameters<typeof createTestApp>[0] = {}) {
  await app?.close()
  app = await createTestApp(options)
  key = await app.claim()
}
const { launch, dryRun } = launchCalls(() => ({ app, key }))

beforeEach(() => start())
afterEach(() => app.close())

describe('idempotency and races', () => {
  const headers = { 'x-idempotency-key': 'launch-number-1' }

  test('rules 10.17: a replay is the same answer for 15 minutes, costs no rate, and makes no second coin', async () => {
    const first = await launch(app.launchBody(), headers)
    for (let n = 0; n < 8; n += 1) {
      const again = await launch(app.launchBody(), headers)
      expect(again).toMatchObject({ status: 201, body: first.body })
      expect(again.headers.get('idempotency-replayed')).toBe('true')
    }
    expect((await traces(app)).coins).toBe(1)
    await app.clock.advance(900_000)
    const anew = await launch(app.launchBody(), headers)
    expect(anew.status).toBe(201)
    expect(anew.body.mint).not.toBe(first.body.mint)
  })

  test('rules 10.17: another body with the same key is 409, another caller’s same key is its own', async () => {
    await launch(app.launchBody(), headers)
    expect(await expectNothingHappened(app, () => launch(app.launchBody({ name: 'Other' }), headers))).toMatchObject({
      status: 409,
      body: { code: 'idempotency_key_reused' },
    })
    const other = await app.claim()
    const answer = await app.call('POST', PATH, app.launchBody(), {
      key: other,
      headers: { ...headers, 'x-launcher-key': app.launcher.secret },
    })
    expect(answer.headers.get('idempotency-replayed')).toBeNull()
  })

  test('rules 10.17: another path or method is another request, the order of members and the host’s name are not', () => {
    const caller = { keyId: 'ak_1' as KeyId } as Caller
    const hash = (url: string, method: string, body: object) =>
      idempotencyKeyOf(new Request(url, { method }), caller, 'key', body).fingerprint
    const [body, known] = [{ mint: 'one', budgetUsd: 5 }, hash('https://launch.test/api/a', 'POST', { mint: 'one', budgetUsd: 5 })]
    expect(hash('https://other.test/api/a', 'POST', { budgetUsd: 5, mint: 'one' })).toBe(known)
    expect(hash('https://launch.test/api/b', 'POST', body)).not.toBe(known)
    expect(hash('https://launch.test/api/a', 'PUT', body)).not.toBe(known)
    expect(hash('https://launch.test/api/a', 'POST', { ...body, budgetUsd: 6 })).not.toBe(known)
  })

  test('rules 10.17: neither another body nor a launch under way costs anything of the launches a minute', async () => {
    await start({ impatient: true, pad: (pad) => ({ ...pad, advance: () => Promise.reject(new Error('no answer')) }) })
    expect(await launch(app.launchBody(), headers)).toMatchObject({ status: 503, body: { code: 'launch_unresolved' } })
    for (let n = 0; n < 8; n += 1) {
      expect(await launch(app.launchBody(), headers)).toMatchObject({ status: 409, body: { code: 'idempotency_in_progress' } })
      expect(await launch(app.launchBody({ name: 'Other' }), headers)).toMatchObject({
        status: 409,
        body: { code: 'idempotency_key_reused' },
      })
    }
  })

  test('rules 10.17: whoever comes between a look at the key and its claim is refused before anything is signed', async () => {
    await start({ impatient: true, pad: (pad) => ({ ...pad, advance: () => Promise.reject(new Error('no answer')) }) })
    expect((await launch(app.launchBody(), headers)).status).toBe(503)
    app.between.idempotency.stepIn('peek', () => async () => null)
    expect(await launch(app.launchBody(), headers)).toMatchObject({ status: 409, body: { code: 'idempotency_in_progress' } })
    expect(await launch(app.launchBody({ name: 'Other' }), headers)).toMatchObject({
      status: 409,
      body: { code: 'idempotency_key_reused' },
    })
    expect(app.between.pad.count('prepareLaunch')).toBe(1)
  })

  test('rules 10.17: a request that was slower than its lease answers what the one that took its key over has launched', async () => {
    const body = { ...app.launchBody(), dryRunId: await dryRun() }
    let overtaker: Answer | undefined
    const end = app.between.pad.stepIn('prepareLaunch', (prepare) => async (...plan) => {
      end()
      await app.clock.advance(OWN_LIMITS.idempotencyLeaseMs)
      overtaker = await launch(body, headers)
      return prepare(...plan)
    })
    const slow = await launch(body, headers)
    expect(overtaker).toMatchObject({ status: 201 })
    expect(slow).toMatchObject({ status: 201, body: overtaker!.body })
    expect(await traces(app)).toMatchObject({ coins: 1, launches: 1 })
  })

  test('rules 10.17: a refused request gives its key back, so that the corrected one can use it', async () => {
    const refused = (...how: Parameters<typeof launch>) => expectNothingHappened(app, () => launch(...how))
    expect((await refused(app.launchBody(), { ...headers, 'x-launcher-key': 'nope' })).status).toBe(400)
    expect((await refused(app.launchBody({ name: 'x' }), headers)).status).toBe(400)
    expect((await launch(app.launchBody(), headers)).status).toBe(201)
  })

  test('rules 10.17: a launch that failed on chain is answered by its key as it failed, and not launched again', async () => {
    const body = app.launchBody({ ticker: 'XCREATEFAIL' })
    const refused = { status: 400, body: { code: 'launch_refused' } }
    expect(await launch(body, headers)).toMatchObject(refused)
    const sent = app.between.pad.count('prepareLaunch')
    expect(await launch(body, headers)).toMatchObject(refused)
    expect(app.between.pad.count('prepareLaunch')).toBe(sent)
    await app.clock.advance(900_000)
    await launch(body, headers)
    expect(app.between.pad.count('prepareLaunch')).toBe(sent + 1)
  })

  test('rules 8: an idempotency key of another length or form is refused, and nothing is launched', async () => {
    for (const bad of ['short', 'x'.repeat(129), 'has space in it']) {
      expect(await expectNothingHappened(app, () => launch(app.launchBody(), { 'x-idempotency-key': bad }))).toMatchObject({
        status: 400,
        body: { code: 'idempotency_key_invalid' },
      })
    }
  })

  const count = (answers: Answer[], status: number) => answers.filter((answer) => answer.status === status).length

  test('rules 10.17: 50 parallel launches with one key and body: one coin, one row, 50 answers that agree or say in progress', async () => {
    await start({ policy: { rateLimits: false } })
    const answers = await Promise.all(Array.from({ length: 50 }, () => launch(app.launchBody(), headers)))
    expect(count(answers, 201) + answers.filter(({ body }) => body.code === 'idempotency_in_progress').length).toBe(50)
    expect(new Set(answers.filter(({ status }) => status === 201).map(({ body }) => body.mint)).size).toBe(1)
    expect(await traces(app)).toMatchObject({ coins: 1, launches: 1 })
  })

  test('rules 3.1: 50 parallel launches of one dry-run without a key: one coin, the others refused clearly', async () => {
    await start({ policy: { rateLimits: false } })
    const id = await dryRun()
    const answers = await Promise.all(Array.from({ length: 50 }, () => launch({ ...app.launchBody(), dryRunId: id })))
    expect(count(answers, 201)).toBe(1)
    expect(answers.filter(({ status, body }) => status === 400 && body.code === 'dry_run_not_spendable')).toHaveLength(49)
    expect(await traces(app)).toMatchObject({ coins: 1, launches: 1 })
  })
})
