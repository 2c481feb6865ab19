import type { Budget, Purse } from '../../domain/money/spending.ts'
import { LIMITS } from '../../domain/limits.ts'
import type { Policy } from '../../ports/deps.ts'

type BudgetPolicy = Pick<
  Policy,
  | 'crankDailyLamports'
  | 'crankMaxLamports'
  | 'crankDailyWei'
  | 'crankMaxWei'
  | 'facilitatorDailyWei'
  | 'facilitatorGasMax'
  | 'jobsDailyLamports'
  | 'buyback'
>

const part = (whole: bigint, percent: number): bigint => (whole * BigInt(percent)) / 100n
const least = (one: bigint, other: bigint): bigint => (one < other ? one : other)

/**
 * What each of the operator's wallets may spend. Keys are free and payers are as many as anyone likes, so what they may
 * spend of the cranks' budget together is bounded too: the rest is the clock's and the operator's alone. Of the
 * facilitator's budget contracts have a part, since it is they who can make a settlement dear.
 */
export function budgetsOf(policy: BudgetPolicy): Readonly<Record<Purse, Budget>> {
  const crank = (purse: Purse, currency: Budget['currency'], daily: bigint, transaction: bigint): Budget => ({
    purse,
    currency,
    daily,
    dailyOfClass: { caller: part(daily, LIMITS.crankCallersPercent) },
    dailyOfCaller: { caller: part(daily, LIMITS.crankKeyPercent) },
    transaction,
  })
  const { facilitatorDailyWei, jobsDailyLamports, buyback } = policy
  const ofPayer = part(facilitatorDailyWei, LIMITS.facilitatorPayerPercent)
  return {
    crank: crank('crank', 'SOL', policy.crankDailyLamports, policy.crankMaxLamports),
    'evm-crank': crank('evm-crank', 'ETH', policy.crankDailyWei, policy.crankMaxWei),
    facilitator: {
      purse: 'facilitator',
      currency: 'ETH',
      daily: facilitatorDailyWei,
      dailyOfClass: { contract: part(facilitatorDailyWei, LIMITS.facilitatorContractsPercent) },
      dailyOfCaller: { wallet: ofPayer, contract: ofPayer },
      transaction: ofPayer,
    },
    buyback: {
      purse: 'buyback',
      currency: 'SOL',
      daily: buyback.dailyLamports,
      dailyOfClass: {},
      dailyOfCaller: {},
      transaction: least(buyback.maxLamports, buyback.dailyLamports),
    },
    escrow: {
      purse: 'escrow',
      currency: 'SOL',
      daily: jobsDailyLamports,
      dailyOfClass: {},
      dailyOfCaller: { caller: part(jobsDailyLamports, LIMITS.escrowOwnerPercent) },
      transaction: part(jobsDailyLamports, LIMITS.escrowOwnerPercent),
    },
  }
}
