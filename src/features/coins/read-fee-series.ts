import { type AtomicUnits, atomicUnits, type UnixMs, unixMs } from '../../domain/brands.ts'
import { HOUR_MS } from '../../domain/limits.ts'
import type { Deps } from '../../ports/deps.ts'
import type { HourlyFees } from '../../ports/storage/storage.ts'
import type { PaidRole } from '../../domain/crew/role.ts'

/** The allowed step lengths of a series in hours, ascending, and the most steps that a series has. */
const STEPS_HOURS = [1, 6, 24]
const STEPS_MAX = 32

/** Fees by role in steps of some hours that begin at midnight UTC; steps and roles without a payment are left out. */
export interface FeeSeries {
  readonly fromMs: UnixMs
  readonly untilMs: UnixMs
  readonly stepHours: number
  readonly sums: readonly FeeSum[]
}

/** Of one step and role. */
interface FeeSum {
  readonly startMs: UnixMs
  readonly role: PaidRole
  readonly amountAtomic: AtomicUnits
}

/** What `read` has of the last days, in steps of 1, 6 or 24 hours. */
export async function readFeeSeries(
  { clock }: Pick<Deps, 'clock'>,
  days: number,
  read: (sinceMs: UnixMs) => Promise<readonly HourlyFees[]>,
): Promise<FeeSeries> {
  const stepHours = STEPS_HOURS.find((hours) => (days * 24) / hours <= STEPS_MAX) ?? STEPS_HOURS.at(-1)!
  const stepMs = stepHours * HOUR_MS
  const untilMs = unixMs(Math.floor(clock.nowMs() / stepMs) * stepMs + stepMs)
  const fromMs = unixMs(untilMs - Math.ceil((days * 24) / stepHours) * stepMs)
  const sums = new Map<string, FeeSum>()
  for (const { hourMs, role, amountAtomic: paidAtomic } of await read(fromMs)) {
    const startMs = unixMs(Math.floor(hourMs / stepMs) * stepMs)
    const beforeAtomic = sums.get(`${startMs} ${role}`)?.amountAtomic ?? 0n
    sums.set(`${startMs} ${role}`, { startMs, role, amountAtomic: atomicUnits(beforeAtomic + paidAtomic) })
  }
  return { fromMs, untilMs, stepHours, sums: [...sums.values()] }
}
