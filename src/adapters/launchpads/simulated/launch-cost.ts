import { type Lamports, lamports } from '../../../domain/brands.ts'
import type { LockPath } from '../../../domain/lock-path.ts'
import type { CoinPlan } from '../../../ports/launchpad/coin.ts'
import type { LaunchCost } from '../../../ports/launchpad/launching.ts'
import { TOKEN_ACCOUNT_LAMPORTS, VOLUME_ACCOUNT_LAMPORTS } from './execute-trade.ts'
import type { Message } from './message.ts'
import { RENT_MINIMUM_LAMPORTS } from './fee-share.ts'

// Rent at 5,080 lamports a byte, as on mainnet since September 2026.
/** Mint, curve and the curve's token account. */
export const COIN_ACCOUNTS_LAMPORTS = lamports(2_743_200 + 1_366_520 + 1_513_840)
/** The fee share of 1,024 bytes. */
export const FEE_SHARE_LAMPORTS = lamports(5_852_160)
/** Fee of one signature. */
export const SIGNATURE_LAMPORTS = lamports(5_000)

/** The fee of a message: one for each of its signers. */
export const signatureFeeLamports = ({ signers }: Pick<Message, 'signers'>): Lamports =>
  lamports(SIGNATURE_LAMPORTS * BigInt(signers.length))

/** pump's limits, in UTF-8 bytes. */
export const TEXT_LIMITS = { nameBytesMax: 32, tickerBytesMax: 13, metadataUriBytesMax: 200 } as const

/** The launcher's cost, exact as long as the first buy does not complete the curve. */
export function launchCost(plan: CoinPlan, lockPath: LockPath, hasTraded: boolean): LaunchCost {
  const locks = plan.shareholders.length > 0
  const buys = plan.initialBuyAtomic > 0n
  const signatures = lockPath === 'sequential' ? 3n : 2n
  const items = [
    { what: 'coin accounts (rent)', amountAtomic: COIN_ACCOUNTS_LAMPORTS, applies: true },
    { what: 'fee share account (rent)', amountAtomic: FEE_SHARE_LAMPORTS, applies: locks },
    { what: 'first buy, fees included', amountAtomic: plan.initialBuyAtomic, applies: buys },
    { what: 'token account of the launcher (rent)', amountAtomic: TOKEN_ACCOUNT_LAMPORTS, applies: buys },
    { what: 'volume account of the launcher (rent)', amountAtomic: VOLUME_ACCOUNT_LAMPORTS, applies: buys && !hasTraded },
    { what: 'creator vault (rent)', amountAtomic: RENT_MINIMUM_LAMPORTS, applies: buys && locks },
    { what: `transaction fee of ${signatures} signatures`, amountAtomic: signatures * SIGNATURE_LAMPORTS, applies: true },
  ].filter((item) => item.applies)
  return {
    items: items.map(({ what, amountAtomic }) => ({ what, amountAtomic: lamports(amountAtomic) })),
    totalAtomic: lamports(items.reduce((sumLamports, item) => sumLamports + item.amountAtomic, 0n)),
    lockPath,
    transactions: lockPath === 'sequential' ? 2 : 1,
  }
}
