import { lamports } from '../../../domain/brands.ts'
import { LAMPORTS_PER_SOL } from '../../../domain/money/sol.ts'

/** The minute of trading after a rehearsed launch: a sniper buys at once, others follow, and the sniper sells all that it bought. */
export const REHEARSED_TRADES = {
  sniperLamports: lamports(LAMPORTS_PER_SOL),
  buys: 10,
  buyLamports: lamports(LAMPORTS_PER_SOL / 10n),
} as const
