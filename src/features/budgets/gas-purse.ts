import { AppError } from '../../domain/errors.ts'
import { fitsBudget } from '../../domain/money/spending.ts'
import type { Deps } from '../../ports/deps.ts'
import type { GasOrder, GasPurse } from '../../ports/payments.ts'
import { budgetsOf } from './budgets-of.ts'
import { dayStartMs, secondsToNextDay, spend } from './spend.ts'

/**
 * The facilitator's budget. Its days are the machine's, whatever a simulated clock says: the gas is real in any case, and
 * anyone may move that clock on.
 */
export function createGasPurse({ storage, policy, clock, ids }: Pick<Deps, 'storage' | 'policy' | 'clock' | 'ids'>): GasPurse {
  const budget = budgetsOf(policy).facilitator
  const entry = ({ payer, contract, wei }: GasOrder) => ({
    caller: payer.toLowerCase(),
    spendingClass: contract ? ('contract' as const) : ('wallet' as const),
    amount: wei,
  })
  return {
    gasMax: policy.facilitatorGasMax,
    async check(order) {
      const nowMs = clock.machineMs()
      const wanted = entry(order)
      if (fitsBudget(budget, await storage.spending.spent('facilitator', dayStartMs(nowMs), wanted), wanted)) return
      throw new AppError('payment_budget_exceeded', { retryAfterSec: secondsToNextDay(nowMs) })
    },
    async take(order) {
      const id = ids.id('gas')
      const fits = await storage.transaction((tx) => spend(tx, budget, { ...entry(order), id }, clock.machineMs()))
      return fits ? id : null
    },
    settle: (id, wei) => storage.spending.settle('facilitator', id, wei),
  }
}
