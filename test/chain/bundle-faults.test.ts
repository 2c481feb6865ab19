import { afterEach, expect, test } from 'bun:test'
import { createPumpLaunchpad } from '../../src/adapters/launchpads/pump/launchpad.ts'
import type { SignedTransaction } from '../../src/domain/operation.ts'
import type { LockPath } from '../../src/domain/lock-path.ts'
import { Secret } from '../../src/lib/secret.ts'
import type { Launchpad } from '../../src/ports/launchpad/launchpad.ts'
import { exactLaunchpad } from '../support/exact-refusals.ts'
import { describeChain } from './support/describe-chain.ts'
import { createPumpScene, planFor, settle } from './support/pump-scene.ts'

const DEAD_URL = 'http://127.0.0.1:9'

/** A blockhash lives 150 blocks, and a block is final after 32 more. */
const SLOTS_TO_EXPIRY = 150 + 32

describeChain('rules 10.15: pump bundles under faults', () => {
  const open: { stop(): Promise<void> }[] = []
  afterEach(async () => {
    await Promise.all(open.splice(0).map((server) => server.stop()))
  })

  async function bundleScene(jitoUrls?: readonly Secret<string>[]) {
    const scene = await createPumpScene({ v1Active: false })
    open.push(scene.server)
    const allowedPaths: LockPath[] = ['jito-bundle']
    const launchpad: Launchpad = exactLaunchpad(
      createPumpLaunchpad({ ...scene.options, allowedPaths, jitoUrls: jitoUrls ?? [new Secret(scene.server.jitoUrl)] }),
    )
    return { ...scene, launchpad }
  }
  const statusesOf = async (launchpad: Launchpad, transactions: readonly SignedTransaction[]) =>
    (await launchpad.advance(transactions)).map(({ status }) => status)

  test('a bundle that lands late is waited for, and lands once', async () => {
    const { server, launchpad, launcher } = await bundleScene()
    const { mint, transactions } = await launchpad.prepareLaunch(planFor(launcher.wallet), launcher)
    server.chain.hold()
    expect(await statusesOf(launchpad, transactions)).toEqual(transactions.map(() => 'pending'))
    server.chain.advanceSlots(100)
    expect(await statusesOf(launchpad, transactions)).toEqual(transactions.map(() => 'pending'))
    server.chain.release()
    expect(await statusesOf(launchpad, transactions)).toEqual(transactions.map(() => 'landed'))
    expect(server.chain.ledger.size).toBe(transactions.length)
    expect(await launchpad.readCoin(mint)).toMatchObject({ feeShare: { locked: true } })
  })

  test('half of a bundle lands: the rest follows by itself', async () => {
    const { server, launchpad, launcher } = await bundleScene()
    const { mint, transactions } = await launchpad.prepareLaunch(planFor(launcher.wallet), launcher)
    server.chain.leakNextBundle(1)
    const states = await settle(launchpad, transactions)
    expect(states.every(({ status }) => status === 'landed')).toBe(true)
    expect(states[1]!.height!).toBeGreaterThan(states[0]!.height!)
    expect(await launchpad.readCoin(mint)).toMatchObject({ feeShare: { locked: true } })
  })

  test('the block engine is down: nothing goes another way, and the launch expires', async () => {
    const { server, launchpad, launcher } = await bundleScene([new Secret(DEAD_URL)])
    const { mint, transactions } = await launchpad.prepareLaunch(planFor(launcher.wallet), launcher)
    expect(await statusesOf(launchpad, transactions)).toEqual(transactions.map(() => 'pending'))
    server.chain.advanceSlots(SLOTS_TO_EXPIRY + 1)
    expect(await statusesOf(launchpad, transactions)).toEqual(transactions.map(() => 'expired'))
    expect(server.requests.some(({ method }) => method === 'sendTransaction')).toBe(false)
    expect(await launchpad.readCoin(mint)).toBeNull()
  })
})
