import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { DryRunId } from '../../../src/domain/brands.ts'
import { pruneStorage } from '../../../src/features/maintenance/prune-storage.ts'
import type { Launchpad } from '../../../src/ports/launchpad/launchpad.ts'
import { toBase64 } from '../../../src/lib/bytes.ts'
import { signDetached } from '../../../src/lib/ed25519.ts'
import { expectNothingHappened } from '../../support/nothing-happened.ts'
import { type Answer, createTestApp, newPerson, OPERATOR_KEY, type Person, type TestApp } from '../../support/test-app.ts'

const second = newPerson()
let app: TestApp
let id: string
let path: string

async function start(options: Parameters<typeof createTestApp>[0] = {}) {
  await app?.close()
  app = await createTestApp(options)
  await app.call('POST', '/api/agent/keys/claim')
  id = (await app.call('POST', '/api/agent/launch/dry-run', app.launchBody(), { key: OPERATOR_KEY })).body.dryRunId
  path = `/api/agent/launch/dry-run/${id}/approve`
}
beforeEach(() => start())
afterEach(() => app.close())

const alsoLists = ({ wallet }: Person) => (app.deps.policy.approvers as Set<typeof wallet>).add(wallet)
const message = (timestamp: string) => `svc-approve-dry-run:${id}:${timestamp}`
const signed = (person: Person, text = message) => app.signed(person, text)
/** Sends it, and fails when anything came of it, the approval above all. */
async function expectNoApproval(headers: Record<string, string>, body?: unknown, query = ''): Promise<Answer> {
  const before = await approvedBy()
  const answer = await expectNothingHappened(app, () => app.call('POST', `${path}${query}`, body, { headers }))
  expect(await approvedBy()).toBe(before)
  return answer
}
const approvedBy = async () => (await app.call('GET', `/api/agent/launch/dry-run/${id}`)).body.approvedByWallet as string | null

