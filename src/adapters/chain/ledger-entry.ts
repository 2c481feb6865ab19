import { fromBase58 } from '../../lib/bytes.ts'
import { amount, array, integer, object, text } from './rpc-shape.ts'

/** One instruction of a transaction, top-level or called by a program. */
export interface LedgerInstruction {
  readonly program: string
  readonly accounts: readonly string[]
  readonly data: Uint8Array
}

/** A transaction as the chain keeps it. */
export interface LedgerEntry {
  readonly signature: string
  readonly slot: number
  /** Unix time of its block in seconds; null for blocks too old for the node. */
  readonly blockTimeSec: number | null
  /** The runtime's own JSON; null when it succeeded. */
  readonly err: unknown
  readonly logs: readonly string[]
  /** Every account's lamports before and after, by address. */
  readonly balances: ReadonlyMap<string, { readonly before: bigint; readonly after: bigint }>
  /** Instructions that programs called, in order. */
  readonly innerInstructions: readonly LedgerInstruction[]
}

/** Reads a `getTransaction` answer in encoding `json`. @throws Error on any other shape */
export function readLedgerEntry(signature: string, result: unknown): LedgerEntry {
  const { slot, blockTime, meta: rawMeta, transaction } = object(result)
  const meta = object(rawMeta)
  const keys = [
    ...array(object(object(transaction).message).accountKeys).map(text),
    ...loadedKeys(meta.loadedAddresses, 'writable'),
    ...loadedKeys(meta.loadedAddresses, 'readonly'),
  ]
  const before = array(meta.preBalances, keys.length).map(amount)
  const after = array(meta.postBalances, keys.length).map(amount)
  return {
    signature,
    slot: integer(slot),
    blockTimeSec: blockTime === null || blockTime === undefined ? null : integer(blockTime),
    err: meta.err ?? null,
    logs: meta.logMessages ? array(meta.logMessages).map(text) : [],
    balances: new Map(keys.map((key, place) => [key, { before: before[place]!, after: after[place]! }])),
    innerInstructions: array(meta.innerInstructions ?? []).flatMap((group) =>
      array(object(group).instructions).map((instruction) => readInstruction(instruction, keys)),
    ),
  }
}

function loadedKeys(loaded: unknown, kind: 'writable' | 'readonly'): string[] {
  return loaded ? array(object(loaded)[kind]).map(text) : []
}

function readInstruction(value: unknown, keys: readonly string[]): LedgerInstruction {
  const { programIdIndex, accounts, data } = object(value)
  const keyAt = (place: unknown): string => text(keys[integer(place)])
  const bytes = fromBase58(text(data))
  if (bytes === null) throw new Error('instruction data is not base58')
  return { program: keyAt(programIdIndex), accounts: array(accounts).map(keyAt), data: bytes }
}
