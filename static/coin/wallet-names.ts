import type { CoinView } from '../../src/features/coins/coin-view.ts'

/** What the wallet of this browser is called on its own pages. */
export const YOU = 'You'

/** The wallets that a coin itself names, by address, and that of this browser if it has one. */
export const namesOf = (coin: CoinView | null, own: string | null): ReadonlyMap<string, string> =>
  new Map([
    ...(coin ? [[coin.launcher, 'launcher'] as const, ...coin.shareholders.map(({ wallet, handle }) => [wallet, handle] as const)] : []),
    ...(own === null ? [] : [[own, YOU] as const]),
  ])
