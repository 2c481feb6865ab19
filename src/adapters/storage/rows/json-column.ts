/** The value as column text. Bigints are tagged, so that they can be restored. */
export const toJson = (value: unknown): string =>
  JSON.stringify(value, (_key, member: unknown) => (typeof member === 'bigint' ? { $bigint: member.toString() } : member))

const TAG = '"$bigint"'

/** The value of a column text written by `toJson`. */
export const fromJson = <Value>(text: string): Value =>
  // JSON.parse with a reviver takes several times as long, and most texts contain no bigint.
  (text.includes(TAG) ? JSON.parse(text, untag) : JSON.parse(text)) as Value

function untag(_key: string, member: unknown): unknown {
  const tagged = member as { $bigint?: unknown } | null
  return typeof tagged === 'object' && typeof tagged?.$bigint === 'string' ? BigInt(tagged.$bigint) : member
}

/** `toJson`, with null for null. */
export const toNullableJson = (value: unknown): string | null => (value === null ? null : toJson(value))

/** `fromJson`, with null for null. */
export const fromNullableJson = <Value>(text: string | null): Value | null => (text === null ? null : fromJson<Value>(text))
