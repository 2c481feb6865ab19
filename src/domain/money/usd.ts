import { type AtomicUnits, atomicUnits, type UsdMicros, usdMicros } from '../brands.ts'
import { type Currency, unitsOf } from './currency.ts'
import { divideUp } from './divide-up.ts'

const USD_DECIMALS = 6

/** The dollars of a decimal text, truncated to millionths; null unless it is a plain decimal. */
export function parseUsd(text: string): UsdMicros | null {
  const match = /^(\d{1,12})(?:\.(\d{1,40}))?$/.exec(text)
  return match && usdMicros(match[1]! + (match[2] ?? '').padEnd(USD_DECIMALS, '0').slice(0, USD_DECIMALS))
}

/** The value of an amount at `priceUsdMicros` for a whole unit, rounded down. */
export const worthUsd = (amountAtomic: AtomicUnits, currency: Currency, priceUsdMicros: UsdMicros): UsdMicros =>
  usdMicros((amountAtomic * priceUsdMicros) / unitsOf(currency))

/** The amount that is worth these dollars at `priceUsdMicros` for a whole unit, rounded up. @throws Error for a price of zero */
export function unitsWorth(amountUsdMicros: UsdMicros, currency: Currency, priceUsdMicros: UsdMicros): AtomicUnits {
  if (priceUsdMicros === 0n) throw new Error('a currency is worth something')
  return atomicUnits(divideUp(amountUsdMicros * unitsOf(currency), priceUsdMicros))
}

/** The amount in dollars as exact decimal text without trailing zeros. */
export function formatUsd(amountUsdMicros: UsdMicros): string {
  const fraction = (amountUsdMicros % 10n ** BigInt(USD_DECIMALS)).toString().padStart(USD_DECIMALS, '0').replace(/0+$/, '')
  return `${amountUsdMicros / 10n ** BigInt(USD_DECIMALS)}${fraction && `.${fraction}`}`
}

/** The amount in dollars as a JSON number with at most 6 decimals, for display only. */
export const usdToNumber = (amountUsdMicros: UsdMicros): number => Number(formatUsd(amountUsdMicros))
