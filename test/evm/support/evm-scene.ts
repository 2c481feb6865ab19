import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import { createRandomIds } from '../../../src/adapters/random-ids.ts'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { createZoraLaunchpad, type ZoraOptions } from '../../../src/adapters/launchpads/zora/launchpad.ts'
import type { Wallet } from '../../../src/domain/brands.ts'
import { checksummed } from '../../../src/lib/evm-address.ts'
import { Secret } from '../../../src/lib/secret.ts'
import type { Launchpad } from '../../../src/ports/launchpad/launchpad.ts'
import type { Launcher } from '../../../src/ports/launchpad/launcher.ts'
import { exactLaunchpad } from '../../support/exact-refusals.ts'
import { type Anvil, startAnvil } from './anvil.ts'
import { machineTime } from '../../support/machine-time.ts'

export const ETH = 10n ** 18n

/** Gets 0.20% in every scene. */
export const REFERRER = checksummed('0x00000000000000000000000000000000000fee20') as Wallet

/** Zora's launchpad on a node of its own. */
export interface EvmScene {
  readonly anvil: Anvil
  readonly launchpad: Launchpad
  fundedLauncher(wei?: bigint): Promise<Launcher>
  /** A stranger spends so much in the coin's pool. */
  trade(mint: string, wei: bigint): Promise<void>
  weiOf(address: string): Promise<bigint>
}

export const newEvmKey = (): { key: Hex; wallet: Wallet } => {
  const key = generatePrivateKey()
  return { key, wallet: privateKeyToAddress(key) as string as Wallet }
}

export const newEvmWallet = (): Wallet => newEvmKey().wallet

const tradeAbi = parseAbi(['function trade() payable'])

/** The launchpad's options on this node. */
export const zoraOptions = (anvil: Anvil, changes: Partial<ZoraOptions> = {}): ZoraOptions => ({
  rpcUrls: [new Secret(anvil.url)],
  time: machineTime,
  platformReferrer: REFERRER,
  split: 'push-split',
  randomBytes: createRandomIds().bytes,
  ...changes,
})

/** This address, which needs no key, spends so much in the coin's pool. */
export const buyOnZora = (anvil: Anvil, by: string, mint: string, wei: bigint) =>
  anvil.sendAs(by, { to: mint, data: encodeFunctionData({ abi: tradeAbi }), value: wei })

/** Starts a node and opens the launchpad on it. */
export async function createEvmScene(changes: Partial<ZoraOptions> = {}): Promise<EvmScene> {
  const anvil = await startAnvil()
  const launchpad = exactLaunchpad(createZoraLaunchpad(zoraOptions(anvil, changes)))
  const trader = newEvmWallet()
  await anvil.setBalance(trader, 1_000_000n * ETH)
  return {
    anvil,
    launchpad,
    async fundedLauncher(wei = ETH) {
      const { key, wallet } = newEvmKey()
      await anvil.setBalance(wallet, wei)
      return launchpad.parseLauncher(new Secret<string>(key)) satisfies Launcher as Launcher & { wallet: typeof wallet }
    },
    trade: async (mint, wei) => void (await buyOnZora(anvil, trader, mint, wei)),
    weiOf: async (address) => BigInt(await anvil.call<Hex>('eth_getBalance', address, 'latest')),
  }
}

/** The launchpad on a chain that goes on: every look at it is followed by two blocks. */
export const onMovingChain = ({ anvil, launchpad }: Pick<EvmScene, 'anvil' | 'launchpad'>): Launchpad => ({
  ...launchpad,
  async advance(transactions) {
    const states = await launchpad.advance(transactions)
    await anvil.mine(2)
    return states
  },
})
