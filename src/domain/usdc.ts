/** Millionths of a US dollar: what USDC counts in. */
export type UsdMicros = bigint

/** The amount of a price such as `$0.05`; null unless above zero, with at most six decimals. */
export function parseUsd(text: string): UsdMicros | null {
  const match = /^\$?(\d{1,9})(?:\.(\d{1,6}))?$/.exec(text.trim())
  if (!match) return null
  const micros = BigInt(match[1]!) * 1_000_000n + BigInt((match[2] ?? '').padEnd(6, '0'))
  return micros > 0n ? micros : null
}

/** The amount as `$0.05`, with at least two decimals and no more than it needs. */
export function formatUsd(micros: UsdMicros): string {
  const decimals = (micros % 1_000_000n).toString().padStart(6, '0').replace(/0{1,4}$/, '')
  return `$${micros / 1_000_000n}.${decimals}`
}
