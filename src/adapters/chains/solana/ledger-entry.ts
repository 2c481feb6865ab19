import { type Lamports, lamports } from '../../../domain/brands.ts'
import { fromBase58 } from '../../../lib/bytes.ts'
import { array, integer, object, text, u64Text, unixSeconds } from '../rpc-shape.ts'

/** The size of the largest transaction (version 1), of which an instruction's data is a part. */
const TRANSACTION_BYTES_MAX = 4_096

/** One instruction of a transaction, top-level or inner. */
export interface LedgerInstruction {
  readonly program: string
  readonly accounts: readonly string[]
  readonly data: Uint8Array
}

/** A token account's balance before and after, in the token's smallest unit. */
export interface TokenBalance {
  readonly mint: string
  readonly owner: string
  readonly beforeUnits: bigint
  readonly afterUnits: bigint
}

/** An account's balance before and after. */
export interface BalanceChange {
  readonly beforeLamports: Lamports
  readonly afterLamports: Lamports
}

/** A transaction as the chain keeps it. */
export interface LedgerEntry {
  readonly signature: string
  readonly slot: number
  /** Unix time of its block in seconds; null for blocks too old for the node. */
  readonly blockTimeSec: number | null
  /** What its first signer paid the network. */
  readonly feeLamports: Lamports
  readonly feePayer: string
  /** The runtime's own JSON; null when it succeeded. */
  readonly err: unknown
  readonly logs: readonly string[]
  /** Every account of the transaction, by address. */
  readonly balances: ReadonlyMap<string, BalanceChange>
  /** Token accounts of the transaction, by address; null where the node does not keep them. */
  readonly tokenBalances: ReadonlyMap<string, TokenBalance> | null
  /** The transaction's own instructions, in order. */
  readonly instructions: readonly LedgerInstruction[]
  /** Inner instructions, in order. */
  readonly innerInstructions: readonly LedgerInstruction[]
}

/** Reads a `getTransaction` answer in encoding `json`. @throws Error on any other shape */
export function readLedgerEntry(signature: string, result: unknown): LedgerEntry {
  const { slot, blockTime, meta: rawMeta, transaction } = object(result)
  const meta = object(rawMeta)
  const message = object(object(transaction).message)
  const keys = [
    ...array(message.accountKeys).map(text),
    ...loadedKeys(meta.loadedAddresses, 'writable'),
    ...loadedKeys(meta.loadedAddresses, 'readonly'),
  ]
  const before = array(meta.preBalances, keys.length).map(lamportsIn)
  const after = array(meta.postBalances, keys.length).map(lamportsIn)
  return {
    signature,
    slot: integer(slot),
    blockTimeSec: blockTime === null || blockTime === undefined ? null : unixSeconds(blockTime),
    feeLamports: lamportsIn(meta.fee),
    feePayer: text(keys[0]),
    err: meta.err ?? null,
    logs: meta.logMessages ? array(meta.logMessages).map(text) : [],
    balances: new Map(keys.map((key, index) => [key, { beforeLamports: before[index]!, afterLamports: after[index]! }])),
    tokenBalances: readTokenBalances(meta, keys),
    instructions: array(message.instructions).map((instruction) => readInstruction(instruction, keys)),
    innerInstructions: array(meta.innerInstructions ?? []).flatMap((group) =>
      array(object(group).instructions).map((instruction) => readInstruction(instruction, keys)),
    ),
  }
}

const lamportsIn = (value: unknown): Lamports => lamports(integer(value))

function readTokenBalances({ preTokenBalances, postTokenBalances }: Record<string, unknown>, keys: readonly string[]) {
  if (!preTokenBalances || !postTokenBalances) return null
  const found = new Map<string, TokenBalance>()
  const note = (side: 'beforeUnits' | 'afterUnits', list: unknown): void => {
    for (const entry of array(list).map(object)) {
      const account = text(keys[integer(entry.accountIndex)])
      const heldUnits = u64Text(object(entry.uiTokenAmount).amount)
      const known = found.get(account) ?? { mint: text(entry.mint), owner: text(entry.owner), beforeUnits: 0n, afterUnits: 0n }
      found.set(account, { ...known, [side]: heldUnits })
    }
  }
  note('beforeUnits', preTokenBalances)
  note('afterUnits', postTokenBalances)
  return found
}

function loadedKeys(loaded: unknown, kind: 'writable' | 'readonly'): string[] {
  return loaded ? array(object(loaded)[kind]).map(text) : []
}

function readInstruction(value: unknown, keys: readonly string[]): LedgerInstruction {
  const { programIdIndex, accounts, data } = object(value)
  const keyAt = (index: unknown): string => text(keys[integer(index)])
  const bytes = fromBase58(text(data), TRANSACTION_BYTES_MAX)
  if (bytes === null) throw new Error('instruction data is not base58')
  return { program: keyAt(programIdIndex), accounts: array(accounts).map(keyAt), data: bytes }
}
