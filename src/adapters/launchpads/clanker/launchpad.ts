import { encodeFunctionData } from 'viem'
import { factoryAbi } from './abis.ts'
import type { LaunchContract } from '../../chains/evm/deployed/evm-programs.ts'
import { BASE_CHAIN_ID, type BaseNetwork } from '../../../domain/chain.ts'
import type { Launchpad } from '../../../ports/launchpad/launchpad.ts'
import { connectEvmLaunchpad, createEvmLaunchpad, type EvmLaunchpadOptions } from '../../chains/evm/evm-launchpad.ts'
import { onNetwork } from '../chain-settings.ts'
import { chainCoinOf, isLocked, readAccruedWei, readCoinState } from './coin-state.ts'
import type { ClankerContext } from './context.ts'
import { readCreatedCoin } from './created-coin.ts'
import { deploymentOn } from './deployments.ts'
import { CLANKER_FACTS } from './facts.ts'
import { prepareDistribution } from './prepare-distribution.ts'
import { buildLaunch } from './build-launch.ts'
import { listDistributions, readDistribution } from './read-distributions.ts'
import type { Mint, Wallet } from '../../../domain/brands.ts'
import { AppError } from '../../../domain/errors.ts'

/** The block range that providers allow in one query: five and a half hours on Base. */
const STRETCH_BLOCKS = 10_000

/** Nodes of the launchpad. */
export interface ClankerOptions extends EvmLaunchpadOptions {
  /** The network that they are of; Base itself where it is left out. */
  readonly chainId?: BaseNetwork
  /** Most blocks whose events the nodes tell in one query. */
  readonly stretchBlocks?: number
}

/** Clanker v4 on Base. Its only state is which nodes failed recently. */
export function createClankerLaunchpad(options: ClankerOptions): Launchpad {
  const { stretchBlocks = STRETCH_BLOCKS, chainId = BASE_CHAIN_ID } = options
  const connection = connectEvmLaunchpad(options, { chainId, upstream: CLANKER_FACTS.upstream })
  const context: ClankerContext = { ...connection, contracts: deploymentOn(chainId), stretchBlocks }
  return createEvmLaunchpad(context.rpc, {
    facts: onNetwork(CLANKER_FACTS, chainId),
    contracts: contractsOf(context),
    buildLaunch: (plan, from) => buildLaunch(context, plan, from),
    readCreatedCoin: (by) => readCreatedCoin(context, by),
    async readCoin(mint, record) {
      const state = await readCoinState(context, mint, record)
      return state && chainCoinOf(state, record)
    },
    prepareLock: (mint, _shareholders, launcher) => refuseLock(context, mint, launcher.wallet),
    prepareUnsignedLock: (mint, _shareholders, launcher) => refuseLock(context, mint, launcher),
    prepareDistribution: (mint, payer, record) => prepareDistribution(context, mint, payer, record),
    readAccruedWei: (mints) => readAccruedWei(context, mints),
    listDistributions: (mint, range, record) => listDistributions(context, mint, range, record),
    readDistribution: (mint, signature, record) => readDistribution(context, mint, signature, record),
  })
}

/** What a launch calls and what then holds its fees; `closed` is 1 where Clanker makes no coins any more. */
const contractsOf = ({ contracts: { factory, locker, feeLocker, hook, mevModule } }: ClankerContext): readonly LaunchContract[] => [
  {
    name: 'Clanker’s factory',
    address: factory,
    switches: { closed: encodeFunctionData({ abi: factoryAbi, functionName: 'deprecated' }) },
  },
  { name: 'Clanker’s locker', address: locker },
  { name: 'Clanker’s fee locker', address: feeLocker },
  { name: 'Clanker’s hook', address: hook },
  { name: 'Clanker’s MEV module', address: mevModule },
]

/** Never locks: Clanker fixes how many rows a coin has when it is created, and a launch here locks them with it. */
async function refuseLock(context: ClankerContext, mint: Mint, launcher: Wallet): Promise<never> {
  const state = await readCoinState(context, mint)
  if (!state) throw new AppError('mint_unknown')
  if (isLocked(state)) throw new AppError('fee_share_already_locked', { mint })
  if (!state.admins.includes(launcher as string as `0x${string}`)) throw new AppError('launcher_not_creator')
  throw new AppError('chain_refused', { reason: 'the split of a Clanker coin is fixed when it is created' })
}
