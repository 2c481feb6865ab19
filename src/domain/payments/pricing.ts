import type { UsdMicros } from '../brands.ts'
import type { RateGroup } from '../limits/rates.ts'
import { CREDIT_PRICE_TEXT, creditIn } from './credit.ts'
import { type PaymentTerms, PRICE_GROUP_OF } from './payment.ts'
import { isBySize, priceOfCall, tariffText } from './tariff.ts'

/** What a call of a group of routes costs. */
export interface Pricing {
  /** As the documents show it. */
  readonly text: string
  /** The price depends on the body. */
  readonly byBody: boolean
  of(body: unknown): UsdMicros
}

/** Null for a group whose calls are not sold. */
export function pricingOf({ prices }: Pick<PaymentTerms, 'prices'>, group: RateGroup): Pricing | null {
  if (group === 'credits') return { text: CREDIT_PRICE_TEXT, byBody: true, of: creditIn }
  const priceGroup = PRICE_GROUP_OF[group]
  if (priceGroup === undefined) return null
  const tariff = prices[priceGroup]
  return { text: tariffText(tariff), byBody: isBySize(tariff), of: (body) => priceOfCall(tariff, body) }
}
