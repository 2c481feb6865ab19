import { PUMP_FACTS } from '../adapters/launchpads/pump/facts.ts'
import { simulatedFacts } from '../adapters/launchpads/simulated/facts.ts'
import { ZORA_FACTS } from '../adapters/launchpads/zora/facts.ts'
import type { Wallet } from '../domain/brands.ts'
import type { ChainId, ChainPolicy } from '../domain/chain.ts'
import type { Secret } from '../lib/secret.ts'
import type { Config } from './config.ts'

/** Receives the treasury share in simulated mode unless TREASURY_WALLET is set. Nobody holds its secret. */
const SIMULATED_TREASURY = '7reasuryWa11etofTheSimu1atedC1usterXXXXXXXXX' as Wallet

/** What the settings say of one chain. */
export interface ChainSettings {
  readonly chainId: ChainId
  readonly policy: ChainPolicy
  /** Pays distributions when no launcher key is sent. */
  readonly crankPayerKey: Secret<string> | null
  /** The variable that raises the day's budget of that wallet. */
  readonly raisedBy: string
}

/** The chains that the settings know: one entry each. */
export function chainsOf({ server, solana, base }: Pick<Config, 'server' | 'solana' | 'base'>): readonly ChainSettings[] {
  const solanaFacts = solana.rpcUrls.length === 0 ? simulatedFacts(server) : PUMP_FACTS
  return [
    {
      chainId: solanaFacts.chainId,
      policy: {
        currency: solanaFacts.currency,
        treasury: solana.treasury ?? SIMULATED_TREASURY,
        cranks: { budgetName: 'crank', daily: solana.crankDailyLamports, transaction: solana.crankMaxLamports },
      },
      crankPayerKey: solana.crankPayerKey,
      raisedBy: 'CRANK_DAILY_LAMPORTS',
    },
    {
      chainId: ZORA_FACTS.chainId,
      policy: {
        currency: ZORA_FACTS.currency,
        treasury: base.treasury,
        cranks: { budgetName: 'evm-crank', daily: base.crankDailyWei, transaction: base.crankMaxWei },
      },
      crankPayerKey: base.crankPayerKey,
      raisedBy: 'EVM_CRANK_DAILY_GWEI',
    },
  ]
}

/** The secrets that pay distributions, by chain. */
export const crankKeysOf = (config: Pick<Config, 'server' | 'solana' | 'base'>): Readonly<Record<ChainId, Secret<string>>> =>
  Object.fromEntries(chainsOf(config).flatMap(({ chainId, crankPayerKey }) => (crankPayerKey ? [[chainId, crankPayerKey]] : [])))
