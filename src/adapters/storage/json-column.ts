/** The value as column text. Bigints are tagged, so that they come back as bigints. */
export const toJson = (value: unknown): string =>
  JSON.stringify(value, (_key, member: unknown) => (typeof member === 'bigint' ? { $bigint: member.toString() } : member))

/** The value of a column text that `toJson` wrote. */
export const fromJson = <Value>(text: string): Value =>
  JSON.parse(text, (_key, member: unknown) => {
    const tagged = member as { $bigint?: unknown } | null
    return typeof tagged === 'object' && typeof tagged?.$bigint === 'string' ? BigInt(tagged.$bigint) : member
  }) as Value

/** `toJson`, with null for null. */
export const toNullableJson = (value: unknown): string | null => (value === null ? null : toJson(value))

/** `fromJson`, with null for null. */
export const fromNullableJson = <Value>(text: string | null): Value | null => (text === null ? null : fromJson<Value>(text))
