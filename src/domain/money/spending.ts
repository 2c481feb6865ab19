import type { Currency } from './currency.ts'

/** The wallets of the operator's that spend while the service runs. What each may spend in a day is counted by itself. */
export const BUDGET_NAMES = ['crank', 'evm-crank', 'facilitator', 'buyback', 'escrow'] as const

/** One of BUDGET_NAMES. */
export type BudgetName = (typeof BUDGET_NAMES)[number]

/**
 * For whom a wallet spends. `operator`: its own key and the clock. `caller`: keys and payers. `wallet` and `contract`:
 * whoever pays for a call, by what its address is on chain. `newcomer`: either, who has settled no payment here yet.
 */
export type SpendingClass = 'operator' | 'caller' | 'wallet' | 'contract' | 'newcomer'

/** What one wallet may spend, in the smallest unit of its chain. Days are those of UTC. */
export interface Budget {
  readonly budgetName: BudgetName
  readonly currency: Currency
  /** Most in a day. */
  readonly dailyAtomic: bigint
  /** Most in a day for all of a class together; a class that is not here has the whole. */
  readonly dailyOfClassAtomic: Partial<Readonly<Record<SpendingClass, bigint>>>
  /** Most in a day for one caller of a class; a class that is not here has no such bound. */
  readonly dailyOfCallerAtomic: Partial<Readonly<Record<SpendingClass, bigint>>>
  /** Most that one transaction may cost, rents and priority fee included. */
  readonly transactionAtomic: bigint
}

/** What entries of the journal count: money of a wallet, or uploads to the metadata store, which the operator pays for. */
export type SpendingOf = BudgetName | 'uploads'

/** One entry of the journal: written before anything is sent, and there for good whatever became of it. */
export interface Spending {
  /** Of what the money is spent on: an operation, a payment, a payout. */
  readonly id: string
  readonly budgetName: SpendingOf
  readonly spendingClass: SpendingClass
  /** The key, the payer, or the owner of the job. */
  readonly caller: string
  /** Most that it can cost; what it did cost, once the chain has said so. */
  readonly amountAtomic: bigint
  readonly atMs: number
}

/** What a day has cost already: in all, for one class, and for one caller of it. */
export interface DaySpending {
  readonly allAtomic: bigint
  readonly ofClassAtomic: bigint
  readonly ofCallerAtomic: bigint
}

/** True when `amountAtomic` more stays within every bound of the budget. */
export const fitsBudget = (
  budget: Budget,
  spent: DaySpending,
  { spendingClass, amountAtomic }: Pick<Spending, 'spendingClass' | 'amountAtomic'>,
): boolean =>
  amountAtomic <= budget.transactionAtomic &&
  spent.allAtomic + amountAtomic <= budget.dailyAtomic &&
  spent.ofClassAtomic + amountAtomic <= (budget.dailyOfClassAtomic[spendingClass] ?? budget.dailyAtomic) &&
  spent.ofCallerAtomic + amountAtomic <= (budget.dailyOfCallerAtomic[spendingClass] ?? budget.dailyAtomic)
