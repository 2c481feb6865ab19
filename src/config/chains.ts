import type { ChainSettings } from '../adapters/launchpads/chain-settings.ts'
import type { ChainId } from '../domain/chain.ts'
import type { OpenSigner } from '../adapters/signers/open-signer.ts'
import type { Signer } from '../ports/signer.ts'
import { type LaunchpadConfig, launchpadsOf } from './launchpads.ts'

/** The chains of all known launchpads, disabled ones included: one entry each. */
export const chainsOf = (config: LaunchpadConfig): readonly ChainSettings[] => [
  ...new Map(launchpadsOf(config).map(({ chain }) => [chain.chainId, chain])).values(),
]

/** The wallets that pay distributions, by chain. */
export async function crankPayersOf(config: LaunchpadConfig, openSigner: OpenSigner): Promise<Readonly<Record<ChainId, Signer>>> {
  const set = chainsOf(config).flatMap(({ chainId, crankPayerKey }) => (crankPayerKey ? [{ chainId, crankPayerKey }] : []))
  return Object.fromEntries(
    await Promise.all(set.map(async ({ chainId, crankPayerKey }) => [chainId, await openSigner(chainId, crankPayerKey)] as const)),
  )
}
