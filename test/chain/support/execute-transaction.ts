import { address } from '@solana/kit'
import { FailedTransactionMetadata, type LiteSVM, type TransactionMetadata } from 'litesvm'
import { type AccountKeys, resolveAccountKeys } from './account-keys.ts'
import { decodeTokenAccount, mintDecimals, toUiTokenAmount } from './token-account.ts'
import { type RpcTransactionError, toRpcTransactionError } from './transaction-error.ts'
import type { WireTransaction } from './wire-transaction.ts'

type TokenBalance = ReturnType<typeof tokenBalances>[number]

/** A transaction in the ledger, successful or not. */
export interface LandedTransaction {
  wire: WireTransaction
  keys: AccountKeys
  slot: bigint
  blockTimeSec: number
  err: RpcTransactionError | null
  feeLamports: bigint
  computeUnits: bigint
  logs: string[]
  meta: TransactionMetadata
  preBalances: bigint[]
  postBalances: bigint[]
  preTokenBalances: TokenBalance[]
  postTokenBalances: TokenBalance[]
}

/** The fee the runtime charged; only LiteSVM's debug text has it, in its last field. */
function feeOf(result: TransactionMetadata | FailedTransactionMetadata): bigint {
  return BigInt(result.toString().match(/fee: (\d+)(?!.*fee: \d)/s)?.[1] ?? '0')
}

const balances = (svm: LiteSVM, keys: string[]): bigint[] => keys.map((key) => svm.getBalance(address(key)) ?? 0n)

function tokenBalances(svm: LiteSVM, keys: string[]) {
  return keys.flatMap((key, accountIndex) => {
    const account = svm.getAccount(address(key))
    const token = account.exists ? decodeTokenAccount(account.programAddress, Uint8Array.from(account.data)) : null
    if (!token) return []
    const { mint, owner, programId, amount } = token
    return [{ accountIndex, mint, owner, programId, uiTokenAmount: toUiTokenAmount(amount, mintDecimals(svm, mint)) }]
  })
}

/**
 * Runs the transaction and says what a ledger would keep of it. A failed one that paid its fee lands with `err`;
 * one that the runtime would not even charge comes back as `{ dropped }`.
 */
export function executeTransaction(
  svm: LiteSVM,
  wire: WireTransaction,
  at: { slot: bigint; blockTimeSec: number },
): LandedTransaction | { dropped: RpcTransactionError } {
  const keys = resolveAccountKeys(svm, wire)
  if (!keys) return { dropped: 'AddressLookupTableNotFound' }
  const preBalances = balances(svm, keys.all)
  const preTokenBalances = tokenBalances(svm, keys.all)
  const result = svm.sendTransaction(wire.transaction)
  const failed = result instanceof FailedTransactionMetadata
  const err = failed ? toRpcTransactionError(result) : null
  const postBalances = balances(svm, keys.all)
  if (err !== null && postBalances[0] === preBalances[0]) return { dropped: err }
  const meta = failed ? result.meta() : result
  return {
    wire,
    keys,
    ...at,
    err,
    feeLamports: feeOf(result),
    computeUnits: meta.computeUnitsConsumed(),
    logs: meta.logs(),
    meta,
    preBalances,
    postBalances,
    preTokenBalances,
    postTokenBalances: tokenBalances(svm, keys.all),
  }
}
