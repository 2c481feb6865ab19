import { pumpSetup } from '../adapters/launchpads/pump/entry.ts'
import type { LaunchpadSetup } from '../adapters/launchpads/registry.ts'
import { simulatedSetup } from '../adapters/launchpads/simulated/entry.ts'
import { zoraSetup } from '../adapters/launchpads/zora/entry.ts'
import type { Config } from './config.ts'

/** What of the settings launchpads are made from. */
export type LaunchpadConfig = Pick<Config, 'server' | 'solana' | 'base' | 'prices'>

/** Where no node of Solana is named, its chain is simulated. */
export const isSimulated = ({ solana }: Pick<Config, 'solana'>): boolean => solana.rpcUrls.length === 0

/** Every launchpad, the default first: one line each. */
const LAUNCHPADS: readonly ((config: LaunchpadConfig) => LaunchpadSetup)[] = [
  (config) => (isSimulated(config) ? simulatedSetup(config.server, config.solana) : pumpSetup(config.solana, config.prices.jupiterApiKey)),
  (config) => zoraSetup(config.base, !isSimulated(config)),
]

/** The launchpads as these settings have them, those too that are off. */
export const launchpadsOf = (config: LaunchpadConfig): readonly LaunchpadSetup[] => LAUNCHPADS.map((setup) => setup(config))
