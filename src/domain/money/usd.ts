import { type AtomicUnits, atomicUnits, type UsdMicros, usdMicros } from '../brands.ts'
import { type Currency, unitsOf } from './currency.ts'

const USD_DECIMALS = 6

/** The dollars of a decimal text, what is below a millionth cut off; null unless it is a plain decimal. */
export function parseUsd(text: string): UsdMicros | null {
  const match = /^(\d{1,12})(?:\.(\d{1,40}))?$/.exec(text)
  return match && usdMicros(match[1]! + (match[2] ?? '').padEnd(USD_DECIMALS, '0').slice(0, USD_DECIMALS))
}

/** What so much of a currency is worth at `price` for a whole one, rounded down. */
export const worthUsd = (amount: AtomicUnits, currency: Currency, price: UsdMicros): UsdMicros =>
  usdMicros((amount * price) / unitsOf(currency))

/** How much of a currency so many dollars are at `price` for a whole one, rounded up. */
export function unitsWorth(amount: UsdMicros, currency: Currency, price: UsdMicros): AtomicUnits {
  if (price === 0n) throw new Error('a currency is worth something')
  return atomicUnits((amount * unitsOf(currency) + price - 1n) / price)
}

/** The amount in dollars as exact decimal text without trailing zeros. */
export function formatUsd(amount: UsdMicros): string {
  const fraction = (amount % 10n ** BigInt(USD_DECIMALS)).toString().padStart(USD_DECIMALS, '0').replace(/0+$/, '')
  return `${amount / 10n ** BigInt(USD_DECIMALS)}${fraction && `.${fraction}`}`
}

/** The amount in dollars as a JSON number with at most 6 decimals; for showing, not for arithmetic. */
export const usdToNumber = (amount: UsdMicros): number => Number(formatUsd(amount))
