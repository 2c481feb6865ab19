import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { keccak256, toHex } from 'viem'
import { unixMs, wei, atomicUnits } from '../../src/domain/brands.ts'
import { serveAcpJobs } from '../../src/features/acp/serve-acp-jobs.ts'
import { AppError } from '../../src/domain/errors.ts'
import type { Acp } from '../../src/ports/acp.ts'
import type { Deps } from '../../src/ports/deps.ts'
import type { Launchpad } from '../../src/ports/launchpad/launchpad.ts'
import { traces } from '../support/nothing-happened.ts'
import { createTestApp, type TestApp } from '../support/test-app.ts'
import { type AcpScene, createAcpScene, PRICE } from './support/acp-scene.ts'
import { dyingAcp } from './support/dying-acp.ts'
import { describeAnvil } from './support/anvil.ts'

setDefaultTimeout(180_000)

const MINUTE_MS = 60_000

describeAnvil('decision "Launches are sold on the Agent Commerce Protocol": launches sold on the marketplace', () => {
  let scene: AcpScene
  let app: TestApp
  let acp: Acp
  beforeEach(async () => {
    scene = await createAcpScene()
    acp = scene.openAcp()
    // Gas costs a hundred times here what it does on Base.
    app = await createTestApp({ acp, impatient: true, policy: { acpDailyWei: wei(10n ** 17n) } })
  })
  afterEach(async () => {
    await app.close()
    await scene.stop()
  })

  const requirement = (changes: Record<string, unknown> = {}) => app.launchBody({ launcherPubkey: undefined, ...changes })
  const serve = (changes: Partial<Deps> = {}) =>
    serveAcpJobs(
      { ...app.deps, acp, ...changes },
      { dueAtMs: unixMs(0), position: null, keepPosition: async () => {}, mayContinue: async () => true },
    )
  const stateOf = async (jobId: string) => (await acp.job(jobId, 'latest'))!
  const toldBuyer = (jobId: string) => scene.backend.toldBuyer(jobId, scene.seller.wallet)
  const sentBySeller = async () => Number(await scene.anvil.call('eth_getTransactionCount', scene.seller.wallet, 'pending'))
  /** A job whose price is named and paid for good. */
  const paidJob = async () => {
    const jobId = await scene.order(requirement())
    await serve()
    await scene.fund(jobId)
    await scene.finalize()
    return jobId
  }

  test('a job goes from requirement to payment: one launch, by the operator’s launcher, handed in after its hash is on chain', async () => {
    const jobId = await scene.order(requirement())
    expect(await serve()).toBe('1 jobs, 0 failed')
    expect(await stateOf(jobId)).toMatchObject({ state: 'open', budgetAtomic: PRICE })
    await scene.fund(jobId)
    await scene.finalize()
    expect(await serve()).toBe('1 jobs, 0 failed')
    expect(await stateOf(jobId)).toMatchObject({ state: 'submitted' })
    const deliverable = scene.backend.deliverables.get(jobId)!
    const { mint, launcher, feeShareLocked } = JSON.parse(deliverable)
    expect([launcher, feeShareLocked]).toEqual([scene.launcher.wallet, true])
    expect((await app.call('GET', `/api/coins/${mint}`)).status).toBe(200)
    const logs = await scene.anvil.call<{ data: string }[]>('eth_getLogs', {
      fromBlock: '0x0',
      address: '0x238E541BfefD82238730D00a2208E5497F1832E0',
    })
    expect(logs.some(({ data }) => data === keccak256(toHex(deliverable)))).toBe(true)
    await scene.complete(jobId)
    expect([await scene.usdcOf(scene.seller.wallet), await traces(app)]).toEqual([4_750_000n, { coins: 1, launches: 1 }])
    await serve()
    expect(await traces(app)).toEqual({ coins: 1, launches: 1 })
    const secrets = [scene.seller.key.slice(2), scene.launcher.secret]
    for (const secret of secrets) expect(app.logLines.join('\n') + deliverable).not.toContain(secret)
  })

  test('nothing is launched before the payment is final, and the price is named once', async () => {
    const jobId = await scene.order(requirement())
    await serve()
    await serve()
    expect(await sentBySeller()).toBe(1)
    await scene.fund(jobId)
    for (let pass = 0; pass < 3; pass += 1) await serve()
    expect([(await stateOf(jobId)).state, await traces(app), await sentBySeller()]).toEqual(['funded', { coins: 0, launches: 0 }, 1])
    await scene.finalize()
    await serve()
    expect([(await stateOf(jobId)).state, await traces(app)]).toEqual(['submitted', { coins: 1, launches: 1 }])
  })

  test('a payment that is taken back by a reorganization before it was final launches nothing', async () => {
    const jobId = await scene.order(requirement())
    await serve()
    const before = await scene.anvil.call('evm_snapshot')
    await scene.fund(jobId)
    await serve()
    await scene.anvil.call('evm_revert', before)
    await scene.finalize()
    await serve()
    expect([(await stateOf(jobId)).state, await traces(app)]).toEqual(['open', { coins: 0, launches: 0 }])
  })

  test('a job that expires sooner than the payment is final gets no price; one that expires during a launch is not launched', async () => {
    const soon = await scene.order(requirement(), { minutes: 20 })
    await serve()
    await serve()
    expect((await stateOf(soon)).budgetAtomic).toBe(atomicUnits(0n))
    expect(toldBuyer(soon)).toEqual([expect.stringContaining('expires too soon')])
    const late = await paidJob()
    const clock = { ...app.deps.clock, machineMs: () => unixMs(Date.now() + 117 * MINUTE_MS) }
    await serve({ clock })
    await serve({ clock })
    expect([(await stateOf(late)).state, await traces(app)]).toEqual(['funded', { coins: 0, launches: 0 }])
    expect(toldBuyer(late)).toEqual([expect.stringContaining('nothing was launched')])
  })

  test.each([
    ['no JSON', 'launch something', 'not JSON'],
    ['a field that buyers do not decide', { initialBuySol: 5 }, '/initialBuySol'],
    ['another launcher', { launcherPubkey: 'So11111111111111111111111111111111111111112' }, '/launcherPubkey'],
    ['no crew', { crew: undefined }, 'crew'],
    ['a secret', { launcherKey: 'x'.repeat(80) }, '/launcherKey'],
  ])('a requirement with %s gets no price and is told why, once', async (_what, changes, words) => {
    const jobId = await scene.order(typeof changes === 'string' ? changes : requirement(changes as Record<string, unknown>))
    await serve()
    await serve()
    expect(toldBuyer(jobId)).toEqual([expect.stringContaining(words)])
    expect([(await stateOf(jobId)).budgetAtomic, await sentBySeller(), await traces(app)]).toEqual([
      atomicUnits(0n),
      0,
      { coins: 0, launches: 0 },
    ])
    expect(toldBuyer(jobId).join()).not.toContain('xxxx')
  })

  test('jobs of another offering or provider, and requirements that are not the client’s, are left alone', async () => {
    const other = await scene.order(requirement(), { description: 'write a poem' })
    const foreign = await scene.order(requirement(), { provider: scene.buyer })
    const forged = await scene.order(requirement())
    scene.backend.entries.forEach((entry, index) => {
      if (entry.onChainJobId === forged && entry.from) scene.backend.entries[index] = { ...entry, from: scene.seller.wallet }
    })
    expect(await serve()).toBe('3 jobs, 0 failed')
    for (const jobId of [other, foreign, forged]) expect((await stateOf(jobId)).budgetAtomic).toBe(atomicUnits(0n))
    expect([await sentBySeller(), scene.backend.entries.filter(({ contentType }) => contentType === 'text')]).toEqual([0, []])
  })

  test.each([
    ['prepareBudget', false],
    ['sendBudget', false],
    ['sendBudget', true],
    ['messages', true],
    ['prepareSubmit', false],
    ['sendSubmit', false],
    ['sendSubmit', true],
    ['handIn', false],
    ['handIn', true],
  ] as const)('killed at %s (after it: %p): the next run goes on, with one launch and one hand-in', async (step, after) => {
    const ofBudget = step === 'prepareBudget' || step === 'sendBudget'
    const jobId = await scene.order(requirement())
    if (ofBudget) await serve({ acp: dyingAcp(scene.openAcp(), step, after) })
    acp = scene.openAcp()
    await serve()
    await scene.fund(jobId)
    await scene.finalize()
    if (!ofBudget) expect(await serve({ acp: dyingAcp(scene.openAcp(), step, after) })).toBe('1 jobs, 1 failed')
    acp = scene.openAcp()
    await serve()
    await serve()
    expect([(await stateOf(jobId)).state, await traces(app), await sentBySeller()]).toEqual(['submitted', { coins: 1, launches: 1 }, 2])
    const { mint } = JSON.parse(scene.backend.deliverables.get(jobId)!)
    expect((await app.call('GET', `/api/coins/${mint}`)).status).toBe(200)
  })

  test('a chain that does not answer before the process stops: the launch goes on, and what came of it is handed in by a later run', async () => {
    let answers = false
    await app.close()
    const slow = (pad: Launchpad): Launchpad => ({
      ...pad,
      advance: async (transactions) => {
        if (answers) return pad.advance(transactions)
        throw new AppError('upstream_unavailable', { upstream: 'the chain' })
      },
    })
    app = await createTestApp({ acp, impatient: true, policy: { acpDailyWei: wei(10n ** 17n) }, pad: slow })
    const jobId = await paidJob()
    // The process stops, and waits no longer.
    await serve({ stopNotice: { answerByMs: app.clock.nowMs() } })
    expect([(await stateOf(jobId)).state, scene.backend.deliverables.size, toldBuyer(jobId)]).toEqual(['funded', 0, []])
    answers = true
    await serve()
    expect([(await stateOf(jobId)).state, await traces(app)]).toEqual(['submitted', { coins: 1, launches: 1 }])
  })

  test('of two runs at once one launches', async () => {
    const jobId = await paidJob()
    await Promise.all([serve({ acp: scene.openAcp() }), serve({ acp: scene.openAcp() })])
    await serve()
    expect([(await stateOf(jobId)).state, await traces(app)]).toEqual(['submitted', { coins: 1, launches: 1 }])
  })

  test('a second launch of a job is none, weeks after its idempotency claim is gone', async () => {
    const jobId = await paidJob()
    await serve({ acp: dyingAcp(scene.openAcp(), 'prepareSubmit', false) })
    await app.clock.advance(30 * 24 * 60 * MINUTE_MS)
    await app.deps.storage.idempotency.prune(app.clock.nowMs(), 1_000)
    await serve()
    expect([(await stateOf(jobId)).state, await traces(app)]).toEqual(['submitted', { coins: 1, launches: 1 }])
  })

  test('rules 1.10: /api/platforms says enabled only once the marketplace accepted our signature', async () => {
    const platforms = async () => (await app.call('GET', '/api/platforms')).body.acp
    expect(await platforms()).toEqual({ enabled: false, reason: expect.stringContaining('has not accepted') })
    scene.backend.state.admits = false
    await expect(serve()).rejects.toThrow()
    expect((await platforms()).enabled).toBe(false)
    scene.backend.state.admits = true
    await serve()
    expect(await platforms()).toEqual({ enabled: true, reason: null })
    scene.backend.state.tokens.clear()
    await serve()
    expect([(await platforms()).enabled, scene.backend.state.signIns]).toEqual([true, 2])
  })

  test('a service that is down, and a day’s gas that is used up, launch nothing and lose nothing', async () => {
    const jobId = await paidJob()
    scene.backend.state.down = true
    await expect(serve()).rejects.toThrow()
    scene.backend.state.down = false
    await serve({ policy: { ...app.deps.policy, acpDailyWei: wei(1n) } })
    expect([(await stateOf(jobId)).state, await traces(app)]).toEqual(['funded', { coins: 1, launches: 1 }])
    await serve()
    expect([(await stateOf(jobId)).state, await traces(app)]).toEqual(['submitted', { coins: 1, launches: 1 }])
  })
})
