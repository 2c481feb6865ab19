import { afterEach, beforeEach, expect, test } from 'bun:test'
import { DAY_MS } from '../../../src/domain/limits.ts'
import { clausesOfFragment } from '../../../src/domain/policy/policy-path.ts'
import { policyMessage, revocationMessage } from '../../../src/domain/policy/spending-policy.ts'
import { checkReceipt } from '../../../src/domain/receipt/check-receipt.ts'
import { receiptCrypto } from '../../../src/lib/signatures/receipt-crypto.ts'
import { openingMessage } from '../../../src/features/approvals/open-approvals.ts'
import type { PolicyClauses } from '../../../src/domain/policy/policy-clauses.ts'
import type { PolicyView } from '../../../src/features/policies/policy-view.ts'
import { signOffer } from '../../support/sign-offer.ts'
import { CREW_WALLETS, createTestApp, newPerson, OPERATOR_KEY, type Person, type TestApp } from '../../support/test-app.ts'

const [first, second, stranger] = [newPerson(), newPerson(), newPerson()]

let app: TestApp
let key: string
let keyId: string
beforeEach(() => start())
afterEach(() => app.close())

async function start(env: Record<string, string> = {}) {
  await app?.close()
  app = await createTestApp({ policy: { rateLimits: false }, env: { APPROVER_WALLETS: `${first.wallet},${second.wallet}`, ...env } })
  const made = await app.call('POST', '/api/agent/keys', { label: 'desk', requireApproval: true }, { key: OPERATOR_KEY })
  ;({ key, id: keyId } = made.body)
}

const clauses = (changes: Partial<PolicyClauses> = {}): PolicyClauses => ({
  keyId: keyId as never,
  platforms: ['simulated'],
  currency: 'SOL',
  launchMax: '1',
  dayMax: '1.5',
  firstBuyMax: '0.5',
  wallets: CREW_WALLETS.slice(0, 3).map((wallet) => ({ wallet, bpsMax: 6_000 })),
  directory: false,
  from: new Date(app.clock.nowMs()).toISOString(),
  until: new Date(app.clock.nowMs() + 7 * DAY_MS).toISOString(),
  ...changes,
})
const textOf = async (of: PolicyClauses): Promise<string> => (await app.call('POST', '/api/policies/text', of)).body.text
const sign = async (person: Person, of: PolicyClauses, text?: string) => {
  const signed = text ?? (await textOf(of))
  return app.call('POST', '/api/policies', of, { headers: app.signed(person, (at) => policyMessage(signed, at)) })
}
const revoke = (person: Person, hash: string) =>
  app.call('DELETE', `/api/policies/${hash}`, undefined, { headers: app.signed(person, (at) => revocationMessage(hash, at)) })
const list = async (by: string): Promise<PolicyView[]> => (await app.call('GET', '/api/policies', undefined, { key: by })).body.policies
const plan = async (changes = {}): Promise<Record<string, any>> => {
  const body = app.launchBody(changes)
  return { ...body, dryRunId: (await app.call('POST', '/api/agent/launch/dry-run', body, { key })).body.dryRunId }
}
const launch = async (body: Record<string, any>) =>
  app.call('POST', '/api/agent/launch', body, { key, headers: { 'x-launcher-key': app.launcher.secret } })
const acts = async () => {
  const { rows } = await app.deps.storage.operatorLog.list({ limit: 50, cursor: null })
  return rows.filter(({ kind }) => kind.startsWith('policy')).map(({ kind, subject, detail }) => ({ kind, subject, detail }))
}
const nothing = async () => {
  expect(await list(OPERATOR_KEY)).toEqual([])
  expect(await acts()).toEqual([])
}

test('decision "A spending policy": is read, signed once, and launches inside it need no approval', async () => {
  const body = await plan()
  expect(await launch(body)).toMatchObject({ status: 400, body: { code: 'dry_run_not_approved' } })
  const read = (await app.call('POST', '/api/policies/text', clauses())).body
  expect(read.text).toStartWith('Spending policy for launch.test\n')
  await nothing()
  const { status, body: signed } = await sign(first, read.clauses)
  expect([status, signed.policy.text, signed.policy.hash]).toEqual([200, read.text, read.hash])
  expect(signed.policy).toMatchObject({ state: 'allowing', approvals: [{ wallet: first.wallet }], spentToday: { amount: '0' } })
  const launched = await launch(body)
  expect(launched).toMatchObject({ status: 201, body: { policyHash: read.hash } })
  const view = (await app.call('GET', `/api/agent/launch/dry-run/${body['dryRunId']}`)).body
  expect(view).toMatchObject({ approved: false, operation: { policyHash: read.hash } })
  expect((await app.call('GET', '/api/agent/launches', undefined, { key })).body.launches[0].policyHash).toBe(read.hash)
  const [now] = await list(key)
  expect(now!.spentToday.amount).toBe(view.plan.cost.total?.amount ?? now!.spentToday.amount)
  expect(BigInt(now!.spentToday.amount)).toBeGreaterThan(0n)
  const receipt = await (await app.raw(new Request(`http://launch.test/api/coins/${launched.body.mint}/receipt`))).text()
  const checks = await checkReceipt(receiptCrypto, new TextEncoder().encode(receipt), app.deps.a2a.keys())
  expect(checks.filter(({ ok }) => !ok)).toEqual([])
  expect(checks.find(({ name }) => name === 'policy')!.text).toContain(`is signed by ${first.wallet}`)
  expect(receipt).not.toContain(keyId)
  const outside = await launch(await plan({ name: 'Big Frog', ticker: 'BIG', initialBuySol: 0.6 }))
  expect(outside).toMatchObject({ status: 400, body: { code: 'dry_run_not_approved' } })
  expect(outside.body.errors[0].message).toContain('does not allow so large a first buy')
  expect(await acts()).toEqual([{ kind: 'policy.signed', subject: read.hash, detail: { wallet: first.wallet, keyId } }])
})

