import { type SolanaSettings, solanaChain } from '../chain-settings.ts'
import type { LaunchpadSetup } from '../registry.ts'
import { simulatedFacts } from './facts.ts'

/** The launchpad of the simulated chain, in the place of pump. */
export function simulatedSetup(server: { readonly baseUrl: string }, solana: SolanaSettings): LaunchpadSetup {
  const facts = simulatedFacts(server)
  return { facts, reason: null, chain: solanaChain(facts, solana), load: ({ simulated }) => simulated() }
}
