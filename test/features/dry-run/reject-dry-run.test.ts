import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { DryRunId, WebhookId } from '../../../src/domain/brands.ts'
import { approvalMessage } from '../../../src/features/dry-run/approve-dry-run.ts'
import { rejectionMessage } from '../../../src/features/dry-run/reject-dry-run.ts'
import { expectNothingHappened } from '../../support/nothing-happened.ts'
import { type Answer, createTestApp, newPerson, type Person, type TestApp } from '../../support/test-app.ts'

const PATH = '/api/agent/launch/dry-run'
const reason = 'The crew is not ours.'

let app: TestApp
let key: string
let id: string
let webhook: WebhookId
beforeEach(async () => {
  app = await createTestApp({ policy: { rateLimits: false } })
  key = await app.claim()
  const hook = { url: 'https://public.test/hook', events: ['dryRun.approved', 'dryRun.rejected'] }
  webhook = (await app.call('POST', '/api/webhooks', hook, { key })).body.webhook.id
  id = (await app.call('POST', PATH, body(), { key })).body.dryRunId
})
afterEach(() => app.close())

const body = () => app.launchBody({ launcherPubkey: app.launcher.wallet })
const approve = (person: Person = app.approver) =>
  app.call('POST', `${PATH}/${id}/approve`, undefined, { headers: app.signed(person, (at) => approvalMessage(id, at)) })
async function reject(person: Person = app.approver, why = reason) {
  await app.clock.advance(1)
  return app.call('POST', `${PATH}/${id}/reject`, { reason: why }, { headers: app.signed(person, (at) => rejectionMessage(id, at)) })
}
const launch = () =>
  app.call('POST', '/api/agent/launch', { ...body(), dryRunId: id }, { key, headers: { 'x-launcher-key': app.launcher.secret } })
const view = async () => (await app.call('GET', `${PATH}/${id}`)).body
const eventTypes = async () =>
  (await app.deps.storage.webhooks.queue(webhook, app.clock.nowMs(), 10)).map(({ event }) => event.type as string)
/** Does it, and fails when anything came of it, to the plan above all. */
async function refused(work: () => Promise<Answer>): Promise<Answer> {
  const planNow = () => app.deps.storage.dryRuns.find(id as DryRunId)
  const before = await planNow()
  const answer = await expectNothingHappened(app, work)
  expect(await planNow()).toEqual(before)
  return answer
}

test('rules 3.1: a rejected plan is neither approved nor launched, and the agent learns why', async () => {
  expect(await reject()).toMatchObject({ status: 200, body: { rejected: true, rejectedByWallet: app.approver.wallet, reason } })
  expect(await view()).toMatchObject({ rejected: true, rejectedByWallet: app.approver.wallet, rejectionReason: reason, approved: false })
  expect(await refused(approve)).toMatchObject({
    status: 400,
    body: { code: 'dry_run_not_spendable', detail: expect.stringContaining('rejected') },
  })
  expect(await refused(launch)).toMatchObject({ status: 400, body: { code: 'dry_run_not_spendable' } })
  expect(await eventTypes()).toEqual(['dryRun.rejected'])
})

test('rules 3.1: one no is enough, also after another approved it; the first stays', async () => {
  await approve()
  await reject()
  expect(await reject(app.approver, 'Another reason.')).toMatchObject({ status: 200, body: { reason } })
  expect(await refused(launch)).toMatchObject({ status: 400, body: { code: 'dry_run_not_spendable' } })
  expect(await eventTypes()).toEqual(['dryRun.approved', 'dryRun.rejected'])
})

test('rules 3.1: what was launched is rejected no more, nor what expired or is unknown', async () => {
  expect((await launch()).status).toBe(201)
  expect(await refused(reject)).toMatchObject({ status: 400, body: { code: 'dry_run_not_spendable' } })
  id = (await app.call('POST', PATH, body(), { key })).body.dryRunId
  await app.clock.advance(31 * 60_000)
  expect(await refused(reject)).toMatchObject({ status: 400, body: { detail: expect.stringContaining('expired') } })
  id = 'unknown'
  expect(await refused(reject)).toMatchObject({ status: 400, body: { detail: expect.stringContaining('unknown') } })
  expect(await eventTypes()).toEqual([])
})

test('rules 3.1: a stranger, a key and an approval’s signature reject nothing', async () => {
  expect(await refused(() => reject(newPerson()))).toMatchObject({ status: 403, body: { code: 'approver_not_allowed' } })
  const approval = app.signed(app.approver, (at) => approvalMessage(id, at))
  for (const [how, status] of [
    [{ headers: approval }, 401],
    [{ key }, 403],
  ] as const)
    expect((await refused(() => app.call('POST', `${PATH}/${id}/reject`, { reason }, how))).status).toBe(status)
  expect(await view()).toMatchObject({ rejected: false, rejectionReason: null })
  expect(await eventTypes()).toEqual([])
})
