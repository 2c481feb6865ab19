import { type Lamports, lamports, type UsdMicros, usdMicros } from '../brands.ts'
import { LAMPORTS_PER_SOL } from './sol.ts'

const USD_DECIMALS = 6

/** The dollars of a decimal text, what is below a millionth cut off; null unless it is a plain decimal. */
export function parseUsd(text: string): UsdMicros | null {
  const match = /^(\d{1,12})(?:\.(\d{1,40}))?$/.exec(text)
  return match && usdMicros(match[1]! + (match[2] ?? '').padEnd(USD_DECIMALS, '0').slice(0, USD_DECIMALS))
}

/** What so much SOL is worth at `solUsd` a SOL, rounded down. */
export const lamportsToUsd = (amount: Lamports, solUsd: UsdMicros): UsdMicros => usdMicros((amount * solUsd) / LAMPORTS_PER_SOL)

/** How much SOL so many dollars are at `solUsd` a SOL, rounded up. */
export function usdToLamports(amount: UsdMicros, solUsd: UsdMicros): Lamports {
  if (solUsd === 0n) throw new Error('a SOL is worth something')
  return lamports((amount * LAMPORTS_PER_SOL + solUsd - 1n) / solUsd)
}

/** The amount in dollars as exact decimal text without trailing zeros. */
export function formatUsd(amount: UsdMicros): string {
  const fraction = (amount % 10n ** BigInt(USD_DECIMALS)).toString().padStart(USD_DECIMALS, '0').replace(/0+$/, '')
  return `${amount / 10n ** BigInt(USD_DECIMALS)}${fraction && `.${fraction}`}`
}

/** The amount in dollars as a JSON number with at most 6 decimals; for showing, not for arithmetic. */
export const usdToNumber = (amount: UsdMicros): number => Number(formatUsd(amount))
