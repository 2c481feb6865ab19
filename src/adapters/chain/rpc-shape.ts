/** Readers of JSON-RPC answers: each gives the typed value or throws, so that nonsense counts as no answer. */

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

/** @throws Error unless a whole amount that a JSON number holds exactly */
export const amount = (value: unknown): bigint => BigInt(integer(value))

/** The value of a `{ context: { slot }, value }` answer; the slot is told to `noteSlot`. */
export function contextual(result: unknown, noteSlot: (slot: number) => void): unknown {
  const { context, value } = object(result)
  noteSlot(integer(object(context).slot))
  return value
}