test('decision "A spending policy": as many approvers sign the same policy as a plan needs, at once too, and each counts once', async () => {
  await start({ APPROVALS_REQUIRED: '2' })
  const body = await plan()
  expect((await sign(first, clauses())).body.policy).toMatchObject({ state: 'waiting', approvals: { length: 1 } })
  await app.clock.advance(1)
  const [kept] = await list(key)
  expect((await sign(first, kept!.clauses)).body.policy).toMatchObject({ state: 'waiting', approvals: { length: 1 } })
  expect((await launch(body)).body.errors[0].message).toContain('has not enough signatures of approvers')
  expect((await sign(second, kept!.clauses)).body.policy).toMatchObject({ state: 'allowing', approvals: { length: 2 } })
  expect((await launch(body)).status).toBe(201)
  const other = clauses({ dayMax: '2' })
  const both = await Promise.all([first, second].map((person) => sign(person, other)))
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect(await list(key)).toMatchObject([{ state: 'allowing', approvals: { length: 2 } }, {}])
  expect(await acts()).toHaveLength(4)
})

test('decision "A spending policy": what may not be signed is refused, and nothing has changed', async () => {
  const refused = async (answer: ReturnType<typeof sign>, status: number, code: string) => {
    expect(await answer).toMatchObject({ status, body: { code } })
    await nothing()
  }
  const good = clauses()
  const text = await textOf(good)
  await refused(sign(stranger, good), 403, 'approver_not_allowed')
  await refused(sign(first, good, text.replace('launch.test', 'other.test')), 401, 'wallet_signature_invalid')
  await refused(sign(first, { ...good, launchMax: '1.1' }, text), 401, 'wallet_signature_invalid')
  await refused(sign(first, clauses({ keyId: 'ak_none' as never })), 404, 'key_not_found')
  const yesterday = new Date(app.clock.nowMs() - DAY_MS).toISOString()
  const over = clauses({ from: yesterday, until: new Date(app.clock.nowMs()).toISOString() })
  for (const bad of [
    over,
    clauses({ platforms: ['nowhere'] }),
    clauses({ currency: 'ETH' }),
    clauses({ launchMax: '2' }),
    clauses({ firstBuyMax: '0.0000000001' }),
  ])
    await refused(sign(first, bad, 'any text'), 400, 'policy_invalid')
  await refused(app.call('POST', '/api/policies', good), 401, 'wallet_signature_invalid')
  const headers = { ...app.signed(first, (at) => policyMessage(text, at)), 'x-svc-api-key': key }
  await refused(app.call('POST', '/api/policies', good, { headers }), 403, 'approve_with_key_not_allowed')
  expect((await sign(first, good)).status).toBe(200)
})

test('decision "A spending policy": a policy is seen by its key, by approvers and by the operator, and by nobody else', async () => {
  const { hash } = (await sign(first, clauses())).body.policy as PolicyView
  const other = await app.claim()
  const get = async (by: string) => (await app.call('GET', `/api/policies/${hash}`, undefined, { key: by })).status
  expect([await get(key), await get(OPERATOR_KEY), await get(other)]).toEqual([200, 200, 404])
  expect([await list(key), await list(OPERATOR_KEY), await list(other)]).toMatchObject([[{ hash }], [{ hash }], []])
  const headers = app.signed(second, (at) => openingMessage('launch.test', second.wallet, at))
  const { token } = (await app.call('POST', '/api/approvals/open', undefined, { headers })).body
  const open = await app.call('GET', '/api/approvals/policies', undefined, { headers: { 'x-svc-approvals-token': token } })
  expect(open.body.policies).toMatchObject([{ hash, key: { label: 'desk' } }])
  expect((await app.call('GET', '/api/approvals/policies')).body.code).toBe('approvals_token_invalid')
  expect((await app.call('GET', '/api/policies')).status).toBe(401)
})

