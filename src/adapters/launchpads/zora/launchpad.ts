import { bytesToHex, getAddress, isAddress, type Address } from 'viem'
import { type Wei, wei, type Wallet } from '../../../domain/brands.ts'
import { BASE_CHAIN_ID } from '../../../domain/chain.ts'
import type { Secret } from '../../../lib/secret.ts'
import type { MachineTime, RandomBytes } from '../../../ports/clock.ts'
import type { Launchpad } from '../../../ports/launchpad/launchpad.ts'
import { acceptSentEvm } from '../../chains/evm/accept-sent-evm.ts'
import { advanceEvm } from '../../chains/evm/advance-evm.ts'
import { createEvmRpc, type EvmRpcOptions } from '../../chains/evm/evm-rpc.ts'
import { acceptSignedEvm } from '../../chains/evm/evm-draft.ts'
import { parseEvmLauncher } from '../../chains/evm/evm-launcher.ts'
import { chainCoinOf, readAccruedWei, readCoinState, SPLIT_KINDS } from './coin-state.ts'
import { mayFollow, readCreatedCoin } from './created-coin.ts'
import { inspectEvmRecipients } from '../../chains/evm/inspect-evm-recipients.ts'
import { prepareDistribution } from './prepare-distribution.ts'
import { estimateLaunch, prepareLaunch, prepareUnsignedLaunch } from './prepare-launch.ts'
import { prepareLock, prepareUnsignedLock } from './prepare-lock.ts'
import { listDistributions, readDistribution } from './read-distributions.ts'
import { readMarkets } from './read-markets.ts'
import type { SplitKind } from '../../chains/evm/split/split-kind.ts'
import type { ZoraContext } from './context.ts'
import { RESERVED_MAX, ZORA_FACTS } from './facts.ts'

/** Nodes and split contract of the launchpad. */
export interface ZoraOptions {
  /** Base nodes, in order of preference. */
  readonly rpcUrls: readonly Secret<string>[]
  readonly rpcTimeoutMs?: number
  readonly recordCall?: EvmRpcOptions['recordCall']
  readonly recordNode?: EvmRpcOptions['recordNode']
  /** The platform referrer, who receives 0.20% of every trade, outside the split. */
  readonly platformReferrer: Wallet
  /** The contract of new splits. */
  readonly split: SplitKind['id']
  /** Creates the salts of splits and coins. */
  readonly randomBytes: RandomBytes
  readonly time: MachineTime
}

/** Zora coins on Base. Its only state is which nodes failed recently. */
export function createZoraLaunchpad(options: ZoraOptions): Launchpad {
  const { rpcUrls, rpcTimeoutMs, recordCall, recordNode, randomBytes, time } = options
  const rpc = createEvmRpc({
    urls: rpcUrls,
    time,
    chainId: BASE_CHAIN_ID,
    upstream: ZORA_FACTS.upstream,
    ...(rpcTimeoutMs === undefined ? {} : { timeoutMs: rpcTimeoutMs }),
    ...(recordCall === undefined ? {} : { recordCall }),
    ...(recordNode === undefined ? {} : { recordNode }),
  })
  const context: ZoraContext = {
    rpc,
    platformReferrer: getAddress(options.platformReferrer),
    split: SPLIT_KINDS.find(({ id }) => id === options.split)!,
    newSalt: () => bytesToHex(randomBytes(32)),
  }
  return {
    facts: ZORA_FACTS,
    isWallet: (text) => isAddress(text) && BigInt(text) > RESERVED_MAX,
    canSign: (text) => isAddress(text) && BigInt(text) > RESERVED_MAX,
    canonicalWallet: (text) => getAddress(text) as string as Wallet,
    parseLauncher: parseEvmLauncher,
    ping: async () => void (await rpc.head()),
    balanceOf: async (wallet): Promise<Wei> => wei(await rpc.balanceWei(wallet as string as Address)),
    inspectRecipients: (wallets) => inspectEvmRecipients(rpc, wallets),
    estimateLaunch: (plan, launcher) => estimateLaunch(context, plan, launcher),
    prepareLaunch: (plan, launcher) => prepareLaunch(context, plan, launcher),
    advance: (transactions) => advanceEvm(rpc, transactions, mayFollow),
    readCreatedMint: (_create, by) => readCreatedCoin(context, by),
    isCreated: (mint) => rpc.hasCode(mint as string as Address),
    async readCoin(mint, record) {
      const state = await readCoinState(rpc, mint, record)
      return state && chainCoinOf(state, record)
    },
    feeShare: {
      prepareLock: (mint, shareholders, launcher) => prepareLock(context, mint, shareholders, launcher),
      prepareDistribution: (mint, payer, record) => prepareDistribution(context, mint, payer, record),
      async readAccrued(mints) {
        const accrued = await readAccruedWei(rpc, mints)
        return mints.map((mint, index) => {
          const accruedWei = accrued[index] ?? null
          return accruedWei === null ? null : { mint, stage: 'curve', accruedAtomic: accruedWei }
        })
      },
      listDistributions: (mint, range, record) => listDistributions(context, mint, range, record),
      readDistribution: (mint, signature, record) => readDistribution(context, mint, signature, record),
    },
    markets: { read: (mints) => readMarkets(context, mints) },
    unsigned: {
      prepare: (plan, launcher) => prepareUnsignedLaunch(context, plan, launcher),
      prepareLock: (mint, shareholders, launcher) => prepareUnsignedLock(context, mint, shareholders, launcher),
      accept: acceptSignedEvm,
      acceptSent: (unsigned, hashes) => acceptSentEvm(rpc, unsigned, hashes),
    },
  }
}
