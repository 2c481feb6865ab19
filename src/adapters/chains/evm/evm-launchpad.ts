import { type Address, bytesToHex, getAddress, type Hex, isAddress } from 'viem'
import { type Mint, type Signature, type Wallet, type Wei, wei } from '../../../domain/brands.ts'
import { isHeldEvmAddress } from '../../../lib/evm-address.ts'
import type { RandomBytes } from '../../../ports/clock.ts'
import type { FeeShare } from '../../../ports/launchpad/fee-share.ts'
import type { Launchpad } from '../../../ports/launchpad/launchpad.ts'
import type { Unsigned } from '../../../ports/launchpad/unsigned.ts'
import { acceptSentEvm } from './accept-sent-evm.ts'
import { advanceEvm } from './advance-evm.ts'
import { acceptSignedEvm } from './evm-draft.ts'
import { parseEvmLauncher } from './evm-launcher.ts'
import { createEvmLaunches } from './evm-launches.ts'
import { createEvmPrograms, type LaunchContract } from './deployed/evm-programs.ts'
import { createEvmRpc, type EvmRpc, type EvmRpcOptions } from './evm-rpc.ts'
import { inspectEvmRecipients } from './inspect-evm-recipients.ts'

/** The nodes of a launchpad, in order of preference, and its chance. */
export interface EvmLaunchpadOptions extends Pick<EvmRpcOptions, 'recordCall' | 'recordNode' | 'tracer' | 'time'> {
  readonly rpcUrls: EvmRpcOptions['urls']
  readonly rpcTimeoutMs?: number
  /** Creates the salts of splits and coins. */
  readonly randomBytes: RandomBytes
}

/** The chain behind these nodes, and 32 random bytes for each salt. */
export function connectEvmLaunchpad(options: EvmLaunchpadOptions, on: Pick<EvmRpcOptions, 'chainId' | 'upstream'>) {
  const { rpcUrls, rpcTimeoutMs, recordCall, recordNode, tracer, randomBytes, time } = options
  const rpc = createEvmRpc({
    ...on,
    urls: rpcUrls,
    time,
    ...(rpcTimeoutMs === undefined ? {} : { timeoutMs: rpcTimeoutMs }),
    ...(recordCall === undefined ? {} : { recordCall }),
    ...(recordNode === undefined ? {} : { recordNode }),
    ...(tracer === undefined ? {} : { tracer }),
  })
  return { rpc, newSalt: (): Hex => bytesToHex(randomBytes(32)) }
}

/** What a launchpad of an EVM chain has of its own. */
export interface EvmLaunchpadParts
  extends
    Pick<Launchpad, 'facts' | 'readCoin' | 'markets'>,
    Pick<FeeShare, 'prepareLock' | 'prepareDistribution' | 'listDistributions' | 'readDistribution'> {
  readonly buildLaunch: Parameters<typeof createEvmLaunches>[2]
  readonly prepareUnsignedLock: Unsigned['prepareLock']
  readonly mayFollow?: Parameters<typeof advanceEvm>[2]
  readCreatedCoin(by: Signature): Promise<Mint | null>
  readonly contracts: readonly LaunchContract[]
  readAccruedWei(mints: readonly Mint[]): Promise<(Wei | null)[]>
}

/** A launchpad of an EVM chain, of its own parts and what is the same on all of them. */
export function createEvmLaunchpad(rpc: EvmRpc, parts: EvmLaunchpadParts): Launchpad {
  const { facts, buildLaunch, readCoin, mayFollow, readCreatedCoin, readAccruedWei, prepareUnsignedLock, markets, contracts, ...feeShare } =
    parts
  const { prepare, ...launches } = createEvmLaunches(rpc, facts, buildLaunch)
  const isHeld = (text: string) => isAddress(text) && isHeldEvmAddress(text)
  return {
    facts,
    isWallet: isHeld,
    canSign: isHeld,
    canonicalWallet: (text) => getAddress(text) as string as Wallet,
    parseLauncher: parseEvmLauncher,
    ping: async () => void (await rpc.head()),
    balanceOf: async (wallet): Promise<Wei> => wei(await rpc.balanceWei(wallet as string as Address)),
    inspectRecipients: (wallets) => inspectEvmRecipients(rpc, wallets),
    ...launches,
    advance: (transactions) => advanceEvm(rpc, transactions, mayFollow),
    readCreatedMint: (_create, by) => readCreatedCoin(by),
    isCreated: (mint) => rpc.hasCode(mint as string as Address),
    readCoin,
    feeShare: {
      ...feeShare,
      async readAccrued(mints) {
        const accruedWei = await readAccruedWei(mints)
        return mints.map((mint, index) => {
          const accruedAtomic = accruedWei[index] ?? null
          return accruedAtomic === null ? null : { mint, stage: 'curve', accruedAtomic }
        })
      },
    },
    ...(markets === undefined ? {} : { markets }),
    programs: createEvmPrograms(rpc, contracts),
    unsigned: {
      prepare,
      prepareLock: prepareUnsignedLock,
      accept: acceptSignedEvm,
      acceptSent: (unsigned, hashes) => acceptSentEvm(rpc, unsigned, hashes),
    },
  }
}
