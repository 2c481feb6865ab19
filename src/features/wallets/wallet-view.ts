import { type Static, Type } from '@sinclair/typebox'
import { DateTime, iso, Nullable, Ok } from '../../domain/json.ts'
import { AmountView, amountView } from '../../domain/money/amount-json.ts'
import { type AmountsByCurrency, CURRENCIES } from '../../domain/money/currency.ts'
import { OWN_LIMITS } from '../../domain/limits/own-limits.ts'
import type { CoinShare, DayEarning } from '../../ports/storage/money/earnings.ts'
import { PointView } from '../coins/fees-view.ts'
import type { WalletCoins, WalletEarnings } from './wallet-reader.ts'
import { PaidRoleJson } from '../../domain/crew/role-json.ts'

const EACH = 'One of each currency, zeros included.'

/** Answer of GET /api/wallets/{wallet}. */
export const WalletResponse = Ok({
  wallet: Type.String({ description: 'On EVM chains with its checksum.' }),
  kol: Nullable(Type.Object({ handle: Type.String(), displayName: Type.String(), verified: Type.Boolean() }), {
    description: 'Whose wallet it is, by the directory.',
  }),
  paid: Type.Array(AmountView, { description: EACH }),
  remits: Type.Integer({ description: 'How many payments those are.' }),
  roles: Type.Array(Type.Object({ role: PaidRoleJson, amount: AmountView, remits: Type.Integer() }), {
    description: 'The same by role and currency; those without a payment are left out.',
  }),
  coins: Type.Integer({
    description: `Coins whose split names the wallet: of its newest ${OWN_LIMITS.walletCoinsMax}, which stands for so many or more.`,
  }),
  referrals: Type.Object({
    coins: Type.Integer({ description: 'Those of them in which it is a referrer.' }),
    paid: Type.Array(AmountView, { description: `What it was paid in roles of which one is referrer. ${EACH}` }),
  }),
  unpaid: Nullable(
    Type.Object({
      amounts: Type.Array(AmountView, { description: `At least so much. ${EACH}` }),
      coinsRead: Type.Integer({ description: 'Of how many coins; the newest 100 are read.' }),
    }),
    { description: 'Its share of fees that wait on chain to be distributed, up to 10 s old. Null when the chain does not answer.' },
  ),
})

export type WalletResponse = Static<typeof WalletResponse>

/** A coin in whose split a wallet stands. */
export const WalletCoinView = Type.Object({
  mint: Type.String(),
  platform: Type.String(),
  name: Type.String(),
  ticker: Type.String(),
  feeShareLocked: Type.Boolean(),
  feesRedirected: Type.Boolean({ description: 'Its launchpad took the fees from the split: the wallet gets none any more.' }),
  role: PaidRoleJson,
  handle: Type.String(),
  bps: Type.Integer({ description: 'Its share of the creator fees.' }),
  paid: AmountView,
  unpaid: Nullable(AmountView, { description: 'What waits for it, at least; null when the chain does not say.' }),
  launchedAt: DateTime(),
})
WalletCoinView.title = 'WalletCoin'

export type WalletCoinView = Static<typeof WalletCoinView>

/** Answer of GET /api/wallets/{wallet}/days. */
export const WalletDaysResponse = Ok({
  from: DateTime(),
  until: DateTime(),
  stepHours: Type.Literal(24),
  points: Type.Array(PointView, {
    description: 'Days in UTC, oldest first; those without a payment are left out.',
  }),
})

export type WalletDaysResponse = Static<typeof WalletDaysResponse>

const amounts = (sums: AmountsByCurrency): AmountView[] => CURRENCIES.map((currency) => amountView(sums[currency], currency))

/** The earnings as JSON. */
export const walletView = ({ wallet, kol, roles, paid, coins, referred, unpaid }: WalletEarnings): WalletResponse => ({
  ok: true,
  wallet,
  kol: kol && { handle: kol.handle, displayName: kol.displayName, verified: kol.verified },
  paid: amounts(paid),
  remits: roles.reduce((sum, { remits }) => sum + remits, 0),
  roles: roles.map(({ role, currency, amountAtomic, remits }) => ({ role, amount: amountView(amountAtomic, currency), remits })),
  coins,
  referrals: { coins: referred.coins, paid: amounts(referred.paid) },
  unpaid: unpaid && { amounts: amounts(unpaid.amounts), coinsRead: unpaid.coinsRead },
})

/** A coin of the wallet as JSON. */
export const walletCoinView =
  (unpaid: WalletCoins['unpaid']) =>
  ({ launchedAtMs, bps, paidAtomic, currency, ...coin }: CoinShare): WalletCoinView => {
    const waitingAtomic = unpaid?.get(coin.mint)
    return {
      ...coin,
      bps,
      paid: amountView(paidAtomic, currency),
      unpaid: waitingAtomic === undefined ? null : amountView(waitingAtomic, currency),
      launchedAt: iso(launchedAtMs),
    }
  }

/** A day of earnings as JSON. */
export const dayView = ({ dayMs, role, amountAtomic, currency }: DayEarning): WalletDaysResponse['points'][number] => ({
  at: iso(dayMs),
  role,
  amount: amountView(amountAtomic, currency),
})
