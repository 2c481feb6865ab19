import type { ChainSettings } from '../adapters/launchpads/chain-settings.ts'
import type { ChainId } from '../domain/chain.ts'
import type { Secret } from '../lib/secret.ts'
import { type LaunchpadConfig, launchpadsOf } from './launchpads.ts'

/** The chains of all known launchpads, disabled ones included: one entry each. */
export const chainsOf = (config: LaunchpadConfig): readonly ChainSettings[] => [
  ...new Map(launchpadsOf(config).map(({ chain }) => [chain.chainId, chain])).values(),
]

/** The secrets that pay distributions, by chain. */
export const crankKeysOf = (config: LaunchpadConfig): Readonly<Record<ChainId, Secret<string>>> =>
  Object.fromEntries(chainsOf(config).flatMap(({ chainId, crankPayerKey }) => (crankPayerKey ? [[chainId, crankPayerKey]] : [])))
