import { baseChain, type BaseSettings, missingOnBase, onNetwork } from '../chain-settings.ts'
import type { LaunchpadSetup } from '../registry.ts'
import { CLANKER_FACTS } from './facts.ts'

/** Clanker on Base. */
export const clankerSetup = (base: BaseSettings): LaunchpadSetup => ({
  facts: onNetwork(CLANKER_FACTS, base.chainId),
  reason: missingOnBase(base),
  chain: baseChain(onNetwork(CLANKER_FACTS, base.chainId), base),
  findings: async (time) => (missingOnBase(base) === null ? (await import('./clanker-findings.ts')).clankerFindings(time, base) : []),
  load: async ({ recordCall, recordNode, tracer, randomBytes, time }) => {
    const { createClankerLaunchpad } = await import('./launchpad.ts')
    const means = { recordCall: recordCall(CLANKER_FACTS.upstream), recordNode, tracer, randomBytes, time }
    return createClankerLaunchpad({ rpcUrls: base.rpcUrls, chainId: base.chainId, ...means })
  },
})
