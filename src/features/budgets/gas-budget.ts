import { type AtomicUnits, atomicUnits, type UnixMs, unixMs } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import { HOUR_MS } from '../../domain/limits.ts'
import { OWN_LIMITS } from '../../domain/limits/own-limits.ts'
import { fitsBudget, type SpendingClass } from '../../domain/money/spending.ts'
import { PAYMENT_NETWORK } from '../../domain/payments/payment.ts'
import type { Deps } from '../../ports/deps.ts'
import type { GasOrder, GasBudget } from '../../ports/payments.ts'
import type { Repos } from '../../ports/storage/storage.ts'
import { budgetsOf } from './budgets-of.ts'
import { dayStartMs, secondsToNextDay } from '../../domain/limits/utc-day.ts'
import { spend } from './spend.ts'

/**
 * The facilitator's budget. Its days follow the machine's clock, not a simulated one: the gas is always real, and callers may advance the
 * simulated clock.
 */
export function createGasBudget({ storage, policy, clock, ids }: Pick<Deps, 'storage' | 'policy' | 'clock' | 'ids'>): GasBudget {
  const budget = budgetsOf(policy).facilitator
  const failedMostAtomic = atomicUnits((budget.dailyAtomic * BigInt(OWN_LIMITS.facilitatorFailedPercent)) / 100n)
  return {
    gasMax: policy.facilitatorGasMax,
    async check(order) {
      const nowMs = clock.machineMs()
      const wanted = await spendingOf(storage, order, failedMostAtomic, nowMs)
      if (wanted && fitsBudget(budget, await storage.spending.spent('facilitator', dayStartMs(nowMs), wanted), wanted)) return
      throw new AppError('payment_budget_exceeded', { retryAfterSec: secondsToNextDay(nowMs) })
    },
    async take(order) {
      const id = ids.id('gas')
      const fits = await storage.transaction(async (tx) => {
        // The lock of `spend`, taken before the payer's other settlements are counted.
        await tx.lock('budget facilitator')
        const nowMs = clock.machineMs()
        const wanted = await spendingOf(tx, order, failedMostAtomic, nowMs)
        return wanted !== null && spend(tx, budget, { ...wanted, id }, nowMs)
      })
      return fits ? { id, weiMax: order.weiMax } : null
    },
    async correct({ id, weiMax: amountAtomic }, paidWei, outcome) {
      // Another driver saw the receipt first and wrote the same amount.
      await storage.spending.correct({ budgetName: 'facilitator', id, amountAtomic }, paidWei, outcome)
    },
  }
}

/**
 * The entry of a settlement; null for a payer that had as many fail today as one may. A payer counts as known while it has paid more often
 * than its settlements failed or are under way; once much of the day failed, many times as often.
 */
async function spendingOf(
  { payments, spending }: Pick<Repos, 'payments' | 'spending'>,
  { payer, contract, weiMax }: GasOrder,
  failedMostAtomic: AtomicUnits,
  nowMs: UnixMs,
) {
  const { caip2: network, asset } = PAYMENT_NETWORK
  const caller = payer.toLowerCase()
  const unsettled = await spending.listUnsettled('facilitator', caller, unixMs(nowMs - OWN_LIMITS.spendingLogRetentionMs))
  const failed = unsettled.filter(({ outcome }) => outcome === 'failed')
  if (failed.filter(({ atMs }) => atMs >= dayStartMs(nowMs)).length >= OWN_LIMITS.facilitatorFailuresMax) return null
  // One whose end nobody saw by then is the chain's to tell.
  const open = unsettled.filter(({ outcome, atMs }) => outcome === 'open' && atMs > nowMs - HOUR_MS)
  const times = (await spending.failed('facilitator', dayStartMs(nowMs))) < failedMostAtomic ? 1 : OWN_LIMITS.facilitatorPaidTimes
  const isKnown = await payments.hasSettled({ network, asset, payer: caller }, times * (1 + failed.length + open.length))
  const spendingClass: SpendingClass = !isKnown ? 'newcomer' : contract ? 'contract' : 'wallet'
  return { caller, spendingClass, amountAtomic: weiMax }
}
