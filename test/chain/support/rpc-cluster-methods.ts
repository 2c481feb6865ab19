import { address } from '@solana/kit'
import { VersionedMessage } from '@solana/web3.js'
import { type RpcMethods, optionsOf, withContext } from './rpc-method.ts'

const MAINNET_GENESIS_HASH = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'
const LAMPORTS_PER_SIGNATURE = 5_000

/** A block is final 32 slots after it was made. */
const FINALITY_SLOTS = 32

const slotsBehind = (params: readonly unknown[]): number => (optionsOf(params, 0).commitment === 'finalized' ? FINALITY_SLOTS : 0)

/** What the node says of itself and of time. */
export const clusterMethods: RpcMethods = {
  getHealth: () => 'ok',
  getVersion: () => ({ 'solana-core': '3.0.0', 'feature-set': 1 }),
  getGenesisHash: () => MAINNET_GENESIS_HASH,
  getSlot: (chain, params) => {
    chain.poll()
    return Number(chain.slot()) - slotsBehind(params)
  },
  getBlockHeight: (chain) => {
    chain.poll()
    return Number(chain.blockHeight())
  },
  /** As of an archive: everything since the first block. */
  getFirstAvailableBlock: () => 0,
  getBlock: (_chain, [slot]) => ({ blockHeight: slot === 0 ? 0 : null, blockTime: null, blockhash: '', parentSlot: 0 }),
  getBlockTime: (chain, [slot]) => chain.blockTimeSec(BigInt(slot as number)),
  getEpochInfo: (chain, params) => {
    const behind = slotsBehind(params)
    const slot = Number(chain.slot()) - behind
    return {
      absoluteSlot: slot,
      blockHeight: Number(chain.blockHeight()) - behind,
      epoch: Math.floor(slot / 432_000),
      slotIndex: slot % 432_000,
      slotsInEpoch: 432_000,
      transactionCount: chain.ledger.size,
    }
  },
  getLatestBlockhash: (chain) => {
    const { blockhash, lastValidBlockHeight } = chain.latestBlockhash()
    return withContext(chain, { blockhash, lastValidBlockHeight: Number(lastValidBlockHeight) })
  },
  isBlockhashValid: (chain, [blockhash]) => withContext(chain, chain.blockhashIsValid(blockhash as string)),
  getMinimumBalanceForRentExemption: (chain, [size]) => Number(chain.svm.minimumBalanceForRentExemption(BigInt(size as number))),
  getRecentPrioritizationFees: (chain) =>
    Array.from({ length: 5 }, (_, back) => ({ slot: Number(chain.slot()) - back, prioritizationFee: 0 })),
  /** Base fee only: no compute price is read out of the message. */
  getFeeForMessage: (chain, [message]) => {
    const { header } = VersionedMessage.deserialize(Buffer.from(message as string, 'base64'))
    return withContext(chain, header.numRequiredSignatures * LAMPORTS_PER_SIGNATURE)
  },
  requestAirdrop: (chain, [wallet, amount]) => {
    chain.airdrop(address(wallet as string), BigInt(amount as number))
    return '1'.repeat(88)
  },
}
