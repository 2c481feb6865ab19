import type { Wallet, Wei } from '../../../domain/brands.ts'
import type { Secret } from '../../../lib/secret.ts'
import type { LaunchpadSetup } from '../registry.ts'
import { ZORA_FACTS } from './facts.ts'
import type { ZoraOptions } from './launchpad.ts'

/** The settings of launches on Base. */
export interface ZoraSettings {
  readonly rpcUrls: readonly Secret<string>[]
  readonly platformReferrer: Wallet | null
  readonly treasury: Wallet | null
  readonly split: ZoraOptions['split']
  readonly crankPayerKey: Secret<string> | null
  readonly crankDailyWei: Wei
  readonly crankMaxWei: Wei
}

/** Why launches on Base are disabled, as a public sentence; null when they are enabled. `solana`: a real Solana cluster is configured. */
export function baseDisabledReason(
  { rpcUrls, platformReferrer, treasury }: Pick<ZoraSettings, 'rpcUrls' | 'platformReferrer' | 'treasury'>,
  solana: boolean,
): string | null {
  if (!solana && rpcUrls.length > 0) return 'BASE_RPC_URL needs SOLANA_RPC_URL: a simulated service touches no chain.'
  const missing = [
    ...(solana ? [] : ['SOLANA_RPC_URL']),
    ...(rpcUrls.length > 0 ? [] : ['BASE_RPC_URL']),
    ...(platformReferrer ? [] : ['PLATFORM_REFERRER_WALLET']),
    ...(treasury ? [] : ['EVM_TREASURY_WALLET']),
  ]
  return missing.length === 0 ? null : `It needs ${missing.join(', ')}.`
}

/** Zora on Base. `solana`: a real Solana cluster is configured. */
export const zoraSetup = (base: ZoraSettings, solana: boolean): LaunchpadSetup => ({
  facts: ZORA_FACTS,
  reason: baseDisabledReason(base, solana),
  chain: {
    chainId: ZORA_FACTS.chainId,
    policy: {
      currency: ZORA_FACTS.currency,
      treasury: base.treasury,
      cranks: {
        budgetName: 'evm-crank',
        dailyAtomic: base.crankDailyWei,
        transactionAtomic: base.crankMaxWei,
        raisedBy: 'EVM_CRANK_DAILY_GWEI',
      },
    },
    crankPayerKey: base.crankPayerKey,
  },
  load: async ({ recordCall, recordNode, randomBytes }) => {
    const { createZoraLaunchpad } = await import('./launchpad.ts')
    const { rpcUrls, platformReferrer, split } = base
    const means = { recordCall: recordCall(ZORA_FACTS.upstream), recordNode, randomBytes }
    return createZoraLaunchpad({ rpcUrls, platformReferrer: platformReferrer!, split, ...means })
  },
})
