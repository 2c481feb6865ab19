import { afterEach, beforeEach, expect, test } from 'bun:test'
import { resumeOperations } from '../../src/features/operations/resume-operations.ts'
import { describeChain } from './support/describe-chain.ts'
import type { Fault } from './support/fault-proxy.ts'
import {
  createServiceScene,
  type HttpAnswer,
  landedBy,
  sendsTo,
  type ServiceScene,
  type ServiceSceneOptions,
} from './support/service-scene.ts'
import type { Person } from '../support/test-app.ts'
import { eventually } from '../support/eventually.ts'

const LAUNCH = '/api/agent/launch'
const IDEMPOTENT = { 'x-idempotency-key': 'launch-in-the-storm' }

const DARK: Fault = { kind: 'status', status: 503 }
const FAULTS: [string, Fault][] = [
  ['down', DARK],
  ['slow', { kind: 'hang' }],
  ['rate-limited', { kind: 'status', status: 429, retryAfterSec: 0 }],
  ['talking nonsense', { kind: 'garbage' }],
  ['answering another shape', { kind: 'wrong-json' }],
  ['behind by its own word', { kind: 'rpc-error', code: -32005, message: 'Node is behind by 200 slots' }],
]

describeChain('node faults through HTTP', () => {
  let scene: ServiceScene
  let launcher: Person
  let body: Record<string, unknown>

  async function start(options: ServiceSceneOptions = {}): Promise<void> {
    scene = await createServiceScene(options)
    launcher = scene.fundedPerson()
    body = scene.launchBody(3, launcher)
  }
  beforeEach(() => start())
  afterEach(() => scene.close())

  const restart = async (options: ServiceSceneOptions) => (await scene.close(), start(options))
  const launch = (): Promise<HttpAnswer> => scene.post(LAUNCH, body, { launcher, headers: IDEMPOTENT })
  const rows = async (): Promise<Record<string, any>[]> => (await scene.call('GET', '/api/agent/launches')).body.launches
  const creates = () => landedBy(scene, launcher).filter(({ wire }) => wire.message.header.numRequiredSignatures === 2)

  test.each(FAULTS)(
    'rules 7: the only node is %s before the launch: 503, nothing sent, no row; then the same request launches',
    async (_what, fault) => {
      scene.proxy.fail('*', fault)
      const refused = await launch()
      expect(refused).toMatchObject({
        status: 503,
        body: { code: 'upstream_unavailable', detail: expect.stringContaining('Nothing was spent') },
      })
      expect(refused.headers.get('retry-after')).toBe('5')
      expect(refused.text).not.toContain(scene.proxy.url)
      expect(sendsTo(scene)).toBe(0)
      expect(await rows()).toEqual([])
      scene.proxy.heal()
      await scene.proxy.givenUp()
      expect(await launch()).toMatchObject({ status: 201, body: { feeShareLocked: true } })
      expect(creates()).toHaveLength(1)
    },
  )

  test.each(FAULTS)(
    'rules 10.14: the only node is %s from the broadcast on: launch_unresolved, never "Nothing was spent"; later the truth',
    async (_what, fault) => {
      await restart({ sleepFactor: 120 })
      // The first look at the statuses comes before the sending.
      scene.proxy.script('getSignatureStatuses', [null, ...Array<Fault>(400).fill(fault)])
      const dark = await launch()
      expect(dark).toMatchObject({
        status: 503,
        body: { code: 'launch_unresolved', launchId: expect.any(String), mint: expect.any(String) },
      })
      expect(dark.text).not.toContain('Nothing was spent')
      expect(await rows()).toMatchObject([{ state: expect.stringMatching(/^(prepared|broadcast)$/), mint: dark.body.mint }])
      expect(await launch()).toMatchObject({ status: 409, body: { code: 'idempotency_in_progress' } })
      scene.proxy.heal()
      await scene.proxy.givenUp()
      await resumeOperations(scene.deps, { all: true })
      await resumeOperations(scene.deps, { all: true })
      expect(await rows()).toMatchObject([{ state: 'locked' }])
      expect(await launch()).toMatchObject({ status: 201, body: { mint: dark.body.mint, feeShareLocked: true } })
      expect(creates()).toHaveLength(1)
    },
  )

  test('rules 10.13: the answer to the sending is lost: one coin', async () => {
    scene.proxy.fail('sendTransaction', { kind: 'drop-after-forward' })
    expect(await launch()).toMatchObject({ status: 201 })
    expect(creates()).toHaveLength(1)
  })

  test('rules 7: a node that stopped following hands out a dead blockhash: refused before anything is sent', async () => {
    scene.proxy.fail('getLatestBlockhash', { kind: 'stale' })
    expect((await scene.post(`${LAUNCH}/dry-run`, body)).status).toBe(200)
    scene.server.chain.advanceSlots(200)
    expect(await launch()).toMatchObject({ status: 503, body: { code: 'upstream_unavailable' } })
    expect(sendsTo(scene)).toBe(0)
    expect(await rows()).toEqual([])
  })

  test('rules 10.10 and 10.31: the network loses everything until the blockhash is dead: launch_expired by proof; the approval launches again', async () => {
    await restart({ slotsPerPoll: 12 })
    const { dryRunId } = (await scene.post(`${LAUNCH}/dry-run`, body)).body
    scene.server.chain.dropNext(1_000_000)
    const order = { ...body, dryRunId }
    expect(await scene.post(LAUNCH, order, { launcher })).toMatchObject({ status: 400, body: { code: 'launch_expired' } })
    expect(await rows()).toMatchObject([{ state: 'failed', failure: { code: 'launch_expired' } }])
    expect(landedBy(scene, launcher)).toEqual([])
    const sent = new Set(scene.server.requests.filter(({ method }) => method === 'sendTransaction').map(({ params }) => params[0]))
    expect(sent.size).toBe(1)
    scene.server.chain.dropNext(-1_000_000 + sendsTo(scene))
    expect(await scene.post(LAUNCH, order, { launcher })).toMatchObject({ status: 201 })
    expect(creates()).toHaveLength(1)
  })

  test('rules 7: what the simulation refuses is 400 with the program’s own name, and nothing is sent', async () => {
    const logs = ['Program log: AnchorError occurred. Error Code: NotAuthorized. Error Number: 6000. Error Message: no.']
    const value = { err: { InstructionError: [2, { Custom: 6_000 }] }, logs, accounts: null, unitsConsumed: 1 }
    scene.proxy.fail('simulateTransaction', { kind: 'wrong-json', result: { context: { slot: 450_000_001 }, value } })
    expect(await launch()).toMatchObject({
      status: 400,
      body: { code: 'launch_refused', detail: expect.stringContaining('NotAuthorized') },
    })
    expect(sendsTo(scene)).toBe(0)
    expect(await rows()).toEqual([])
  })

  test('rules 7: a launch that fails on chain is 400, and does not say that nothing was spent', async () => {
    // Enough at the simulation, gone when it lands.
    scene.server.chain.hold()
    const answer = launch()
    await eventually(() => sendsTo(scene) > 0)
    scene.server.chain.svm.airdrop(launcher.wallet as never, 1n as never)
    const { svm } = scene.server.chain
    const held = svm.getAccount(launcher.wallet as never)
    if (held.exists) svm.setAccount({ ...held, lamports: 3_000_000n as never })
    scene.server.chain.release()
    const refused = await answer
    expect(refused).toMatchObject({ status: 400, body: { code: 'launch_refused' } })
    expect(refused.text).not.toContain('Nothing was spent')
    expect(await rows()).toMatchObject([{ state: 'failed' }])
    expect(landedBy(scene, launcher)).toEqual([])
  })

  test('rules 10.15: a bundle that lands late is waited for: one coin, nothing by another path', async () => {
    await restart({ v1Active: false, withJito: true, allowedPaths: ['jito-bundle', 'sequential'] })
    scene.server.chain.hold()
    const answer = launch()
    await eventually(() => sendsTo(scene) >= 3)
    scene.server.chain.release()
    expect(await answer).toMatchObject({ status: 201, body: { lockPath: 'jito-bundle', feesLockedAtLaunch: true } })
    expect(scene.server.requests.some(({ method }) => method === 'sendTransaction')).toBe(false)
    expect(creates()).toHaveLength(1)
  })

  test('rules 10.15: half of a bundle lands: the rest follows, and the answer says that the lock came later', async () => {
    await restart({ v1Active: false, withJito: true, allowedPaths: ['jito-bundle'] })
    scene.server.chain.leakNextBundle(1)
    const launched = await launch()
    expect(launched).toMatchObject({ status: 201, body: { lockPath: 'jito-bundle', feeShareLocked: true, feesLockedAtLaunch: false } })
    expect(launched.body.lockSlot).toBeGreaterThan(launched.body.createSlot)
    expect(creates()).toHaveLength(1)
  })

  test('rules 10.15: a block engine that never lands the bundle: expired by proof, and nothing went another way', async () => {
    await restart({ v1Active: false, withJito: true, allowedPaths: ['jito-bundle', 'sequential'], slotsPerPoll: 12 })
    scene.server.chain.dropNext(1_000_000)
    expect(await launch()).toMatchObject({ status: 400, body: { code: 'launch_expired' } })
    expect(scene.server.requests.some(({ method }) => method === 'sendTransaction')).toBe(false)
    expect(await rows()).toMatchObject([{ state: 'failed' }])
  })

  test('rules 10.15: atomicRequired with nothing atomic is 400 before anything is sent', async () => {
    await restart({ v1Active: false, allowedPaths: ['sequential'] })
    body = { ...body, atomicRequired: true }
    expect(await launch()).toMatchObject({ status: 400, body: { code: 'atomic_not_possible' } })
    expect(sendsTo(scene)).toBe(0)
  })

  test('rules 10.15: the sequential path, where it is all there is: 201 with what the creator got before the lock', async () => {
    await restart({ v1Active: false, allowedPaths: ['sequential'] })
    expect(await launch()).toMatchObject({
      status: 201,
      body: { lockPath: 'sequential', feeShareLocked: true, feesLockedAtLaunch: false, preLockCreatorFeesLamports: '0' },
    })
  })

  test('rules 10.17: 50 requests with one idempotency key are one coin on the real programs too', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, launch))
    const good = answers.filter(({ status }) => status === 201)
    expect(good.length + answers.filter(({ body: { code } }) => code === 'idempotency_in_progress').length).toBe(50)
    expect(new Set(good.map(({ body: { mint } }) => mint)).size).toBe(1)
    expect(creates()).toHaveLength(1)
  })
})
