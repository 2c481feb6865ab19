import { type Static, Type } from '@sinclair/typebox'
import type { UsdMicros } from '../brands.ts'
import { AppError } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { type RateGroup, type RateRule, RATES } from '../limits/rates.ts'
import {
  PAYMENT_NETWORK,
  PAYMENT_TIMEOUT_SEC,
  type PaymentMethod,
  type PaymentTerms,
  type Permit2Terms,
  PRICE_GROUPS,
  type PriceGroup,
  SOLANA_PAYMENT_NETWORK,
  type SolanaOffer,
  type SolanaPayee,
} from './payment.ts'
import type { FacilitatorWallets } from './facilitator-wallets.ts'
import { tariffText } from './tariff.ts'
import type { SoldResource } from './sold-resource.ts'
import { shownReason } from './payment-failure.ts'

/** Limits of a payer, in calls like the one that is asked for. */
export const PayerLimits = Type.Object(
  {
    perMinute: Type.Optional(Type.Integer({ description: 'Calls of a payer.' })),
    addressPerMinute: Type.Optional(Type.Integer({ description: 'Calls of a network address.' })),
    launchesPerHour: Type.Integer(),
  },
  { title: 'PayerLimits' },
)

/** One that keeps to the schema. */
export type PayerLimits = Static<typeof PayerLimits>

/** The limits of a payer in a group of routes. */
export function payerLimitsOf(group: RateGroup): PayerLimits {
  const { perKey, perAddress }: RateRule = RATES[group]
  return {
    ...(perKey === undefined ? {} : { perMinute: perKey }),
    ...(perAddress === undefined ? {} : { addressPerMinute: perAddress }),
    launchesPerHour: LIMITS.launchesPerHourDefault,
  }
}

/** How a price can be paid now. */
export interface WaysToPay {
  /** On Base, the offered first. */
  readonly methods: readonly PaymentMethod[]
  /** Who settles `upto`; null where nothing is taken by Permit2. */
  readonly uptoWallet: string | null
  /** On Solana; null where it cannot be. */
  readonly solana: SolanaOffer | null
}

/** Whether a payer may have to name a wallet of a facilitator. */
export const namesWallets = ({ methods, solana }: Pick<PaymentTerms, 'methods' | 'solana'>): boolean =>
  solana !== null || methods.some((method) => method !== 'eip3009')

/** The ways that these facilitators' wallets leave open; EIP-3009 always is. */
export function waysToPay({ methods, solana }: Pick<PaymentTerms, 'methods' | 'solana'>, wallets: FacilitatorWallets): WaysToPay {
  const [uptoWallet = null] = wallets.upto
  const open = methods.filter((method) => uptoWallet !== null || method === 'eip3009')
  return { methods: open.length > 0 ? open : ['eip3009'], uptoWallet, solana: solanaOfferOf(solana, wallets.solanaFeePayers) }
}

/** The price of one call, and what is sold. */
export interface CallPrice {
  readonly payTo: string
  readonly amountUsdMicros: UsdMicros
  readonly ways: WaysToPay
  readonly sold: SoldResource
  /** What a payer may do of this, told before anyone signs. */
  readonly limits: PayerLimits
  /** Where the call can be paid for beforehand, as `METHOD /path`; null where it cannot. */
  readonly credits: string | null
  /** The value of `www-authenticate`: see payment-challenge.ts. */
  readonly challenge: string
}

/** Paying on Base, as version 2 of the protocol writes it. @see x402 specification 5.1.2 */
export const requirementsOf = ({ payTo, amountUsdMicros }: Pick<CallPrice, 'payTo' | 'amountUsdMicros'>) => ({
  scheme: 'exact',
  network: PAYMENT_NETWORK.caip2,
  amount: amountUsdMicros.toString(),
  asset: PAYMENT_NETWORK.asset,
  payTo,
  maxTimeoutSeconds: PAYMENT_TIMEOUT_SEC,
  extra: { ...PAYMENT_NETWORK.domain },
})

/** Paying on Base by Permit2: the exact price, or `upto` what is signed, which is the price too; `facilitator` alone may settle that. */
export const permit2RequirementsOf = (
  price: Pick<CallPrice, 'payTo' | 'amountUsdMicros'>,
  { scheme, facilitator }: Pick<Permit2Terms, 'scheme' | 'facilitator'>,
) => {
  const { extra, ...onBase } = requirementsOf(price)
  const facilitatorAddress = facilitator === null ? {} : { facilitatorAddress: facilitator }
  return { ...onBase, scheme, extra: { ...extra, assetTransferMethod: 'permit2', ...facilitatorAddress } }
}

/** Paying on Solana, as version 2 of the protocol writes it. @see x402 specification, scheme exact on SVM */
export const solanaRequirementsOf = ({ payTo, feePayer }: SolanaOffer, amountUsdMicros: UsdMicros) => ({
  scheme: 'exact',
  network: SOLANA_PAYMENT_NETWORK.caip2,
  amount: amountUsdMicros.toString(),
  asset: SOLANA_PAYMENT_NETWORK.asset,
  payTo,
  maxTimeoutSeconds: PAYMENT_TIMEOUT_SEC,
  extra: { feePayer },
})

