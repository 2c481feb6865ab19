import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { type AtomicUnits, atomicUnits, type Wallet } from '../../../src/domain/brands.ts'
import { openingMessage } from '../../../src/features/approvals/open-approvals.ts'
import { approvalMessage } from '../../../src/features/dry-run/approve-dry-run.ts'
import { makeKol } from '../../support/make-kol.ts'
import { createTestApp, newPerson, OPERATOR_KEY, type TestApp } from '../../support/test-app.ts'

const DRY_RUN = '/api/agent/launch/dry-run'
const THEIRS = newPerson().wallet
const OTHER = newPerson().wallet

let app: TestApp
beforeEach(async () => {
  app = await createTestApp({ policy: { rateLimits: false, approvalsRequired: 2 } })
  await listThem(THEIRS)
})
afterEach(() => app.close())

const listThem = (wallet: string) =>
  app.deps.storage.kols.upsert([{ ...makeKol({ handle: 'them_frogs', wallet: wallet as Wallet }), optedOut: false }])
const crewOf = (wallet: string, handle = '@them_frogs') => ({ crew: [{ handle, wallet, share: 100 }] })

async function plan(changes: Record<string, unknown> = crewOf(THEIRS)): Promise<{ dryRunId: string; warnings: string[] }> {
  const { body } = await app.call('POST', DRY_RUN, app.launchBody(changes), { key: OPERATOR_KEY })
  await app.clock.advance(1_000)
  return body
}
const view = async (id: string) => (await app.call('GET', `${DRY_RUN}/${id}`)).body
async function inbox(): Promise<any[]> {
  const headers = app.signed(app.approver, (at) => openingMessage('launch.test', app.approver.wallet, at))
  const { token } = (await app.call('POST', '/api/approvals/open', undefined, { headers })).body
  return (await app.call('GET', '/api/approvals?of=all', undefined, { headers: { 'x-svc-approvals-token': token } })).body.plans
}

describe('decision "An approver reads the present": page and inbox say what changed since the plan was made', () => {
  test.each<[string, () => Promise<unknown>, RegExp]>([
    ['a handle moved to another wallet', () => listThem(OTHER), /@them_frogs is in the directory with another wallet/],
    [
      'a person opted out',
      () => app.deps.storage.kols.setOptedOut('them_frogs', true),
      /@them_frogs has opted out of being hired, and this plan pays them/,
    ],
    [
      'a coin of the same name was launched',
      () =>
        app.call('POST', '/api/agent/launch', app.launchBody(), { key: OPERATOR_KEY, headers: { 'x-launcher-key': app.launcher.secret } }),
      /has launched a coin of the same name or ticker/,
    ],
  ])('%s', async (_case, change, expected) => {
    const { dryRunId } = await plan()
    const before = await view(dryRunId)
    expect(before.changedSince).toEqual([])
    await change()
    const after = await view(dryRunId)
    expect(after.changedSince).toEqual([expect.stringMatching(expected)])
    expect(after.plan.warnings[0]).toMatch(expected)
    // What was signed stays what is launched.
    expect([after.planHash, after.plan.crew]).toEqual([before.planHash, before.plan.crew])
    const [waiting] = await inbox()
    expect(waiting).toMatchObject({ dryRunId, changedSince: after.changedSince, warnings: after.plan.warnings })
  })

  test('a cost that doubled, and a chain that tells none', async () => {
    const { dryRunId } = await plan()
    const before = await view(dryRunId)
    const endRise = app.between.pad.stepIn('estimateLaunch', (estimate) => async (...asked) => {
      const cost = await estimate(...asked)
      return { ...cost, totalAtomic: atomicUnits((cost.totalAtomic as bigint) * 2n) as AtomicUnits }
    })
    await app.clock.advance(30_000)
    const after = await view(dryRunId)
    expect(after.changedSince).toEqual([expect.stringMatching(/^It costs .+ now; it was .+ when the plan was made\.$/)])
    expect(after.plan.cost).not.toEqual(before.plan.cost)
    endRise()
    await app.clock.advance(30_000)
    expect((await view(dryRunId)).changedSince).toEqual([])
  })

  test('before the second of two approvals, and a warning that ended is said no more', async () => {
    const { dryRunId, warnings } = await plan(crewOf(OTHER))
    expect(warnings.join()).toContain('with another wallet')
    const headers = app.signed(app.approver, (at) => approvalMessage(dryRunId, at))
    expect((await app.call('POST', `${DRY_RUN}/${dryRunId}/approve`, undefined, { headers })).status).toBe(200)
    await listThem(OTHER)
    expect((await view(dryRunId)).plan.warnings.join()).not.toContain('with another wallet')
    await app.deps.storage.kols.setOptedOut('them_frogs', true)
    expect((await view(dryRunId)).changedSince).toEqual([expect.stringContaining('has opted out')])
  })
})

describe('decision "An opt-out": names are held against those who opted out', () => {
  beforeEach(() => app.deps.storage.kols.setOptedOut('them_frogs', true))

  test.each([
    [
      'with an impostor’s wallet',
      OTHER,
      '@them_frogs',
      /^@them_frogs has opted out of being hired, and this plan pays .+, which is not their wallet/,
    ],
    ['with their own wallet', THEIRS, 'THEM_frogs', /^"THEM_frogs" has opted out of being hired, and this plan pays them at /],
    ['by a look-alike', OTHER, 'them_fr0gs', /can be taken for @them_frogs, who has opted out of being hired/],
    ['by their wallet alone', THEIRS, '@nobody_here', /the wallet of somebody who has opted out of being hired/],
  ])('%s', async (_case, wallet, handle, expected) => {
    const { warnings } = await plan(crewOf(wallet, handle))
    expect(warnings).toContainEqual(expect.stringMatching(expected))
    if (wallet === OTHER) expect(warnings.join()).not.toContain(THEIRS)
  })

  test('and a stranger brings no such warning', async () => {
    expect((await plan(crewOf(OTHER, '@somebody_else'))).warnings.join()).not.toContain('opted out')
  })
})
