import type { Wallet } from '../../../domain/brands.ts'
import { type SolanaSettings, solanaChain } from '../chain-settings.ts'
import type { LaunchpadSetup } from '../registry.ts'
import { simulatedFacts } from './facts.ts'

/** Receives the treasury share in simulated mode unless TREASURY_WALLET is set. It has no owner. */
const SIMULATED_TREASURY = '7reasuryWa11etofTheSimu1atedC1usterXXXXXXXXX' as Wallet

/** The simulated launchpad, used instead of pump. */
export function simulatedSetup(server: { readonly baseUrl: string }, solana: SolanaSettings): LaunchpadSetup {
  const facts = simulatedFacts(server)
  const chain = solanaChain(facts, { ...solana, treasury: solana.treasury ?? SIMULATED_TREASURY })
  return { facts, reason: null, chain, load: ({ simulated }) => simulated() }
}
