import { getAddress } from 'viem'
import type { Wallet } from '../../../domain/brands.ts'
import { BASE_CHAIN_ID } from '../../../domain/chain.ts'
import type { Launchpad } from '../../../ports/launchpad/launchpad.ts'
import { connectEvmLaunchpad, createEvmLaunchpad, type EvmLaunchpadOptions } from '../../chains/evm/evm-launchpad.ts'
import type { SplitKind } from '../../chains/evm/split/split-kind.ts'
import { chainCoinOf, readAccruedWei, readCoinState, SPLIT_KINDS } from './coin-state.ts'
import { ZORA_FACTORY } from './contracts.ts'
import type { ZoraContext } from './context.ts'
import { mayFollow, readCreatedCoin } from './created-coin.ts'
import { ZORA_FACTS } from './facts.ts'
import { prepareDistribution } from './prepare-distribution.ts'
import { buildLaunch } from './build-launch.ts'
import { prepareLock, prepareUnsignedLock } from './prepare-lock.ts'
import { listDistributions, readDistribution } from './read-distributions.ts'
import { readMarkets } from './read-markets.ts'

/** Nodes and split contract of the launchpad. */
export interface ZoraOptions extends EvmLaunchpadOptions {
  /** The platform referrer, who receives 0.20% of every trade, outside the split. */
  readonly platformReferrer: Wallet
  /** The contract of new splits. */
  readonly split: SplitKind['id']
}

/** Zora coins on Base. Its only state is which nodes failed recently. */
export function createZoraLaunchpad(options: ZoraOptions): Launchpad {
  const connection = connectEvmLaunchpad(options, { chainId: BASE_CHAIN_ID, upstream: ZORA_FACTS.upstream })
  const context: ZoraContext = {
    ...connection,
    platformReferrer: getAddress(options.platformReferrer),
    split: SPLIT_KINDS.find(({ id }) => id === options.split)!,
  }
  const { rpc } = context
  return createEvmLaunchpad(rpc, {
    facts: ZORA_FACTS,
    contracts: [{ name: 'Zora’s factory', address: ZORA_FACTORY, isProxy: true }],
    buildLaunch: (plan, from) => buildLaunch(context, plan, from),
    mayFollow,
    readCreatedCoin: (by) => readCreatedCoin(context, by),
    async readCoin(mint, record) {
      const state = await readCoinState(rpc, mint, record)
      return state && chainCoinOf(state, record)
    },
    prepareLock: (mint, shareholders, launcher) => prepareLock(context, mint, shareholders, launcher),
    prepareUnsignedLock: (mint, shareholders, launcher) => prepareUnsignedLock(context, mint, shareholders, launcher),
    prepareDistribution: (mint, payer, record) => prepareDistribution(context, mint, payer, record),
    readAccruedWei: (mints) => readAccruedWei(rpc, mints),
    listDistributions: (mint, range, record) => listDistributions(context, mint, range, record),
    readDistribution: (mint, signature, record) => readDistribution(context, mint, signature, record),
    markets: { read: (mints) => readMarkets(context, mints) },
  })
}
