import { type Lamports, lamports } from '../brands.ts'

/** Decimals of a SOL figure: the last of them is a lamport. */
export const SOL_DECIMALS = 9

/** Lamports in one SOL. */
export const LAMPORTS_PER_SOL = 10n ** BigInt(SOL_DECIMALS)

/**
 * Exact lamports of a SOL figure from JSON, by string arithmetic; null when it has more than 9 decimals, is negative, or is
 * 1e21 and more.
 */
export const solToLamports = (sol: number): Lamports | null => parseSol(plainDecimal(sol))

/** Exact lamports of a SOL figure as text; null unless it is a plain decimal with at most 9 decimals. */
export function parseSol(text: string): Lamports | null {
  const match = /^(\d+)(?:\.(\d{1,9}))?$/.exec(text)
  if (!match) return null
  return lamports(BigInt(match[1]!) * LAMPORTS_PER_SOL + BigInt((match[2] ?? '').padEnd(9, '0')))
}

/** The number as decimal text: JSON prints small ones in exponent form (1e-9), which decimal arithmetic cannot read. */
export function plainDecimal(value: number): string {
  const text = String(value)
  if (!text.includes('e')) return text
  return value.toFixed(20).replace(/\.?0+$/, '')
}
