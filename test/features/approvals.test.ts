import { afterEach, beforeEach, expect, test } from 'bun:test'
import { LIMITS } from '../../src/domain/limits.ts'
import { openingMessage } from '../../src/features/approvals/open-approvals.ts'
import { approvalMessage } from '../../src/features/dry-run/approve-dry-run.ts'
import { rejectionMessage } from '../../src/features/dry-run/reject-dry-run.ts'
import { createTestApp, newPerson, OPERATOR_KEY, type Person, type TestApp } from '../support/test-app.ts'

const LIST = '/api/approvals'
const OPERATORS = '/api/agent/approvals'
const DRY_RUN = '/api/agent/launch/dry-run'

let app: TestApp
/** Of a key whose launches need an approval. */
let key: string
beforeEach(async () => {
  app = await createTestApp({ policy: { rateLimits: false } })
  key = (await app.call('POST', '/api/agent/keys', { label: 'Frog desk', requireApproval: true }, { key: OPERATOR_KEY })).body.key
})
afterEach(() => app.close())

async function plan(changes: Record<string, unknown> = {}, of = key): Promise<string> {
  const { body } = await app.call('POST', DRY_RUN, app.launchBody(changes), { key: of })
  await app.clock.advance(1_000)
  return body.dryRunId
}
const opening = (person: Person = app.approver, wallet: string = person.wallet) =>
  app.signed(person, (at) => openingMessage('launch.test', wallet, at))
const open = (headers = opening()) => app.call('POST', `${LIST}/open`, undefined, { headers })
async function token(person: Person = app.approver): Promise<string> {
  await app.clock.advance(1)
  return (await open(opening(person))).body.token
}
const list = (withToken: string, query = '') =>
  app.call('GET', LIST + query, undefined, { headers: { 'x-svc-approvals-token': withToken } })
const idsOf = (answer: { body: { plans: { dryRunId: string }[] } }) => answer.body.plans.map(({ dryRunId }) => dryRunId)

test('rules 5.9: one signature of an approver opens the list for 15 minutes, newest first, with what a decision is about', async () => {
  const first = await plan()
  const second = await plan({ name: 'Another', ticker: 'OTHER' })
  const { status, body, headers } = await open()
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(body).toMatchObject({
    wallet: app.approver.wallet,
    expiresAt: new Date(app.clock.nowMs() + LIMITS.approvalsOpenMs).toISOString(),
    serverTime: new Date(app.clock.nowMs()).toISOString(),
  })
  const listed = await list(body.token)
  expect(idsOf(listed)).toEqual([second, first])
  const view = (await app.call('GET', `${DRY_RUN}/${second}`)).body
  expect(listed.body.plans[0]).toEqual({
    changedSince: [],
    dryRunId: second,
    approvalUrl: `http://launch.test/approve/${second}`,
    intent: 'launch',
    platform: view.plan.platform,
    mint: null,
    name: 'Another',
    ticker: 'OTHER',
    imageUrl: `http://launch.test${DRY_RUN}/${second}/image`,
    createdAt: view.createdAt,
    expiresAt: view.expiresAt,
    askedBy: { label: 'Frog desk', fingerprint: view.askedBy.fingerprint, approvalRequired: true, launches: 0 },
    approvals: [],
    approvalsRequired: 1,
    previous: null,
    shareholders: view.plan.shareholders,
    cost: view.plan.cost,
    warnings: view.plan.warnings,
    directory: view.directory,
  })
  await app.clock.advance(LIMITS.approvalsOpenMs - 1)
  expect((await list(body.token)).status).toBe(200)
  await app.clock.advance(1)
  expect(await list(body.token)).toMatchObject({ status: 401, body: { code: 'approvals_token_invalid' } })
})

