import { afterEach, expect, test } from 'bun:test'
import { readConfig } from '../../src/config/read-config.ts'
import { DAY_MS, MINUTE_MS } from '../../src/domain/limits.ts'
import { approvalMessage } from '../../src/features/dry-run/approve-dry-run.ts'
import { pruneStorage } from '../../src/features/maintenance/prune-storage.ts'
import { createTestApp, OPERATOR_KEY, type TestApp } from '../support/test-app.ts'

const PATH = '/api/agent/launch/dry-run'
let app: TestApp
afterEach(() => app?.close())

/** An app with this lifetime, a plan of a key that needs approval, and calls about it. */
async function start(minutes: string) {
  app = await createTestApp({ env: { DRY_RUN_MINUTES: minutes } })
  const { body: minted } = await app.call('POST', '/api/agent/keys', { label: 'desk', requireApproval: true }, { key: OPERATOR_KEY })
  const dryRun = await app.call('POST', PATH, app.launchBody(), { key: minted.key })
  const id = dryRun.body.dryRunId as string
  const headers = { 'x-launcher-key': app.launcher.secret }
  return {
    dryRun,
    approve: () =>
      app.call('POST', `${PATH}/${id}/approve`, undefined, { headers: app.signed(app.approver, (at) => approvalMessage(id, at)) }),
    launch: () => app.call('POST', '/api/agent/launch', app.launchBody({ dryRunId: id }), { key: minted.key, headers }),
    view: () => app.call('GET', `${PATH}/${id}`),
    picture: () => app.call('GET', `${PATH}/${id}/image`),
  }
}

test('rules 10.10: a plan that lives seven days is there with its picture, approved and launched on the last of them', async () => {
  const { dryRun, approve, launch, view, picture } = await start('10080')
  expect(dryRun.body.expiresAt).toBe(new Date(app.clock.nowMs() + 7 * DAY_MS).toISOString())
  await app.clock.advance(7 * DAY_MS - MINUTE_MS)
  await pruneStorage(app.deps)
  expect([(await view()).status, (await picture()).status]).toEqual([200, 200])
  expect((await approve()).status).toBe(200)
  expect((await launch()).status).toBe(201)
})

test('rules 10.10: a minute later it is gone for everyone, and its picture soon after', async () => {
  const { dryRun, approve, launch, view } = await start('10080')
  await approve()
  await app.clock.advance(7 * DAY_MS)
  expect(await view()).toMatchObject({ status: 404, body: { code: 'dry_run_expired' } })
  expect(await approve()).toMatchObject({ status: 400, body: { code: 'dry_run_not_spendable' } })
  expect(await launch()).toMatchObject({ status: 400, body: { code: 'dry_run_not_spendable' } })
  const sha256 = dryRun.body.imageSha256 as string
  await pruneStorage(app.deps)
  expect(await app.deps.storage.images.find(sha256)).not.toBeNull()
  await app.clock.advance(16 * MINUTE_MS)
  await pruneStorage(app.deps)
  expect(await app.deps.storage.images.find(sha256)).toBeNull()
})

test('rules 10.10: every text says the lifetime that is set', async () => {
  const { body } = (await start('90')).dryRun
  expect(body.expiresAt).toBe(new Date(app.clock.nowMs() + 90 * MINUTE_MS).toISOString())
  const tip = (await app.call('POST', PATH, app.launchBody(), { key: await app.claim() })).body.tip as string
  expect(tip).toContain('within 90 minutes')
  expect((await app.call('GET', '/api/agent')).body.limits.dryRunLifetimeMs).toBe(90 * MINUTE_MS)
  for (const path of ['/llms.txt', '/llms/approve.txt']) {
    const text = (await app.call('GET', path)).body as string
    expect(text).toContain('90 minutes')
    expect(text).not.toContain('30 minutes')
  }
})

test.each(['0', '10081', '30.5', '-5', 'an hour'])(
  'rules 10.10: DRY_RUN_MINUTES=%s keeps the service from starting, in a sentence',
  (minutes) => {
    expect(() => readConfig({ DRY_RUN_MINUTES: minutes })).toThrow('DRY_RUN_MINUTES must be a whole number from 1 to 10080')
  },
)
