import type { AtomicUnits, UnixMs } from '../brands.ts'
import type { Currency } from './currency.ts'

/** The operator's wallets that spend while the service runs; each has a daily budget of its own. */
export const BUDGET_NAMES = ['crank', 'evm-crank', 'facilitator', 'buyback', 'escrow', 'acp'] as const

/** One of BUDGET_NAMES. */
export type BudgetName = (typeof BUDGET_NAMES)[number]

/**
 * On whose behalf a wallet spends. `operator`: the operator's key. `clock`: the schedule. `caller`: keys and payers. `wallet` and
 * `contract`: the payer of a call, by what its address is on chain. `newcomer`: either of these that has paid for no more than what it
 * has under way or let fail.
 */
export type SpendingClass = 'operator' | 'clock' | 'caller' | 'wallet' | 'contract' | 'newcomer'

/** What one wallet may spend in a UTC day, in the smallest unit of its chain. */
export interface Budget {
  readonly budgetName: BudgetName
  readonly currency: Currency
  /** The setting that raises it. */
  readonly raisedBy: string
  /** Most in a day. */
  readonly dailyAtomic: AtomicUnits
  /** Most in a day for all callers of a class together; a class without an entry is bounded by the whole budget only. */
  readonly dailyOfClassAtomic: Partial<Readonly<Record<SpendingClass, AtomicUnits>>>
  /** Most in a day for one caller of a class; a class without an entry has no such bound. */
  readonly dailyOfCallerAtomic: Partial<Readonly<Record<SpendingClass, AtomicUnits>>>
  /** Most that one transaction may cost, rents and priority fee included. */
  readonly transactionAtomic: AtomicUnits
  /** Part of the day that only the class `operator` may use; without it none is. */
  readonly reservedAtomic?: AtomicUnits
}

/**
 * What an entry of the spending log counts: money of a wallet, uploads to the metadata store, which the operator pays for, or what launches
 * under a policy cost their launchers.
 */
export type SpendingOf = BudgetName | 'uploads' | 'policy'

/** One entry of the spending log: written before anything is sent, and never removed whatever the outcome. */
export interface Spending {
  /** Id of what the money is spent on: an operation, a payment, a payout. */
  readonly id: string
  readonly budgetName: SpendingOf
  readonly spendingClass: SpendingClass
  /** The key, the payer, or the owner of the job. */
  readonly caller: string
  /** The most it can cost; the actual cost once the chain reports it. */
  readonly amountAtomic: AtomicUnits
  readonly atMs: UnixMs
}

/** What became of an entry: unknown, or what the chain reports. Only the entries of settlements are told apart. */
export type SpendingOutcome = 'open' | 'settled' | 'failed'

/** Which entry, and the amount that it was seen with. */
export type SpendingAmount = Pick<Spending, 'budgetName' | 'id' | 'amountAtomic'>

/** What was spent this day: in all, by one class, and by one caller of it. */
export interface DaySpending {
  readonly allAtomic: AtomicUnits
  readonly ofClassAtomic: AtomicUnits
  readonly ofCallerAtomic: AtomicUnits
}

/** True when spending `amountAtomic` more stays within every bound of the budget. */
export const fitsBudget = (
  budget: Budget,
  spent: DaySpending,
  { spendingClass, amountAtomic }: Pick<Spending, 'spendingClass' | 'amountAtomic'>,
): boolean =>
  amountAtomic <= budget.transactionAtomic &&
  spent.allAtomic + amountAtomic <= budget.dailyAtomic - (spendingClass === 'operator' ? 0n : (budget.reservedAtomic ?? 0n)) &&
  spent.ofClassAtomic + amountAtomic <= (budget.dailyOfClassAtomic[spendingClass] ?? budget.dailyAtomic) &&
  spent.ofCallerAtomic + amountAtomic <= (budget.dailyOfCallerAtomic[spendingClass] ?? budget.dailyAtomic)
