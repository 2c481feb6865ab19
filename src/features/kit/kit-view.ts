import { type Static, Type } from '@sinclair/typebox'
import { CLUSTERS } from '../../domain/cluster.ts'
import type { AtomicUnits, UsdMicros } from '../../domain/brands.ts'
import { TEMPLATE_IDS } from '../../domain/kit/kit-items.ts'
import { KIT_STATES, type KitItemState } from '../../domain/kit/kit.ts'
import { amountNumber } from '../../domain/money/currency.ts'
import { worthUsd, usdToNumber } from '../../domain/money/usd.ts'
import { Enum, iso, Nullable, Ok } from '../../domain/json.ts'
import type { Policy } from '../../ports/deps.ts'
import { PRICE_SOURCES, type SolPrice } from '../../ports/prices.ts'
import type { Kit } from './read-kit.ts'

const Amount = Type.Object({
  lamports: Type.String(),
  sol: Type.Number(),
  usd: Nullable(Type.Number({ description: 'At the price below; null without one.' })),
})

const KitItemView = Type.Object({
  id: Type.String(),
  title: Type.String(),
  what: Type.String(),
  priceUsd: Nullable(Type.Number({ description: 'Indicative, and may change; null for what costs nothing.' })),
  template: Nullable(Enum(TEMPLATE_IDS, { description: 'For POST /api/jobs/coin; null where no job makes it.' })),
  state: Enum(KIT_STATES),
  missing: Type.Object({ reasons: Type.Array(Type.String()), lamports: Type.String(), usd: Nullable(Type.Number()) }),
  jobId: Nullable(Type.String()),
})

/** Answer of GET /api/coins/{mint}/kit. @see rules 3.3 */
export const KitResponse = Ok({
  cluster: Enum(CLUSTERS),
  mint: Type.String(),
  treasuryBps: Type.Integer({ description: 'The treasury’s share of the creator fees: 2500, or 2000 with a referrer.' }),
  budget: Type.Object({
    accrued: Amount,
    spent: Amount,
    reserved: Amount,
    free: Amount,
  }),
  price: Nullable(Type.Object({ solUsd: Type.Number(), source: Enum(PRICE_SOURCES), at: Type.String(), stale: Type.Boolean() })),
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
  const solUsd = price?.usdMicros ?? null
  return {
    ok: true,
    cluster,
    mint: coin.mint,
    treasuryBps: coin.treasuryBps,
    budget: {
      accrued: amountView(budget.accrued, solUsd),
      spent: amountView(budget.spent, solUsd),
      reserved: amountView(budget.reserved, solUsd),
      free: amountView(budget.free, solUsd),
    },
    price: price && priceView(price),
    items: items.map((item) => itemView(item, solUsd)),
    jobsEnabled,
    indicative: true,
    warnings: [...warnings],
  }
}

const amountView = (amount: AtomicUnits, solUsd: UsdMicros | null) => ({
  lamports: amount.toString(),
  sol: amountNumber(amount, 'SOL'),
  usd: usdOf(amount, solUsd),
})

const usdOf = (amount: AtomicUnits, solUsd: UsdMicros | null) => (solUsd === null ? null : usdToNumber(worthUsd(amount, 'SOL', solUsd)))

const priceView = ({ usdMicros, source, atMs, stale }: SolPrice) => ({
  solUsd: usdToNumber(usdMicros),
  source,
  at: iso(atMs),
  stale,
})

const itemView = ({ item, state, missing, missingAmount, jobId }: KitItemState, solUsd: UsdMicros | null) => ({
  id: item.id,
  title: item.title,
  what: item.what,
  priceUsd: item.priceUsd,
  template: item.template,
  state,
  missing: { reasons: [...missing], lamports: missingAmount.toString(), usd: usdOf(missingAmount, solUsd) },
  jobId,
})
