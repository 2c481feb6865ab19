import type { Wallet } from '../../../domain/brands.ts'
import type { Secret } from '../../../lib/secret.ts'
import type { LaunchpadEntry } from '../registry.ts'
import { ZORA_FACTS } from './facts.ts'
import type { ZoraOptions } from './launchpad.ts'

/** What the operator says of launches on Base. */
export interface ZoraSettings {
  readonly rpcUrls: readonly Secret<string>[]
  readonly platformReferrer: Wallet | null
  readonly treasury: Wallet | null
  readonly split: ZoraOptions['split']
}

/** Why Base coins are not launched here, as a sentence for anyone; null when they are. `solana`: with a real chain there. */
export function whyNoBase({ rpcUrls, platformReferrer, treasury }: Omit<ZoraSettings, 'split'>, solana: boolean): string | null {
  if (!solana && rpcUrls.length > 0) return 'BASE_RPC_URL needs SOLANA_RPC_URL: a simulated service touches no chain.'
  const missing = [
    ...(solana ? [] : ['SOLANA_RPC_URL']),
    ...(rpcUrls.length > 0 ? [] : ['BASE_RPC_URL']),
    ...(platformReferrer ? [] : ['PLATFORM_REFERRER_WALLET']),
    ...(treasury ? [] : ['EVM_TREASURY_WALLET']),
  ]
  return missing.length === 0 ? null : `It needs ${missing.join(', ')}.`
}

/** Zora's line of the registry; to be loaded only where `whyNoBase` has nothing against it. */
export const zoraEntry = (
  { rpcUrls, platformReferrer, split }: ZoraSettings,
  means: Pick<ZoraOptions, 'recordCall' | 'recordNode' | 'randomBytes'>,
): LaunchpadEntry => ({
  facts: ZORA_FACTS,
  load: async () => {
    const { createZoraLaunchpad } = await import('./launchpad.ts')
    return createZoraLaunchpad({ rpcUrls, platformReferrer: platformReferrer!, split, ...means })
  },
})
