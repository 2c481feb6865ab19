import type { Lamports, Wallet } from '../../domain/brands.ts'
import type { ChainId, ChainPolicy } from '../../domain/chain.ts'
import type { Secret } from '../../lib/secret.ts'
import type { LaunchpadFacts } from '../../ports/launchpad/facts.ts'

/** What the settings say of one chain. */
export interface ChainSettings {
  readonly chainId: ChainId
  readonly policy: ChainPolicy
  /** Pays distributions when no launcher key is sent. */
  readonly crankPayerKey: Secret<string> | null
  /** The variable that raises the day's budget of that wallet. */
  readonly raisedBy: string
}

/** What the operator says of Solana, and of the simulated chain in its place. */
export interface SolanaSettings {
  readonly treasury: Wallet | null
  readonly crankDailyLamports: Lamports
  readonly crankMaxLamports: Lamports
  readonly crankPayerKey: Secret<string> | null
}

/** Receives the treasury share in simulated mode unless TREASURY_WALLET is set. Nobody holds its secret. */
const SIMULATED_TREASURY = '7reasuryWa11etofTheSimu1atedC1usterXXXXXXXXX' as Wallet

/** The chain of pump, or of the launchpad that plays it. */
export const solanaChain = ({ chainId, currency }: LaunchpadFacts, solana: SolanaSettings): ChainSettings => ({
  chainId,
  policy: {
    currency,
    treasury: solana.treasury ?? SIMULATED_TREASURY,
    cranks: { budgetName: 'crank', dailyAtomic: solana.crankDailyLamports, transactionAtomic: solana.crankMaxLamports },
  },
  crankPayerKey: solana.crankPayerKey,
  raisedBy: 'CRANK_DAILY_LAMPORTS',
})