describe('POST /api/agent/launch/dry-run/{id}/approve', () => {
  test('rules 3.1 and 10.10: the first listed wallet approves, and stays the approver', async () => {
    alsoLists(second)
    expect(await app.call('POST', path, undefined, { headers: signed(app.approver) })).toMatchObject({
      status: 200,
      body: { ok: true, dryRunId: id, approvedByWallet: app.approver.wallet, approvedAt: new Date(app.clock.nowMs()).toISOString() },
    })
    await app.clock.advance(1_000)
    expect(await app.call('POST', path, undefined, { headers: signed(second) })).toMatchObject({
      status: 200,
      body: { approvedByWallet: app.approver.wallet },
    })
    expect(await approvedBy()).toBe(app.approver.wallet)
  })

  test('rules 10.5: a base64 signature counts too, and the dry-run id in its header must be the path’s', async () => {
    const headers = signed(app.approver)
    const timestamp = headers['x-svc-timestamp']!
    const base64 = toBase64(signDetached(new TextEncoder().encode(message(timestamp)), app.approver.pair))
    const foreign = { ...headers, 'x-svc-dry-run-id': '0'.repeat(32) }
    expect(await expectNoApproval(foreign)).toMatchObject({ status: 400, body: { code: 'dry_run_id_mismatch' } })
    expect(
      (await app.call('POST', path, undefined, { headers: { ...headers, 'x-svc-signature': base64, 'x-svc-dry-run-id': id } })).status,
    ).toBe(200)
  })

  test('rules 10.15: what was approved as atomic is not launched with a gap before its lock; what nobody approved may be', async () => {
    const pad = (inner: Launchpad): Launchpad => ({
      ...inner,
      estimateLaunch: async (plan, launcher) => ({ ...(await inner.estimateLaunch(plan, launcher)), lockPath: 'atomic-v1' }),
    })
    await start({ pad })
    const body = app.launchBody({ ticker: 'XLOCKFAIL', launcherPubkey: app.launcher.wallet })
    const launch = (dryRunId: string) =>
      app.call(
        'POST',
        '/api/agent/launch',
        { ...body, dryRunId },
        { key: OPERATOR_KEY, headers: { 'x-launcher-key': app.launcher.secret } },
      )
    id = (await app.call('POST', '/api/agent/launch/dry-run', body, { key: OPERATOR_KEY })).body.dryRunId
    const approved = await app.call('POST', `/api/agent/launch/dry-run/${id}/approve`, undefined, { headers: signed(app.approver) })
    expect(approved.status).toBe(200)
    expect(await expectNothingHappened(app, () => launch(id))).toMatchObject({ status: 400, body: { code: 'atomic_not_possible' } })
    const another = (await app.call('POST', '/api/agent/launch/dry-run', body, { key: OPERATOR_KEY })).body.dryRunId as string
    expect(await launch(another)).toMatchObject({ status: 202, body: { lockPath: 'sequential' } })
  })

  test.each([
    ['a wallet off the list', () => signed(second), 403, 'approver_not_allowed'],
    ['no headers', () => ({}), 401, 'wallet_signature_invalid'],
    [
      'another message',
      () => signed(app.approver, (time) => `svc-approve-dry-run:${'0'.repeat(32)}:${time}`),
      401,
      'wallet_signature_invalid',
    ],
    ['a signature of another wallet', () => ({ ...signed(second), 'x-svc-wallet': app.approver.wallet }), 401, 'wallet_signature_invalid'],
    ['a signature that is none', () => ({ ...signed(app.approver), 'x-svc-signature': 'nope' }), 401, 'wallet_signature_invalid'],
    ['a wallet that is none', () => ({ ...signed(app.approver), 'x-svc-wallet': 'nope' }), 401, 'wallet_signature_invalid'],
    ['a time that is none', () => ({ ...signed(app.approver), 'x-svc-timestamp': 'now' }), 401, 'wallet_signature_invalid'],
    ['an API key beside it', () => ({ ...signed(app.approver), 'x-svc-api-key': OPERATOR_KEY }), 403, 'approve_with_key_not_allowed'],
  ])('rules 5.6: refuses %s and approves nothing', async (_case, headers, status, code) => {
    expect(await expectNoApproval(headers())).toMatchObject({ status, body: { code } })
    expect(await approvedBy()).toBeNull()
  })

  test('rules 5.6: refuses a token in query or body', async () => {
    expect((await expectNoApproval(signed(app.approver), undefined, '?token=x')).status).toBe(403)
    expect((await expectNoApproval(signed(app.approver), { token: 'x' })).status).toBe(403)
    for (const name of ['approveToken', 'approval_token']) {
      for (const [body, query, headers] of [
        [{ [name]: 'x' }, '', {}],
        [undefined, `?${name}=x`, {}],
        [undefined, '', { [`x-${name.replace('_', '-')}`]: 'x' }],
      ] as const) {
        const answer = await expectNoApproval({ ...signed(app.approver), ...headers }, body, query)
        expect(answer).toMatchObject({ status: 403, body: { code: 'approve_with_key_not_allowed' } })
      }
    }
    expect(await approvedBy()).toBeNull()
  })

  test('rules 5.6: refuses the launcher of the plan though it is listed, and everyone when the list is empty', async () => {
    alsoLists(app.launcher)
    expect(await expectNoApproval(signed(app.launcher))).toMatchObject({ status: 403, body: { code: 'approver_not_allowed' } })
    await start({ env: { APPROVER_WALLETS: '' } })
    expect((await expectNoApproval(signed(app.approver))).status).toBe(403)
    expect(await approvedBy()).toBeNull()
  })

  test('rules 10.5: a timestamp counts 5 minutes either way', async () => {
    const headers = signed(app.approver)
    await app.clock.advance(300_001)
    expect((await expectNoApproval(headers)).status).toBe(401)
    const ahead = { ...headers, 'x-svc-timestamp': String(app.clock.nowMs() + 300_001) }
    expect((await expectNoApproval(ahead)).status).toBe(401)
    expect((await app.call('POST', path, undefined, { headers: signed(app.approver) })).status).toBe(200)
  })

  test('rules 10.5: a signed message is accepted once', async () => {
    const headers = signed(app.approver)
    expect((await app.call('POST', path, undefined, { headers })).status).toBe(200)
    expect(await expectNoApproval(headers)).toMatchObject({ status: 401, body: { code: 'wallet_signature_used' } })
  })

  test('rules 10.5: a signed message is remembered for as long as it would count: one of the future for ten minutes', async () => {
    const timestamp = String(app.clock.nowMs() + 300_000)
    const signature = toBase64(signDetached(new TextEncoder().encode(message(timestamp)), app.approver.pair))
    const headers = { 'x-svc-wallet': app.approver.wallet, 'x-svc-timestamp': timestamp, 'x-svc-signature': signature }
    expect((await app.call('POST', path, undefined, { headers })).status).toBe(200)
    await app.clock.advance(600_000)
    await pruneStorage(app.deps)
    expect(await expectNoApproval(headers)).toMatchObject({ status: 401, body: { code: 'wallet_signature_used' } })
  })

  test('rules 3.1: approving an unknown or expired dry-run is 400', async () => {
    await app.clock.advance(1_800_000)
    const expired = id
    const refused = () =>
      expectNothingHappened(app, () =>
        app.call('POST', `/api/agent/launch/dry-run/${id}/approve`, undefined, { headers: signed(app.approver) }),
      )
    expect(await refused()).toMatchObject({ status: 400, body: { code: 'dry_run_not_spendable' } })
    id = '0'.repeat(32)
    expect((await refused()).status).toBe(400)
    expect(await app.deps.storage.dryRuns.find(expired as DryRunId)).toMatchObject({ approvedBy: null })
  })

  test('rules 10.18: an address approves 10 times a minute, and is refused the 11th time', async () => {
    for (let n = 0; n < 10; n += 1) await app.call('POST', path)
    expect((await expectNoApproval(signed(app.approver))).status).toBe(429)
    expect(await approvedBy()).toBeNull()
  })
})
