import { Secret } from '../lib/secret.ts'
import type { Config } from './config.ts'

/** Base's public node: enough for looking up the few settlements that a facilitator left open. */
const PUBLIC_RPC_URL = 'https://mainnet.base.org'

/** Who is paid, who settles it, and where the chain is read. */
export interface PaymentSettings {
  readonly payTo: string
  /** Another's facilitator, or the key of the one in this process. */
  readonly facilitator: { readonly url: Secret<string> } | { readonly key: Secret<string> }
  /** Where the chain is read, and written to by the facilitator in this process. */
  readonly rpcUrl: Secret<string>
}

/** How payments are taken; null where none are. */
export function paymentSettingsOf({ payments, base }: Pick<Config, 'payments' | 'base'>): PaymentSettings | null {
  const { payTo, facilitatorKey: key, facilitatorUrl: url } = payments
  if (payTo === null) return null
  // Launches on Base take several nodes, in order.
  return {
    payTo,
    facilitator: key === null ? { url: url ?? new Secret('') } : { key },
    rpcUrl: base.rpcUrls[0] ?? new Secret(PUBLIC_RPC_URL),
  }
}
