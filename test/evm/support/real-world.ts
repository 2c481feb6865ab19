import { join } from 'node:path'
import { type Abi, type Address, encodeDeployData, encodeFunctionData, type Hex, numberToHex, pad, zeroHash } from 'viem'
import { MULTICALL } from '../../../src/adapters/chains/evm/evm-rpc.ts'
import { PUSH_SPLIT_FACTORY } from '../../../src/adapters/chains/evm/split/push-split.ts'
import { WAREHOUSE } from '../../../src/adapters/chains/evm/split/warehouse.ts'
import { POOL_MANAGER, ZORA_FACTORY } from '../../../src/adapters/launchpads/zora/contracts.ts'
import { type Anvil, startAnvil } from './anvil.ts'
import { CLANKER } from './clanker-scene.ts'

/** A compiled contract: its ABI with what creates it, or the code that is left where that is all there is. */
interface Artifact {
  readonly abi: Abi
  readonly bytecode?: Hex
  readonly runtime?: Hex
  readonly linkReferences?: Record<string, Record<string, readonly { readonly start: number; readonly length: number }[]>>
}

const OWNER: Address = '0x00000000000000000000000000000000000A11cE'
/** Where they are does not matter, but for the last bits of hooks, which say what they are asked for. */
const at = (number: number): Address => numberToHex(0x5ea1n * 2n ** 140n + BigInt(number), { size: 20 })
const [PERMIT2, POSITIONS, ROUTER, ALLOWLIST] = ['0x000000000022D473030F116dDEE9F6B43aC78BA3' as Address, at(1), at(2), at(3)]
const [CURVES, COIN, IMPLEMENTATION, REGISTRY, GATE, NOTHING, AIRLOCK] = [at(4), at(5), at(6), at(7), at(8), at(9), at(10)]
const [CLANKER_MAKER, ZORA_HOOK] = [at(11), at(0x10c0)]
/** Zora’s contract that buys at launch, and Uniswap’s router for tests. */
export const [BUY_AT_LAUNCH, SWAPS] = [at(12), at(13)]
const SWAP_ROUTER = at(14)

/** Answers zero to everything: nobody is trusted, no order waits. */
const ZEROS: Hex = '0x60206000f3'
const answersAddress = (address: Address): Hex => `0x73${address.slice(2)}60005260206000f3`

/** Libraries by the name that artifacts link them by. */
const LIBRARIES: Readonly<Record<string, Address>> = { CoinDopplerMultiCurve: CURVES, ClankerDeployer: CLANKER_MAKER }

/** Where a proxy keeps the address of its implementation. @see ERC-1967 */
const IMPLEMENTATION_AT: Hex = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc'

/** A node with the real contracts. */
export interface RealWorld {
  readonly anvil: Anvil
  /** Zora gives its coins other code, so that they come out at other addresses. */
  upgradeFactory(): Promise<void>
}

/**
 * A node with the real contracts of this folder, at their addresses on Base. What else they ask, as limit orders, answers zero.
 *
 * The folder is made outside this repository, since Zora’s and Uniswap’s licenses allow no copy here: of each contract named below a
 * JSON file of its name with `abi`, `bytecode` and `linkReferences`, compiled by solc of npm in about a minute each.
 * - Zora’s: solc 0.8.28, ourzora/zora-protocol `packages/coins` 2.6.1 with `packages/shared-contracts`, viaIR, 100 runs, OpenZeppelin
 *   5.4.0, v4-core 1.0.2, v4-periphery 1.0.3, universal-router 2.1.0.
 * - Clanker’s: solc 0.8.28, clanker-devco/v4-contracts, viaIR, 20,000 runs, no CBOR, OpenZeppelin 5.2.0, v4-core 1.0.0, v4-periphery
 *   1.0.1; three files of Optimism as stubs.
 * - 0xSplits’: solc 0.8.23, `packages/splits-v2`, 5,000,000 runs, OpenZeppelin 4.9.6, solady 0.0.155.
 * - PoolManager, PositionManager, PoolSwapTest and UniversalRouter are compiled in those npm packages; WETH is solmate’s, Multicall3
 *   mds1’s, and Permit2’s file has `runtime`, the code in v4-periphery’s DeployPermit2.
 */
