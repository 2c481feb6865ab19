import { expect, setDefaultTimeout, test } from 'bun:test'
import {
  type Address,
  bytesToHex,
  concat,
  decodeFunctionData,
  encodeFunctionData,
  type Hex,
  parseAbi,
  parseTransaction,
  slice,
  toFunctionSelector,
} from 'viem'
import { allOrNone } from '../../src/adapters/chains/evm/programs/all-or-none.ts'
import { MULTICALL } from '../../src/adapters/chains/evm/evm-rpc.ts'
import { multicallAbi } from '../../src/adapters/chains/evm/evm-shape.ts'
import { CREATE2_DEPLOYER } from '../../src/adapters/chains/evm/run-once.ts'
import { factoryAbi, ZORA_FACTORY } from '../../src/adapters/launchpads/zora/contracts.ts'
import type { ZoraOptions } from '../../src/adapters/launchpads/zora/launchpad.ts'
import { bps, lamports } from '../../src/domain/brands.ts'
import { launchProgress, type SignedTransaction } from '../../src/domain/operation.ts'
import { fromBase64 } from '../../src/lib/bytes.ts'
import type { CoinPlan } from '../../src/ports/launchpad/coin.ts'
import { sharesOf } from '../contract/launchpad-harness.ts'
import { refusalOf } from '../support/app-error.ts'
import { type Anvil, describeAnvil, stickSplits, upgradeFactory } from './support/anvil.ts'
import { createEvmScene, type EvmScene, newEvmWallet, onMovingChain } from './support/evm-scene.ts'
import { createEvmService } from './support/evm-service.ts'
import { olderLaunch } from './support/older-launch.ts'

setDefaultTimeout(180_000)

const REFERRED = 3
const coinAbi = parseAbi(['function balanceOf(address) view returns (uint256)', 'function owners() view returns (address[])'])

const planFor = (wallets: number): CoinPlan => ({
  name: 'Whole Coin',
  ticker: 'WHOLE',
  metadataUri: 'https://coins.example/m/Whole1',
  initialBuyAtomic: lamports(0),
  shareholders: wallets === 1 ? [{ wallet: newEvmWallet(), bps: bps(10_000) }] : sharesOf(Array.from({ length: wallets }, newEvmWallet)),
  atomicRequired: true,
})

/** The one call of a launch, which runs a program of its own. */
function callOf([transaction]: readonly SignedTransaction[]) {
  const { to, data } = parseTransaction(bytesToHex(fromBase64(transaction!.bytesBase64)!))
  expect(to?.toLowerCase()).toBe(CREATE2_DEPLOYER.toLowerCase())
  return { to: to!, data: data! }
}

/** The arguments of `deploy` in it, as a stranger reads them. */
function deployIn(data: Hex) {
  const selector = toFunctionSelector(factoryAbi.find(({ name }) => name === 'deploy')!).slice(2)
  return decodeFunctionData({ abi: factoryAbi, data: `0x${data.slice(data.indexOf(selector))}` }).args as readonly unknown[]
}

async function strangerOn(anvil: Anvil): Promise<Address> {
  const stranger = newEvmWallet()
  await anvil.setBalance(stranger, 10n ** 18n)
  return stranger as string as Address
}

const coinsMade = async (anvil: Anvil) =>
  (await anvil.call<{ data: Hex }[]>('eth_getLogs', { address: ZORA_FACTORY, fromBlock: '0x0' })).length

async function settled(scene: EvmScene, transactions: readonly SignedTransaction[]) {
  const pad = onMovingChain(scene)
  for (let round = 0; round < 20; round += 1) {
    const states = await pad.advance(transactions)
    if (states.every(({ status }) => status !== 'pending')) return states
  }
  throw new Error('nothing is decided')
}