const solanaOfferOf = (payee: SolanaPayee | null, [feePayer]: readonly string[]): SolanaOffer | null =>
  payee === null || feePayer === undefined ? null : { payTo: payee.payTo, feePayer }

/** Every way to pay a price, as version 2 writes it. Clients take the first that they can. */
export function offersOf(price: Pick<CallPrice, 'payTo' | 'amountUsdMicros' | 'ways'>) {
  const { methods, uptoWallet, solana } = price.ways
  const onBase = {
    eip3009: () => requirementsOf(price),
    permit2: () => permit2RequirementsOf(price, { scheme: 'exact', facilitator: null }),
    upto: () => permit2RequirementsOf(price, { scheme: 'upto', facilitator: uptoWallet }),
  }
  return [...methods.map((method) => onBase[method]()), ...(solana ? [solanaRequirementsOf(solana, price.amountUsdMicros)] : [])]
}

/**
 * One way to pay as version 1 of the protocol writes it, with version 2's `amount` added: an item of `accepts` in the body of
 * `payment_required`.
 */
export const PaymentOption = Type.Object({
  scheme: Type.Literal('exact'),
  network: Type.String(),
  maxAmountRequired: Type.String(),
  amount: Type.String(),
  resource: Type.String({ format: 'uri' }),
  description: Type.String(),
  mimeType: Type.String(),
  payTo: Type.String(),
  maxTimeoutSeconds: Type.Integer(),
  asset: Type.String(),
  extra: Type.Object({ name: Type.String(), version: Type.String() }),
})

/** One that keeps to the schema. */
export type PaymentOption = Static<typeof PaymentOption>

/** The call's price as version 1 writes it: amounts in millionths of a dollar. */
export const legacyRequirementsOf = (price: CallPrice): PaymentOption => ({
  scheme: 'exact',
  network: PAYMENT_NETWORK.legacyName,
  maxAmountRequired: price.amountUsdMicros.toString(),
  amount: price.amountUsdMicros.toString(),
  resource: price.sold.resource.url,
  description: price.sold.resource.description,
  mimeType: price.sold.resource.mimeType,
  payTo: price.payTo,
  maxTimeoutSeconds: PAYMENT_TIMEOUT_SEC,
  asset: PAYMENT_NETWORK.asset,
  extra: { ...PAYMENT_NETWORK.domain },
})

/** The value of the payment-required header: version 2's PaymentRequired in base64. */
export const paymentRequiredHeader = (price: CallPrice, error: string): string =>
  base64Json({
    x402Version: 2,
    error,
    resource: price.sold.resource,
    accepts: offersOf(price),
    extensions: price.sold.extensions,
  })

/** The value of the payment-response header: a receipt, or a statement that nothing was settled. */
export const receiptHeader = (receipt: {
  network: string
  payer: string
  transaction: string | null
  version: 1 | 2
  failure?: string | null
}): string =>
  base64Json({
    success: receipt.transaction !== null,
    transaction: receipt.transaction ?? '',
    network: receipt.version === 2 ? receipt.network : PAYMENT_NETWORK.legacyName,
    payer: receipt.payer,
    ...(receipt.transaction === null ? { errorReason: receipt.failure ?? 'not_settled' } : {}),
  })

const base64Json = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64')

/** The payment terms for the documents; null where the operator takes no payments. */
export const paymentRequirements = (terms: PaymentTerms | null) =>
  terms && {
    protocol: 'x402' as const,
    versions: [2, 1],
    scheme: 'exact',
    network: PAYMENT_NETWORK.caip2,
    asset: PAYMENT_NETWORK.asset,
    assetName: 'USDC',
    payTo: terms.payTo,
    ...(terms.solana
      ? { solana: { network: SOLANA_PAYMENT_NETWORK.caip2, asset: SOLANA_PAYMENT_NETWORK.asset, payTo: terms.solana.payTo } }
      : {}),
    prices: Object.fromEntries(PRICE_GROUPS.map((group) => [group, tariffText(terms.prices[group])])) as Record<PriceGroup, string>,
    atomicPrices: Object.fromEntries(PRICE_GROUPS.map((group) => [group, terms.prices[group].baseUsdMicros.toString()])) as Record<
      PriceGroup,
      string
    >,
    flow: [
      'A call without x-svc-api-key is answered 402: accepts[] and the header payment-required name the price.',
      'Sign it and send the same request again with PAYMENT-SIGNATURE (or the legacy X-PAYMENT); the receipt is in payment-response.',
      'A refused call costs nothing. After an answer with retry-after, or none at all, send the same request with the same payment.',
      'Stock clients refuse prices above $1.00, legacy ones above $0.10, unless told otherwise. All of it: /llms/payments.txt.',
    ],
  }

/** A refusal by the facilitator or the chain: nothing was charged. */
export const paymentRefused = (reason: string | null | undefined): AppError =>
  new AppError('payment_refused', { reason: shownReason(reason) })
