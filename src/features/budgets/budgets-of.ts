import { type AtomicUnits, atomicUnits } from '../../domain/brands.ts'
import { PRICED_CURRENCY } from '../../domain/money/currency.ts'
import type { ChainPolicy } from '../../domain/chain.ts'
import type { Budget, BudgetName } from '../../domain/money/spending.ts'
import { OWN_LIMITS } from '../../domain/limits/own-limits.ts'
import type { Policy } from '../../ports/policy.ts'

type BudgetPolicy = Pick<Policy, 'facilitatorDailyWei' | 'facilitatorGasMax' | 'jobsDailyAtomic' | 'buyback' | 'acpDailyWei'>

const part = (wholeAtomic: AtomicUnits, percent: number): AtomicUnits => atomicUnits((wholeAtomic * BigInt(percent)) / 100n)
const least = (oneAtomic: AtomicUnits, otherAtomic: AtomicUnits): AtomicUnits => (oneAtomic < otherAtomic ? oneAtomic : otherAtomic)

/**
 * What the operator's wallet may spend on cranks of a chain. Keys and payers can be created without limit, so that their total is bounded
 * too; the rest is reserved for the schedule and the operator, and a part of it for the operator's key alone.
 */
export function cranksBudget({ currency, cranks: { budgetName, dailyAtomic, transactionAtomic, raisedBy } }: ChainPolicy): Budget {
  return {
    budgetName,
    currency,
    raisedBy,
    dailyAtomic,
    dailyOfClassAtomic: { caller: part(dailyAtomic, OWN_LIMITS.crankCallersPercent) },
    dailyOfCallerAtomic: { caller: part(dailyAtomic, OWN_LIMITS.crankKeyPercent) },
    transactionAtomic,
    reservedAtomic: part(dailyAtomic, OWN_LIMITS.crankOperatorPercent),
  }
}

const DOUBLINGS_MAX = 64n

/**
 * How many times its cost a distribution has to be worth for the schedule to pay it. It rises with what the day has used, so that small
 * coins end first and a large one passes whatever they were: when the schedule has used its part up, what it paid for last was worth
 * 1,280 times its cost, and the treasury's fifth of the day brought 25 times the whole budget.
 */
export function clockWorthTimes({ dailyAtomic }: Pick<Budget, 'dailyAtomic'>, spentAtomic: AtomicUnits): bigint {
  const leastTimes = BigInt(OWN_LIMITS.crankWorthTimes)
  const aboveAtomic = spentAtomic - part(dailyAtomic, OWN_LIMITS.crankRisesAtPercent)
  if (aboveAtomic < 0n || dailyAtomic === 0n) return leastTimes
  const doublings = 1n + (aboveAtomic * 100n) / (dailyAtomic * BigInt(OWN_LIMITS.crankRisesEachPercent))
  // One crank may cost many times a small day: beyond this no coin is worth it.
  return leastTimes << (doublings < DOUBLINGS_MAX ? doublings : DOUBLINGS_MAX)
}

/**
 * The budgets of the operator's other wallets. Of the facilitator's, all contracts share one part, since a contract can make a settlement
 * expensive, and all first-time payers share another, since new addresses cost nothing.
 */
export function budgetsOf(policy: BudgetPolicy) {
  const { facilitatorDailyWei, jobsDailyAtomic, buyback, acpDailyWei } = policy
  const ofPayerAtomic = part(facilitatorDailyWei, OWN_LIMITS.facilitatorPayerPercent)
  return {
    facilitator: {
      budgetName: 'facilitator',
      currency: 'ETH',
      raisedBy: 'X402_DAILY_GWEI',
      dailyAtomic: facilitatorDailyWei,
      dailyOfClassAtomic: {
        contract: part(facilitatorDailyWei, OWN_LIMITS.facilitatorContractsPercent),
        newcomer: part(facilitatorDailyWei, OWN_LIMITS.facilitatorNewcomersPercent),
      },
      dailyOfCallerAtomic: { wallet: ofPayerAtomic, contract: ofPayerAtomic, newcomer: ofPayerAtomic },
      transactionAtomic: ofPayerAtomic,
    },
    buyback: {
      budgetName: 'buyback',
      currency: PRICED_CURRENCY,
      raisedBy: 'BUYBACK_DAILY_SOL',
      dailyAtomic: buyback.dailyAtomic,
      dailyOfClassAtomic: {},
      dailyOfCallerAtomic: {},
      transactionAtomic: least(buyback.atomicMax, buyback.dailyAtomic),
    },
    escrow: {
      budgetName: 'escrow',
      currency: PRICED_CURRENCY,
      raisedBy: 'JOBS_DAILY_SOL',
      dailyAtomic: jobsDailyAtomic,
      dailyOfClassAtomic: {},
      dailyOfCallerAtomic: { caller: part(jobsDailyAtomic, OWN_LIMITS.escrowOwnerPercent) },
      transactionAtomic: part(jobsDailyAtomic, OWN_LIMITS.escrowOwnerPercent),
    },
    acp: {
      budgetName: 'acp',
      currency: 'ETH',
      raisedBy: 'ACP_DAILY_GWEI',
      dailyAtomic: acpDailyWei,
      dailyOfClassAtomic: {},
      dailyOfCallerAtomic: { caller: part(acpDailyWei, OWN_LIMITS.acpBuyerPercent) },
      transactionAtomic: part(acpDailyWei, OWN_LIMITS.acpBuyerPercent),
    },
  } as const satisfies Partial<Record<BudgetName, Budget>>
}

/** The budgets of all wallets, those that pay for cranks first; chains of one budget, as simulated ones are, have it once. */
export const allBudgets = (policy: BudgetPolicy & Pick<Policy, 'chains'>): readonly Budget[] => [
  ...new Map(Object.values(policy.chains).map((chain) => [chain.cranks.budgetName, cranksBudget(chain)])).values(),
  ...Object.values(budgetsOf(policy)),
]
