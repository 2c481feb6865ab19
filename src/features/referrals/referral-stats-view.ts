import { AmountView, amountView } from '../../domain/money/amount-json.ts'
import { type Static, Type } from '@sinclair/typebox'
import type { Wallet } from '../../domain/brands.ts'
import { amountNumber, PRICED_CURRENCY } from '../../domain/money/currency.ts'
import { Nullable, Ok } from '../../domain/json.ts'
import type { ReferralStats } from './read-referral-stats.ts'

/** Wire form of a KOL's referral figures. */
export const ReferralStatsView = Ok({
  wallet: Type.String(),
  handle: Type.String(),
  code: Nullable(Type.String({ description: 'Null while the operator has given none.' })),
  keysReferred: Type.Integer(),
  launches: Type.Integer({ description: 'Launches of those keys that created a coin.' }),
  earned: AmountView,
  lamportsEarned: Type.String(),
  solEarned: Type.Number(),
  months: Type.Array(
    Type.Object({
      month: Type.String({ description: 'UTC, as 2026-11; months in which nothing happened are left out.' }),
      keys: Type.Integer(),
      launches: Type.Integer(),
      earned: AmountView,
      lamports: Type.String(),
      sol: Type.Number(),
    }),
  ),
})

/** The figures as JSON. */
export const referralStatsView = (wallet: Wallet, stats: ReferralStats): Static<typeof ReferralStatsView> => ({
  ok: true,
  wallet,
  handle: stats.handle,
  code: stats.code,
  keysReferred: stats.keysReferred,
  launches: stats.launches,
  earned: amountView(stats.earnedAtomic, PRICED_CURRENCY),
  lamportsEarned: stats.earnedAtomic.toString(),
  solEarned: amountNumber(stats.earnedAtomic, PRICED_CURRENCY),
  months: stats.months.map(({ month, keys, launches, amountAtomic }) => ({
    month,
    keys,
    launches,
    earned: amountView(amountAtomic, PRICED_CURRENCY),
    lamports: amountAtomic.toString(),
    sol: amountNumber(amountAtomic, PRICED_CURRENCY),
  })),
})
