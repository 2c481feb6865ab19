import type { Wallet } from '../../src/domain/brands.ts'
import type { MatchableKol } from '../../src/domain/matching/build-kol-index.ts'

/** A profile for a matching test: whatever the test does not name is unremarkable, and the wallet follows from the handle. */
export const makeKol = (kol: Partial<MatchableKol> & Pick<MatchableKol, 'handle'>): MatchableKol => ({
  rank: 100,
  displayName: kol.handle,
  aliases: [],
  wallet: `wallet-of-${kol.handle}` as Wallet,
  evmWallet: null,
  followers: 1_000,
  narratives: [],
  roles: ['kol'],
  correlated: [],
  verified: false,
  ...kol,
})
