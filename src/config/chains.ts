import { DEVNET_CHAIN_ID } from '../adapters/escrow/escrow-rails.ts'
import { PUMP_FACTS } from '../adapters/launchpads/pump/facts.ts'
import { PAYMENT_NETWORK } from '../domain/payments/payment.ts'
import type { Secret } from '../lib/secret.ts'
import type { Config } from './config.ts'
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

/** A wallet of the operator that signs, by the variable that names its key or the place of that. */
export interface SignerSetting {
  readonly name: string
  readonly chainId: ChainId
  readonly setting: Secret<string>
}

/** Every wallet that these settings have sign. */
export function signersIn({ solana, base, buyback, jobs, payments }: Config): readonly SignerSetting[] {
  const solanaId = PUMP_FACTS.chainId
  const all: readonly (readonly [string, ChainId, Secret<string> | null])[] = [
    ['CRANK_PAYER_KEY', solanaId, solana.crankPayerKey],
    ['LOOKUP_TABLE_KEY', solanaId, solana.lookupTableKey],
    ['BUYBACK_KEY', solanaId, buyback.key],
    ['JOBS_ESCROW_KEY', DEVNET_CHAIN_ID, jobs.escrowKey],
    ['EVM_CRANK_PAYER_KEY', `eip155:${base.chainId}`, base.crankPayerKey],
    ['X402_FACILITATOR_KEY', PAYMENT_NETWORK.caip2, payments.facilitatorKey],
  ]
  return all.flatMap(([name, chainId, setting]) => (setting === null ? [] : [{ name, chainId, setting }]))
}
