import { type AtomicUnits, atomicUnits } from '../brands.ts'

/** Decimals of each currency's smallest unit: lamports of SOL, wei of ETH and of WETH, the token that stands for ETH. */
export const CURRENCY_DECIMALS = { SOL: 9, ETH: 18, WETH: 18 } as const

/** What each currency's smallest unit is called, in the plural. */
export const UNIT_NAMES = { SOL: 'lamports', ETH: 'wei', WETH: 'wei' } as const

/** A currency that a chain charges its fees in, or that a launchpad pays in: one of the names in CURRENCY_DECIMALS. */
export type Currency = keyof typeof CURRENCY_DECIMALS

/** The names of CURRENCY_DECIMALS. */
export const CURRENCIES = Object.keys(CURRENCY_DECIMALS) as readonly Currency[]

/** The only currency with a dollar price here: kits, jobs, the buyback and the chart of fees are in it. */
export const PRICED_CURRENCY = 'SOL' satisfies Currency

/** One amount of each currency. */
export type AmountsByCurrency = Readonly<Record<Currency, AtomicUnits>>

/** An amount for each currency, computed by `amountOf`. */
export const byCurrency = (amountOf: (currency: Currency) => AtomicUnits): AmountsByCurrency =>
  Object.fromEntries(CURRENCIES.map((currency) => [currency, amountOf(currency)])) as AmountsByCurrency

/** How many of its smallest units make a whole one. */
export const unitsOf = (currency: Currency): bigint => 10n ** BigInt(CURRENCY_DECIMALS[currency])

/** The amount as exact decimal text without trailing zeros. */
export const formatAmount = (amountAtomic: AtomicUnits, currency: Currency): string =>
  decimalText(amountAtomic, CURRENCY_DECIMALS[currency])

/** The amount of a plain decimal such as `1.5`; null for every other text, and for one with more decimals than the currency has. */
export function parseAmount(text: string, currency: Currency): AtomicUnits | null {
  const [, whole, fraction = ''] = /^(\d{1,12})(?:\.(\d{1,18}))?$/.exec(text) ?? []
  const decimals = CURRENCY_DECIMALS[currency]
  return whole === undefined || fraction.length > decimals ? null : atomicUnits(BigInt(whole + fraction.padEnd(decimals, '0')))
}

/** So many units of which `10 ** decimals` are one, as exact decimal text without trailing zeros. */
export function decimalText(value: bigint, decimals: number): string {
  const digits = value.toString().padStart(decimals + 1, '0')
  const fraction = digits.slice(-decimals).replace(/0+$/, '')
  return `${digits.slice(0, -decimals)}${fraction && `.${fraction}`}`
}

/** The amount as exact decimal text with its unit, `1.5 SOL`. */
export const amountText = (amountAtomic: AtomicUnits, currency: Currency): string => `${formatAmount(amountAtomic, currency)} ${currency}`

/** The amount as a JSON number, for display only. */
export const amountNumber = (amountAtomic: AtomicUnits, currency: Currency): number => Number(formatAmount(amountAtomic, currency))
