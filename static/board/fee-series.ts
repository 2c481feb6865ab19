import type { Remit } from '../lib/records.ts'
import { mainRole } from '../lib/shareholders.ts'

const HOUR_MS = 3_600_000

/** Lengths a column of the chart may stand for, short to long. */
const STEPS: readonly { readonly ms: number; readonly name: string }[] = [
  { ms: HOUR_MS / 4, name: 'quarter of an hour' },
  { ms: HOUR_MS, name: 'hour' },
  { ms: 6 * HOUR_MS, name: 'six hours' },
  { ms: 24 * HOUR_MS, name: 'day' },
  { ms: 7 * 24 * HOUR_MS, name: 'week' },
]
const COLUMNS_MAX = 42
const COLUMNS_MIN = 12

/** Fees of one stretch of time, in lamports by role. */
export interface Column {
  readonly startMs: number
  readonly byRole: Readonly<Record<string, bigint>>
  readonly total: bigint
}

/** Payments as the chart shows them. */
export interface FeeSeries {
  readonly columns: readonly Column[]
  readonly stepName: string
  readonly stepMs: number
  /** Roles by what they got, most first. */
  readonly roles: readonly { readonly role: string; readonly lamports: bigint }[]
  readonly total: bigint
}

/** Payments summed by time and role, in columns as short as the whole stretch allows; null when there is no payment. */
export function feeSeries(remits: readonly Remit[], nowMs: number): FeeSeries | null {
  if (remits.length === 0) return null
  const times = remits.map(({ at }) => Date.parse(at))
  const firstMs = Math.min(...times)
  const lastMs = Math.max(nowMs, ...times)
  const step = STEPS.find(({ ms }) => (lastMs - firstMs) / ms < COLUMNS_MAX) ?? STEPS.at(-1)!
  const start = (timeMs: number) => Math.floor(timeMs / step.ms) * step.ms
  const sums = new Map<number, Record<string, bigint>>()
  const byRole: Record<string, bigint> = {}
  remits.forEach(({ role, lamports }, place) => {
    const column = start(times[place]!)
    const sum = sums.get(column) ?? {}
    const name = mainRole(role)
    sum[name] = (sum[name] ?? 0n) + BigInt(lamports)
    byRole[name] = (byRole[name] ?? 0n) + BigInt(lamports)
    sums.set(column, sum)
  })
  const add = (amounts: readonly bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n)
  const lastStart = start(lastMs)
  const firstStart = Math.min(start(firstMs), lastStart - (COLUMNS_MIN - 1) * step.ms)
  const count = Math.round((lastStart - firstStart) / step.ms) + 1
  const columns = Array.from({ length: Math.min(count, 2 * COLUMNS_MAX) }, (_, place) => {
    const startMs = lastStart - (Math.min(count, 2 * COLUMNS_MAX) - 1 - place) * step.ms
    const own = sums.get(startMs) ?? {}
    return { startMs, byRole: own, total: add(Object.values(own)) }
  })
  const roles = Object.entries(byRole)
    .map(([role, lamports]) => ({ role, lamports }))
    .sort((a, b) => (a.lamports < b.lamports ? 1 : -1))
  return { columns, stepName: step.name, stepMs: step.ms, roles, total: add(Object.values(byRole)) }
}
