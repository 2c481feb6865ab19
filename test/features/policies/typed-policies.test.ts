import { afterEach, beforeEach, expect, test } from 'bun:test'
import { checkReceipt } from '../../../src/domain/receipt/check-receipt.ts'
import { typedPolicy, typedRevocation } from '../../../src/domain/policy/typed-policy.ts'
import { approvalMessage } from '../../../src/features/dry-run/approve-dry-run.ts'
import type { PolicyTextView } from '../../../src/features/policies/policy-view.ts'
import { DAY_MS } from '../../../src/domain/limits.ts'
import { receiptCrypto } from '../../../src/lib/signatures/receipt-crypto.ts'
import { newEvmPerson } from '../../support/evm-person.ts'
import { CREW_WALLETS, createTestApp, newPerson, OPERATOR_KEY, type TestApp } from '../../support/test-app.ts'

const [person, stranger, human] = [newEvmPerson(), newEvmPerson(), newPerson()]

let app: TestApp
let key: string
let read: PolicyTextView
beforeEach(() => start())
afterEach(() => app.close())

async function start(env: Record<string, string> = {}) {
  await app?.close()
  const wallets = `${person.wallet.toLowerCase()},${human.wallet}`
  app = await createTestApp({ policy: { rateLimits: false }, env: { APPROVER_WALLETS: wallets, ...env } })
  const made = await app.call('POST', '/api/agent/keys', { label: 'desk', requireApproval: true }, { key: OPERATOR_KEY })
  key = made.body.key
  const clauses = {
    keyId: made.body.id,
    platforms: ['simulated'],
    currency: 'SOL',
    launchMax: '1',
    dayMax: '1.5',
    firstBuyMax: '0.5',
    wallets: CREW_WALLETS.slice(0, 3).map((wallet) => ({ wallet, bpsMax: 6_000 })),
    directory: false,
    from: new Date(app.clock.nowMs()).toISOString(),
    until: new Date(app.clock.nowMs() + 7 * DAY_MS).toISOString(),
  }
  read = (await app.call('POST', '/api/policies/text', clauses)).body
}

const post = (headers: Record<string, string>) => app.call('POST', '/api/policies', read.clauses, { headers })
const signed = (by = person, text = read.text) => by.headers((at) => typedPolicy(text, at)!, app.clock.nowMs())
const policies = async () => (await app.call('GET', '/api/policies', undefined, { key })).body.policies
const plan = async () => {
  const body = app.launchBody()
  return { ...body, dryRunId: (await app.call('POST', '/api/agent/launch/dry-run', body, { key })).body.dryRunId }
}
const launch = (body: object) => app.call('POST', '/api/agent/launch', body, { key, headers: { 'x-launcher-key': app.launcher.secret } })

test('decision "A spending policy": an EVM wallet signs its clauses as fields, launches go by it, and its receipt holds', async () => {
  expect(read.typedData.message).toMatchObject({
    service: 'launch.test',
    launchMax: '1 SOL (1000000000 lamports)',
    signedMs: '{timestamp}',
  })
  expect(await post(signed())).toMatchObject({
    status: 200,
    body: { policy: { state: 'allowing', approvals: [{ wallet: person.wallet }] } },
  })
  const launched = await launch(await plan())
  expect(launched).toMatchObject({ status: 201, body: { policyHash: read.hash } })
  const receipt = await (await app.raw(new Request(`http://launch.test/api/coins/${launched.body.mint}/receipt`))).text()
  const checks = await checkReceipt(receiptCrypto, new TextEncoder().encode(receipt), app.deps.a2a.keys())
  expect(checks.filter(({ ok }) => !ok)).toEqual([])
  expect(checks.find(({ name }) => name === 'policy')!.text).toContain(`is signed by ${person.wallet}`)
  const { rows } = await app.deps.storage.operatorLog.list({ limit: 9, cursor: null })
  expect(rows.find(({ kind }) => kind === 'policy.signed')!.detail).toMatchObject({ wallet: person.wallet })
})

