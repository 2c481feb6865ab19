import { afterEach, beforeEach, expect, test } from 'bun:test'
import { unixMs } from '../../src/domain/brands.ts'
import { LIMITS } from '../../src/domain/limits.ts'
import { eventually } from '../support/eventually.ts'
import { createManualClock, type ManualClock } from '../support/manual-clock.ts'
import type { Person } from '../support/test-app.ts'
import { describeChain } from './support/describe-chain.ts'
import { createServiceScene, type HttpAnswer, landedBy, type ServiceScene, type ServiceSceneOptions } from './support/service-scene.ts'
import type { SocketManner } from './support/signature-sockets.ts'

/** As src/features/operations/await-operation.ts has it. */
const POLL_MS = 400

describeChain('a launch that a node’s websocket says is confirmed', () => {
  let scene: ServiceScene
  let clock: ManualClock
  let launcher: Person

  // The clock stands still: what ends while nobody moves it waited for no poll.
  async function start(options: ServiceSceneOptions = {}): Promise<void> {
    clock = createManualClock(unixMs(Date.now()))
    scene = await createServiceScene({ ...options, clock })
    launcher = scene.fundedPerson()
  }
  beforeEach(() => start())
  afterEach(() => scene.close())

  const restart = async (options: ServiceSceneOptions) => (await scene.close(), start(options))
  const launch = (): Promise<HttpAnswer> => scene.post('/api/agent/launch', scene.launchBody(3, launcher), { launcher })
  const calls = (wanted: string) => scene.server.requests.filter(({ method }) => method === wanted)
  const polls = () => calls('getSignatureStatuses').length
  const sockets = () => scene.server.sockets
  const creates = () => landedBy(scene, launcher).filter(({ wire }) => wire.message.header.numRequiredSignatures === 2)

  /** Begins a launch whose transaction does not land yet, and waits until it was sent and the node was asked for a websocket. */
  async function launchUnlanded(): Promise<{ readonly answer: Promise<HttpAnswer> }> {
    scene.server.chain.hold()
    const answer = launch()
    await eventually(() => calls('sendTransaction').length > 0 && sockets().asked > 0)
    return { answer }
  }

  async function expectOneCoin(answer: HttpAnswer): Promise<void> {
    expect(answer).toMatchObject({ status: 201, body: { feeShareLocked: true } })
    expect(creates()).toHaveLength(1)
    expect(new Set(calls('sendTransaction').map(({ params }) => params[0])).size).toBe(1)
    await eventually(() => sockets().open === 0)
    const { host } = new URL(scene.proxy.url)
    expect(scene.logLines.length).toBeGreaterThan(0)
    expect(scene.logLines.filter((line) => line.includes(host))).toEqual([])
  }

  test('rules 10.13: is answered before the next poll would have come, with one look at the chain after it', async () => {
    const { answer } = await launchUnlanded()
    await eventually(() => sockets().subscribed.length === 1)
    expect([polls(), sockets().open]).toEqual([1, 1])
    scene.server.chain.release()
    await expectOneCoin(await answer)
    expect([polls(), sockets().asked]).toEqual([2, 1])
  })

  test('rules 10.15: in two transactions, each is followed by its own, over one socket', async () => {
    await restart({ v1Active: false, allowedPaths: ['sequential'] })
    const { answer } = await launchUnlanded()
    await eventually(() => sockets().subscribed.length === 2)
    scene.server.chain.release()
    expect(await answer).toMatchObject({ status: 201, body: { lockPath: 'sequential', feeShareLocked: true } })
    expect([polls(), sockets().asked]).toEqual([3, 1])
    await eventually(() => sockets().open === 0)
  })

  test.each<SocketManner>(['absent', 'refusing', 'rubbish', 'closing'])(
    'rules 10.13: a websocket that is %s changes nothing: the next poll finds it landed, one coin, no URL in the log',
    async (manner) => {
      scene.server.sockets.manner = manner
      const { answer } = await launchUnlanded()
      await eventually(() => manner === 'absent' || sockets().subscribed.length === 1)
      await eventually(() => sockets().open === 0)
      expect(polls()).toBe(1)
      scene.server.chain.release()
      await clock.advance(POLL_MS)
      await expectOneCoin(await answer)
      // It is not asked again.
      expect([polls(), sockets().asked]).toEqual([2, 1])
    },
  )

  test('rules 10.16: a node that notifies of what has not landed is asked once more, and the launch ends when it has', async () => {
    scene.server.sockets.manner = 'lying'
    const { answer } = await launchUnlanded()
    await eventually(() => polls() === 2 && calls('sendTransaction').length === 2 && sockets().open === 0)
    await clock.advance(POLL_MS - 1)
    // Time for many another poll, as long as each takes.
    const pad = await scene.deps.launchpads.get('pump')
    for (let round = 0; round < 20; round += 1) await pad.ping()
    expect([polls(), creates().length]).toEqual([2, 0])
    scene.server.chain.release()
    await clock.advance(1)
    await expectOneCoin(await answer)
    expect([polls(), sockets().asked]).toEqual([3, 1])
  })

  test('rules 10.14: a request that has waited as long as it may is answered, and its socket is closed', async () => {
    const { answer } = await launchUnlanded()
    await eventually(() => sockets().subscribed.length === 1)
    await clock.advance(LIMITS.launchWaitMs)
    expect(await answer).toMatchObject({ status: 503, body: { code: 'launch_unresolved' } })
    await eventually(() => sockets().open === 0)
  })
})
