import { integer, object } from '../rpc-shape.ts'

/** The value of a `{ context: { slot }, value }` answer; the slot goes to `noteHeight`. */
export function contextual(result: unknown, recordHeight: (slot: number) => void): unknown {
  const { context, value } = object(result)
  recordHeight(integer(object(context).slot))
  return value
}
