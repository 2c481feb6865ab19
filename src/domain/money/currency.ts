import type { Lamports } from '../brands.ts'

/** What a chain counts in, and how many decimals its smallest unit has: lamports of SOL, wei of ETH. */
export const CURRENCY_DECIMALS = { SOL: 9, ETH: 18 } as const

export type Currency = keyof typeof CURRENCY_DECIMALS

export const CURRENCIES = Object.keys(CURRENCY_DECIMALS) as readonly Currency[]

/** The amount as exact decimal text without trailing zeros. */
export function formatAmount(amount: Lamports, currency: Currency): string {
  const decimals = CURRENCY_DECIMALS[currency]
  const digits = amount.toString().padStart(decimals + 1, '0')
  const fraction = digits.slice(-decimals).replace(/0+$/, '')
  return `${digits.slice(0, -decimals)}${fraction && `.${fraction}`}`
}

/** The same with its unit, `1.5 SOL`. */
export const amountText = (amount: Lamports, currency: Currency): string => `${formatAmount(amount, currency)} ${currency}`

/** The amount as a JSON number; for showing, not for arithmetic. */
export const amountNumber = (amount: Lamports, currency: Currency): number => Number(formatAmount(amount, currency))
