import type { Wallet } from '../../../domain/brands.ts'
import { BASE_CHAIN_ID, BASE_NETWORKS } from '../../../domain/chain.ts'
import { baseChain, type BaseSettings, missingOnBase, onNetwork } from '../chain-settings.ts'
import type { LaunchpadSetup } from '../registry.ts'
import { ZORA_FACTS } from './facts.ts'
import type { ZoraOptions } from './launchpad.ts'

/** The settings of launches with Zora. */
export interface ZoraSettings extends BaseSettings {
  readonly platformReferrer: Wallet | null
  readonly split: ZoraOptions['split']
}

/** Why launches with Zora are disabled, as a public sentence; null when they are enabled. */
export const zoraDisabledReason = (base: Pick<ZoraSettings, 'chainId' | 'rpcUrls' | 'platformReferrer' | 'treasury'>): string | null =>
  base.chainId === BASE_CHAIN_ID
    ? missingOnBase(base, base.platformReferrer ? [] : ['PLATFORM_REFERRER_WALLET'])
    : `Zora’s contracts on ${BASE_NETWORKS[base.chainId]} are not known here: it needs BASE_CHAIN_ID=${BASE_CHAIN_ID}.`

/** Zora on Base. */
export const zoraSetup = (base: ZoraSettings): LaunchpadSetup => ({
  facts: onNetwork(ZORA_FACTS, base.chainId),
  reason: zoraDisabledReason(base),
  chain: baseChain(onNetwork(ZORA_FACTS, base.chainId), base),
  findings: async (time) => (await import('./zora-findings.ts')).zoraFindings(time, base, zoraDisabledReason(base)),
  load: async ({ recordCall, recordNode, tracer, randomBytes, time }) => {
    const { createZoraLaunchpad } = await import('./launchpad.ts')
    const { rpcUrls, platformReferrer, split } = base
    const means = { recordCall: recordCall(ZORA_FACTS.upstream), recordNode, tracer, randomBytes, time }
    return createZoraLaunchpad({ rpcUrls, platformReferrer: platformReferrer!, split, ...means })
  },
})
