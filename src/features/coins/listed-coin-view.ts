import { type Static, Type } from '@sinclair/typebox'
import type { Coin } from '../../domain/coin.ts'
import { firstRoleOf, type Role, ROLES } from '../../domain/crew/role.ts'
import { keyed, Nullable } from '../../domain/json.ts'
import type { Deps } from '../../ports/deps.ts'
import { CoinView, coinViewer } from './coin-view.ts'

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
export function listedCoinViewer(deps: Pick<Deps, 'launchpads' | 'policy'>): (coin: Coin) => ListedCoin {
  const view = coinViewer(deps)
  return (coin) => {
    const whole = view(coin)
    const listed: Partial<Record<keyof ListedCoin, unknown>> = {}
    for (const name of LISTED) listed[name] = whole[name]
    listed.agentName = coin.agent?.name ?? null
    listed.wallets = coin.shareholders.length
    listed.split = splitByRole(coin.shareholders)
    return listed as ListedCoin
  }
}

function splitByRole(shareholders: Coin['shareholders']): ListedCoin['split'] {
  const split: Partial<Record<Role, number>> = {}
  for (const { role, bps } of shareholders) {
    const first = firstRoleOf(role)
    split[first] = (split[first] ?? 0) + bps
  }
  return split
}
