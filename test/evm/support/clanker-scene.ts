import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import { type ClankerDeployment, deploymentOn } from '../../../src/adapters/launchpads/clanker/deployments.ts'
import { type ClankerOptions, createClankerLaunchpad } from '../../../src/adapters/launchpads/clanker/launchpad.ts'
import { createRandomIds } from '../../../src/adapters/random-ids.ts'
import { Secret } from '../../../src/lib/secret.ts'
import { exactLaunchpad } from '../../support/exact-refusals.ts'
import { type Anvil, startAnvil } from './anvil.ts'
import standIns from './clanker-stand-ins.json'
import { ETH, type EvmScene, newEvmKey, newEvmWallet } from './evm-scene.ts'
import { machineTime } from '../../support/machine-time.ts'

/** Where Clanker's contracts are, and what stands there. */
export const CLANKER = deploymentOn(8_453)

/** The stand-ins know each other by their places on Base: elsewhere they are at others. */
const standInOn = (contracts: ClankerDeployment, code: string): string =>
  (Object.keys(contracts) as (keyof ClankerDeployment)[]).reduce(
    (moved, name) => moved.replaceAll(CLANKER[name].slice(2).toLowerCase(), contracts[name].slice(2).toLowerCase()),
    code,
  )

const placesOf = (contracts: ClankerDeployment) =>
  [
    [contracts.factory, standIns.code.StandInClanker],
    [contracts.feeLocker, standIns.code.StandInFeeLocker],
    [contracts.locker, standIns.code.StandInClankerLocker],
    [contracts.hook, standIns.code.StandInClankerHook],
    [contracts.weth, standIns.code.StandInWeth],
  ] as const

const switchesAbi = parseAbi([
  'function setDeprecated(bool deprecated)',
  'function setLocker(address locker, address hook, bool enabled)',
  'function setHook(address hook, bool enabled)',
  'function setMevModule(address mevModule, bool enabled)',
])
const poolAbi = parseAbi(['function buy(address coin) payable', 'function sell(address coin) payable'])
const wethAbi = parseAbi(['function balanceOf(address account) view returns (uint256)'])

type Switch = (typeof switchesAbi)[number]['name']

/** Clanker's launchpad on a node of its own. */
export interface ClankerScene extends EvmScene {
  /** Clanker's owner changes what its factory takes. */
  change(functionName: Switch, ...args: readonly unknown[]): Promise<void>
  /** A stranger sells coins that are worth so much. */
  sell(mint: string, wei: bigint): Promise<void>
  wethOf(address: string): Promise<bigint>
}

export const clankerOptions = (anvil: Anvil, changes: Partial<ClankerOptions> = {}): ClankerOptions => ({
  rpcUrls: [new Secret(anvil.url)],
  time: machineTime,
  randomBytes: createRandomIds().bytes,
  ...changes,
})

/** Puts the stand-ins where Clanker is on Base, as open to new coins as that. */
export async function placeClanker(anvil: Anvil, contracts: ClankerDeployment = CLANKER): Promise<void> {
  for (const [address, code] of placesOf(contracts)) await anvil.call('anvil_setCode', address, standInOn(contracts, code))
  // The factory is at the same place everywhere.
  await change(anvil, 'setLocker', contracts.locker, contracts.hook, true)
  await change(anvil, 'setHook', contracts.hook, true)
  await change(anvil, 'setMevModule', contracts.mevModule, true)
}

async function change(anvil: Anvil, functionName: Switch, ...args: readonly unknown[]): Promise<void> {
  const owner = newEvmWallet()
  await anvil.setBalance(owner, ETH)
  await anvil.sendAs(owner, { to: CLANKER.factory, data: encodeFunctionData({ abi: switchesAbi, functionName, args } as never) })
}

/** This address, which needs no key, spends so much in the coin's pool. */
export const buyOnClanker = (anvil: Anvil, by: string, mint: string, wei: bigint, { hook }: Pick<ClankerDeployment, 'hook'> = CLANKER) =>
  swapOnClanker(anvil, { by, functionName: 'buy', mint, wei, hook })

const swapOnClanker = (
  anvil: Anvil,
  { by, functionName, mint, wei, hook = CLANKER.hook }: { by: string; functionName: 'buy' | 'sell'; mint: string; wei: bigint; hook?: Hex },
) => anvil.sendAs(by, { to: hook, data: encodeFunctionData({ abi: poolAbi, functionName, args: [mint as Hex] }), value: wei })

/** What the address holds in WETH. */
export async function wethOf(anvil: Anvil, address: string): Promise<bigint> {
  const data = encodeFunctionData({ abi: wethAbi, functionName: 'balanceOf', args: [address as Hex] })
  return BigInt(await anvil.call<Hex>('eth_call', { to: CLANKER.weth, data }, 'latest'))
}

/** Starts a node with the stand-ins and opens the launchpad on it. */
export async function createClankerScene(changes: Partial<ClankerOptions> = {}): Promise<ClankerScene> {
  const anvil = await startAnvil()
  await placeClanker(anvil)
  const launchpad = exactLaunchpad(createClankerLaunchpad(clankerOptions(anvil, changes)))
  const trader = newEvmWallet()
  await anvil.setBalance(trader, 1_000_000n * ETH)
  return {
    anvil,
    launchpad,
    async fundedLauncher(wei = ETH) {
      const { key, wallet } = newEvmKey()
      await anvil.setBalance(wallet, wei)
      return launchpad.parseLauncher(new Secret<string>(key))
    },
    trade: async (mint, wei) => void (await buyOnClanker(anvil, trader, mint, wei)),
    sell: async (mint, wei) => void (await swapOnClanker(anvil, { by: trader, functionName: 'sell', mint, wei })),
    change: (functionName, ...args) => change(anvil, functionName, ...args),
    weiOf: async (address) => BigInt(await anvil.call<Hex>('eth_getBalance', address, 'latest')),
    wethOf: (address) => wethOf(anvil, address),
  }
}
