import { afterEach, expect, test } from 'bun:test'
import { createPumpContext, createPumpLaunchpad } from '../../src/adapters/launchpads/pump/launchpad.ts'
import { DEVNET_GENESIS_HASH } from '../../src/adapters/chains/genesis-hashes.ts'
import { createNodeWatch } from '../../src/adapters/node-watch.ts'
import { createPrometheus } from '../../src/adapters/prometheus.ts'
import { createLogger } from '../../src/lib/logger.ts'
import { Secret } from '../../src/lib/secret.ts'
import type { Launchpad } from '../../src/ports/launchpad/launchpad.ts'
import { type ChainServer, startChainServer } from './support/chain-server.ts'
import { describeChain } from './support/describe-chain.ts'
import { type FaultProxy, startFaultProxy } from './support/fault-proxy.ts'
import { codeOf, createPumpScene, planFor, type PumpScene, sendsOf } from './support/pump-scene.ts'

/** Past the life of a blockhash, and final. */
const SLOTS_TO_EXPIRY = 150 + 32 + 1

describeChain('a node proves its cluster before it is heard', () => {
  let scene: PumpScene
  let right: FaultProxy
  let devnet: ChainServer
  let other: FaultProxy
  let launchpad: Launchpad
  let lines: string[]
  const metrics = createPrometheus()

  /** The right node first, and one of another cluster, whose heights are its own. */
  async function start(order: 'right first' | 'other first' = 'right first') {
    scene = await createPumpScene()
    devnet = startChainServer({ genesisHash: DEVNET_GENESIS_HASH })
    right = await startFaultProxy(scene.server.url)
    other = await startFaultProxy(devnet.url)
    lines = []
    const log = createLogger({ level: 'debug', nowMs: () => 0, write: (line) => lines.push(line) })
    const watch = createNodeWatch({ log: () => log, metrics })
    const urls = [right.url, `${other.url}/?api-key=hunter2`]
    launchpad = createPumpLaunchpad({
      ...scene.options,
      rpcUrls: (order === 'right first' ? urls : urls.toReversed()).map((url) => new Secret(url)),
      rpcTimeoutMs: 30_000,
      recordNode: watch.record,
    })
    return watch
  }
  afterEach(async () => {
    await Promise.all([right.stop(), other.stop(), scene.server.stop(), devnet.stop()])
  })
  const downRight = () => right.fail('*', { kind: 'status', status: 503 })
  const askedOf = (proxy: FaultProxy) => [...new Set(proxy.calls.map(({ method }) => method))]

  test('rules 10.31: while the right one is gone the other proves nothing dead, and is sent nothing', async () => {
    await start()
    const { transactions } = await launchpad.prepareLaunch(planFor(scene.launcher.wallet), scene.launcher)
    scene.server.chain.hold()
    await launchpad.advance(transactions)
    downRight()
    devnet.chain.advanceSlots(100 * SLOTS_TO_EXPIRY)
    for (let round = 0; round < 3; round += 1) expect(await codeOf(launchpad.advance(transactions))).toBe('upstream_unavailable')
    expect(sendsOf(devnet)).toBe(0)
    right.heal()
    scene.server.chain.release()
    expect((await launchpad.advance(transactions)).map(({ status }) => status)).toEqual(transactions.map(() => 'landed'))
  })

  test('rules 10.31: its heights make the right one neither late nor old, whichever stands first', async () => {
    const watch = await start('other first')
    devnet.chain.advanceSlots(1_000_000)
    const { mint, transactions } = await launchpad.prepareLaunch(planFor(scene.launcher.wallet), scene.launcher)
    await launchpad.advance(transactions)
    expect((await launchpad.readCoin(mint))?.feeShare?.locked).toBe(true)
    expect(sendsOf(devnet)).toBe(0)
    expect(watch.list()).toMatchObject([
      { node: 1, status: 'wrong', chain: DEVNET_GENESIS_HASH },
      { node: 2, status: 'proved' },
    ])
  })

  test('rules 10.31: it is named in log and metrics, by its host and nothing else of its address', async () => {
    await start('other first')
    await launchpad.ping()
    const wrong = lines.filter((line) => line.includes('of another chain and is left out'))
    expect(wrong).toHaveLength(1)
    expect(JSON.parse(wrong[0]!)).toMatchObject({ level: 'error', upstream: 'solana', node: '1', host: new URL(other.url).host })
    expect(lines.join('')).not.toContain('hunter2')
    expect(metrics.text()).toMatch(/svc_rpc_node_proved\{upstream="solana",node="1"\} 0/)
    expect(metrics.text()).toMatch(/svc_rpc_node_proved\{upstream="solana",node="2"\} 1/)
  })

  test('rules 10.31: a pool with no node of the cluster is unavailable, and nothing is built from what it says', async () => {
    await start()
    downRight()
    expect(await codeOf(launchpad.prepareLaunch(planFor(scene.launcher.wallet), scene.launcher))).toBe('upstream_unavailable')
    expect(await codeOf(launchpad.inspectRecipients([scene.launcher.wallet]))).toBe('upstream_unavailable')
    expect(await codeOf(launchpad.ping())).toBe('upstream_unavailable')
  })

  test('rules 10.31: an address that comes back as another cluster after a fault has to prove itself again', async () => {
    const watch = await start()
    await launchpad.ping()
    expect(watch.list()[0]).toMatchObject({ node: 1, status: 'proved' })
    // The node falters once; what answers afterwards is another.
    right.script('*', [
      { kind: 'status', status: 503 },
      { kind: 'status', status: 503 },
    ])
    expect(await codeOf(launchpad.ping())).toBe('upstream_unavailable')
    right.heal()
    right.fail('getGenesisHash', { kind: 'wrong-json', result: DEVNET_GENESIS_HASH })
    expect(await codeOf(launchpad.ping())).toBe('upstream_unavailable')
    expect(watch.list()[0]).toMatchObject({ node: 1, status: 'wrong' })
  })

  test('rules 10.31: a verdict wants the proof of that moment, before and after: a node that changed in silence kills nothing', async () => {
    await start()
    const { transactions } = await launchpad.prepareLaunch(planFor(scene.launcher.wallet), scene.launcher)
    scene.server.chain.dropNext(100)
    await launchpad.advance(transactions)
    scene.server.chain.advanceSlots(SLOTS_TO_EXPIRY)
    right.script('getGenesisHash', [null, { kind: 'wrong-json', result: DEVNET_GENESIS_HASH }])
    expect((await launchpad.advance(transactions)).map(({ status }) => status)).toEqual(transactions.map(() => 'pending'))
    right.heal()
  })

  test('rules 10.31: a wrong node is asked for nothing but its cluster', async () => {
    await start('other first')
    await launchpad.ping()
    other.calls.length = 0
    for (let round = 0; round < 5; round += 1) await launchpad.ping()
    expect(askedOf(other)).toEqual([])
    const { rpc } = createPumpContext({ ...scene.options, rpcUrls: [new Secret(other.url)] })
    expect((await rpc.pool.prove())[0]).toMatchObject({ status: 'wrong' })
    expect(askedOf(other)).toEqual(['getGenesisHash'])
  })

  test('rules 10.31: a node without history proves nothing of what landed long ago, and one that has it tells', async () => {
    await start()
    const forgetful = startChainServer({ keepsHistory: false })
    // The same chain, as a node of the default configuration shows it.
    Object.assign(forgetful.chain, scene.server.chain)
    const alone = createPumpLaunchpad({ ...scene.options, rpcUrls: [new Secret(forgetful.url)] })
    const { transactions } = await launchpad.prepareLaunch(planFor(scene.launcher.wallet), scene.launcher)
    await launchpad.advance(transactions)
    scene.server.chain.advanceSlots(1_000)
    expect((await alone.advance(transactions)).map(({ status }) => status)).toEqual(transactions.map(() => 'pending'))
    const both = createPumpLaunchpad({ ...scene.options, rpcUrls: [new Secret(forgetful.url), new Secret(scene.server.url)] })
    expect((await both.advance(transactions)).map(({ status }) => status)).toEqual(transactions.map(() => 'landed'))
    await forgetful.stop()
  })

  test('rules 10.31: a node that lags behind the others keeps what it has not seen the end of alive', async () => {
    await start()
    const lagging = await startFaultProxy(scene.server.url)
    const pad = createPumpLaunchpad({ ...scene.options, rpcUrls: [new Secret(scene.server.url), new Secret(lagging.url)] })
    const { transactions } = await pad.prepareLaunch(planFor(scene.launcher.wallet), scene.launcher)
    scene.server.chain.dropNext(100)
    scene.server.chain.advanceSlots(80)
    // From here on it tells the height of this moment: late, and not so late that it is not heard.
    lagging.fail('getEpochInfo', { kind: 'stale' })
    await pad.advance(transactions)
    await createPumpLaunchpad({ ...scene.options, rpcUrls: [new Secret(lagging.url)] }).advance(transactions)
    scene.server.chain.advanceSlots(105)
    expect((await pad.advance(transactions)).map(({ status }) => status)).toEqual(transactions.map(() => 'pending'))
    lagging.heal()
    expect((await pad.advance(transactions)).map(({ status }) => status)).toEqual(transactions.map(() => 'expired'))
    await lagging.stop()
  })
})
