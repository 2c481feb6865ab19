import { afterEach, expect, test } from 'bun:test'
import { createPumpLaunchpad } from '../../src/adapters/launchpads/pump/launchpad.ts'
import { Secret } from '../../src/lib/secret.ts'
import { exactLaunchpad } from '../support/exact-refusals.ts'
import { describeChain } from './support/describe-chain.ts'
import { type Fault, startFaultProxy } from './support/fault-proxy.ts'
import {
  codeOf,
  createPumpScene,
  fundedLauncher,
  launch,
  planFor,
  type PumpScene,
  type PumpSceneOptions,
  sendsOf,
  settle,
  SOL,
} from './support/pump-scene.ts'

/** The chain runs in this process, and a launch keeps it busy: what answers gets all the time it wants, what hangs a second. */
const TIMEOUT_MS = 30_000
const HANG_TIMEOUT_MS = 1_000
const DEAD_URL = 'http://127.0.0.1:9'

/** A blockhash lives 150 blocks, and a block is final after 32 more. */
const SLOTS_TO_EXPIRY = 150 + 32

const FAULTS: [string, Fault][] = [
  ['rate-limits', { kind: 'status', status: 429, retryAfterSec: 0 }],
  ['fails', { kind: 'status', status: 503 }],
  ['hangs', { kind: 'hang' }],
  ['answers garbage', { kind: 'garbage' }],
  ['answers another shape', { kind: 'wrong-json' }],
  ['says it is behind', { kind: 'rpc-error', code: -32005, message: 'Node is behind by 200 slots' }],
]

