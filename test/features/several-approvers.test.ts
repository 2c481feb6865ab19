import { afterEach, beforeEach, expect, test } from 'bun:test'
import { readConfig } from '../../src/config/read-config.ts'
import type { DryRunId, Wallet, WebhookId } from '../../src/domain/brands.ts'
import { approvalMessage } from '../../src/features/dry-run/approve-dry-run.ts'
import { rejectionMessage } from '../../src/features/dry-run/reject-dry-run.ts'
import { createSeededRandom } from '../support/seeded-random.ts'
import { signOffer } from '../support/sign-offer.ts'
import { createTestApp, newPerson, OPERATOR_KEY, type Person, type TestApp } from '../support/test-app.ts'

const PATH = '/api/agent/launch/dry-run'
const [first, second, third] = [newPerson(), newPerson(), newPerson()]
const APPROVERS = [first, second, third].map(({ wallet }) => wallet).join(',')

let app: TestApp
let key: string
let webhook: WebhookId
let id: string

async function start(env: Record<string, string> = {}) {
  await app?.close()
  app = await createTestApp({ policy: { rateLimits: false }, env: { APPROVER_WALLETS: APPROVERS, APPROVALS_REQUIRED: '2', ...env } })
  key = (await app.call('POST', '/api/agent/keys', { label: 'desk', requireApproval: true, launchesPerHour: 100 }, { key: OPERATOR_KEY }))
    .body.key
  const hook = { url: 'https://public.test/hook', events: ['dryRun.approved', 'dryRun.rejected'] }
  webhook = (await app.call('POST', '/api/webhooks', hook, { key })).body.webhook.id
  id = await plan()
}
beforeEach(() => start())
afterEach(() => app.close())

const body = (changes = {}) => app.launchBody({ ...changes })
const plan = async (changes = {}) => (await app.call('POST', PATH, body(changes), { key })).body.dryRunId as string
async function approve(person: Person) {
  await app.clock.advance(1)
  return approveNow(person)
}
const approveNow = (person: Person) =>
  app.call('POST', `${PATH}/${id}/approve`, undefined, { headers: app.signed(person, (at) => approvalMessage(id, at)) })
const rejectNow = (person: Person) =>
  app.call('POST', `${PATH}/${id}/reject`, { reason: 'No.' }, { headers: app.signed(person, (at) => rejectionMessage(id, at)) })
const launch = (changes = {}) =>
  app.call('POST', '/api/agent/launch', { ...body(changes), dryRunId: id }, { key, headers: { 'x-launcher-key': app.launcher.secret } })
const view = async () => (await app.call('GET', `${PATH}/${id}`)).body
const events = async () => (await app.deps.storage.webhooks.queue(webhook, app.clock.nowMs(), 99)).map(({ event }) => event)
const coins = async () => (await app.deps.storage.coins.list({ limit: 50, cursor: null })).rows.length
const waiting = async () => (await app.call('GET', '/api/agent/approvals', undefined, { key: OPERATOR_KEY })).body.plans
const isRequired = (approvalsRequired: number) => Object.assign(app.deps.policy, { approvalsRequired })

test('rules 3.1: two of three approve: the first is counted, the second approves, and the agent hears of it once', async () => {
  expect(await approve(first)).toMatchObject({
    status: 200,
    body: { approved: false, approvedAt: null, approvedByWallet: null, approvalsRequired: 2, approvals: [{ wallet: first.wallet }] },
  })
  expect(await view()).toMatchObject({
    approved: false,
    approvedByWallet: null,
    approvalsRequired: 2,
    approvals: [{ wallet: first.wallet }],
  })
  expect(await launch()).toMatchObject({
    status: 400,
    body: { code: 'dry_run_not_approved', detail: expect.stringContaining('1 of 2 approvals') },
  })
  expect((await approve(first)).body.approvals).toHaveLength(1)
  expect(await events()).toEqual([])
  const answer = await approve(second)
  const both = [{ wallet: first.wallet }, { wallet: second.wallet }]
  expect(answer.body).toMatchObject({ approved: true, approvedByWallet: second.wallet, approvals: both })
  expect((await approve(third)).body).toEqual(answer.body)
  expect(await events()).toMatchObject([{ type: 'dryRun.approved', data: { approvedByWallet: second.wallet, approvals: both } }])
  expect((await launch()).status).toBe(201)
})

