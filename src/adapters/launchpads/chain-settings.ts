import type { Lamports, Wallet, Wei } from '../../domain/brands.ts'
import { BASE_CHAIN_ID, BASE_NETWORKS, type BaseNetwork, type ChainId, type ChainPolicy } from '../../domain/chain.ts'
import type { Secret } from '../../lib/secret.ts'
import type { LaunchpadFacts } from '../../ports/launchpad/facts.ts'

/** The settings of one chain. */
export interface ChainSettings {
  readonly chainId: ChainId
  readonly policy: ChainPolicy
  /** The secret of the wallet that pays distributions without a launcher key. */
  readonly crankPayerKey: Secret<string> | null
}

/** The settings of Solana, and of the simulated chain in its place. */
export interface SolanaSettings {
  readonly treasury: Wallet | null
  readonly crankDailyLamports: Lamports
  readonly crankMaxLamports: Lamports
  readonly crankPayerKey: Secret<string> | null
}

/** The chain of pump, or of the simulated launchpad, which has a treasury of its own where none is set. */
export const solanaChain = ({ chainId, currency }: LaunchpadFacts, solana: SolanaSettings): ChainSettings => ({
  chainId,
  policy: {
    currency,
    treasury: solana.treasury,
    cranks: {
      budgetName: 'crank',
      dailyAtomic: solana.crankDailyLamports,
      transactionAtomic: solana.crankMaxLamports,
      raisedBy: 'CRANK_DAILY_LAMPORTS',
    },
  },
  crankPayerKey: solana.crankPayerKey,
})

/** The settings of Base. */
export interface BaseSettings {
  /** The network that the nodes are of. */
  readonly chainId: BaseNetwork
  readonly rpcUrls: readonly Secret<string>[]
  readonly treasury: Wallet | null
  readonly crankDailyWei: Wei
  readonly crankMaxWei: Wei
  readonly crankPayerKey: Secret<string> | null
}

/** Why a launchpad on Base is disabled, as a public sentence; null when it is enabled. `more` names what it lacks beside the chain’s. */
export function missingOnBase(
  { rpcUrls, treasury }: Pick<BaseSettings, 'rpcUrls' | 'treasury'>,
  more: readonly string[] = [],
): string | null {
  const missing = [...(rpcUrls.length > 0 ? [] : ['BASE_RPC_URL']), ...more, ...(treasury ? [] : ['EVM_TREASURY_WALLET'])]
  return missing.length === 0 ? null : `It needs ${missing.join(', ')}.`
}

/** The facts of a launchpad of Base on one of its networks. */
export const onNetwork = (facts: LaunchpadFacts, chainId: BaseNetwork): LaunchpadFacts =>
  chainId === BASE_CHAIN_ID
    ? facts
    : {
        ...facts,
        title: facts.title.replace(BASE_NETWORKS[BASE_CHAIN_ID], BASE_NETWORKS[chainId]),
        chainId: `eip155:${chainId}`,
        notices: [`${BASE_NETWORKS[chainId]} is a test network: its coins, fees and payouts are worth nothing.`, ...facts.notices],
        coinUrl: (mint) => `https://sepolia.basescan.org/token/${mint}`,
      }

/** The chain of a launchpad on Base. */
export const baseChain = ({ chainId, currency }: LaunchpadFacts, base: BaseSettings): ChainSettings => ({
  chainId,
  policy: {
    currency,
    treasury: base.treasury,
    cranks: {
      budgetName: 'evm-crank',
      dailyAtomic: base.crankDailyWei,
      transactionAtomic: base.crankMaxWei,
      raisedBy: 'EVM_CRANK_DAILY_GWEI',
    },
  },
  crankPayerKey: base.crankPayerKey,
})
