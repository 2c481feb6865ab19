import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { createTestApp, OPERATOR_KEY, type TestApp } from '../../support/test-app.ts'

const PATH = '/api/agent/launch/dry-run'
let app: TestApp
let key: string
const dryRun = (changes: Record<string, unknown> = {}) => app.call('POST', PATH, app.launchBody(changes), { key })

beforeEach(async () => {
  app = await createTestApp()
  key = await app.claim()
})
afterEach(() => app.close())

describe('GET /api/agent/launch/dry-run/{id}', () => {
  test('rules 2.5: anyone with the id sees all of the plan', async () => {
    const { body } = await dryRun()
    const view = await app.call('GET', `${PATH}/${body.dryRunId}`)
    expect(view).toMatchObject({
      status: 200,
      body: {
        ok: true,
        dryRunId: body.dryRunId,
        intent: 'launch',
        approved: false,
        approvedAt: null,
        approvedByWallet: null,
        consumed: false,
        imageSha256: body.imageSha256,
        serverTime: new Date(app.clock.nowMs()).toISOString(),
        plan: { name: 'Night Market Frog', shareholders: body.shareholders, launcherPubkey: app.launcher.wallet, cost: body.cost },
      },
    })
  })

  test('rules 2.5: says which key asks, with what it has launched; the operator has no fingerprint', async () => {
    const { body: claimed } = await app.call('POST', '/api/agent/keys/claim', { label: 'Frog desk' })
    const askedBy = async (id: string) => (await app.call('GET', `${PATH}/${id}`)).body.askedBy
    const ask = async (asker: string) => (await app.call('POST', PATH, app.launchBody(), { key: asker })).body.dryRunId as string
    const id = await ask(claimed.key)
    const { fingerprint } = claimed.keyRow
    expect(await askedBy(id)).toEqual({ label: 'Frog desk', fingerprint, approvalRequired: false, launches: 0 })
    const headers = { 'x-launcher-key': app.launcher.secret }
    expect((await app.call('POST', '/api/agent/launch', app.launchBody(), { key: claimed.key, headers })).status).toBe(201)
    expect(await askedBy(id)).toEqual({ label: 'Frog desk', fingerprint, approvalRequired: false, launches: 1 })
    expect(await askedBy(await ask(OPERATOR_KEY))).toEqual({ label: 'operator', fingerprint: null, approvalRequired: false, launches: 0 })
  })

  test('rules 10.10: says why the last try failed, as long as the plan is free again', async () => {
    const { body } = await dryRun({ ticker: 'XCREATEFAIL' })
    const view = async () => (await app.call('GET', `${PATH}/${body.dryRunId}`)).body
    expect((await view()).lastFailure).toBeNull()
    const headers = { 'x-launcher-key': app.launcher.secret }
    const launch = () =>
      app.call('POST', '/api/agent/launch', app.launchBody({ ticker: 'XCREATEFAIL', dryRunId: body.dryRunId }), { key, headers })
    const { status, body: refused } = await launch()
    expect({ status, code: refused.code }).toEqual({ status: 400, code: 'launch_refused' })
    const failedAt = new Date(app.clock.nowMs()).toISOString()
    const lastFailure = { kind: 'launch', code: 'launch_refused', detail: refused.detail, failedAt }
    expect(await view()).toMatchObject({ consumed: false, operation: null, lastFailure })
    // It is not used up: the same plan is tried again, and is refused by the chain alone.
    expect((await launch()).body).toMatchObject({ code: 'launch_refused', detail: refused.detail })
  })

  test('rules 3.1: unknown and expired are 404 and told apart', async () => {
    const { body } = await dryRun()
    expect(await app.call('GET', `${PATH}/${'0'.repeat(32)}`)).toMatchObject({ status: 404, body: { code: 'dry_run_unknown' } })
    await app.clock.advance(1_800_000)
    expect(await app.call('GET', `${PATH}/${body.dryRunId}`)).toMatchObject({ status: 404, body: { code: 'dry_run_expired' } })
  })
})
