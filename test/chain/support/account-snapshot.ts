import { type EncodedAccount, address, lamports } from '@solana/kit'
import type { LiteSVM } from 'litesvm'
import { resolveAccountKeys } from './account-keys.ts'
import type { WireTransaction } from './wire-transaction.ts'

const SYSTEM_PROGRAM = address('11111111111111111111111111111111')

/** Every account the transactions can touch, as it is now; missing ones as empty. */
export function snapshotAccounts(svm: LiteSVM, group: WireTransaction[]): EncodedAccount[] {
  const keys = new Set(group.flatMap((wire) => resolveAccountKeys(svm, wire)?.all ?? []))
  return [...keys].flatMap((key): EncodedAccount[] => {
    const account = svm.getAccount(address(key))
    if (account.exists) return account.executable ? [] : [account]
    const empty = { lamports: lamports(0n), data: new Uint8Array(), executable: false, programAddress: SYSTEM_PROGRAM, space: 0n }
    return [{ address: address(key), ...empty }]
  })
}

/** Puts the accounts back, as if the transactions since the snapshot had not run. */
export function restoreAccounts(svm: LiteSVM, snapshot: EncodedAccount[]): void {
  for (const account of snapshot) svm.setAccount(account)
}