export async function startRealWorld(folder: string): Promise<RealWorld> {
  const anvil = await startAnvil()
  await anvil.setBalance(OWNER, 10n ** 20n)
  const put = (address: Address, code: Hex) => anvil.call('anvil_setCode', address, code)
  const load = (name: string): Promise<Artifact> => Bun.file(join(folder, `${name}.json`)).json()

  /** Runs the contract's creation at the address itself, so that what it computes of its address is right. */
  const deploy = async (address: Address, name: string, ...args: readonly unknown[]) => {
    const { abi, bytecode, runtime, linkReferences = {} } = await load(name)
    if (runtime) return void (await put(address, runtime))
    let linked = bytecode!
    for (const libraries of Object.values(linkReferences))
      for (const [library, spots] of Object.entries(libraries))
        for (const { start, length } of spots)
          linked =
            `${linked.slice(0, 2 + 2 * start)}${LIBRARIES[library]!.slice(2).toLowerCase()}${linked.slice(2 + 2 * (start + length))}` as Hex
    await put(address, encodeDeployData({ abi, bytecode: linked, args } as never))
    await anvil.call('anvil_setNonce', address, '0x1')
    const made = await anvil.call<Hex>('eth_call', { from: OWNER, to: address, gas: '0x1c00000' }, 'latest')
    await anvil.sendAs(OWNER, { to: address })
    await put(address, made)
  }
  const tell = async (address: Address, name: string, functionName: string, ...args: readonly unknown[]) => {
    const { abi } = await load(name)
    await anvil.sendAs(OWNER, { to: address, data: encodeFunctionData({ abi, functionName, args } as never) })
  }

  await put(NOTHING, ZEROS)
  // Of other pools, as it has on Base: a hook takes its part of a trade before the trader has paid.
  await anvil.setBalance(POOL_MANAGER, 1_000n * 10n ** 18n)
  await put(AIRLOCK, answersAddress(OWNER))
  await deploy(MULTICALL, 'Multicall3')
  await deploy(PERMIT2, 'Permit2')
  await deploy(CLANKER.weth, 'WETH')
  await deploy(POOL_MANAGER, 'PoolManager', OWNER)
  await deploy(POSITIONS, 'PositionManager', POOL_MANAGER, PERMIT2, 300_000n, NOTHING, CLANKER.weth)
  const router = { permit2: PERMIT2, weth9: CLANKER.weth, v2Factory: NOTHING, v3Factory: NOTHING, pairInitCodeHash: zeroHash }
  const pools = { poolInitCodeHash: zeroHash, v4PoolManager: POOL_MANAGER, v3NFTPositionManager: NOTHING, v4PositionManager: POSITIONS }
  await deploy(ROUTER, 'UniversalRouter', { ...router, ...pools, spokePool: NOTHING })
  await deploy(SWAPS, 'PoolSwapTest', POOL_MANAGER)

  await deploy(WAREHOUSE, 'SplitsWarehouse', 'Ether', 'ETH')
  await deploy(PUSH_SPLIT_FACTORY, 'PushSplitFactory', WAREHOUSE)

  await deploy(CURVES, 'CoinDopplerMultiCurve')
  await deploy(GATE, 'HookUpgradeGate', OWNER)
  await deploy(REGISTRY, 'ZoraHookRegistry')
  await deploy(COIN, 'ContentCoin', OWNER, NOTHING, POOL_MANAGER, AIRLOCK)
  await deploy(ZORA_HOOK, 'ZoraV4CoinHook', POOL_MANAGER, ZORA_FACTORY, NOTHING, GATE, NOTHING, REGISTRY)
  await deploy(IMPLEMENTATION, 'ZoraFactoryImpl', COIN, COIN, COIN, ZORA_HOOK, REGISTRY)
  await deploy(ZORA_FACTORY, 'ZoraFactory', IMPLEMENTATION)
  await tell(REGISTRY, 'ZoraHookRegistry', 'initialize', [ZORA_FACTORY])
  await tell(ZORA_FACTORY, 'ZoraFactoryImpl', 'initialize', OWNER)
  await put(SWAP_ROUTER, ZEROS)
  await deploy(BUY_AT_LAUNCH, 'BuySupplyWithV4SwapHook', ZORA_FACTORY, SWAP_ROUTER, POOL_MANAGER)

  await deploy(CLANKER_MAKER, 'ClankerDeployer')
  await deploy(CLANKER.factory, 'Clanker', OWNER)
  await deploy(CLANKER.feeLocker, 'ClankerFeeLocker', OWNER)
  const means = [POSITIONS, PERMIT2, ROUTER, POOL_MANAGER]
  await deploy(CLANKER.locker, 'ClankerLpLockerFeeConversion', OWNER, CLANKER.factory, CLANKER.feeLocker, ...means)
  await deploy(ALLOWLIST, 'ClankerPoolExtensionAllowlist', OWNER)
  await deploy(CLANKER.hook, 'ClankerHookStaticFeeV2', POOL_MANAGER, CLANKER.factory, ALLOWLIST, CLANKER.weth)
  await deploy(CLANKER.mevModule, 'ClankerMevBlockDelay', 2n)
  await tell(CLANKER.feeLocker, 'ClankerFeeLocker', 'addDepositor', CLANKER.locker)
  await tell(CLANKER.factory, 'Clanker', 'setDeprecated', false)
  await tell(CLANKER.factory, 'Clanker', 'setTeamFeeRecipient', OWNER)
  await tell(CLANKER.factory, 'Clanker', 'setHook', CLANKER.hook, true)
  await tell(CLANKER.factory, 'Clanker', 'setLocker', CLANKER.locker, CLANKER.hook, true)
  await tell(CLANKER.factory, 'Clanker', 'setMevModule', CLANKER.mevModule, true)
  return {
    anvil,
    async upgradeFactory() {
      const [coin, implementation] = [at(20), at(21)]
      await deploy(coin, 'ContentCoin', OWNER, NOTHING, POOL_MANAGER, AIRLOCK)
      await deploy(implementation, 'ZoraFactoryImpl', coin, coin, coin, ZORA_HOOK, REGISTRY)
      await anvil.call('anvil_setStorageAt', ZORA_FACTORY, IMPLEMENTATION_AT, pad(implementation))
    },
  }
}