describeChain('rules 10.13: pump under node faults', () => {
  const open: { stop(): Promise<void> }[] = []
  afterEach(async () => {
    await Promise.all(open.splice(0).map((server) => server.stop()))
  })

  async function sceneOf(options: PumpSceneOptions = {}): Promise<PumpScene> {
    const scene = await createPumpScene(options)
    open.push(scene.server)
    return scene
  }

  /** The scene seen through a proxy that fails as it is told, alone or before a healthy node. */
  async function faultyChain(options: { healthy?: boolean; scene?: PumpSceneOptions; fault?: Fault } = {}) {
    const rpcTimeoutMs = options.fault?.kind === 'hang' ? HANG_TIMEOUT_MS : TIMEOUT_MS
    const scene = await sceneOf(options.scene)
    const proxy = await startFaultProxy(scene.server.url)
    open.push(proxy)
    const rpcUrls = [proxy.url, ...(options.healthy ? [scene.server.url] : [])].map((url) => new Secret(url))
    return { ...scene, proxy, launchpad: exactLaunchpad(createPumpLaunchpad({ ...scene.options, rpcUrls, rpcTimeoutMs })) }
  }

  test.each(FAULTS)('the only node %s: upstream_unavailable, and nothing is sent', async (_what, fault) => {
    const { server, proxy, launchpad, launcher } = await faultyChain({ fault })
    const plan = planFor(launcher.wallet)
    const prepared = await launchpad.prepareLaunch(plan, launcher)
    proxy.fail('*', fault)
    expect(await codeOf(launchpad.estimateLaunch(plan, launcher.wallet))).toBe('upstream_unavailable')
    expect(await codeOf(launchpad.prepareLaunch(plan, launcher))).toBe('upstream_unavailable')
    expect(await codeOf(launchpad.readCoin(prepared.mint))).toBe('upstream_unavailable')
    expect(await codeOf(launchpad.advance(prepared.transactions))).toBe('upstream_unavailable')
    expect(sendsOf(server)).toBe(0)
    proxy.heal()
    expect((await settle(launchpad, prepared.transactions)).map(({ status }) => status)).toEqual(['landed'])
  })

  test.each(FAULTS)('the first of two nodes %s: the launch goes on with the second', async (_what, fault) => {
    const faulty = await faultyChain({ healthy: true, fault })
    faulty.proxy.fail('*', fault)
    expect(await launch(faulty, planFor(faulty.launcher.wallet))).toMatchObject({ progress: { stage: 'created' } })
  })

  test('a node that cannot be reached at all is the same', async () => {
    const { options, launcher } = await sceneOf()
    const launchpad = exactLaunchpad(createPumpLaunchpad({ ...options, rpcUrls: [new Secret(DEAD_URL)] }))
    expect(await codeOf(launchpad.balanceOf(launcher.wallet))).toBe('upstream_unavailable')
  })

  test('one 429 does not fail a launch', async () => {
    const faulty = await faultyChain()
    faulty.proxy.fail('simulateTransaction', { kind: 'status', status: 429, retryAfterSec: 0 }, 1)
    expect((await launch(faulty, planFor(faulty.launcher.wallet))).progress.stage).toBe('created')
  })

  test('a node that stopped following gives a dead blockhash: refused before anything is sent', async () => {
    const { server, proxy, launchpad, launcher } = await faultyChain()
    proxy.fail('getLatestBlockhash', { kind: 'stale' })
    await launchpad.prepareLaunch(planFor(launcher.wallet), launcher)
    server.chain.advanceSlots(151)
    expect(await codeOf(launchpad.prepareLaunch(planFor(launcher.wallet), launcher))).toBe('upstream_unavailable')
    expect(sendsOf(server)).toBe(0)
  })

  test('a node that does not read version 1 yet: the launch takes the next rung', async () => {
    const faulty = await faultyChain()
    faulty.proxy.fail('simulateTransaction', { kind: 'rpc-error', code: -32602, message: 'invalid transaction version' }, 1)
    expect(await launch(faulty, planFor(faulty.launcher.wallet))).toMatchObject({ lockPath: 'atomic-v0', progress: { stage: 'created' } })
  })

  test('the answer to a send is lost: the launch has landed once', async () => {
    const faulty = await faultyChain()
    faulty.proxy.fail('sendTransaction', { kind: 'drop-after-forward' }, 1)
    expect((await launch(faulty, planFor(faulty.launcher.wallet))).progress.stage).toBe('created')
    expect(faulty.server.chain.ledger.size).toBe(1)
  })

  test('sends that the network loses are repeated, the same bytes every time', async () => {
    const { server, launchpad, launcher } = await sceneOf()
    server.chain.dropNext(3)
    const { transactions } = await launchpad.prepareLaunch(planFor(launcher.wallet), launcher)
    expect((await settle(launchpad, transactions)).map(({ status }) => status)).toEqual(['landed'])
    const sent = server.requests.filter(({ method }) => method === 'sendTransaction').map(({ params }) => params[0])
    expect(sent.length).toBeGreaterThan(3)
    expect(new Set(sent)).toEqual(new Set([transactions[0]!.bytesBase64]))
  })

  test('expired only when the last block it fits in is final, and never sent again', async () => {
    const { server, launchpad, launcher } = await sceneOf()
    server.chain.hold()
    const { mint, transactions } = await launchpad.prepareLaunch(planFor(launcher.wallet), launcher)
    server.chain.advanceSlots(SLOTS_TO_EXPIRY)
    expect((await launchpad.advance(transactions))[0]!.status).toBe('pending')
    server.chain.advanceSlots(1)
    expect((await launchpad.advance(transactions))[0]!.status).toBe('expired')
    const sends = sendsOf(server)
    server.chain.release()
    expect((await launchpad.advance(transactions))[0]!.status).toBe('expired')
    expect(sendsOf(server)).toBe(sends)
    expect(await launchpad.readCoin(mint)).toBeNull()
  })

  test.each([
    ['that keeps up', 0],
    ['that is far behind', -1_000],
  ])('a node %s and never saw the transaction cannot call it expired while another one has it', async (_what, lag) => {
    const { server, proxy, launchpad, launcher } = await faultyChain({ healthy: true })
    const seesNothing = () => {
      proxy.heal()
      const slot = Number(server.chain.slot()) + lag
      proxy.fail('getSignatureStatuses', { kind: 'wrong-json', result: { context: { slot }, value: [null] } })
    }
    const { transactions } = await launchpad.prepareLaunch(planFor(launcher.wallet), launcher)
    seesNothing()
    await launchpad.advance(transactions)
    server.chain.advanceSlots(SLOTS_TO_EXPIRY + 1)
    seesNothing()
    expect((await launchpad.advance(transactions))[0]).toMatchObject({ status: 'landed' })
  })

  test('transactions that wait for a dead one are dead with it, and were never sent', async () => {
    const { server, launchpad, launcher } = await sceneOf({ v1Active: false })
    const { transactions } = await launchpad.prepareLaunch(planFor(launcher.wallet, { crew: 8 }), launcher)
    expect(transactions.length).toBeGreaterThan(1)
    server.chain.hold()
    await launchpad.advance(transactions)
    server.chain.advanceSlots(SLOTS_TO_EXPIRY + 1)
    expect((await launchpad.advance(transactions)).every(({ status }) => status === 'expired')).toBe(true)
    const sent = server.requests.filter(({ method }) => method === 'sendTransaction').map(({ params }) => params[0])
    expect(sent).not.toContain(transactions.at(-1)!.bytesBase64)
  })

  test('what the simulation refuses is named, and nothing is sent', async () => {
    const { server, launchpad, launcher } = await sceneOf()
    const plan = { ...planFor(launcher.wallet), name: 'N'.repeat(33) }
    const refusal = launchpad.prepareLaunch(plan, launcher)
    await expect(refusal).rejects.toMatchObject({ code: 'launch_refused', context: { reason: 'NameTooLong' } })
    const dust = planFor(launcher.wallet, { buyLamports: 1n })
    expect(await codeOf(launchpad.prepareLaunch(dust, launcher))).toBe('launch_refused')
    expect(sendsOf(server)).toBe(0)
  })

  test('a launcher without enough money is told both figures, and just enough is enough', async () => {
    const { server, launchpad } = await sceneOf()
    const poor = fundedLauncher(server, launchpad, 0n)
    const plan = planFor(poor.wallet, { buyLamports: SOL })
    const { totalAtomic: total } = await launchpad.estimateLaunch(plan, poor.wallet)
    server.chain.airdrop(poor.wallet, total)
    await expect(launchpad.prepareLaunch(plan, poor)).rejects.toMatchObject({ code: 'balance_too_low', context: { wallet: poor.wallet } })
    expect(sendsOf(server)).toBe(0)
    const rent = 650_240n
    server.chain.airdrop(poor.wallet, rent)
    expect((await launch({ launchpad, launcher: poor }, plan)).progress.stage).toBe('created')
    expect(await launchpad.balanceOf(poor.wallet)).toBe(rent as never)
  })

  test('a transaction that fails on chain is final and carries the program’s own name for it', async () => {
    const scene = await sceneOf()
    const { launchpad, launcher } = scene
    const { mint } = await launch(scene, planFor(launcher.wallet, { crew: 0 }))
    const { shareholders } = planFor(launcher.wallet)
    const first = await launchpad.feeShare!.prepareLock(mint, shareholders, launcher)
    const second = await launchpad.feeShare!.prepareLock(mint, planFor(launcher.wallet).shareholders, launcher)
    expect((await settle(launchpad, first.transactions))[0]!.status).toBe('landed')
    const [state] = await settle(launchpad, second.transactions)
    expect(state).toMatchObject({ status: 'failed' })
    expect(state!.error).toMatch(/^[A-Z][A-Za-z]+$/)
    expect((await launchpad.readCoin(mint))!.feeShare!.shareholders).toEqual([...shareholders])
  })
})
