import { afterEach, describe, expect, test } from 'bun:test'
import { pruneStorage } from '../../../src/features/maintenance/prune-storage.ts'
import { DAY_MS, HOUR_MS, LIMITS } from '../../../src/domain/limits.ts'
import { expectNothingHappened } from '../../support/nothing-happened.ts'
import { createTestApp, newPerson, OPERATOR_KEY, type TestApp } from '../../support/test-app.ts'

let app: TestApp
afterEach(() => app.close())

const start = async (dryRunQuota: { own: number; all: number }) => {
  app = await createTestApp({ policy: { rateLimits: false, dryRunQuota } })
}
const claimAt = async (address: string) => (await app.call('POST', '/api/agent/keys/claim', {}, { address })).body.key as string
const dryRun = (key: string) => app.call('POST', '/api/agent/launch/dry-run', app.launchBody(), { key })

describe('decision "Everything that is kept has an owner, a bound and an end": dry-runs that no launch has used', () => {
  test('are kept up to a quota of all keys that one address claimed together; another address and a launch are not in it', async () => {
    await start({ own: 3, all: 100 })
    const [first, second, other] = [await claimAt('203.0.113.7'), await claimAt('203.0.113.7'), await claimAt('203.0.113.8')]
    const { dryRunId } = (await dryRun(first)).body
    for (const key of [first, second]) expect((await dryRun(key)).status).toBe(200)
    const refused = await expectNothingHappened(app, () => dryRun(second))
    const retryAfterSec = (app.deps.policy.dryRunLifetimeMs + DAY_MS) / 1_000
    expect(refused).toMatchObject({ status: 429, body: { code: 'dry_run_quota_exceeded', retryAfterSec } })
    expect((await dryRun(other)).status).toBe(200)
    const headers = { 'x-launcher-key': app.launcher.secret }
    const launched = await app.call('POST', '/api/agent/launch', app.launchBody({ dryRunId }), { key: first, headers })
    expect(launched.status).toBe(201)
    expect((await dryRun(second)).status).toBe(200)
    expect((await dryRun(second)).status).toBe(429)
    await app.clock.advance(app.deps.policy.dryRunLifetimeMs + DAY_MS + 1_000)
    await pruneStorage(app.deps)
    expect((await dryRun(second)).status).toBe(200)
  })

  test('of claimed keys leave a quarter of the room to keys of the operator, and no more than all fit', async () => {
    await start({ own: 3, all: 4 })
    const [first, second] = [await claimAt('203.0.113.7'), await claimAt('203.0.113.8')]
    for (const key of [first, first, second]) expect((await dryRun(key)).status).toBe(200)
    const refused = await expectNothingHappened(app, () => dryRun(second))
    expect(refused).toMatchObject({ status: 503, body: { code: 'dry_runs_full' } })
    expect(refused.headers.get('retry-after')).toBe('600')
    expect((await dryRun(OPERATOR_KEY)).status).toBe(200)
    expect((await dryRun(OPERATOR_KEY)).body.code).toBe('dry_runs_full')
  })

  test('offers to sign count among them until they are submitted, and stay for an hour after they expired', async () => {
    await start({ own: 2, all: 100 })
    const key = await app.claim()
    const offer = () => app.call('POST', '/api/agent/launch/unsigned', app.launchBody({ mintPubkey: newPerson().wallet }), { key })
    expect((await offer()).status).toBe(200)
    expect((await dryRun(key)).status).toBe(200)
    expect(await expectNothingHappened(app, offer)).toMatchObject({ status: 429, body: { code: 'dry_run_quota_exceeded' } })
    expect((await dryRun(key)).status).toBe(429)
    await app.clock.advance(LIMITS.launchOfferMs + HOUR_MS + 1_000)
    await pruneStorage(app.deps)
    expect((await dryRun(key)).status).toBe(200)
  })

  test('several that are made at once do not get past it together', async () => {
    await start({ own: 3, all: 100 })
    const key = await app.claim()
    const answers = await Promise.all(Array.from({ length: 8 }, () => dryRun(key)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  })
})
