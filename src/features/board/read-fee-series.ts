import { amountView } from '../../domain/money/amount-json.ts'
import { type AtomicUnits, atomicUnits, unixMs } from '../../domain/brands.ts'
import { iso } from '../../domain/json.ts'
import { HOUR_MS } from '../../domain/limits.ts'
import { amountNumber, PRICED_CURRENCY } from '../../domain/money/currency.ts'
import type { Deps } from '../../ports/deps.ts'

/** The allowed step lengths of a series in hours, ascending, and the most steps that a series has. */
const STEPS_HOURS = [1, 6, 24]
const STEPS_MAX = 32

/** Creator fees paid in the last days by role, in steps of 1, 6 or 24 hours that begin at midnight UTC. */
export async function readFeeSeries({ storage, clock }: Pick<Deps, 'storage' | 'clock'>, days: number) {
  const stepHours = STEPS_HOURS.find((hours) => (days * 24) / hours <= STEPS_MAX) ?? STEPS_HOURS.at(-1)!
  const stepMs = stepHours * HOUR_MS
  const nowMs = clock.nowMs()
  const until = Math.floor(nowMs / stepMs) * stepMs + stepMs
  const from = unixMs(until - Math.ceil((days * 24) / stepHours) * stepMs)
  const sums = new Map<string, { readonly startMs: number; readonly role: string; amount: AtomicUnits }>()
  for (const { hourMs, role, amount: paid } of await storage.remits.feesByHour(from)) {
    const startMs = Math.floor(hourMs / stepMs) * stepMs
    const sum = sums.get(`${startMs} ${role}`)
    if (sum) sum.amount = atomicUnits(sum.amount + paid)
    else sums.set(`${startMs} ${role}`, { startMs, role, amount: paid })
  }
  return {
    from: iso(from),
    until: iso(unixMs(until)),
    stepHours,
    points: [...sums.values()].map((sum) => ({
      at: iso(unixMs(sum.startMs)),
      role: sum.role,
      amount: amountView(sum.amount, PRICED_CURRENCY),
      lamports: sum.amount.toString(),
      sol: amountNumber(sum.amount, PRICED_CURRENCY),
    })),
  }
}
