import { type SolanaSettings, solanaChain } from '../chain-settings.ts'
import type { LaunchpadSetup } from '../registry.ts'
import { simulatedFacts } from './facts.ts'

/** The simulated launchpad, used instead of pump. */
export function simulatedSetup(server: { readonly baseUrl: string }, solana: SolanaSettings): LaunchpadSetup {
  const facts = simulatedFacts(server)
  return { facts, reason: null, chain: solanaChain(facts, solana), load: ({ simulated }) => simulated() }
}