test('rules 3.1: one rejection ends it, before and after the last approval', async () => {
  await approve(first)
  expect((await rejectNow(third)).status).toBe(200)
  expect(await approve(second)).toMatchObject({ status: 400, body: { code: 'dry_run_not_spendable' } })
  // Who approved before is told the same, and not that it counts.
  expect(await approve(first)).toMatchObject({ status: 400, body: { code: 'dry_run_not_spendable' } })
  expect(await launch()).toMatchObject({ status: 400, body: { code: 'dry_run_not_spendable' } })
  id = await plan()
  for (const person of [first, second]) await approve(person)
  expect((await rejectNow(third)).status).toBe(200)
  expect(await launch()).toMatchObject({ status: 400, body: { code: 'dry_run_not_spendable' } })
  expect((await events()).map(({ type }) => type as string)).toEqual(['dryRun.rejected', 'dryRun.approved', 'dryRun.rejected'])
  expect(await coins()).toBe(0)
})

test('rules 3.1: all three at once: two count, one event', async () => {
  const answers = await Promise.all([first, second, third].map(approveNow))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await view()).approvals).toHaveLength(2)
  expect(await events()).toHaveLength(1)
})

test('rules 3.1: the last approval and the end of its time: one of the two', async () => {
  await approve(first)
  await app.clock.advance(app.deps.policy.dryRunLifetimeMs - 2)
  expect((await approveNow(second)).body.approved).toBe(true)
  await app.clock.advance(1)
  expect(await launch()).toMatchObject({ status: 400, body: { code: 'dry_run_not_spendable' } })
  id = await plan()
  await approve(first)
  await app.clock.advance(app.deps.policy.dryRunLifetimeMs - 1)
  expect(await approveNow(second)).toMatchObject({ status: 400, body: { code: 'dry_run_not_spendable' } })
  expect(await launch()).toMatchObject({ status: 400, body: { code: 'dry_run_not_spendable' } })
  expect([await coins(), (await events()).length]).toEqual([0, 1])
})

test('rules 3.1: approvals, a rejection and launches at once, in forty orders: what was rejected or lacks approvals is never launched', async () => {
  const random = createSeededRandom(40)
  let launched = 0
  for (let round = 0; round < 40; round += 1) {
    id = await plan({ ticker: `R${round}N` })
    const ticker = { ticker: `R${round}N` }
    const tryLaunch = () => launch(ticker)
    const approving = [() => approveNow(first), () => approveNow(second)]
    for (const approval of approving.splice(0, round % 3)) await approval()
    const works = [...approving, tryLaunch, tryLaunch, ...(round % 2 ? [() => rejectNow(third)] : [])]
    const order = works.map((work) => ({ work, at: random.below(1_000) })).sort((a, b) => a.at - b.at)
    const answers = await Promise.all(order.map(({ work }) => work()))
    const end = await view()
    const made = (await app.call('GET', `/api/coins?q=R${round}N`)).body.coins.length as number
    expect(made).toBe(answers.filter(({ status }) => status === 201).length)
    expect(made).toBeLessThanOrEqual(1)
    expect([made === 1 && end.rejected, made === 1 && end.approvals.length < 2]).toEqual([false, false])
    launched += made
    await app.clock.advance(1_000)
  }
  // The orders are such that some launches came after both approvals.
  expect(launched).toBeGreaterThan(0)
})

test('rules 10.10: a raised number counts for plans that were approved before, a lowered one not for plans that were made before', async () => {
  isRequired(1)
  id = await plan()
  await approve(first)
  expect((await view()).approved).toBe(true)
  isRequired(2)
  expect(await view()).toMatchObject({ approved: false, approvedAt: null, approvedByWallet: null, approvals: [{ wallet: first.wallet }] })
  expect(await launch()).toMatchObject({ body: { code: 'dry_run_not_approved' } })
  expect((await approve(second)).body).toMatchObject({ approved: true, approvedByWallet: second.wallet })
  id = await plan()
  await approve(first)
  isRequired(1)
  expect(await view()).toMatchObject({ approved: false, approvalsRequired: 2 })
  expect((await approve(first)).body).toMatchObject({ approved: false, approvals: [{ wallet: first.wallet }] })
  expect(await launch()).toMatchObject({ body: { code: 'dry_run_not_approved' } })
  expect((await approve(third)).body.approved).toBe(true)
  expect((await launch()).status).toBe(201)
})