test('decision "A spending policy": either kind of wallet counts once, in any spelling and form of its signature', async () => {
  await start({ APPROVALS_REQUIRED: '2' })
  const headers = signed()
  const asParity =
    headers['x-svc-signature']!.slice(0, -2) + (Number.parseInt(headers['x-svc-signature']!.slice(-2), 16) - 27).toString().padStart(2, '0')
  expect(await post({ ...headers, 'x-svc-signature': asParity })).toMatchObject({ status: 200, body: { policy: { state: 'waiting' } } })
  expect(await post(headers)).toMatchObject({ status: 401, body: { code: 'wallet_signature_used' } })
  const lower = { ...headers, 'x-svc-wallet': person.wallet.toLowerCase() }
  expect(await post(lower)).toMatchObject({ status: 401, body: { code: 'wallet_signature_used' } })
  await app.clock.advance(1_000)
  expect(await post(signed())).toMatchObject({ status: 200, body: { policy: { approvals: [{ wallet: person.wallet }] } } })
  const stored = (await app.deps.storage.policies.find(read.hash))!
  expect(Buffer.from(stored.approvals[0]!.proof!.signature, 'base64').toString('hex')).toBe(headers['x-svc-signature']!.slice(2))
  const bySolana = app.signed(human, (at) => `${read.text}\nsigned at: ${at}`)
  expect((await post(bySolana)).body.policy).toMatchObject({
    state: 'allowing',
    approvals: [{ wallet: person.wallet }, { wallet: human.wallet }],
  })
})

test('decision "A spending policy": another signature of an EVM wallet signs nothing', async () => {
  const at = String(app.clock.nowMs())
  const typed = typedPolicy(read.text, at)!
  const wrong = (changes: Record<string, string>) => post({ ...signed(), ...changes })
  const refused = { status: 401, body: { code: 'wallet_signature_invalid' } }
  expect(await wrong({ 'x-svc-signature': person.sign(typed, 'high') })).toMatchObject(refused)
  expect(await wrong({ 'x-svc-signature': stranger.sign(typed) })).toMatchObject(refused)
  expect(await wrong({ 'x-svc-signature': `0x${'00'.repeat(65)}` })).toMatchObject(refused)
  expect(await wrong({ 'x-svc-wallet': human.wallet })).toMatchObject(refused)
  expect(await post(signed(person, read.text.replace('launch.test', 'other.test')))).toMatchObject(refused)
  expect(await post(signed(person, read.text.replace('1.5 SOL', '9.5 SOL')))).toMatchObject(refused)
  expect(await post(person.headers((time) => typedRevocation('launch.test', read.hash, time), Number(at)))).toMatchObject(refused)
  expect(await post(signed(stranger))).toMatchObject({ status: 403, body: { code: 'approver_not_allowed' } })
  expect(await policies()).toEqual([])
})

test('decision "A spending policy": an EVM wallet ends it, at this service alone', async () => {
  await post(signed())
  const end = (host: string) =>
    app.call('DELETE', `/api/policies/${read.hash}`, undefined, {
      headers: person.headers((at) => typedRevocation(host, read.hash, at), app.clock.nowMs()),
    })
  expect(await end('other.test')).toMatchObject({ status: 401, body: { code: 'wallet_signature_invalid' } })
  expect((await policies())[0]).toMatchObject({ state: 'allowing' })
  expect(await end('launch.test')).toMatchObject({ status: 200, body: { policy: { state: 'revoked' } } })
  expect(await launch(await plan())).toMatchObject({ status: 400, body: { code: 'dry_run_not_approved' } })
})

test('decision "A spending policy": plans are approved with a Solana wallet', async () => {
  const { dryRunId } = await plan()
  const headers = { ...app.signed(human, (at) => approvalMessage(dryRunId, at)), 'x-svc-wallet': person.wallet }
  const answer = await app.call('POST', `/api/agent/launch/dry-run/${dryRunId}/approve`, undefined, { headers })
  expect(answer).toMatchObject({ status: 401, body: { code: 'wallet_signature_invalid' } })
  expect(answer.body.detail).toContain('plans are approved, and all else is signed, with a Solana wallet')
})
