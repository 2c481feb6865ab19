import { AmountView, amountView, forSol, inSol } from '../../domain/money/amount-json.ts'
import { type Static, Type } from '@sinclair/typebox'
import { ClusterName } from '../../domain/cluster.ts'
import type { AtomicUnits, UsdMicros } from '../../domain/brands.ts'
import { TEMPLATE_IDS } from '../../domain/kit/kit-items.ts'
import { KIT_STATES, type KitItemState } from '../../domain/kit/kit.ts'
import { type Currency } from '../../domain/money/currency.ts'
import { worthUsd, usdToNumber } from '../../domain/money/usd.ts'
import { DateTime, Enum, iso, Nullable, Ok } from '../../domain/json.ts'
import type { Policy } from '../../ports/policy.ts'
import { PRICE_SOURCES, type DollarPrice } from '../../ports/prices.ts'
import type { Kit } from './read-kit.ts'

const Amount = Type.Object({
  amount: AmountView,
  lamports: Type.Optional(Type.String({ description: 'Of SOL alone.' })),
  sol: Type.Optional(Type.Number({ description: 'Of SOL alone.' })),
  usd: Nullable(Type.Number({ description: 'At the price below; null without one.' })),
})
Amount.title = 'BudgetAmount'

const KitItemView = Type.Object({
  id: Type.String(),
  title: Type.String(),
  what: Type.String(),
  priceUsd: Nullable(Type.Number({ description: 'Indicative, and may change; null for what costs nothing.' })),
  template: Nullable(Enum(TEMPLATE_IDS, { description: 'For POST /api/jobs/coin; null where no job makes it.' })),
  state: Enum(KIT_STATES),
  missing: Type.Object({
    reasons: Type.Array(Type.String()),
    amount: AmountView,
    lamports: Type.Optional(Type.String({ description: 'Of SOL alone.' })),
    usd: Nullable(Type.Number()),
  }),
  jobId: Nullable(Type.String()),
})

/** Answer of GET /api/coins/{mint}/kit. @see rules 3.3 */
export const KitResponse = Ok({
  cluster: ClusterName,
  mint: Type.String(),
  treasuryBps: Type.Integer({ description: 'The treasury’s share of the creator fees: 2500, or 2000 with a referrer.' }),
  budget: Type.Object({
    accrued: Amount,
    spent: Amount,
    reserved: Amount,
    free: Amount,
  }),
  price: Nullable(Type.Object({ solUsd: Type.Number(), source: Enum(PRICE_SOURCES), at: DateTime(), stale: Type.Boolean() })),
  items: Type.Array(KitItemView),
  jobsEnabled: Type.Boolean(),
  indicative: Type.Literal(true, { description: 'Prices are indicative and may change.' }),
  warnings: Type.Array(Type.String()),
})

KitResponse.title = 'Kit'

export type KitResponse = Static<typeof KitResponse>

/** The kit as JSON. */
export function kitView(
  { coin, budget, price, items, warnings }: Kit,
  { cluster, jobsEnabled }: Pick<Policy, 'cluster' | 'jobsEnabled'>,
): KitResponse {
  const priced = { currency: coin.currency, usdMicros: price?.usdMicros ?? null }
  return {
    ok: true,
    cluster,
    mint: coin.mint,
    treasuryBps: coin.treasuryBps,
    budget: {
      accrued: budgetView(budget.accruedAtomic, priced),
      spent: budgetView(budget.spentAtomic, priced),
      reserved: budgetView(budget.reservedAtomic, priced),
      free: budgetView(budget.freeAtomic, priced),
    },
    price: price && priceView(price),
    items: items.map((item) => itemView(item, priced)),
    jobsEnabled,
    indicative: true,
    warnings: [...warnings],
  }
}

/** The currency of the coin's fees, and the price of a whole unit; null without a price. */
interface Priced {
  readonly currency: Currency
  readonly usdMicros: UsdMicros | null
}

const budgetView = (amountAtomic: AtomicUnits, priced: Priced) => ({
  amount: amountView(amountAtomic, priced.currency),
  ...inSol(amountAtomic, priced.currency),
  usd: usdOf(amountAtomic, priced),
})

const usdOf = (amountAtomic: AtomicUnits, { currency, usdMicros }: Priced) =>
  usdMicros === null ? null : usdToNumber(worthUsd(amountAtomic, currency, usdMicros))

const priceView = ({ usdMicros, source, atMs, stale }: DollarPrice) => ({
  solUsd: usdToNumber(usdMicros),
  source,
  at: iso(atMs),
  stale,
})

const itemView = ({ item, state, missing, missingAtomic, jobId }: KitItemState, priced: Priced) => ({
  id: item.id,
  title: item.title,
  what: item.what,
  priceUsd: item.priceUsdMicros && usdToNumber(item.priceUsdMicros),
  template: item.template,
  state,
  missing: {
    reasons: [...missing],
    amount: amountView(missingAtomic, priced.currency),
    ...forSol(priced.currency, { lamports: missingAtomic.toString() }),
    usd: usdOf(missingAtomic, priced),
  },
  jobId,
})
