import type { Lamports, Wallet, Wei } from '../../domain/brands.ts'
import type { ChainId, ChainPolicy } from '../../domain/chain.ts'
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

/** Receives the treasury share in simulated mode unless TREASURY_WALLET is set. It has no owner. */
const SIMULATED_TREASURY = '7reasuryWa11etofTheSimu1atedC1usterXXXXXXXXX' as Wallet

/** The chain of pump, or of the simulated launchpad. */
export const solanaChain = ({ chainId, currency }: LaunchpadFacts, solana: SolanaSettings): ChainSettings => ({
  chainId,
  policy: {
    currency,
    treasury: solana.treasury ?? SIMULATED_TREASURY,
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
  readonly treasury: Wallet | null
  readonly crankDailyWei: Wei
  readonly crankMaxWei: Wei
  readonly crankPayerKey: Secret<string> | null
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
