import type { PaymentOptions } from '../adapters/payments/payments.ts'
import type { OpenSigner } from '../adapters/signers/open-signer.ts'
import { BASE_CHAIN_ID } from '../domain/chain.ts'
import { PAYMENT_NETWORK, type PaymentTerms, SOLANA_PAYMENT_NETWORK, type SolanaPayee } from '../domain/payments/payment.ts'
import { associatedTokenAccount } from '../lib/solana/associated-token-account.ts'
import { Secret } from '../lib/secret.ts'
import type { Config } from './config.ts'

/** Base's public node: sufficient for looking up the few settlements that a facilitator left undecided. */
const PUBLIC_RPC_URL = 'https://mainnet.base.org'

/** Solana's public node, for the same. */
const PUBLIC_SOLANA_RPC_URL = 'https://api.mainnet-beta.solana.com'

/** Payee, facilitator and chain node of payments. */
export interface PaymentSettings {
  readonly payTo: NonNullable<Config['payments']['payTo']>
  /** External facilitators, asked in order, or the key of the one in this process. */
  readonly facilitator: { readonly urls: readonly Secret<string>[] } | { readonly key: Secret<string> }
  /** The node that is read, and that the facilitator in this process sends to. */
  readonly rpcUrl: Secret<string>
  /** Payments on Solana, and the nodes that are asked there; null where none are taken. */
  readonly solana: (SolanaPayee & { readonly rpcUrls: readonly Secret<string>[] }) | null
}

/** What callers are asked to pay, and to whom; null where no payments are taken. */
export const paymentTermsOf = ({ payments }: Pick<Config, 'payments'>): PaymentTerms | null =>
  payments.payTo === null
    ? null
    : { payTo: payments.payTo, prices: payments.prices, methods: payments.methods, solana: solanaPayeeOf(payments) }

const solanaPayeeOf = ({ solanaPayTo }: Config['payments']): SolanaPayee | null =>
  solanaPayTo === null ? null : { payTo: solanaPayTo, account: associatedTokenAccount(solanaPayTo, SOLANA_PAYMENT_NETWORK.asset) }

/** The settings of payments; null where none are taken. */
export function paymentSettingsOf({ payments, base, solana }: Pick<Config, 'payments' | 'base' | 'solana'>): PaymentSettings | null {
  const { payTo, facilitatorKey: key, facilitatorUrls: urls } = payments
  if (payTo === null) return null
  const solanaPayee = solanaPayeeOf(payments)
  const lists = [payments.solanaRpcUrls, solana.rpcUrls, [new Secret(PUBLIC_SOLANA_RPC_URL)]]
  const rpcUrls = lists.find(({ length }) => length > 0)!
  // Launches on Base accept several nodes, in order.
  return {
    payTo,
    facilitator: key === null ? { urls } : { key },
    // Payments are of Base itself, also where coins are launched on its test network.
    rpcUrl: (base.chainId === BASE_CHAIN_ID ? base.rpcUrls[0] : undefined) ?? new Secret(PUBLIC_RPC_URL),
    solana: solanaPayee && { ...solanaPayee, rpcUrls },
  }
}

/** The same, with the facilitator's wallet opened. @throws AppError launcher_secret_invalid for a key that is none */
export async function paymentOptionsOf(
  { facilitator, ...settings }: PaymentSettings,
  openSigner: OpenSigner,
): Promise<Pick<PaymentOptions, 'payTo' | 'facilitator' | 'rpcUrl' | 'solana'>> {
  if ('urls' in facilitator) return { ...settings, facilitator }
  return { ...settings, facilitator: { signer: await openSigner(PAYMENT_NETWORK.caip2, facilitator.key) } }
}
