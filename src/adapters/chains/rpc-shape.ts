/** Readers of JSON-RPC answers: each returns the typed value or throws, so that an invalid answer counts as none. */

/** @throws Error unless an object */
export function object(value: unknown): Readonly<Record<string, unknown>> {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw new Error('not an object')
  return value as Record<string, unknown>
}

/** @throws Error unless an array, of `length` entries when that is given */
export function array(value: unknown, length?: number): readonly unknown[] {
  if (!Array.isArray(value) || (length !== undefined && value.length !== length)) throw new Error('not the expected array')
  return value
}

/** @throws Error unless text */
export function text(value: unknown): string {
  if (typeof value !== 'string') throw new Error('not a string')
  return value
}

/** @throws Error unless an integer that a JSON number holds exactly */
export function integer(value: unknown): number {
  if (!Number.isSafeInteger(value)) throw new Error('not an exact integer')
  return value as number
}

/** @throws Error unless a Unix time in seconds between 1970 and the year 5138 */
export function unixSeconds(value: unknown): number {
  const seconds = integer(value)
  if (seconds < 0 || seconds > 1e11) throw new Error('not a time')
  return seconds
}

/** @throws Error unless decimal text of an unsigned 64-bit number */
export function u64Text(value: unknown): bigint {
  const found = text(value)
  if (!/^\d{1,20}$/.test(found) || BigInt(found) >= 2n ** 64n) throw new Error('not an amount')
  return BigInt(found)
}