test('decision "A spending policy": its launches, what each counts and what is left of the day are read by its key and by approvers', async () => {
  const of = clauses()
  const unsigned = (await app.call('POST', '/api/policies/text', of)).body
  expect(unsigned).toMatchObject({ key: { label: 'desk' }, listed: [], approvalsRequired: 1, signed: null })
  expect(clausesOfFragment(unsigned.policyUrl.split('#')[1])).toEqual(unsigned.clauses)
  const { hash } = (await sign(first, of)).body.policy as PolicyView
  expect((await app.call('POST', '/api/policies/text', of)).body.signed).toMatchObject({
    state: 'allowing',
    approvals: [{ wallet: first.wallet }],
  })
  const launched = (await launch(await plan())).body
  const path = `/api/policies/${hash}/launches`
  const { launches } = (await app.call('GET', path, undefined, { key })).body
  const { spentToday, leftToday } = (await list(key))[0]!
  expect(launches).toMatchObject([{ launch: { mint: launched.mint, policyHash: hash }, counted: spentToday }])
  expect(BigInt(spentToday.amount) + BigInt(leftToday.amount)).toBe(1_500_000_000n)
  expect((await app.call('GET', path, undefined, { key: await app.claim() })).body.code).toBe('policy_not_found')
  const headers = app.signed(second, (at) => openingMessage('launch.test', second.wallet, at))
  const { token } = (await app.call('POST', '/api/approvals/open', undefined, { headers })).body
  const asApprover = (by: string) =>
    app.call('GET', `/api/approvals/policies/${hash}/launches`, undefined, { headers: { 'x-svc-approvals-token': by } })
  expect((await asApprover(token)).body.launches).toEqual(launches)
  expect((await asApprover('none')).body.code).toBe('approvals_token_invalid')
})

test('decision "A spending policy": an approver revokes it, once, and nobody signs it again', async () => {
  const of = clauses()
  const { hash } = (await sign(first, of)).body.policy as PolicyView
  expect(await revoke(stranger, hash)).toMatchObject({ status: 403, body: { code: 'approver_not_allowed' } })
  expect(await revoke(first, 'ab')).toMatchObject({ status: 404, body: { code: 'policy_not_found' } })
  expect(await list(key)).toMatchObject([{ state: 'allowing', revokedAt: null }])
  await app.clock.advance(1)
  const ended = (await revoke(second, hash)).body.policy
  expect(ended).toMatchObject({ state: 'revoked', revokedAt: new Date(app.clock.nowMs()).toISOString() })
  await app.clock.advance(1)
  expect((await revoke(second, hash)).body.policy).toEqual(ended)
  expect(await sign(first, of)).toMatchObject({ status: 409, body: { code: 'policy_revoked' } })
  expect(await launch(await plan())).toMatchObject({ body: { code: 'dry_run_not_approved' } })
  expect(await acts()).toMatchObject([{ kind: 'policy.revoked', detail: { wallet: second.wallet, keyId } }, { kind: 'policy.signed' }])
})

test('decision "A spending policy": a launch whose policy is revoked while it is signed is not submitted', async () => {
  const { hash } = (await sign(first, clauses())).body.policy as PolicyView
  const mint = newPerson()
  const order = await plan({ mintPubkey: mint.wallet })
  const prepared = (await app.call('POST', '/api/agent/launch/unsigned', order, { key })).body
  const transactions = signOffer(prepared, [app.launcher.pair, mint.pair])
  await revoke(second, hash)
  const answer = await app.call('POST', '/api/agent/launch/submit', { launchId: prepared.launchId, transactions }, { key })
  expect(answer).toMatchObject({ status: 400, body: { code: 'dry_run_not_approved' } })
  expect((await app.deps.storage.coins.list({ limit: 5, cursor: null })).rows).toEqual([])
  expect(await list(key)).toMatchObject([{ spentToday: { amount: '0' } }])
})

test('decision "A spending policy": of a key twenty may live, and one that was altered in the database allows nothing', async () => {
  for (let count = 1; count <= 20; count += 1) await sign(first, clauses({ dayMax: `${count}` }))
  expect(await sign(first, clauses({ dayMax: '21' }))).toMatchObject({ status: 409, body: { code: 'policies_exceeded' } })
  const policies = await list(key)
  expect(policies).toHaveLength(20)
  for (const { hash } of policies.slice(1)) await revoke(second, hash)
  const stored = (await app.deps.storage.policies.find(policies[0]!.hash))!
  await app.deps.storage.policies.insert({ ...stored, hash: 'another', policy: { ...stored.policy, directory: true } })
  await revoke(second, stored.hash)
  expect(await launch(await plan())).toMatchObject({ body: { code: 'dry_run_not_approved' } })
  expect((await list(key)).map(({ state }) => state)).toContain('altered')
})
