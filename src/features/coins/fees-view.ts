import { type Static, Type } from '@sinclair/typebox'
import { ClusterName } from '../../domain/cluster.ts'
import { DateTime, iso, Ok } from '../../domain/json.ts'
import { AmountView, amountView } from '../../domain/money/amount-json.ts'
import { amountNumber, type Currency, PRICED_CURRENCY } from '../../domain/money/currency.ts'
import { WholeNumber } from '../../domain/money/whole-number.ts'
import type { FeeSeries } from './read-fee-series.ts'
import { FIELD_LIMITS } from '../../domain/limits/field-limits.ts'
import { PaidRoleJson } from '../../domain/crew/role-json.ts'

const series = {
  cluster: ClusterName,
  from: DateTime(),
  until: DateTime(),
  stepHours: Type.Integer({ description: 'How long a stretch each point stands for.' }),
}

/** Days that a series goes back unless its query says otherwise. */
export const FEE_DAYS_DEFAULT = 7

/** Query of a series. */
export const FeesQuery = Type.Object({
  days: Type.Optional(WholeNumber({ minimum: 1, maximum: FIELD_LIMITS.feeDaysMax, default: FEE_DAYS_DEFAULT })),
})

/** What was paid to one role in one step of a series. */
export const PointView = Type.Object({
  at: DateTime(),
  role: PaidRoleJson,
  amount: AmountView,
})

/** Answer of GET /api/board/fees. */
export const FeesResponse = Ok({
  ...series,
  points: Type.Array(Type.Object({ ...PointView.properties, lamports: Type.String(), sol: Type.Number() })),
})

export type FeesResponse = Static<typeof FeesResponse>

/** Answer of GET /api/coins/{mint}/fees. */
export const CoinFeesResponse = Ok({ ...series, points: Type.Array(PointView) })

export type CoinFeesResponse = Static<typeof CoinFeesResponse>

/** Fees over time in this currency, as JSON. */
export const seriesView = ({ fromMs, untilMs, stepHours, sums }: FeeSeries, currency: Currency) => ({
  from: iso(fromMs),
  until: iso(untilMs),
  stepHours,
  points: sums.map(({ startMs, role, amountAtomic }) => ({ at: iso(startMs), role, amount: amountView(amountAtomic, currency) })),
})

/** Fees over time in SOL, also under the contract's names for it. */
export const pricedSeriesView = (fees: FeeSeries) => ({
  ...seriesView(fees, PRICED_CURRENCY),
  points: fees.sums.map(({ startMs, role, amountAtomic }) => ({
    at: iso(startMs),
    role,
    amount: amountView(amountAtomic, PRICED_CURRENCY),
    lamports: amountAtomic.toString(),
    sol: amountNumber(amountAtomic, PRICED_CURRENCY),
  })),
})