test('rules 5.9: a used signature, another wallet’s, one for another purpose and a stranger’s open nothing', async () => {
  const headers = opening()
  expect((await open(headers)).status).toBe(200)
  expect(await open(headers)).toMatchObject({ status: 401, body: { code: 'wallet_signature_used' } })
  const stranger = newPerson()
  expect(await open({ ...opening(stranger), 'x-svc-wallet': app.approver.wallet })).toMatchObject({
    status: 401,
    body: { code: 'wallet_signature_invalid' },
  })
  expect(await open(opening(stranger, app.approver.wallet))).toMatchObject({ status: 401, body: { code: 'wallet_signature_invalid' } })
  const id = await plan()
  expect(await open(app.signed(app.approver, (at) => approvalMessage(id, at)))).toMatchObject({ status: 401 })
  const refused = await open(opening(stranger))
  expect(refused).toMatchObject({ status: 403, body: { code: 'approver_not_allowed' } })
  expect(JSON.stringify(refused.body)).not.toContain('token":')
})

test('rules 5.9: the token alone opens the list: none, a changed one, one of another purpose and one of a wallet that was taken off the list do not', async () => {
  const good = await token()
  const closed = { status: 401, body: { code: 'approvals_token_invalid' } }
  expect(await app.call('GET', LIST)).toMatchObject(closed)
  expect(await app.call('GET', LIST, undefined, { key: OPERATOR_KEY })).toMatchObject(closed)
  for (const bad of ['', 'x', good.slice(0, -2), good.replace('v1.', 'v2.'), `v1.${'A'.repeat(80)}`])
    expect(await list(bad)).toMatchObject(closed)
  const client = await app.call('POST', '/oauth/register', { redirect_uris: ['https://a.test/'] })
  expect(await list(client.body.client_id)).toMatchObject(closed)
  expect((await list(good)).status).toBe(200)
  ;(app.deps.policy.approvers as Set<typeof app.launcher.wallet>).delete(app.approver.wallet)
  expect(await list(good)).toMatchObject(closed)
})

test('rules 5.9: an approver is shown no plan that his own wallet launches, and others and the operator are', async () => {
  ;(app.deps.policy.approvers as Set<typeof app.launcher.wallet>).add(app.launcher.wallet)
  const id = await plan()
  const ofAnother = await plan({ launcherPubkey: newPerson().wallet })
  expect(idsOf(await list(await token(app.launcher)))).toEqual([ofAnother])
  expect(idsOf(await list(await token(app.launcher), '?of=all'))).toEqual([ofAnother])
  expect(idsOf(await list(await token()))).toEqual([ofAnother, id])
  expect(idsOf(await app.call('GET', OPERATORS, undefined, { key: OPERATOR_KEY }))).toEqual([ofAnother, id])
})

test('decision "The dry-run’s public view": a listed plan says what differs from the approved one of its coin, as its own page does, and nothing where none was', async () => {
  const [first, unapproved] = [await plan({ initialBuySol: 0.5 }), await plan({ initialBuySol: 0.25 })]
  const opened = await token()
  expect((await list(opened)).body.plans.map(({ previous }: any) => previous)).toEqual([null, null])
  const headers = app.signed(app.approver, (at) => approvalMessage(first, at))
  expect((await app.call('POST', `${DRY_RUN}/${first}/approve`, undefined, { headers })).status).toBe(200)
  const crew = app
    .launchBody()
    .crew.slice(0, 2)
    .map((seat: object) => ({ ...seat, share: 50 }))
  const changed = await plan({ name: 'Night Market Toad', initialBuySol: 0.75, crew })
  const other = await plan({ name: 'Another', ticker: 'OTHER' })
  const listed = (await list(opened)).body.plans
  expect(listed.map(({ dryRunId }: any) => dryRunId)).toEqual([other, changed, unapproved])
  expect([listed[0].previous, listed[1].previous.dryRunId]).toEqual([null, first])
  expect(listed[1].previous).toEqual((await app.call('GET', `${DRY_RUN}/${changed}`)).body.previous)
  const fields = listed[1].previous.changes.map(({ field }: any) => field.split('/')[0])
  expect(fields).toEqual(['name', 'initialBuySol', 'cost', 'shareholders', 'shareholders'])
})

test('rules 5.9: the token decides nothing', async () => {
  const id = await plan()
  const headers = { 'x-svc-approvals-token': await token() }
  expect((await app.call('POST', `${DRY_RUN}/${id}/approve`, undefined, { headers })).status).toBe(401)
  expect((await app.call('POST', `${DRY_RUN}/${id}/reject`, { reason: 'No.' }, { headers })).status).toBe(401)
  expect((await app.call('GET', `${DRY_RUN}/${id}`)).body).toMatchObject({ approved: false, rejected: false })
})