test('rules 10.10: the approval of a wallet that is taken off the list counts no more, and another takes its place', async () => {
  for (const person of [first, second]) await approve(person)
  expect((await view()).approved).toBe(true)
  const approvers = app.deps.policy.approvers as Set<Wallet>
  approvers.delete(first.wallet)
  expect(await view()).toMatchObject({ approved: false, approvedAt: null, approvals: [{ wallet: second.wallet }] })
  expect(await launch()).toMatchObject({ status: 400, body: { code: 'dry_run_not_approved', detail: expect.stringContaining('1 of 2') } })
  expect(await waiting()).toMatchObject([{ dryRunId: id, approvals: [{ wallet: second.wallet }] }])
  expect(await approve(first)).toMatchObject({ status: 403, body: { code: 'approver_not_allowed' } })
  const both = [{ wallet: second.wallet }, { wallet: third.wallet }]
  expect((await approve(third)).body).toMatchObject({ approved: true, approvedByWallet: third.wallet, approvals: both })
  expect(await waiting()).toEqual([])
  expect((await launch()).status).toBe(201)
})

test.each([
  ['the number is raised', () => isRequired(3)],
  ['an approver is taken off the list', () => (app.deps.policy.approvers as Set<Wallet>).delete(second.wallet)],
])('rules 5.5: a launch that was prepared when its plan was approved is not submitted after %s', async (_name, change) => {
  const mint = newPerson()
  id = await plan({ mintPubkey: mint.wallet })
  for (const person of [first, second]) await approve(person)
  const order = { ...body({ mintPubkey: mint.wallet }), dryRunId: id }
  const prepared = (await app.call('POST', '/api/agent/launch/unsigned', order, { key })).body
  const transactions = signOffer(prepared, [app.launcher.pair, mint.pair])
  const submit = () => app.call('POST', '/api/agent/launch/submit', { launchId: prepared.launchId, transactions }, { key })
  const { approvers, approvalsRequired } = app.deps.policy
  const before = new Set(approvers)
  change()
  expect(await submit()).toMatchObject({ status: 400, body: { code: 'dry_run_not_approved' } })
  expect([await coins(), (await app.deps.storage.dryRuns.find(id as DryRunId))!.reservedBy]).toEqual([0, null])
  Object.assign(app.deps.policy, { approvers: before, approvalsRequired })
  expect((await submit()).status).toBe(201)
})

test('rules 5.6: none of the approvers launches an open plan', async () => {
  const free = await app.claim()
  const open = body({ launcherPubkey: undefined })
  id = (await app.call('POST', PATH, open, { key: free })).body.dryRunId
  await approve(first)
  await approve(second)
  for (const { secret } of [first, second]) {
    const answer = await app.call(
      'POST',
      '/api/agent/launch',
      { ...open, dryRunId: id },
      { key: free, headers: { 'x-launcher-key': secret } },
    )
    expect(answer).toMatchObject({ status: 403, body: { code: 'approver_not_allowed' } })
  }
})

test('rules 5.9: a plan stays in the list until the last approval, and says how many there are', async () => {
  await approve(first)
  expect(await waiting()).toMatchObject([{ dryRunId: id, approvalsRequired: 2, approvals: [{ wallet: first.wallet }] }])
  await approve(second)
  expect(await waiting()).toEqual([])
})

test('rules 3.1: APPROVALS_REQUIRED is at most the number of approvers, of whom each counts once', () => {
  const config = (wallets: string, required: string) => readConfig({ APPROVER_WALLETS: wallets, APPROVALS_REQUIRED: required })
  expect(config(APPROVERS, '3').access.approvalsRequired).toBe(3)
  expect(config('', '1').access.approvalsRequired).toBe(1)
  expect(() => config(APPROVERS, '4')).toThrow('APPROVALS_REQUIRED is 4, and APPROVER_WALLETS names 3')
  expect(() => config(`${first.wallet},${first.wallet}`, '2')).toThrow('APPROVALS_REQUIRED is 2, and APPROVER_WALLETS names 1')
  expect(() => config('', '2')).toThrow('APPROVER_WALLETS names 0')
  expect(() => config(APPROVERS, '0')).toThrow('APPROVALS_REQUIRED must be a whole number from 1')
})
