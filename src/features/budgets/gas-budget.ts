import { AppError } from '../../domain/errors.ts'
import { fitsBudget, type SpendingClass } from '../../domain/money/spending.ts'
import { PAYMENT_NETWORK } from '../../domain/payments/payment.ts'
import type { Deps } from '../../ports/deps.ts'
import type { GasOrder, GasBudget } from '../../ports/payments.ts'
import { budgetsOf } from './budgets-of.ts'
import { dayStartMs, secondsToNextDay, spend } from './spend.ts'

/**
 * The facilitator's budget. Its days are the machine's, whatever a simulated clock says: the gas is real in any case, and
 * anyone may move that clock on.
 */
export function createGasBudget({ storage, policy, clock, ids }: Pick<Deps, 'storage' | 'policy' | 'clock' | 'ids'>): GasBudget {
  const budget = budgetsOf(policy).facilitator
  const { caip2: network, asset } = PAYMENT_NETWORK
  const entry = async ({ payer, contract, wei }: GasOrder) => {
    const caller = payer.toLowerCase()
    const isKnown = await storage.payments.hasSettled({ network, asset, payer: caller })
    const spendingClass: SpendingClass = !isKnown ? 'newcomer' : contract ? 'contract' : 'wallet'
    return { caller, spendingClass, amountAtomic: wei }
  }
  return {
    gasMax: policy.facilitatorGasMax,
    async check(order) {
      const nowMs = clock.machineMs()
      const wanted = await entry(order)
      if (fitsBudget(budget, await storage.spending.spent('facilitator', dayStartMs(nowMs), wanted), wanted)) return
      throw new AppError('payment_budget_exceeded', { retryAfterSec: secondsToNextDay(nowMs) })
    },
    async take(order) {
      const id = ids.id('gas')
      const wanted = await entry(order)
      const fits = await storage.transaction((tx) => spend(tx, budget, { ...wanted, id }, clock.machineMs()))
      return fits ? id : null
    },
    correct: (id, wei) => storage.spending.correct('facilitator', id, wei),
  }
}
