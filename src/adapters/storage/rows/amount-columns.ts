import { type Lamports, lamports } from '../../../domain/brands.ts'
import type { Currency } from '../../../domain/money/currency.ts'

const WEI_PER_GWEI = 1_000_000_000n

/** An amount in two columns that a bigint holds: of SOL all lamports and 0, of ETH the whole gwei and the wei beneath. */
export function toColumns(amount: bigint, currency: Currency): { readonly units: bigint; readonly weiRest: bigint } {
  if (currency === 'SOL') return { units: amount, weiRest: 0n }
  return { units: amount / WEI_PER_GWEI, weiRest: amount % WEI_PER_GWEI }
}

/** The amount in the two columns, or in the sums of many. */
export const fromColumns = (units: number | bigint, weiRest: number | bigint, currency: Currency): Lamports =>
  lamports(currency === 'SOL' ? units : BigInt(units) * WEI_PER_GWEI + BigInt(weiRest))
