import { AddressLookupTableAccount, AddressLookupTableProgram, type PublicKey, type TransactionInstruction } from '@solana/web3.js'
import type { ChainAccount } from '../../../chains/solana/solana-rpc.ts'

/** Bytes before the first address of a lookup table. */
export const LOOKUP_TABLE_HEADER_BYTES = 56
const U64_MAX = 0xffff_ffff_ffff_ffffn

/** The table in the form that transactions use; null when the account is no table, or is being closed. */
export function readLookupTable(key: PublicKey, account: ChainAccount): AddressLookupTableAccount | null {
  if (account.owner !== AddressLookupTableProgram.programId.toBase58() || account.data.length < LOOKUP_TABLE_HEADER_BYTES) return null
  const state = AddressLookupTableAccount.deserialize(account.data)
  return state.deactivationSlot === U64_MAX ? new AddressLookupTableAccount({ key, state }) : null
}

/** Addresses that a lookup table may hold for a transaction: neither signers nor called programs, and not in another table. */
export function tableCandidates(
  instructions: readonly TransactionInstruction[],
  payer: PublicKey,
  others: readonly AddressLookupTableAccount[],
): PublicKey[] {
  const excluded = new Set([payer.toBase58(), ...others.flatMap(({ state }) => state.addresses.map(String))])
  for (const { programId, keys } of instructions) {
    excluded.add(programId.toBase58())
    for (const { pubkey, isSigner } of keys) if (isSigner) excluded.add(pubkey.toBase58())
  }
  const found = new Map<string, PublicKey>()
  for (const { pubkey } of instructions.flatMap(({ keys }) => keys))
    if (!excluded.has(pubkey.toBase58())) found.set(pubkey.toBase58(), pubkey)
  return [...found.values()]
}

/** A table that is created first, in the form that later transactions use, and the instruction that creates it. */
export function newLookupTable(
  authority: PublicKey,
  recentSlot: number,
  addresses: readonly PublicKey[],
): { table: AddressLookupTableAccount; create: TransactionInstruction } {
  const [create, key] = AddressLookupTableProgram.createLookupTable({ authority, payer: authority, recentSlot })
  const state = {
    deactivationSlot: U64_MAX,
    lastExtendedSlot: recentSlot,
    lastExtendedSlotStartIndex: 0,
    authority,
    addresses: [...addresses],
  }
  return { table: new AddressLookupTableAccount({ key, state }), create }
}

/** Appends addresses to the authority's table; about 27 fit one transaction. */
export const extendLookupTable = (table: PublicKey, authority: PublicKey, addresses: readonly PublicKey[]): TransactionInstruction =>
  AddressLookupTableProgram.extendLookupTable({ lookupTable: table, authority, payer: authority, addresses: [...addresses] })