describeAnvil('rules 10.15: split, coin and lock on Base are one transaction', () => {
  for (const split of ['push-split', 'payment-splitter'] satisfies ZoraOptions['split'][])
    test(`${split}: crews of 1, 3, 9 and 16 with a referrer land locked in the block of the coin, and hold its coins`, async () => {
      const scene = await createEvmScene({ split })
      for (const crew of [1, 3, 9, 16]) {
        const plan = planFor(crew + REFERRED)
        const launcher = await scene.fundedLauncher()
        const cost = await scene.launchpad.estimateLaunch(plan, null)
        const { mint, lockPath, transactions } = await scene.launchpad.prepareLaunch(plan, launcher)
        expect([lockPath, cost.lockPath, transactions.length]).toEqual(['atomic-evm', 'atomic-evm', 1])
        callOf(transactions)
        const progress = launchProgress(transactions, await settled(scene, transactions))
        if (progress.stage !== 'created') throw new Error(`the launch is ${progress.stage}`)
        expect(progress).toMatchObject({ lockHeight: progress.createHeight, lockedBy: progress.createdBy, lockError: null })
        const coin = await scene.launchpad.readCoin(mint, { shareholders: plan.shareholders, launcher: launcher.wallet })
        expect(coin).toMatchObject({ creator: launcher.wallet, feeShare: { locked: true, shareholders: plan.shareholders } })
        const read = (functionName: 'balanceOf' | 'owners', args: readonly unknown[] = []) =>
          scene.anvil.call<Hex>('eth_call', { to: mint, data: encodeFunctionData({ abi: coinAbi, functionName, args } as never) }, 'latest')
        expect(BigInt(`0x${(await read('owners')).slice(66)}`)).toBe(0n)
        // PushSplit keeps one unit of the 1%.
        const handed = split === 'push-split' ? 10n ** 25n - 1n : 10n ** 25n
        for (const { wallet, bps: share } of plan.shareholders)
          expect(BigInt(await read('balanceOf', [wallet]))).toBe((handed * BigInt(share)) / 10_000n)
      }
      await scene.anvil.stop()
    })

  test('Zora upgrades its factory between signing and landing: all of it reverts, told as such, and the next try is the one coin', async () => {
    const upgrade = { next: true }
    const service = await createEvmService({
      pad: (pad, anvil) => ({
        ...pad,
        async prepareLaunch(plan, launcher) {
          const prepared = await pad.prepareLaunch(plan, launcher)
          if (upgrade.next) await upgradeFactory(anvil)
          upgrade.next = false
          return prepared
        },
      }),
    })
    const launcher = await service.person()
    const body = service.body(launcher, { atomicRequired: true })
    const { dryRunId } = (await service.post('/api/agent/launch/dry-run', body)).body
    const reverted = await service.post('/api/agent/launch', { ...body, dryRunId }, launcher)
    expect(reverted).toMatchObject({ status: 400, body: { code: 'launch_refused' } })
    expect([await coinsMade(service.anvil), (await service.get('/api/coins')).body.coins]).toEqual([0, []])
    const again = await service.post('/api/agent/launch', { ...body, dryRunId }, launcher)
    expect(again).toMatchObject({ status: 201, body: { lockPath: 'atomic-evm', feeShareLocked: true, feesLockedAtLaunch: true } })
    expect(again.body.lockSlot).toBe(again.body.createSlot)
    expect(await coinsMade(service.anvil)).toBe(1)
    await service.stop()
  })

  test('a split that pays nobody: refused in words before anything is signed, and reverted as a whole when it comes to it after', async () => {
    const scene = await createEvmScene()
    const launcher = await scene.fundedLauncher()
    const { mint, transactions } = await scene.launchpad.prepareLaunch(planFor(4), launcher)
    await stickSplits(scene.anvil)
    expect(await refusalOf(() => scene.launchpad.prepareLaunch(planFor(4), launcher))).toMatchObject({
      code: 'launch_refused',
      context: { reason: 'Paused' },
    })
    expect((await settled(scene, transactions)).map(({ status }) => status)).toEqual(['failed'])
    expect([await scene.launchpad.isCreated(mint), await coinsMade(scene.anvil)]).toEqual([false, 0])
    await scene.anvil.stop()
  })

  test('decision "Base": whoever saw the transaction and sends it first made this launch, as planned, and it is one coin', async () => {
    const service = await createEvmService({
      pad: (pad, anvil) => ({
        ...pad,
        async prepareLaunch(plan, launcher) {
          const prepared = await pad.prepareLaunch(plan, launcher)
          await anvil.sendAs(await strangerOn(anvil), callOf(prepared.transactions))
          return prepared
        },
      }),
    })
    const launcher = await service.person()
    const launched = await service.post('/api/agent/launch', service.body(launcher), launcher)
    expect(launched).toMatchObject({ status: 201, body: { feeShareLocked: true, lockPath: 'atomic-evm', launcher: launcher.wallet } })
    expect((await service.get('/api/coins')).body.coins).toHaveLength(1)
    expect(await coinsMade(service.anvil)).toBe(1)
    await service.stop()
  })

  test('decision "Base": whoever saw the transaction takes its address in no way: neither by itself, nor as Multicall3, nor with code of its own', async () => {
    const scene = await createEvmScene()
    const plan = planFor(4)
    const launcher = await scene.fundedLauncher()
    const { mint, transactions } = await scene.launchpad.prepareLaunch(plan, launcher)
    const call = callOf(transactions)
    const stranger = await strangerOn(scene.anvil)
    const [, , ...texts] = deployIn(call.data)
    const data = encodeFunctionData({ abi: factoryAbi, functionName: 'deploy', args: [stranger, [stranger], ...texts] as never })
    const theirs = { to: ZORA_FACTORY, data }
    const multicall = encodeFunctionData({
      abi: multicallAbi,
      functionName: 'aggregate3',
      args: [[{ target: ZORA_FACTORY, allowFailure: false, callData: data }]],
    })
    const own = concat([slice(call.data, 0, 32), allOrNone([theirs])])
    for (const attempt of [theirs, { to: MULTICALL, data: multicall }, { to: CREATE2_DEPLOYER, data: own }, { data: allOrNone([theirs]) }])
      await scene.anvil.sendAs(stranger, attempt)
    expect([await coinsMade(scene.anvil), await scene.launchpad.isCreated(mint)]).toEqual([4, false])
    expect((await settled(scene, transactions)).map(({ status }) => status)).toEqual(['landed'])
    expect((await scene.launchpad.readCoin(mint, { ...plan, launcher: launcher.wallet }))!.feeShare?.locked).toBe(true)
    await scene.anvil.stop()
  })

  test('rules 10.13: a row in three transactions that an earlier release wrote is settled as what it is', async () => {
    const service = await createEvmService({
      pad: (pad, anvil) => ({ ...pad, prepareLaunch: (plan, launcher) => olderLaunch(anvil, plan, launcher) }),
    })
    const launcher = await service.person()
    const launched = await service.post('/api/agent/launch', service.body(launcher), launcher)
    expect(launched).toMatchObject({
      status: 201,
      body: { lockPath: 'sequential', feeShareLocked: true, feesLockedAtLaunch: false, preLockCreatorFees: { amount: '0' } },
    })
    expect(launched.body.lockSlot).toBeGreaterThan(launched.body.createSlot)
    await service.stop()
  })
})
