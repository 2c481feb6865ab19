import type { Secret } from '../../../lib/secret.ts'
import { baseChain, type BaseSettings } from '../chain-settings.ts'
import type { LaunchpadSetup } from '../registry.ts'
import { CLANKER_FACTS } from './facts.ts'

/** The settings of launches with Clanker. */
export interface ClankerSettings extends BaseSettings {
  readonly rpcUrls: readonly Secret<string>[]
}

/** Why Clanker is disabled, as a public sentence; null when it is enabled. `solana`: a real Solana cluster is configured. */
function disabledReason({ rpcUrls, treasury }: ClankerSettings, solana: boolean): string | null {
  if (!solana && rpcUrls.length > 0) return 'BASE_RPC_URL needs SOLANA_RPC_URL: a simulated service touches no chain.'
  const missing = [
    ...(solana ? [] : ['SOLANA_RPC_URL']),
    ...(rpcUrls.length > 0 ? [] : ['BASE_RPC_URL']),
    ...(treasury ? [] : ['EVM_TREASURY_WALLET']),
  ]
  return missing.length === 0 ? null : `It needs ${missing.join(', ')}.`
}

/** Clanker on Base. `solana`: a real Solana cluster is configured. */
export const clankerSetup = (base: ClankerSettings, solana: boolean): LaunchpadSetup => ({
  facts: CLANKER_FACTS,
  reason: disabledReason(base, solana),
  chain: baseChain(CLANKER_FACTS, base),
  load: async ({ recordCall, recordNode, randomBytes }) => {
    const { createClankerLaunchpad } = await import('./launchpad.ts')
    const means = { recordCall: recordCall(CLANKER_FACTS.upstream), recordNode, randomBytes }
    return createClankerLaunchpad({ rpcUrls: base.rpcUrls, ...means })
  },
})
