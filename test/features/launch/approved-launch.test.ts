import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { launchCalls } from '../../support/launch-calls.ts'
import { expectNothingHappened } from '../../support/nothing-happened.ts'
import { createTestApp, CREW_WALLETS, newPerson, OPERATOR_KEY, pngBytes, type TestApp } from '../../support/test-app.ts'
import { toBase64 } from '../../../src/lib/bytes.ts'

const PATH = '/api/agent/launch'
let app: TestApp
let key: string

async function start(options: Parameters<typeof createTestApp>[0] = {}) {
  await app?.close()
  app = await createTestApp(options)
  key = await app.claim()
}
const { launch, dryRun, approve, view, needApproval } = launchCalls(() => ({ app, key }))

beforeEach(() => start())
afterEach(() => app.close())

describe('launch of an approved dry-run', () => {
  test('rules 5.5: a key that needs approval launches an approved dry-run once, and nothing else', async () => {
    await needApproval()
    expect(await expectNothingHappened(app, () => launch())).toMatchObject({ status: 400, body: { code: 'dry_run_required' } })
    const nobodys = () => app.call('POST', `${PATH}/dry-run`, app.launchBody({ launcherPubkey: undefined }), { key })
    expect(await expectNothingHappened(app, nobodys)).toMatchObject({ status: 400, body: { code: 'launcher_pubkey_required' } })
    const id = await dryRun()
    const body = { ...app.launchBody(), dryRunId: id }
    expect(await expectNothingHappened(app, () => launch(body))).toMatchObject({ status: 400, body: { code: 'dry_run_not_approved' } })
    await approve(id)
    const launched = await launch(body)
    expect(launched).toMatchObject({ status: 201, body: { dryRunId: id } })
    expect(await view(id)).toMatchObject({ consumed: true })
    const again = await expectNothingHappened(app, () => launch(body))
    expect(again).toMatchObject({
      status: 400,
      body: { code: 'dry_run_not_spendable', detail: expect.stringContaining(launched.body.mint) },
    })
    await app.clock.advance(1)
    expect(await approve(id)).toMatchObject({ status: 400, body: { code: 'dry_run_not_spendable' } })
  })

  test('rules 10.10: a mistyped launcher secret and one of another wallet do not burn the approval', async () => {
    await needApproval()
    const id = await dryRun()
    await approve(id)
    const body = { ...app.launchBody(), dryRunId: id }
    for (const secret of [app.launcher.secret.slice(1), newPerson().secret]) {
      expect((await expectNothingHappened(app, () => launch(body, { 'x-launcher-key': secret }))).status).toBe(400)
    }
    expect((await launch(body)).status).toBe(201)
  })

  test('rules 7: a wrong, foreign or expired dry-run id is refused', async () => {
    const foreign = (await app.call('POST', `${PATH}/dry-run`, app.launchBody(), { key: OPERATOR_KEY })).body.dryRunId
    const own = await dryRun()
    for (const dryRunId of ['0'.repeat(32), 'x', foreign]) {
      expect(await expectNothingHappened(app, () => launch({ ...app.launchBody(), dryRunId }))).toMatchObject({
        status: 400,
        body: { code: 'dry_run_not_spendable' },
      })
    }
    await app.clock.advance(1_800_000)
    expect((await expectNothingHappened(app, () => launch({ ...app.launchBody(), dryRunId: own }))).status).toBe(400)
  })

  test('rules 10.15: where the plan that was approved locks as it creates, the launch must too; a plan that nobody approved may change its path', async () => {
    const required: boolean[] = []
    app.between.pad.stepIn('prepareLaunch', (prepare) => async (plan, ...more) => {
      required.push(plan.atomicRequired)
      return prepare(plan, ...more)
    })
    for (const approves of [true, false]) {
      const id = await dryRun()
      if (approves) await approve(id)
      expect((await launch({ ...app.launchBody(), dryRunId: id })).status).toBe(201)
    }
    expect(required).toEqual([true, false])
  })

  test.each<[string, Record<string, unknown>, string]>([
    ['name', { name: 'Day Market Frog' }, 'name'],
    ['ticker', { ticker: 'OTHER' }, 'ticker'],
    ['description', { description: 'Another.' }, 'description'],
    ['mode', { mode: 'split' }, 'mode'],
    ['twitter', { twitter: '@other' }, 'twitter'],
    ['website', { website: 'https://other.test' }, 'website'],
    ['first buy', { initialBuySol: 0.5 }, 'initialBuySol'],
    ['picture', { imageBase64: toBase64(pngBytes(1)) }, 'imageBase64'],
    ['crew wallet', { crew: [{ handle: '@one', wallet: CREW_WALLETS[9], share: 100 }] }, 'crew'],
    ['crew source', { crew: undefined, holderKol: true }, 'holderKol'],
    ['flag', { atomicRequired: true }, 'atomicRequired'],
    ['agent', { agent: { name: 'Other' } }, 'agent'],
    ['launcher', { launcherPubkey: newPerson().wallet }, 'launcherPubkey'],
    ['launcher left out', { launcherPubkey: undefined }, 'launcherPubkey'],
  ])('rules 10.11: what was approved cannot launch another %s', async (_case, changes, field) => {
    const id = await dryRun()
    await approve(id)
    const body = { ...app.launchBody(changes), dryRunId: id }
    const answer = await expectNothingHappened(app, () => launch(body))
    expect(answer.status).toBe(400)
    expect(['plan_mismatch', 'launcher_mismatch']).toContain(answer.body.code)
    if (answer.body.code === 'plan_mismatch') expect(answer.body.errors.map(({ path }: { path: string }) => path)).toContain(`/${field}`)
    expect(await view(id)).toMatchObject({ approved: true, consumed: false })
    expect((await launch({ ...app.launchBody(), dryRunId: id })).status).toBe(201)
  })

  test('rules 1.11 and 10.11: what means the same as the plan is the same: the sentence sent along, the default role named', async () => {
    const id = await dryRun()
    await approve(id)
    const { vibe } = (await view(id)).plan
    const crew = app.launchBody().crew.map((member: { hireRole?: string }) => ({ hireRole: 'kol', ...member }))
    expect((await launch({ ...app.launchBody({ description: vibe, crew }), dryRunId: id })).status).toBe(201)
  })

  test('decision "A launch that names a dry-run may leave the picture out": the picture may be left out: its bytes are the plan’s', async () => {
    const id = await dryRun()
    expect((await launch({ ...app.launchBody({ imageBase64: undefined }), dryRunId: id })).status).toBe(201)
  })

  test('rules 5.6: an approver who is also the launcher of an open plan cannot launch what it approved', async () => {
    const id = (await app.call('POST', `${PATH}/dry-run`, app.launchBody({ launcherPubkey: undefined }), { key })).body.dryRunId
    await approve(id)
    const body = { ...app.launchBody({ launcherPubkey: undefined }), dryRunId: id }
    expect(await expectNothingHappened(app, () => launch(body, { 'x-launcher-key': app.approver.secret }))).toMatchObject({
      status: 403,
      body: { code: 'approver_not_allowed' },
    })
    expect((await launch(body)).status).toBe(201)
  })
})
