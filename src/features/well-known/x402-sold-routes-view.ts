import { type Static, Type } from '@sinclair/typebox'
import { pricingOf } from '../../domain/payments/pricing.ts'
import { NO_WALLETS } from '../../domain/payments/facilitator-wallets.ts'
import { namesWallets, offersOf, waysToPay } from '../../domain/payments/payment-requirements.ts'
import type { HttpDeps } from '../../http/http-deps.ts'
import { soldResource, type SoldRoute } from '../../http/openapi/sold-routes.ts'

const Texts = Type.Array(Type.String())

/** Schema of /.well-known/x402: addresses for those who walk them, and the items that a facilitator's catalogue has. */
export const SoldRoutesView = Type.Object({
  version: Type.Literal(1),
  x402Version: Type.Literal(2),
  resources: Type.Array(Type.String(), {
    description: 'Where a call without a key is answered with its price; empty where nothing is sold.',
  }),
  items: Type.Array(
    Type.Object({
      resource: Type.String({ description: 'Its address; :name stands for a parameter.' }),
      type: Type.Literal('http'),
      method: Type.String(),
      x402Version: Type.Literal(2),
      accepts: Type.Array(
        Type.Object({
          scheme: Type.String(),
          network: Type.String(),
          amount: Type.String({ description: 'In atomic units of the asset.' }),
          asset: Type.String(),
          payTo: Type.String(),
          maxTimeoutSeconds: Type.Integer(),
          extra: Type.Record(Type.String(), Type.String()),
        }),
      ),
      description: Type.String(),
      mimeType: Type.String(),
      serviceName: Type.Optional(Type.String()),
      tags: Texts,
      iconUrl: Type.String(),
      extensions: Type.Record(Type.String(), Type.Unknown(), { description: 'bazaar: how it is called, with schema and example.' }),
    }),
  ),
})
SoldRoutesView.title = 'SoldRoutes'

/** What is sold by the call, from the list that the 402s are made of. @see rules 4.1 */
export async function soldRoutesView({
  policy,
  soldRoutes,
  payments,
}: Pick<HttpDeps, 'policy' | 'soldRoutes' | 'payments'>): Promise<Static<typeof SoldRoutesView>> {
  const { payments: terms, baseUrl } = policy
  if (terms === null || payments === null) return { version: 1, x402Version: 2, resources: [], items: [] }
  const ways = waysToPay(terms, namesWallets(terms) ? await payments.wallets() : NO_WALLETS)
  const itemOf = (sold: SoldRoute) => {
    const { resource, extensions } = soldResource(policy, { ...sold, bazaar: sold.fullBazaar }, `${baseUrl}${sold.template}`)
    const { url, tags, ...described } = resource
    // Where it depends on the body, the least.
    const amountUsdMicros = pricingOf(terms, sold.route.guard.rateGroup!)!.of(undefined)
    const accepts = offersOf({ payTo: terms.payTo, amountUsdMicros, ways })
    return {
      resource: url,
      type: 'http' as const,
      method: sold.route.method,
      x402Version: 2 as const,
      accepts,
      ...described,
      tags: [...tags],
      extensions: { ...extensions },
    }
  }
  const items = [...(await soldRoutes()).values()].map(itemOf)
  return { version: 1, x402Version: 2, resources: [...new Set(items.map(({ resource }) => resource))], items }
}