test('rules 5.9: plans leave the list when they are approved, rejected, launched or over; those of other keys are there on request', async () => {
  const free = await app.claim()
  const [approved, rejected, waits] = [await plan(), await plan(), await plan()]
  const [launched, voluntary] = [await plan({}, free), await plan({}, free)]
  const opened = await token()
  expect(idsOf(await list(opened))).toEqual([waits, rejected, approved])
  expect(idsOf(await list(opened, '?of=all'))).toEqual([voluntary, launched, waits, rejected, approved])
  await app.call('POST', `${DRY_RUN}/${approved}/approve`, undefined, {
    headers: app.signed(app.approver, (at) => approvalMessage(approved, at)),
  })
  await app.call(
    'POST',
    `${DRY_RUN}/${rejected}/reject`,
    { reason: 'No.' },
    { headers: app.signed(app.approver, (at) => rejectionMessage(rejected, at)) },
  )
  const headers = { 'x-launcher-key': app.launcher.secret }
  expect((await app.call('POST', '/api/agent/launch', app.launchBody({ dryRunId: launched }), { key: free, headers })).status).toBe(201)
  expect(idsOf(await list(opened))).toEqual([waits])
  expect(idsOf(await list(opened, '?of=all'))).toEqual([voluntary, waits])
  await app.clock.advance(app.deps.policy.dryRunLifetimeMs)
  expect(idsOf(await list(await token(), '?of=all'))).toEqual([])
})

test('rules 10.26: the list is read by pages, and a page is bounded', async () => {
  const ids: string[] = []
  for (let n = 0; n < 7; n += 1) ids.unshift(await plan({ ticker: `T${n}N` }))
  const opened = await token()
  const seen: string[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const page = await list(opened, `?limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`)
    expect(page.body.plans.length).toBeLessThanOrEqual(3)
    seen.push(...idsOf(page))
    cursor = page.body.nextCursor
  }
  expect(seen).toEqual(ids)
  expect(await list(opened, `?limit=${LIMITS.pageMax + 1}`)).toMatchObject({ status: 400, body: { code: 'validation_invalid' } })
  expect(await list(opened, '?of=mine')).toMatchObject({ status: 400 })
})

test('rules 5.9: the operator’s key opens the same list, and no other key does', async () => {
  const id = await plan()
  const answer = await app.call('GET', OPERATORS, undefined, { key: OPERATOR_KEY })
  expect([answer.status, idsOf(answer)]).toEqual([200, [id]])
  expect(await app.call('GET', OPERATORS, undefined, { key })).toMatchObject({ status: 401, body: { code: 'operator_key_required' } })
  expect((await app.call('GET', OPERATORS)).status).toBe(401)
  expect((await app.call('GET', OPERATORS, undefined, { headers: { 'x-svc-approvals-token': await token() } })).status).toBe(401)
})

test('rules 10.11: a plan that was altered in the database is not listed, and the others are', async () => {
  const [sound, altered] = [await plan(), await plan()]
  const { dryRuns } = app.deps.storage
  const { listWaiting } = dryRuns
  const alter = async (...asked: Parameters<typeof listWaiting>) => {
    const page = await listWaiting(...asked)
    return { ...page, rows: page.rows.map((row) => (row.id === altered ? { ...row, planHash: '0'.repeat(64) } : row)) }
  }
  Object.assign(dryRuns, { listWaiting: alter })
  expect(idsOf(await list(await token()))).toEqual([sound])
})

test('rules 10.30: over plain HTTP from elsewhere no token is handed out or taken', async () => {
  const opened = await token()
  const plain = await createTestApp({ policy: { allowPlainHttp: false } })
  const headers = plain.signed(plain.approver, (at) => openingMessage('launch.test', plain.approver.wallet, at))
  expect(await plain.call('POST', `${LIST}/open`, undefined, { headers })).toMatchObject({ body: { code: 'insecure_transport' } })
  const asked = { headers: { 'x-svc-approvals-token': opened } }
  expect(await plain.call('GET', LIST, undefined, asked)).toMatchObject({ body: { code: 'insecure_transport' } })
  await plain.close()
})
