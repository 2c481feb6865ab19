import { address } from '@solana/kit'
import type { LiteSVM } from 'litesvm'
import { PublicKey } from '@solana/web3.js'
import type { WireTransaction } from './wire-transaction.ts'

/** The accounts of a transaction in the order its instructions index them. */
export interface AccountKeys {
  all: string[]
  staticCount: number
  writable: boolean[]
  loaded: { writable: string[]; readonly: string[] }
}

/** Bytes before the first address in a lookup table account. */
const LOOKUP_TABLE_HEADER_BYTES = 56

/** Static keys, then those loaded through lookup tables. Null when a table or an entry does not exist. */
export function resolveAccountKeys(svm: LiteSVM, { message }: WireTransaction): AccountKeys | null {
  const staticKeys = message.staticAccountKeys.map((key) => key.toBase58())
  const loaded = { writable: [] as string[], readonly: [] as string[] }
  for (const lookup of message.addressTableLookups ?? []) {
    const table = svm.getAccount(address(lookup.accountKey.toBase58()))
    if (!table.exists) return null
    const entry = (index: number): string | null => {
      const start = LOOKUP_TABLE_HEADER_BYTES + index * 32
      return start + 32 > table.data.length ? null : new PublicKey(table.data.slice(start, start + 32)).toBase58()
    }
    for (const kind of ['writable', 'readonly'] as const) {
      const keys = lookup[`${kind}Indexes`].map(entry)
      if (keys.includes(null)) return null
      loaded[kind].push(...(keys as string[]))
    }
  }
  const { numRequiredSignatures: signers, numReadonlySignedAccounts, numReadonlyUnsignedAccounts } = message.header
  const staticWritable = staticKeys.map((_, index) =>
    index < signers ? index < signers - numReadonlySignedAccounts : index < staticKeys.length - numReadonlyUnsignedAccounts,
  )
  return {
    all: [...staticKeys, ...loaded.writable, ...loaded.readonly],
    staticCount: staticKeys.length,
    writable: [...staticWritable, ...loaded.writable.map(() => true), ...loaded.readonly.map(() => false)],
    loaded,
  }
}
