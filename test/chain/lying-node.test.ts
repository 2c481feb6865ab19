import { afterEach, expect, test } from 'bun:test'
import { createPumpLaunchpad } from '../../src/adapters/launchpads/pump/launchpad.ts'
import type { SignedTransaction } from '../../src/domain/operation.ts'
import { Secret } from '../../src/lib/secret.ts'
import type { Launchpad } from '../../src/ports/launchpad/launchpad.ts'
import { describeChain } from './support/describe-chain.ts'
import { type FaultProxy, startFaultProxy } from './support/fault-proxy.ts'
import { codeOf, createPumpScene, planFor, type PumpScene, sendsOf, settle } from './support/pump-scene.ts'

// A second send is allowed once the first is provably dead. So what a node says wrongly must never look like that proof.

describeChain('a node that says what is not so', () => {
  let scene: PumpScene
  let proxy: FaultProxy
  let launchpad: Launchpad

  async function start() {
    scene = await createPumpScene()
    proxy = await startFaultProxy(scene.server.url)
    launchpad = createPumpLaunchpad({ ...scene.options, rpcUrls: [new Secret(proxy.url)] })
  }
  afterEach(async () => {
    await proxy.stop()
    await scene.server.stop()
  })

  const slot = () => Number(scene.server.chain.slot())
  const says = (method: string, result: unknown, times?: number) => proxy.fail(method, { kind: 'wrong-json', result }, times)
  const statuses = (value: unknown, asOf = slot()) => says('getSignatureStatuses', { context: { slot: asOf }, value: [value] })
  const prepare = async (): Promise<readonly SignedTransaction[]> =>
    (await launchpad.prepareLaunch(planFor(scene.launcher.wallet), scene.launcher)).transactions
  const look = async (transactions: readonly SignedTransaction[]) => (await launchpad.advance(transactions))[0]!.status

  test('rules 10.31: a last block height that is told too low does not make a living transaction dead', async () => {
    await start()
    const { blockhash, lastValidBlockHeight } = scene.server.chain.latestBlockhash()
    const height = Number(lastValidBlockHeight) - 150
    says('getLatestBlockhash', { context: { slot: slot() }, value: { blockhash, lastValidBlockHeight: height + 1 } })
    const transactions = await prepare()
    expect(transactions[0]!.lastValidBlockHeight).toBeGreaterThanOrEqual(height + 150)
    scene.server.chain.hold()
    await launchpad.advance(transactions)
    scene.server.chain.advanceSlots(100)
    expect(await look(transactions)).toBe('pending')
    scene.server.chain.release()
    expect(await look(transactions)).toBe('landed')
  })

  test.each([
    ['dead already', -1],
    ['good for hours', 10_000],
  ])('decision "pump: expired": a blockhash that is %s is not used: nothing is signed or sent', async (_what, offset) => {
    await start()
    const { blockhash, lastValidBlockHeight } = scene.server.chain.latestBlockhash()
    const claimedHeight = Number(lastValidBlockHeight) - 150 + offset
    says('getLatestBlockhash', { context: { slot: slot() }, value: { blockhash, lastValidBlockHeight: claimedHeight } })
    expect(await codeOf(prepare())).toBe('upstream_unavailable')
    expect(sendsOf(scene.server)).toBe(0)
  })

  test('decision "pump: expired": a status that is processed only is neither landed nor failed: a fork may still undo it', async () => {
    await start()
    const transactions = await prepare()
    for (const err of [null, { InstructionError: [0, 'Custom'] }]) {
      proxy.heal()
      statuses({ slot: slot(), confirmations: 0, err, confirmationStatus: 'processed' })
      expect(await look(transactions)).toBe('pending')
    }
    proxy.heal()
    expect(await look(transactions)).toBe('landed')
  })

  test('decision "pump: expired": a failure that the transaction itself does not show is not believed before it is final', async () => {
    await start()
    const transactions = await prepare()
    const failed = { slot: slot(), confirmations: 1, err: { InstructionError: [0, { Custom: 1 }] } }
    statuses({ ...failed, confirmationStatus: 'confirmed' })
    expect(await look(transactions)).toBe('pending')
    // Now it has landed, and the node still says that it failed.
    expect(await look(transactions)).toBe('pending')
    proxy.heal()
    expect(await look(transactions)).toBe('landed')
  })

  test('rules 10.31: statuses from before the height prove no death, also from one address with many nodes behind', async () => {
    await start()
    const transactions = await prepare()
    await launchpad.advance(transactions)
    const landedAt = slot()
    scene.server.chain.advanceSlots(150 + 32 + 1)
    // A node 100 slots back, which is near enough to be asked, and has not seen the block.
    statuses(null, landedAt + 100)
    expect(await look(transactions)).toBe('pending')
    proxy.heal()
    expect(await look(transactions)).toBe('landed')
  })

  test('rules 10.16: says landed, and the chain has no coin: the launch is not finished on its word', async () => {
    await start()
    scene.server.chain.hold()
    const { mint, transactions } = await launchpad.prepareLaunch(planFor(scene.launcher.wallet), scene.launcher)
    statuses({ slot: slot(), confirmations: 1, err: null, confirmationStatus: 'confirmed' })
    expect(await look(transactions)).toBe('landed')
    expect(await launchpad.readCoin(mint)).toBeNull()
  })

  test('rules 10.7: the order of the shareholders is the plan’s, and each has just its share', async () => {
    await start()
    const plan = planFor(scene.launcher.wallet, { crew: 8 })
    const { mint, transactions } = await launchpad.prepareLaunch(plan, scene.launcher)
    await settle(launchpad, transactions)
    expect((await launchpad.readCoin(mint))!.feeShare!.shareholders).toEqual([...plan.shareholders])
  })
})
