import type { CoinView } from '../../src/features/coins/coin-view.ts'

/** The wallets that a coin itself names, by address. */
export const namesOf = (coin: CoinView | null): ReadonlyMap<string, string> =>
  new Map(coin ? [[coin.launcher, 'launcher'], ...coin.shareholders.map(({ wallet, handle }) => [wallet, handle] as const)] : [])
