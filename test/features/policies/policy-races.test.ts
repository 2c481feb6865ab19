import { afterAll, afterEach, describe, expect, test } from 'bun:test'
import { DAY_MS } from '../../../src/domain/limits.ts'
import { formatAmount } from '../../../src/domain/money/currency.ts'
import { lockPolicies } from '../../../src/features/budgets/spend-under-policy.ts'
import type { KeyId } from '../../../src/domain/brands.ts'
import { policyMessage, revocationMessage } from '../../../src/domain/policy/spending-policy.ts'
import { databasesUnderTest } from '../../support/databases-under-test.ts'
import { temporaryDataDir } from '../../support/server-process.ts'
import { CREW_WALLETS, createTestApp, newPerson, OPERATOR_KEY, type Person, type TestApp } from '../../support/test-app.ts'

const [first, second] = [newPerson(), newPerson()]
const folders: ReturnType<typeof temporaryDataDir>[] = []
let app: TestApp
let key: string
let keyId: string
afterEach(() => app.close())
afterAll(() => folders.forEach(({ remove }) => remove()))
const newFolder = (): string => {
  folders.push(temporaryDataDir())
  return folders.at(-1)!.dataDir
}

async function start(databaseUrl: string, approvalsRequired: string) {
  const env = { APPROVER_WALLETS: `${first.wallet},${second.wallet}`, APPROVALS_REQUIRED: approvalsRequired }
  app = await createTestApp({ policy: { rateLimits: false }, databaseUrl, env })
  const desk = { label: 'desk', requireApproval: true, launchesPerHour: 100 }
  ;({ key, id: keyId } = (await app.call('POST', '/api/agent/keys', desk, { key: OPERATOR_KEY })).body)
}
const clauses = (launchMax: string, dayMax: string) => ({
  keyId,
  platforms: ['simulated'],
  currency: 'SOL',
  launchMax,
  dayMax,
  firstBuyMax: '0',
  wallets: CREW_WALLETS.slice(0, 3).map((wallet) => ({ wallet, bpsMax: 6_000 })),
  directory: false,
  from: new Date(app.clock.nowMs()).toISOString(),
  until: new Date(app.clock.nowMs() + DAY_MS).toISOString(),
})
async function sign(of: object, ...people: Person[]) {
  const { text } = (await app.call('POST', '/api/policies/text', of)).body
  const send = (person: Person) => app.call('POST', '/api/policies', of, { headers: app.signed(person, (at) => policyMessage(text, at)) })
  return Promise.all(people.map(send))
}
async function plan(ticker: string) {
  const body = app.launchBody({ name: `Frog ${ticker}`, ticker })
  const { dryRunId } = (await app.call('POST', '/api/agent/launch/dry-run', body, { key })).body
  const launch = () =>
    app.call('POST', '/api/agent/launch', { ...body, dryRunId }, { key, headers: { 'x-launcher-key': app.launcher.secret } })
  const { cost } = (await app.deps.storage.dryRuns.find(dryRunId))!.quote
  return { launch, costAtomic: cost!.totalAtomic, cost: formatAmount(cost!.totalAtomic, 'SOL') }
}
const spent = async (hash: string): Promise<string> =>
  (await app.call('GET', `/api/policies/${hash}`, undefined, { key })).body.policy.spentToday.amount

describe.each(databasesUnderTest(newFolder))('decision "A spending policy": races on %s', (_name, make) => {
  test('of two launches at once that each fit and together do not one is launched', async () => {
    await start(await make(), '1')
    const plans = [await plan('ONE'), await plan('TWO')]
    const { cost, costAtomic } = plans[0]!
    const [signed] = await sign(clauses(cost, cost), first)
    const answers = await Promise.all(plans.map(({ launch }) => launch()))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400])
    const refused = answers.find(({ status }) => status === 400)!
    expect(refused.body).toMatchObject({ code: 'dry_run_not_approved', errors: [{ message: expect.stringContaining('more today') }] })
    expect(await spent(signed!.body.policy.hash)).toBe(costAtomic.toString())
    expect((await app.deps.storage.coins.list({ limit: 5, cursor: null })).rows).toHaveLength(1)
  })

  test('a revocation waits for what counts under the policy at that moment, so that it is inside or refused, and never both', async () => {
    await start(await make(), '1')
    const [signed] = await sign(clauses('1', '1'), first)
    const { hash } = signed!.body.policy
    const headers = app.signed(first, (at) => revocationMessage(hash, at))
    let revoking: ReturnType<typeof app.call> | null = null
    await app.deps.storage.transaction(async (tx) => {
      await lockPolicies(tx, keyId as KeyId)
      revoking = app.call('DELETE', `/api/policies/${hash}`, undefined, { headers })
      // Each is a way to the database and back, of which a revocation that does not wait takes a few.
      for (let look = 0; look < 50; look += 1) expect((await tx.policies.find(hash))!.revokedAtMs).toBeNull()
    })
    expect(await revoking!).toMatchObject({ status: 200 })
    expect((await app.deps.storage.policies.find(hash))!.revokedAtMs).not.toBeNull()
  })

  test('two approvers at once make one policy with both signatures', async () => {
    await start(await make(), '2')
    const answers = await sign(clauses('1', '1'), first, second)
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const { policies } = (await app.call('GET', '/api/policies', undefined, { key })).body
    expect(policies).toMatchObject([{ state: 'allowing', approvals: { length: 2 } }])
    const { rows } = await app.deps.storage.operatorLog.list({ limit: 50, cursor: null })
    expect(rows.filter(({ kind }) => kind === 'policy.signed')).toHaveLength(2)
  })

  test('launches and a revocation at once: what was launched is counted, and nothing is launched afterwards', async () => {
    await start(await make(), '1')
    const plans = await Promise.all(Array.from({ length: 6 }, (_, index) => plan(`T${index}N`)))
    const { cost, costAtomic } = plans[0]!
    const [signed] = await sign(clauses(cost, '900'), first)
    const { hash } = signed!.body.policy
    const headers = app.signed(second, (at) => revocationMessage(hash, at))
    const works = plans.slice(1).map(({ launch }) => launch)
    works.splice(2, 0, () => app.call('DELETE', `/api/policies/${hash}`, undefined, { headers }))
    const answers = await Promise.all(works.map((work) => work()))
    const launched = answers.filter(({ status }) => status === 201)
    for (const { body } of launched) expect(body.policyHash).toBe(hash)
    expect(answers.filter(({ status, body }) => status !== 201 && body.code !== 'dry_run_not_approved')).toMatchObject([{ status: 200 }])
    expect(await spent(hash)).toBe((BigInt(launched.length) * costAtomic).toString())
    expect(await plans[0]!.launch()).toMatchObject({ status: 400, body: { code: 'dry_run_not_approved' } })
  })
})
