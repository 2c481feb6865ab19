import type { UsdMicros } from '../brands.ts'
import { formatUsd, parseUsd } from './usd.ts'

/** The amount of a price such as `$0.05`; null unless it is above zero and a whole number of millionths of a dollar. */
export function readPrice(text: string): UsdMicros | null {
  const plain = text.trim().replace(/^\$/, '')
  const amountUsdMicros = /^\d+(\.\d{1,6})?$/.test(plain) ? parseUsd(plain) : null
  return amountUsdMicros !== null && amountUsdMicros > 0n ? amountUsdMicros : null
}

/** The amount as `$0.05`: two decimals, or as many as it needs. */
export function priceText(amountUsdMicros: UsdMicros): string {
  const [whole, decimals = ''] = formatUsd(amountUsdMicros).split('.')
  return `$${whole}.${decimals.padEnd(2, '0')}`
}
