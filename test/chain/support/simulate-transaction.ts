import { address } from '@solana/kit'
import bs58 from 'bs58'
import { FailedTransactionMetadata, type TransactionMetadata } from 'litesvm'
import { type AccountKeys, resolveAccountKeys } from './account-keys.ts'
import { toRpcAccount } from './rpc-account-methods.ts'
import type { TestChain } from './test-chain.ts'
import { type RpcTransactionError, toRpcTransactionError } from './transaction-error.ts'
import type { WireTransaction } from './wire-transaction.ts'

/** The RPC's `innerInstructions`: CPI by top-level instruction. */
export const toInnerInstructions = (meta: TransactionMetadata) =>
  meta.innerInstructions().flatMap((inner, index) => {
    if (inner.length === 0) return []
    const instructions = inner.map((entry) => {
      const instruction = entry.instruction()
      return {
        programIdIndex: instruction.programIdIndex(),
        accounts: [...instruction.accounts()],
        data: bs58.encode(Uint8Array.from(instruction.data())),
        stackHeight: entry.stackHeight(),
      }
    })
    return [{ index, instructions }]
  })

/** The RPC's `returnData`, null where the transaction returned nothing. */
export function toReturnData(meta: TransactionMetadata) {
  const returned = meta.returnData()
  if (returned.data().length === 0) return null
  return {
    programId: bs58.encode(Uint8Array.from(returned.programId())),
    data: [Buffer.from(returned.data()).toString('base64'), 'base64'],
  }
}

export interface Simulation {
  err: RpcTransactionError | null
  logs: string[]
  unitsConsumed: number
  accounts: unknown[] | null
  innerInstructions: unknown[] | null
  returnData: unknown
}

const REJECTED = { logs: [], unitsConsumed: 0, accounts: null, innerInstructions: null, returnData: null }

/** Runs the transaction against the current state and changes nothing. Blockhash and duplicates are not looked at. */
export function simulateOnChain(chain: TestChain, wire: WireTransaction, options: Record<string, unknown> = {}): Simulation {
  const keys = resolveAccountKeys(chain.svm, wire)
  if (!keys) return { ...REJECTED, err: 'AddressLookupTableNotFound' }
  const result = chain.svm.simulateTransaction(wire.transaction)
  const failed = result instanceof FailedTransactionMetadata
  const meta = result.meta()
  return {
    err: failed ? toRpcTransactionError(result) : null,
    logs: meta.logs(),
    unitsConsumed: Number(meta.computeUnitsConsumed()),
    accounts: accountsAfter(chain, keys, failed ? [] : result.postAccounts(), options.accounts as { addresses: string[] } | undefined),
    innerInstructions: options.innerInstructions ? toInnerInstructions(meta) : null,
    returnData: toReturnData(meta),
  }
}

type PostAccounts = Parameters<typeof toRpcAccount>[0][]

function accountsAfter(chain: TestChain, keys: AccountKeys, post: PostAccounts, wanted: { addresses: string[] } | undefined) {
  if (!wanted) return null
  return wanted.addresses.map((key) => {
    const changed = keys.all.includes(key) ? post.find((account) => account.address === key) : undefined
    if (changed) return toRpcAccount(changed)
    const current = chain.svm.getAccount(address(key))
    return current.exists ? toRpcAccount(current) : null
  })
}
