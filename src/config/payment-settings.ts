import type { PaymentOptions } from '../adapters/payments/payments.ts'
import type { OpenSigner } from '../adapters/signers/open-signer.ts'
import { BASE_CHAIN_ID } from '../domain/chain.ts'
import { PAYMENT_NETWORK } from '../domain/payments/payment.ts'
import { Secret } from '../lib/secret.ts'
import type { Config } from './config.ts'

/** Base's public node: sufficient for looking up the few settlements that a facilitator left undecided. */
const PUBLIC_RPC_URL = 'https://mainnet.base.org'

/** Payee, facilitator and chain node of payments. */
export interface PaymentSettings {
  readonly payTo: NonNullable<Config['payments']['payTo']>
  /** An external facilitator, or the key of the one in this process. */
  readonly facilitator: { readonly url: Secret<string> } | { readonly key: Secret<string> }
  /** The node that is read, and that the facilitator in this process sends to. */
  readonly rpcUrl: Secret<string>
}

/** The settings of payments; null where none are taken. */
export function paymentSettingsOf({ payments, base }: Pick<Config, 'payments' | 'base'>): PaymentSettings | null {
  const { payTo, facilitatorKey: key, facilitatorUrl: url } = payments
  if (payTo === null) return null
  // Launches on Base accept several nodes, in order.
  return {
    payTo,
    facilitator: key === null ? { url: url ?? new Secret('') } : { key },
    // Payments are of Base itself, also where coins are launched on its test network.
    rpcUrl: (base.chainId === BASE_CHAIN_ID ? base.rpcUrls[0] : undefined) ?? new Secret(PUBLIC_RPC_URL),
  }
}

/** The same, with the facilitator's wallet opened. @throws AppError launcher_secret_invalid for a key that is none */
export async function paymentOptionsOf(
  { facilitator, ...settings }: PaymentSettings,
  openSigner: OpenSigner,
): Promise<Pick<PaymentOptions, 'payTo' | 'facilitator' | 'rpcUrl'>> {
  if ('url' in facilitator) return { ...settings, facilitator }
  return { ...settings, facilitator: { signer: await openSigner(PAYMENT_NETWORK.caip2, facilitator.key) } }
}
