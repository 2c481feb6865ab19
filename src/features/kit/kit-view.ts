import { Type } from '@sinclair/typebox'
import type { Lamports, UsdMicros } from '../../domain/brands.ts'
import { KIT_STATES, type KitItemState } from '../../domain/kit/kit.ts'
import { lamportsToSol } from '../../domain/money/sol.ts'
import { lamportsToUsd, usdToNumber } from '../../domain/money/usd.ts'
import { iso, Nullable, Ok } from '../../domain/json.ts'
import type { Policy } from '../../ports/deps.ts'
import type { SolPrice } from '../../ports/prices.ts'
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
  template: Nullable(Type.String({ description: 'For POST /api/jobs/coin; null where no job makes it.' })),
  state: Type.Unsafe<KitItemState['state']>(Type.Union(KIT_STATES.map((state) => Type.Literal(state)))),
  missing: Type.Object({ reasons: Type.Array(Type.String()), lamports: Type.String(), usd: Nullable(Type.Number()) }),
  jobId: Nullable(Type.String()),
})

/** Answer of GET /api/coins/{mint}/kit. @see rules 3.3 */
export const KitResponse = Ok({
  cluster: Type.String(),
  mint: Type.String(),
  treasuryBps: Type.Integer({ description: 'The treasury’s share of the creator fees: 2500, or 2000 with a referrer.' }),
  budget: Type.Object({
    accrued: Amount,
    spent: Amount,
    reserved: Amount,
    free: Amount,
  }),
  price: Nullable(Type.Object({ solUsd: Type.Number(), source: Type.String(), at: Type.String(), stale: Type.Boolean() })),
  items: Type.Array(KitItemView),
  jobsEnabled: Type.Boolean(),
  indicative: Type.Literal(true, { description: 'Prices are indicative and may change.' }),
  warnings: Type.Array(Type.String()),
})

/** The kit as JSON. */
export function kitView({ coin, budget, price, items, warnings }: Kit, { cluster, jobsEnabled }: Pick<Policy, 'cluster' | 'jobsEnabled'>) {
  const solUsd = price?.usdMicros ?? null
  return {
    ok: true as const,
    cluster: cluster as string,
    mint: coin.mint as string,
    treasuryBps: coin.treasuryBps as number,
    budget: {
      accrued: amountView(budget.accruedLamports, solUsd),
      spent: amountView(budget.spentLamports, solUsd),
      reserved: amountView(budget.reservedLamports, solUsd),
      free: amountView(budget.freeLamports, solUsd),
    },
    price: price && priceView(price),
    items: items.map((item) => itemView(item, solUsd)),
    jobsEnabled,
    indicative: true as const,
    warnings: [...warnings],
  }
}

const amountView = (amount: Lamports, solUsd: UsdMicros | null) => ({
  lamports: amount.toString(),
  sol: lamportsToSol(amount),
  usd: usdOf(amount, solUsd),
})

const usdOf = (amount: Lamports, solUsd: UsdMicros | null) => (solUsd === null ? null : usdToNumber(lamportsToUsd(amount, solUsd)))

const priceView = ({ usdMicros, source, atMs, stale }: SolPrice) => ({
  solUsd: usdToNumber(usdMicros),
  source: source as string,
  at: iso(atMs),
  stale,
})

const itemView = ({ item, state, missing, missingLamports, jobId }: KitItemState, solUsd: UsdMicros | null) => ({
  id: item.id,
  title: item.title,
  what: item.what,
  priceUsd: item.priceUsd,
  template: item.template as string | null,
  state,
  missing: { reasons: [...missing], lamports: missingLamports.toString(), usd: usdOf(missingLamports, solUsd) },
  jobId: jobId as string | null,
})
