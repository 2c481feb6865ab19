import { type Static, Type } from '@sinclair/typebox'
import { DateTime, Enum, iso, Nullable } from '../../domain/json.ts'
import { AmountView, amountView } from '../../domain/money/amount-json.ts'
import { CURRENCIES, type Currency } from '../../domain/money/currency.ts'
import { OWN_LIMITS } from '../../domain/limits/own-limits.ts'
import type { Leader } from '../../ports/storage/money/earnings.ts'

/** One wallet of the leaderboard. */
export const LeaderView = Type.Object({
  wallet: Type.String(),
  handle: Type.String({ description: 'As its newest payment names it; whoever launches a coin chooses that name.' }),
  kol: Nullable(Type.String(), { description: 'The handle that the directory has for the wallet.' }),
  amount: AmountView,
  coins: Type.Integer({ description: `${OWN_LIMITS.leaderCoinsMax} at most are counted.` }),
  payments: Type.Integer({ description: 'In any role.' }),
  lastPaidAt: DateTime(),
})
LeaderView.title = 'Leader'

export type LeaderView = Static<typeof LeaderView>

/** A wallet of the leaderboard as JSON. */
export const leaderView =
  (currency: Currency) =>
  ({ wallet, handle, kol, amountAtomic, coins, remits, paidAtMs }: Leader): LeaderView => ({
    wallet,
    handle,
    kol,
    amount: amountView(amountAtomic, currency),
    coins,
    payments: remits,
    lastPaidAt: iso(paidAtMs),
  })

/** Query of the leaderboard beside limit and cursor. */
export const LeaderCurrency = Enum(CURRENCIES, { default: 'SOL', description: 'Wallets are ranked in one currency at a time.' })
