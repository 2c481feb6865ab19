import { DEVNET_CHAIN_ID } from '../adapters/escrow/escrow-rails.ts'
import { PUMP_FACTS } from '../adapters/launchpads/pump/facts.ts'
import type { ChainId } from '../domain/chain.ts'
import { PAYMENT_NETWORK } from '../domain/payments/payment.ts'
import type { Secret } from '../lib/secret.ts'
import type { Config } from './config.ts'

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
