import { chainsOf } from '../../config/chains.ts'
import type { Config } from '../../config/config.ts'
import { policyOf } from '../../config/policy.ts'
import { amountText } from '../../domain/money/currency.ts'
import type { BudgetName } from '../../domain/money/spending.ts'
import { readBudgets } from '../../features/budgets/read-budgets.ts'
import type { Storage } from '../../ports/storage/storage.ts'
import type { Finding } from './finding.ts'
import type { Deps } from '../../ports/deps.ts'

/** What the wallets may still spend today; nothing for wallets that are not configured. */
export async function budgetFindings({ clock }: Pick<Deps, 'clock'>, config: Config, storage: Storage): Promise<Finding[]> {
  const chains = chainsOf(config)
  const raisedBy = (budgetName: BudgetName) =>
    chains.find(({ policy }) => policy.cranks.budgetName === budgetName)?.raisedBy ?? RAISED_BY[budgetName]!
  const readings = await readBudgets(policyOf(config), storage, clock)
  return readings.map(({ budget: { budgetName, currency, dailyAtomic }, spentAtomic, leftAtomic }) => {
    const text = `${budgetName} wallet: ${amountText(spentAtomic, currency)} of ${amountText(dailyAtomic, currency)} spent today (UTC)`
    if (leftAtomic * 10n > dailyAtomic) return { level: 'ok', text }
    return { level: 'warn', text, fix: `its work waits until tomorrow (UTC); ${raisedBy(budgetName)} raises the budget` }
  })
}

/** The variables that raise the budgets of wallets that do not pay cranks. */
const RAISED_BY: Partial<Record<BudgetName, string>> = {
  facilitator: 'X402_DAILY_GWEI',
  buyback: 'BUYBACK_DAILY_SOL',
  escrow: 'JOBS_DAILY_SOL',
}
