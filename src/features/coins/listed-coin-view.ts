import { type Static, Type } from '@sinclair/typebox'
import type { Coin, ListedCoinFacts } from '../../domain/coin.ts'
import { firstRoleOf, type Role, ROLES } from '../../domain/crew/role.ts'
import { iso, isoOrNull, keyed, Nullable } from '../../domain/json.ts'
import { amountView } from '../../domain/money/amount-json.ts'
import type { Deps } from '../../ports/deps.ts'
import { CoinView, logoUrlOf, redirectedFees, statusOf } from './coin-view.ts'

const LISTED = [
  'mint',
  'platform',
  'name',
  'ticker',
  'logoUrl',
  'feeShareLocked',
  'feesRedirected',
  'holderKol',
  'status',
  'launchedAt',
  'graduatedAt',
  'paid',
] as const satisfies readonly (keyof CoinView)[]

/** What a list says of a coin by itself. */
export const ListedCoin = Type.Object({
  ...Type.Pick(CoinView, LISTED).properties,
  agentName: Nullable(Type.String()),
  wallets: Type.Integer(),
  split: Type.Partial(Type.Object(keyed(ROLES, Type.Integer())), {
    description: 'Bps by role, the first of each wallet.',
  }),
})
ListedCoin.title = 'ListedCoin'

export type ListedCoin = Static<typeof ListedCoin>

/** A coin of a list that may be asked for whole records. */
export const FoundCoin = Type.Union([ListedCoin, CoinView])

/** Coins as lists have them, at most 700 bytes each; the whole record has its own address. */
export const listedCoinViewer =
  ({ policy }: Pick<Deps, 'policy'>) =>
  (coin: ListedCoinFacts): ListedCoin => ({
    mint: coin.mint,
    platform: coin.platform,
    name: coin.name,
    ticker: coin.ticker,
    logoUrl: logoUrlOf(policy, coin),
    feeShareLocked: coin.feeShareLocked,
    feesRedirected: redirectedFees(coin),
    holderKol: coin.holderKol,
    status: statusOf(coin),
    launchedAt: iso(coin.launchedAtMs),
    graduatedAt: isoOrNull(coin.graduatedAtMs),
    paid: amountView(coin.paidAtomic, coin.currency),
    agentName: coin.agent?.name ?? null,
    wallets: coin.shareholders.length,
    split: splitByRole(coin.shareholders),
  })

function splitByRole(shareholders: Coin['shareholders']): ListedCoin['split'] {
  const split: Partial<Record<Role, number>> = {}
  for (const { role, bps } of shareholders) {
    const first = firstRoleOf(role)
    split[first] = (split[first] ?? 0) + bps
  }
  return split
}
