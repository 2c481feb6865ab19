import type { Config } from './config.ts'

/** The settings that say which chains are real. */
type Chains = {
  readonly solana: Pick<Config['solana'], 'rpcUrls'>
  readonly base: Pick<Config['base'], 'rpcUrls' | 'treasury'>
}

/** Launches on Base and none on Solana. A node of Base without a treasury there is for payments alone, and launches nothing. */
export const isBaseAlone = ({ solana, base }: Chains): boolean =>
  solana.rpcUrls.length === 0 && base.rpcUrls.length > 0 && base.treasury !== null

/** Without a chain to launch on, one is simulated. */
export const isSimulated = (config: Chains): boolean => config.solana.rpcUrls.length === 0 && !isBaseAlone(config)
