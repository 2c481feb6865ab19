import { PRICED_CURRENCY } from '../../domain/money/currency.ts'
import type { ChainPolicy } from '../../domain/chain.ts'
import type { Budget, BudgetName } from '../../domain/money/spending.ts'
import { LIMITS } from '../../domain/limits.ts'
import type { Policy } from '../../ports/deps.ts'

type BudgetPolicy = Pick<Policy, 'facilitatorDailyWei' | 'facilitatorGasMax' | 'jobsDailyAtomic' | 'buyback'>

const part = (whole: bigint, percent: number): bigint => (whole * BigInt(percent)) / 100n
const least = (one: bigint, other: bigint): bigint => (one < other ? one : other)

/**
 * What the operator's wallet may spend on cranks of a chain. Keys are free and payers are as many as anyone likes, so what they
 * may spend of it together is bounded too: the rest is the clock's and the operator's alone.
 */
export function cranksBudget({ currency, cranks: { budgetName, dailyAtomic, transactionAtomic } }: ChainPolicy): Budget {
  return {
    budgetName,
    currency,
    dailyAtomic,
    dailyOfClassAtomic: { caller: part(dailyAtomic, LIMITS.crankCallersPercent) },
    dailyOfCallerAtomic: { caller: part(dailyAtomic, LIMITS.crankKeyPercent) },
    transactionAtomic,
  }
}

/**
 * What each of the operator's other wallets may spend. Of the facilitator's budget contracts have a part, since it is they
 * who can make a settlement dear, and so have all whose first payment it is, since addresses are free.
 */
export function budgetsOf(policy: BudgetPolicy) {
  const { facilitatorDailyWei, jobsDailyAtomic, buyback } = policy
  const ofPayer = part(facilitatorDailyWei, LIMITS.facilitatorPayerPercent)
  return {
    facilitator: {
      budgetName: 'facilitator',
      currency: 'ETH',
      dailyAtomic: facilitatorDailyWei,
      dailyOfClassAtomic: {
        contract: part(facilitatorDailyWei, LIMITS.facilitatorContractsPercent),
        newcomer: part(facilitatorDailyWei, LIMITS.facilitatorNewcomersPercent),
      },
      dailyOfCallerAtomic: { wallet: ofPayer, contract: ofPayer, newcomer: ofPayer },
      transactionAtomic: ofPayer,
    },
    buyback: {
      budgetName: 'buyback',
      currency: PRICED_CURRENCY,
      dailyAtomic: buyback.dailyAtomic,
      dailyOfClassAtomic: {},
      dailyOfCallerAtomic: {},
      transactionAtomic: least(buyback.maxAtomic, buyback.dailyAtomic),
    },
    escrow: {
      budgetName: 'escrow',
      currency: PRICED_CURRENCY,
      dailyAtomic: jobsDailyAtomic,
      dailyOfClassAtomic: {},
      dailyOfCallerAtomic: { caller: part(jobsDailyAtomic, LIMITS.escrowOwnerPercent) },
      transactionAtomic: part(jobsDailyAtomic, LIMITS.escrowOwnerPercent),
    },
  } as const satisfies Partial<Record<BudgetName, Budget>>
}

/** The budgets of all wallets, those that pay cranks first. */
export const allBudgets = (policy: BudgetPolicy & Pick<Policy, 'chains'>): readonly Budget[] => [
  ...Object.values(policy.chains).map(cranksBudget),
  ...Object.values(budgetsOf(policy)),
]
