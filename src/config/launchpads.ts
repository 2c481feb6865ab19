import { clankerSetup } from '../adapters/launchpads/clanker/entry.ts'
import { pumpSetup } from '../adapters/launchpads/pump/entry.ts'
import type { LaunchpadSetup } from '../adapters/launchpads/registry.ts'
import { simulatedSetup } from '../adapters/launchpads/simulated/entry.ts'
import { zoraSetup } from '../adapters/launchpads/zora/entry.ts'
import type { Config } from './config.ts'
import { isSimulated } from './is-simulated.ts'

/** The settings from which launchpads are created. */
export type LaunchpadConfig = Pick<Config, 'server' | 'solana' | 'base' | 'prices'>

/** Every launchpad, the default first: one line each. */
const LAUNCHPADS: readonly ((config: LaunchpadConfig) => LaunchpadSetup)[] = [
  (config) => (isSimulated(config) ? simulatedSetup(config.server, config.solana) : pumpSetup(config.solana, config.prices.jupiterApiKey)),
  ({ base }) => zoraSetup(base),
  ({ base }) => clankerSetup(base),
]

/** The launchpads of these settings, disabled ones included. */
export const launchpadsOf = (config: LaunchpadConfig): readonly LaunchpadSetup[] => LAUNCHPADS.map((setup) => setup(config))
