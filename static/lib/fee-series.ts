import type { AmountView } from '../../src/domain/money/amount-json.ts'
import type { CoinFeesResponse } from '../../src/features/coins/fees-view.ts'
import type { PaidRole } from '../../src/domain/crew/role.ts'
import { type MainRole, mainRole } from './shareholders.ts'

/** The currency that a series is in. */
export type Unit = Pick<AmountView, 'currency' | 'decimals'>

/** Fees over time as the service answers them. */
export interface FeesAnswer extends Pick<CoinFeesResponse, 'from' | 'until' | 'stepHours'> {
  readonly points: readonly Pick<CoinFeesResponse['points'][number], 'at' | 'role' | 'amount'>[]
}

/** Fees of one stretch of time, by role. */
export interface Column {
  readonly startMs: number
  readonly byRole: ReadonlyMap<MainRole, bigint>
  readonly totalAtomic: bigint
}

/** Fees as the chart shows them: a column for each stretch, empty ones too. */
export interface FeeChartSeries {
  readonly columns: readonly Column[]
  readonly stepHours: number
  /** Roles by what they got, most first. */
  readonly roles: readonly { readonly role: MainRole; readonly amountAtomic: bigint }[]
  /** The same by every set of roles that a payment was for, most first. */
  readonly exact: readonly { readonly role: PaidRole; readonly amountAtomic: bigint }[]
  readonly totalAtomic: bigint
  readonly unit: Unit
}

const DAY_HOURS = 24

const add = (amounts: readonly bigint[]): bigint => amounts.reduce((sumAtomic, amountAtomic) => sumAtomic + amountAtomic, 0n)

/** What the answer has in this currency, as columns; a wallet with several roles counts under the first. */
export function feeSeries({ from, until, stepHours, points }: FeesAnswer, unit: Unit): FeeChartSeries {
  const stepMs = stepHours * 3_600_000
  // Columns of a day are days in UTC, the first of them a whole one.
  const fromMs = stepHours === DAY_HOURS ? Math.ceil(Date.parse(from) / stepMs) * stepMs : Date.parse(from)
  const sums = Array.from({ length: Math.ceil((Date.parse(until) - fromMs) / stepMs) }, () => new Map<MainRole, bigint>())
  const byRole = new Map<MainRole, bigint>()
  const byExact = new Map<PaidRole, bigint>()
  const own = points.filter(({ at, amount }) => amount.currency === unit.currency && Date.parse(at) >= fromMs)
  for (const { at, role, amount } of own) {
    const sum = sums[Math.floor((Date.parse(at) - fromMs) / stepMs)]
    const name = mainRole(role)
    byExact.set(role, (byExact.get(role) ?? 0n) + BigInt(amount.amount))
    for (const grown of sum ? [sum, byRole] : [byRole]) grown.set(name, (grown.get(name) ?? 0n) + BigInt(amount.amount))
  }
  const columns = sums.map((own, index) => ({ startMs: fromMs + index * stepMs, byRole: own, totalAtomic: add([...own.values()]) }))
  return { columns, stepHours, roles: mostFirst(byRole), exact: mostFirst(byExact), totalAtomic: add([...byRole.values()]), unit }
}

const mostFirst = <Role>(sums: ReadonlyMap<Role, bigint>): { readonly role: Role; readonly amountAtomic: bigint }[] =>
  [...sums].map(([role, amountAtomic]) => ({ role, amountAtomic })).sort((a, b) => (a.amountAtomic < b.amountAtomic ? 1 : -1))
