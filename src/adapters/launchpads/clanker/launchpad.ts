import { type Address, bytesToHex, getAddress, isAddress } from 'viem'
import { type Mint, type Wallet, type Wei, wei } from '../../../domain/brands.ts'
import { BASE_CHAIN_ID, type BaseNetwork } from '../../../domain/chain.ts'
import type { Secret } from '../../../lib/secret.ts'
import type { MachineTime, RandomBytes } from '../../../ports/clock.ts'
import type { FeeShare } from '../../../ports/launchpad/fee-share.ts'
import type { Launchpad } from '../../../ports/launchpad/launchpad.ts'
import { acceptSentEvm } from '../../chains/evm/accept-sent-evm.ts'
import { advanceEvm } from '../../chains/evm/advance-evm.ts'
import { acceptSignedEvm } from '../../chains/evm/evm-draft.ts'
import { parseEvmLauncher } from '../../chains/evm/evm-launcher.ts'
import { createEvmRpc, type EvmRpcOptions } from '../../chains/evm/evm-rpc.ts'
import { inspectEvmRecipients } from '../../chains/evm/inspect-evm-recipients.ts'
import { onNetwork } from '../chain-settings.ts'
import { chainCoinOf, readAccruedWei, readCoinState } from './coin-state.ts'
import type { ClankerContext } from './context.ts'
import { readCreatedCoin } from './created-coin.ts'
import { deploymentOn } from './deployments.ts'
import { CLANKER_FACTS, RESERVED_MAX } from './facts.ts'
import { prepareDistribution } from './prepare-distribution.ts'
import { estimateLaunch, prepareLaunch, prepareUnsignedLaunch } from './prepare-launch.ts'
import { listDistributions, readDistribution } from './read-distributions.ts'
import { refuseLock } from './refuse-lock.ts'

/** The block range that providers allow in one query: five and a half hours on Base. */
const STRETCH_BLOCKS = 10_000

/** Nodes of the launchpad. */
export interface ClankerOptions {
  /** Base nodes, in order of preference. */
  readonly rpcUrls: readonly Secret<string>[]
  /** The network that they are of; Base itself where it is left out. */
  readonly chainId?: BaseNetwork
  readonly rpcTimeoutMs?: number
  readonly recordCall?: EvmRpcOptions['recordCall']
  readonly recordNode?: EvmRpcOptions['recordNode']
  /** Most blocks whose events the nodes tell in one query. */
  readonly stretchBlocks?: number
  /** Creates the salts of coins. */
  readonly randomBytes: RandomBytes
  readonly time: MachineTime
}

/** Clanker v4 on Base. Its only state is which nodes failed recently. */
export function createClankerLaunchpad(options: ClankerOptions): Launchpad {
  const { rpcUrls, rpcTimeoutMs, time, recordCall, recordNode } = options
  const { stretchBlocks = STRETCH_BLOCKS, randomBytes, chainId = BASE_CHAIN_ID } = options
  const rpc = createEvmRpc({
    urls: rpcUrls,
    time,
    chainId,
    upstream: CLANKER_FACTS.upstream,
    ...(rpcTimeoutMs === undefined ? {} : { timeoutMs: rpcTimeoutMs }),
    ...(recordCall === undefined ? {} : { recordCall }),
    ...(recordNode === undefined ? {} : { recordNode }),
  })
  const contracts = deploymentOn(chainId)
  const context: ClankerContext = { rpc, contracts, stretchBlocks, newSalt: () => bytesToHex(randomBytes(32)) }
  return {
    facts: onNetwork(CLANKER_FACTS, chainId),
    isWallet: (text) => isAddress(text) && BigInt(text) > RESERVED_MAX,
    canSign: (text) => isAddress(text) && BigInt(text) > RESERVED_MAX,
    canonicalWallet: (text) => getAddress(text) as string as Wallet,
    parseLauncher: parseEvmLauncher,
    ping: async () => void (await rpc.head()),
    balanceOf: async (wallet): Promise<Wei> => wei(await rpc.balanceWei(wallet as string as Address)),
    inspectRecipients: (wallets) => inspectEvmRecipients(rpc, wallets),
    estimateLaunch: (plan, launcher) => estimateLaunch(context, plan, launcher),
    prepareLaunch: (plan, launcher) => prepareLaunch(context, plan, launcher),
    advance: (transactions) => advanceEvm(rpc, transactions),
    readCreatedMint: (_create, by) => readCreatedCoin(context, by),
    isCreated: (mint) => rpc.hasCode(mint as string as Address),
    async readCoin(mint, record) {
      const state = await readCoinState(context, mint, record)
      return state && chainCoinOf(state, record)
    },
    feeShare: {
      prepareLock: (mint, _shareholders, launcher) => refuseLock(context, mint, launcher.wallet),
      prepareDistribution: (mint, payer, record) => prepareDistribution(context, mint, payer, record),
      readAccrued: (mints) => readAccrued(context, mints),
      listDistributions: (mint, range, record) => listDistributions(context, mint, range, record),
      readDistribution: (mint, signature, record) => readDistribution(context, mint, signature, record),
    },
    unsigned: {
      prepare: (plan, launcher) => prepareUnsignedLaunch(context, plan, launcher),
      prepareLock: (mint, _shareholders, launcher) => refuseLock(context, mint, launcher),
      accept: acceptSignedEvm,
      acceptSent: (unsigned, hashes) => acceptSentEvm(rpc, unsigned, hashes),
    },
  }
}

async function readAccrued(context: ClankerContext, mints: readonly Mint[]): ReturnType<FeeShare['readAccrued']> {
  const accrued = await readAccruedWei(context, mints)
  return mints.map((mint, index) => {
    const accruedAtomic = accrued[index] ?? null
    return accruedAtomic === null ? null : { mint, stage: 'curve', accruedAtomic }
  })
}
